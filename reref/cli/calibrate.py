"""``reref calibrate``: fit the weights of CSM-CCTA to experts' scores."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from reref.cli._console import note, table


@click.command(
    short_help="Fit metric weights to experts' scores.",
    epilog="Example: reref calibrate rated.jsonl -o weights.json --full-score 6",
)
@click.argument("rated", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="JSON file of weights.")
@click.option("--full-score", default=1.0, show_default=True, type=click.FloatRange(min=0, min_open=True),
              help="The score that experts give to a perfect report.")  # fmt: skip
@click.option("--folds", default=5, show_default=True, type=click.IntRange(min=2), help="Folds of the stability check.")
@click.option("--seed", default=0, show_default=True, help="Decides the folds; any integer.")
def command(rated: Path, output: Path, full_score: float, folds: int, seed: int) -> None:
    """Fit CSM-CCTA's weights to RATED pairs (JSON lines with id, candidate, reference, score).

    Each level has its own weights, fitted to the pairs that are compared at it: at least 0, adding up to 1, without an
    intercept. Keep the pairs you will report agreement on out of RATED.
    """
    import orjson

    from reref.analysis.csm import LEVELS
    from reref.core.files import read_jsonl, whole_file

    rows = list(read_jsonl(rated, ("id", "candidate", "reference", "score")))
    by_level, irrelevant = _by_level(rows, full_score, str(rated))
    weights: dict[str, dict[str, float]] = {}
    report: dict[str, Any] = {}
    shown: list[tuple[object, ...]] = []
    for level in LEVELS:
        found = by_level.get(level, [])
        if len(found) < folds:
            note(f"{level} level: {len(found)} rated pairs, fewer than {folds} folds; its weights stay equal")
            continue
        result = _fit(level, found, folds, seed)
        weights[level] = dict(zip(result.names, result.weights, strict=True))
        report[level] = {
            "rows": result.rows, "spread": dict(zip(result.names, result.spread, strict=True)),
            "held_out_pearson": result.pearson if result.pearson == result.pearson else None,
            "held_out_error": result.error,
        }  # fmt: skip
        shown += [
            (level, name, f"{weight:.3f}", f"{spread:.3f}")
            for name, weight, spread in zip(result.names, result.weights, result.spread, strict=True)
        ]
        note(f"{level} level: {result.rows} pairs, held-out r = {result.pearson:.3f}, error {result.error:.3f}")
    table("Weights", ("level", "variable", "weight", "SD over folds"), shown)
    if irrelevant:
        note(f"{irrelevant} pairs are irrelevant (a report says nothing of the coronary arteries) and were left out")
    with whole_file(output) as file:
        file.write(
            orjson.dumps({"weights": weights, "fit": report, "folds": folds, "seed": seed}, option=orjson.OPT_INDENT_2)
        )
    note(f"weights: {output}")


def _by_level(rows: list[dict[str, Any]], full_score: float, where: str) -> tuple[dict[str, list[Any]], int]:
    from reref.analysis.csm import compare_reports
    from reref.core.errors import BadDataError

    found: dict[str, list[Any]] = {}
    irrelevant = 0
    for number, row in enumerate(rows, start=1):
        score = row["score"]
        if not isinstance(score, int | float) or not 0 <= score <= full_score:
            raise BadDataError(
                f"{where}, row {number}: the score must be a number from 0 to {full_score:g}, got {score!r}"
            )
        result = compare_reports(row["candidate"], row["reference"])
        if result.components:
            found.setdefault(result.level, []).append((result.components, score / full_score))
        else:
            irrelevant += 1
    return found, irrelevant


def _fit(level: str, found: list[Any], folds: int, seed: int) -> Any:
    import numpy as np

    from reref.analysis.calibration import calibrate
    from reref.analysis.csm import VARIABLES

    names = VARIABLES[level]
    components = np.array([[scores.get(name, np.nan) for name in names] for scores, _ in found], dtype=np.float64)
    ratings = np.array([score for _, score in found], dtype=np.float64)
    return calibrate(names, components, ratings, folds=folds, seed=seed)
