"""The example on planted errors shows what it says."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from reref.datasets import load_studies
from reref.examples.dose_response import HERE, draw, means


@pytest.fixture(scope="module")
def found() -> dict[str, dict[str, float]]:
    studies = load_studies(HERE / "studies.jsonl").studies[:40]
    return {name: dict(by) for name, by in means(studies, ("finding-f1", "rouge-l")).items()}


def test_every_further_error_lowers_the_score(found: dict[str, dict[str, float]]) -> None:
    for by_group in found.values():
        doses = [by_group[str(k)] for k in range(6)]
        assert doses[0] == pytest.approx(1)
        assert all(more < fewer for fewer, more in pairwise(doses))


def test_overlap_of_words_hardly_sees_a_wrong_side(found: dict[str, dict[str, float]]) -> None:
    by_group = found["rouge-l"]
    assert 1 - by_group["side"] < 1 - by_group["1"]
    assert by_group["side"] > 0.95


def test_facts_fall_faster_than_words(found: dict[str, dict[str, float]]) -> None:
    assert found["finding-f1"]["5"] < found["rouge-l"]["5"]


def test_the_figure_is_drawn(tmp_path: Path, found: dict[str, dict[str, float]]) -> None:
    draw(found, tmp_path / "figure.png")
    assert (tmp_path / "figure.png").read_bytes().startswith(b"\x89PNG")
