"""Sentences and list items of a section."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
import yaml
from shared_data import shared_rows

from reref.report import sentences

ROOT = Path(__file__).resolve().parents[2]


def texts(text: str) -> list[str]:
    return [sentence.text for sentence in sentences(text)]


def benchmark() -> ModuleType:
    spec = importlib.util.spec_from_file_location("sentence_splitters", ROOT / "benchmarks" / "sentence_splitters.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def odd_passages() -> list[tuple[str, str]]:
    kinds = yaml.safe_load((ROOT / "tests" / "data" / "odd_passages.yaml").read_text(encoding="utf-8"))
    return [(kind, passage) for kind, passages in kinds.items() for passage in passages]


@pytest.mark.parametrize(("kind", "passage"), odd_passages())
def test_odd_passages_are_split_where_a_reader_splits_them(kind: str, passage: str) -> None:
    module = benchmark()
    assert module.is_right(module.ours, passage), (kind, texts(module.parse_gold(passage)[0]))


def test_offsets_are_exact_and_in_order() -> None:
    text = "  Lungs clear.  No effusion..\r\n\r\n1. T9 fracture\r\n2.Scar of 1.2 cm.Stable."
    found = sentences(text)
    assert all(text[s.start : s.end] == s.text for s in found)
    assert [s.start for s in found] == sorted(s.start for s in found)
    assert [(s.marker, s.text) for s in found] == [
        ("", "Lungs clear."),
        ("", "No effusion.."),
        ("1.", "T9 fracture"),
        ("2.", "Scar of 1.2 cm."),
        ("", "Stable."),
    ]


def test_a_sub_heading_is_kept_beside_its_sentences_until_the_next_one_or_a_blank_line() -> None:
    found = sentences("LUNGS: Clear. No nodule.\nHeart: Large.\n\nNo change.")
    assert [(s.heading, s.text) for s in found] == [
        ("LUNGS", "Clear."),
        ("LUNGS", "No nodule."),
        ("Heart", "Large."),
        ("", "No change."),
    ]


def test_an_introduction_is_the_heading_of_its_own_sentence_only() -> None:
    found = sentences("When viewed in the lung window; Two nodules are seen. No effusion.")
    assert [(s.heading, s.text) for s in found] == [
        ("When viewed in the lung window", "Two nodules are seen."),
        ("", "No effusion."),
    ]


def test_a_statement_before_a_semicolon_is_not_taken_for_an_introduction() -> None:
    assert texts("In the examination, the heart could not be seen; Lungs are clear.") == [
        "In the examination, the heart could not be seen;",
        "Lungs are clear.",
    ]


def test_words_before_a_colon_that_name_no_organ_stay_in_the_sentence() -> None:
    assert texts("- Heart size: normal\n- Note: motion") == ["Heart size: normal", "Note: motion"]


def test_a_heading_with_nothing_under_it_is_not_lost() -> None:
    assert texts("LUNGS:") == ["LUNGS:"]
    assert texts("Clear.\n\nNote:\n•") == ["Clear.", "Note:"]
    assert [(s.heading, s.text) for s in sentences("LUNGS:\n\n- Clear.")] == [("LUNGS", "Clear.")]


@pytest.mark.parametrize("text", ["", " ", "\n\n", "...", "?!", "- ", "•", ".,;"])
def test_text_without_a_word_has_no_sentence(text: str) -> None:
    assert texts(text) == []


@pytest.mark.parametrize("text", ["XXXX", "___", "1.", "T9", "žádný výpotek", "无异常"])
def test_text_with_a_word_or_placeholder_is_never_dropped(text: str) -> None:
    assert texts(text) == [text]


def test_the_result_can_be_changed_without_changing_later_results() -> None:
    sentences("Lungs are clear.").clear()
    assert texts("Lungs are clear.") == ["Lungs are clear."]


def test_every_word_of_the_real_edge_cases_is_in_a_sentence_a_marker_or_a_heading() -> None:
    for row in shared_rows("data/edge/edge_cases.jsonl"):
        text, end = row["text"], 0
        for sentence in sentences(text):
            assert text[sentence.start : sentence.end] == sentence.text
            gap = text[end : sentence.start]
            assert not any(c.isalpha() for c in gap) or sentence.heading, (gap, sentence)
            end = sentence.end
        assert not any(c.isalnum() for c in text[end:].replace("&gt;", "")), text
