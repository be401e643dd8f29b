"""Graded errors, progressive omission, wrong details, and degree words as percentages."""

from __future__ import annotations

from itertools import pairwise

import pytest

from reref.perturbations import Alternative, make_alternative, replay, rules_engine
from reref.report import Report, facts
from reref.taxonomy import expand, get_target

REPORT = Report(
    "There is a 9 mm smooth solid nodule in the right upper lobe. Small left effusion. Mild diffuse emphysema. The "
    "heart is normal in size. No pneumothorax. Patchy opacity at the left base, likely due to pneumonia. The bones are "
    "intact. Left PICC with its tip in the superior vena cava. Moderate hiatal hernia.",
    "1. Right upper lobe nodule.\n2. Small left effusion.\n3. Left basal opacity.",
)


def made(target: str, report: Report = REPORT, seed: int = 0) -> Alternative:
    return make_alternative("s", "d", report, get_target(target), rules_engine(), seed=seed)


def spans(row: Alternative) -> set[tuple[str, int, int, str]]:
    return {(e.section, e.start, e.end, e.after) for e in row.edits}


def number_of_errors(row: Alternative) -> int:
    return sum((edit.detail or {})["role"] == "error" for edit in row.edits)


@pytest.mark.parametrize("seed", range(5))
def test_each_level_holds_the_errors_of_the_one_below(seed: int) -> None:
    rows = [made(f"dose/errors-{k}", seed=seed) for k in range(1, 6)]
    assert [number_of_errors(row) for row in rows] == [1, 2, 3, 4, 5]
    for fewer, more in pairwise(rows):
        assert spans(fewer) < spans(more)
    assert len({edit.label for edit in rows[-1].edits}) == 5


@pytest.mark.parametrize("seed", range(3))
def test_omission_leaves_less_and_less_and_keeps_what_is_left(seed: int) -> None:
    rows = [made(target.name, seed=seed) for target in expand(["dose/omission"])]
    kept = [float((row.edits[0].detail or {})["kept"]) for row in rows]
    assert kept == sorted(kept, reverse=True)
    assert all(share <= 1 - level / 100 + 1e-9 for share, level in zip(kept, range(10, 101, 10), strict=True))
    told = len(facts(REPORT))
    for row, share in zip(rows, kept, strict=True):
        left = Report(row.findings, row.impression)
        assert replay(REPORT, row.edits) == left
        assert len(facts(left)) == pytest.approx(told * share, abs=1)
    assert (rows[-1].findings, rows[-1].impression) == ("", "")


def test_statements_that_tell_the_same_go_together() -> None:
    report = Report("Small left effusion. The heart is normal in size.", "Small left effusion.")
    texts = {(row.findings, row.impression) for row in (made("dose/omission-10", report, seed) for seed in range(8))}
    assert texts == {("The heart is normal in size.", ""), ("Small left effusion.", "Small left effusion.")}


@pytest.mark.parametrize("seed", range(5))
def test_wrong_details_never_make_a_finding_appear_or_go(seed: int) -> None:
    before = sorted((f.section, f.finding, f.polarity) for f in facts(REPORT))
    half, whole = made("dose/attributes-50", seed=seed), made("dose/attributes-100", seed=seed)
    assert spans(half) < spans(whole)
    after = facts(Report(whole.findings, whole.impression))
    assert sorted((f.section, f.finding, f.polarity) for f in after) == before


def test_a_report_without_room_says_how_many_errors_it_takes() -> None:
    row = made("dose/errors-5", Report("Small left effusion."))
    assert row.status == "infeasible"
    assert "room for" in row.explanation


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Severe stenosis of the artery.", "80% stenosis of the artery."),
        ("There is 30% luminal narrowing.", "There is mild luminal narrowing."),
        ("A moderate height loss of T9.", "A 35% height loss of T9."),
        ("An 80% stenosis.", "A severe stenosis."),
        ("Small left pneumothorax.", "10% left pneumothorax."),
    ],
)
def test_a_degree_and_its_percentage_change_places(text: str, other: str) -> None:
    row = made("dose/percentages-100", Report(text))
    assert row.findings == other
    assert row.expected_effect == "preserve"


@pytest.mark.parametrize(
    "text", ["Mild to moderate stenosis.", "No severe stenosis.", "Mild emphysema.", "40-50% stenosis."]
)
def test_what_has_no_one_percentage_stays(text: str) -> None:
    assert made("dose/percentages-100", Report(text)).status == "infeasible"
