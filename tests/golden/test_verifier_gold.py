"""The fact verifier on the shared gold pairs (skipped where they are not)."""

from __future__ import annotations

from typing import Any

import pytest
from shared_data import shared_rows

from reref.perturbations.verify import FactVerifier, status
from reref.report import Report
from reref.taxonomy import get_target

GROUPS = ("laterality", "number", "negation", "dropped")


@pytest.fixture(scope="module")
def judged() -> list[tuple[dict[str, Any], str]]:
    rows = shared_rows("data/cases/verifier_gold_dev.jsonl")
    verifier = FactVerifier()
    found = []
    for row in rows:
        before, after = (Report(row[key]["findings"], row[key]["impression"]) for key in ("original", "alternative"))
        name = "/".join("-".join(row[key].lower().split()) for key in ("axis", "variation"))
        found.append((row, status(verifier.judge(before, after, get_target(name)))))
    return found


def test_nine_of_ten_decisions_are_right(judged: list[tuple[dict[str, Any], str]]) -> None:
    right = sum(row["status"] == got for row, got in judged)
    assert right >= 0.9 * len(judged)


def test_few_good_rewrites_are_rejected(judged: list[tuple[dict[str, Any], str]]) -> None:
    good = [got for row, got in judged if row["status"] == "accept"]
    assert good.count("reject") <= 0.08 * len(good)


@pytest.mark.parametrize("group", GROUPS)
def test_grave_errors_are_caught(judged: list[tuple[dict[str, Any], str]], group: str) -> None:
    bad = [got for row, got in judged if row["status"] == "reject" and group in row["error_kind"]]
    assert bad
    assert bad.count("reject") >= 0.95 * len(bad)
