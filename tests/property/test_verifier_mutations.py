"""Systematic harm done to authored reports: how much of it the fact verifier catches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from verifier_pairs import pairs

from reref.perturbations.verify import FactVerifier, differences
from reref.report import Report, sentences
from reref.taxonomy import get_target

ORIGINALS = list(dict.fromkeys(pair.original for pair in pairs()))
PARAPHRASE = get_target("paraphrase/free")

#: The least share of mutations that must be caught, by kind.
LEAST_CAUGHT = 0.95


def _swap_sides(text: str) -> Iterator[str]:
    for match in re.finditer(r"\b(left|right)\b(?! (?:ventric|atri|main|anterior|heart|IJ))", text, re.IGNORECASE):
        other = "right" if match[0].lower() == "left" else "left"
        yield text[: match.start()] + other + text[match.end() :]


def _change_numbers(text: str) -> Iterator[str]:
    for match in re.finditer(r"\d+(?:\.\d+)?(?= ?(?:mm|cm)\b)", text):
        yield f"{text[: match.start()]}{float(match[0]) * 2:g}{text[match.end() :]}"


def _flip_denials(text: str) -> Iterator[str]:
    for match in re.finditer(r"\bNo (?=[a-z])", text):
        yield text[: match.start()] + "Definite " + text[match.end() :]


def _deny_findings(text: str) -> Iterator[str]:
    for match in re.finditer(
        r"(?<![a-z] )\b(?:Small|Mild|Moderate|Large|Severe) (?=[a-z])(?!(?:left|right) and)", text
    ):
        yield text[: match.start()] + "No " + text[match.end() :]


def _change_degrees(text: str) -> Iterator[str]:
    swaps = {
        "small": "large",
        "mild": "severe",
        "large": "small",
        "severe": "mild",
        "moderate": "trace",
        "tiny": "large",
    }
    for match in re.finditer(r"\b(" + "|".join(swaps) + r")\b(?! (?:bowel|vessel))", text, re.IGNORECASE):
        yield text[: match.start()] + swaps[match[0].lower()] + text[match.end() :]


def _change_course(text: str) -> Iterator[str]:
    swaps = {"increased": "decreased", "improved": "worsened", "worsening": "improving", "enlarging": "shrinking"}
    for match in re.finditer(r"\b(" + "|".join(swaps) + r")\b", text, re.IGNORECASE):
        yield text[: match.start()] + swaps[match[0].lower()] + text[match.end() :]


def _in_findings(mutate: Callable[[str], Iterator[str]]) -> Iterator[tuple[Report, Report]]:
    for original in ORIGINALS:
        for text in mutate(original.findings):
            yield original, original.with_sections({"findings": text})


@pytest.mark.parametrize(
    "mutate",
    [_swap_sides, _change_numbers, _flip_denials, _deny_findings, _change_degrees, _change_course],
    ids=lambda mutate: mutate.__name__.strip("_"),
)
def test_nearly_every_harmful_change_is_caught(mutate: Callable[[str], Iterator[str]]) -> None:
    harmed = list(_in_findings(mutate))
    verifier = FactVerifier()
    missed = [
        (before.findings, after.findings)
        for before, after in harmed
        if verifier.judge(before, after, PARAPHRASE).is_clinically_consistent
    ]
    assert len(harmed) >= 4
    assert len(missed) <= (1 - LEAST_CAUGHT) * len(harmed), missed


def test_nearly_every_dropped_abnormal_statement_is_caught() -> None:
    """A statement that the other section repeats is not lost, so only unrepeated findings count."""
    dropped = missed = 0
    for original in ORIGINALS:
        if original.impression:
            continue
        for sentence in sentences(original.findings):
            rest = original.findings[: sentence.start] + original.findings[sentence.end :]
            dropped += 1
            missed += not differences(original, original.with_sections({"findings": rest}))
    assert missed <= (1 - LEAST_CAUGHT) * max(dropped, 1)


@pytest.mark.parametrize("original", ORIGINALS, ids=lambda report: report.findings[:40])
def test_a_report_does_not_differ_from_itself_in_any_order_of_its_sentences(original: Report) -> None:
    assert differences(original, original) == []
    if "\n" in original.findings:
        return
    turned = " ".join(s.text for s in reversed(sentences(original.findings)))
    assert [d.sentence() for d in differences(original, original.with_sections({"findings": turned}))] == []


@pytest.mark.parametrize("original", ORIGINALS, ids=lambda report: report.findings[:40])
def test_case_and_blanks_are_no_difference(original: Report) -> None:
    shouted = Report(original.findings.upper(), original.impression.upper())
    kinds = {d.kind for d in differences(original, shouted)}
    assert not kinds & {"number changed", "negation flipped", "finding lost", "finding added"}
