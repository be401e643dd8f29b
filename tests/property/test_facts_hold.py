"""What holds of facts whatever the text: exact spans, known names, no exception, linear time."""

from __future__ import annotations

import time
from typing import get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from shared_data import shared_rows

from reref.report import Report, cued_facts, facts, section_facts
from reref.report.facts import _sentence_facts
from reref.report.model import Change, Laterality, Tier
from reref.report.vocabulary import finding_names

TEXT = """no without not may possible effusion pneumothorax nodule opacity heart lungs liver aorta enlarged normal clear
left right both in of the and or , . ; ( ) ? : - / is are was with mild large 5 mm stable new XXXX thickening largest
which
but lymph node calcified recommended previously"""
WORDS = st.sampled_from(TEXT.split())
SENTENCES = st.lists(WORDS, max_size=40).map(" ".join)


def check(text: str) -> None:
    for fact, cues in cued_facts(text, "findings"):
        assert text[fact.start : fact.end] == fact.span != ""
        assert fact.start <= fact.cue_start < fact.cue_end <= fact.end
        assert fact.location is None or fact.location in text
        assert fact.laterality in (None, *get_args(Laterality))
        assert fact.change in (None, *get_args(Change))
        assert fact.tier in (None, *get_args(Tier))
        assert (fact.tier is not None) == (fact.polarity == "uncertain")
        assert fact.finding in NAMES
        for cue in cues:
            assert 0 <= cue.start < cue.end <= len(text)


NAMES = {
    *finding_names(),
    "recommendation",
    "technique_limitation",
    "comparison_statement",
    "no_acute_abnormality",
    "trachea_midline",
}


@given(SENTENCES)
@example("(")
@example("?")
@example("No, largest which")
@settings(deadline=None, max_examples=400)
def test_facts_of_scrambled_report_words_are_exact(text: str) -> None:
    check(text)


@given(st.text(max_size=300))
@example("İ no effusion İ")
@example("\x00\ud7ff no effusion")
@settings(deadline=None, max_examples=300)
def test_any_text_is_read_without_an_exception(text: str) -> None:
    check(text)


@given(SENTENCES, SENTENCES)
@settings(deadline=None, max_examples=100)
def test_a_report_has_the_facts_of_its_sections(findings: str, impression: str) -> None:
    report = Report(findings, impression)
    found = facts(report)
    assert found == section_facts(findings, "findings") + section_facts(impression, "impression")
    assert all(report.section(fact.section)[fact.start : fact.end] == fact.span for fact in found)


@given(SENTENCES)
@settings(deadline=None, max_examples=50)
def test_reading_twice_gives_the_same_with_and_without_the_cache(text: str) -> None:
    first = section_facts(text)
    _sentence_facts.cache_clear()
    assert section_facts(text) == first


@pytest.mark.parametrize(
    "unit",
    [
        "no effusion and ",
        "A 5 mm nodule is seen in the left lobe. ",
        "((((",
        "no no no ",
        "left left ",
        "lung, ",
        "xxxx ",
        "a",
    ],
)
def test_time_grows_no_faster_than_the_text(unit: str) -> None:
    def seconds(words: int) -> float:
        _sentence_facts.cache_clear()
        text = unit * (words // max(1, len(unit.split())))
        started = time.process_time()
        section_facts(text + " ")
        return time.process_time() - started

    seconds(1_000)
    assert seconds(40_000) < 25 * max(seconds(4_000), 0.02)


@pytest.mark.parametrize(
    "name", ["data/refs/iu_xray.jsonl", "data/refs/ct_rate_validation1000.jsonl", "data/edge/edge_cases.jsonl"]
)
def test_every_real_report_is_read_exactly(name: str) -> None:
    for row in shared_rows(name)[::5]:
        for field in ("findings", "impression", "report", "text"):
            if isinstance(row.get(field), str):
                check(row[field])
