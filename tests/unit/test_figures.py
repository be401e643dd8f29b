from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from score_worlds import world

from reref.analysis import analyse
from reref.analysis.figures import PLOTS, draw
from reref.core.errors import UnknownNameError

TARGETS = ["original", "hedging/alternative", "persona/minimalist", "persona/minimalist+hedging/alternative"]
CARD = {"metric": "a", "dataset": "set", "slope": 0.9, "r2": 0.8, "boundary_error": 0.1, "stability_drop": 0.02}
DROPS = [
    {"metric": "a", "dataset": "set", "target": target, "group": group, "drop": drop, "low": 0.0, "high": 1.0}
    for target, group, drop in (("error/size", "error", 0.4), ("hedging/alternative", "axis", 0.05))
]
PEOPLE = {
    "agreement": [
        {"metric": m, "coefficient": c, "value": 0.5, "low": 0.3, "high": 0.6, "items": 9}
        for m in "ab"
        for c in ("pearson", "kendall")
    ],
    "between_metrics": [{"metric": m, "other": o, "value": 1.0} for m in "ab" for o in "ab"],
}


@pytest.fixture(scope="module")
def tables() -> dict[str, list[dict[str, object]]]:
    scores = [world(targets=4, metric=name, dataset="set", seed=seed) for seed, name in enumerate(("a", "b"))]
    named = [type(table)(**{**vars(table), "targets": tuple(TARGETS)}) for table in scores]
    return {**analyse(named, resamples=200).tables(), "cards": [CARD], "drops": DROPS, **PEOPLE}


@pytest.mark.parametrize("name", PLOTS.names())
def test_every_figure_stands_beside_its_numbers(name: str, tables: dict, tmp_path: Path) -> None:
    drawn = draw(tables, tmp_path, only=[name])
    assert [figure.path.name for figure in drawn] == [f"{name}.png"]
    with (tmp_path / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == len(PLOTS.get(name).rows(tables))


@pytest.mark.parametrize("form", ["png", "pdf", "svg"])
def test_the_same_numbers_give_the_same_bytes(form: str, tables: dict, tmp_path: Path) -> None:
    first, second = (draw(tables, tmp_path / place, only=["reversals"], form=form)[0].path for place in "ab")
    assert first.read_bytes() == second.read_bytes()
    assert first.stat().st_size > 1000


def test_figures_are_drawn_from_the_file_as_well(tmp_path: Path) -> None:
    again = json.loads(analyse([world(targets=2)], resamples=100).to_json())
    assert {figure.path.stem for figure in draw(again, tmp_path)} >= {"score_changes", "reversals"}


def test_tables_without_rows_draw_nothing(tables: dict, tmp_path: Path) -> None:
    assert draw({name: [] for name in tables}, tmp_path) == []


def test_an_unknown_figure_is_named(tables: dict, tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="score_changes"):
        draw(tables, tmp_path, only=["score_change"])
