"""Metric cards of a run: what each metric ignores and what it punishes, from the references alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reref.core.files import whole_file, write_csv
from reref.workflows.references import RunData, Scope, reference_set

if TYPE_CHECKING:
    from reref.analysis.checks import CheckRow
    from reref.analysis.metrics import Metric
    from reref.analysis.scoring import RowError, ScoreStore
    from reref.runs import RunFolder


@dataclass(frozen=True)
class MetricCards:
    """Cards of several metrics on all data sets of a run.

    Attributes:
        tables: ``cards``, ``drops``, ``discrimination``, ``doses`` as plain rows.
        checks: what every metric was checked for before its numbers were made.
        unscored: every pair without a score, with its reason.
        milliseconds: wall time of one pair, by metric.
        studies: how many studies.
    """

    tables: dict[str, list[dict[str, Any]]]
    checks: Sequence[CheckRow]
    unscored: Sequence[RowError]
    milliseconds: dict[str, float]
    studies: int


def make_cards(
    run: RunData,
    metrics: Sequence[Metric],
    *,
    scope: Scope = "both",
    resamples: int = 10_000,
    seed: int = 0,
    workers: int = 1,
    store: ScoreStore | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> MetricCards:
    """Score every alternative against its original and put the metrics side by side.

    Args:
        run: the originals and their alternatives.
        metrics: at least one.
        scope: which sections are scored.
        resamples: bootstrap resamples of studies.
        seed: of the bootstrap.
        workers: processes for scoring; never changes a number.
        store: keeps finished scores.
        on_progress: called with (scored pairs, all pairs) of one metric after the other.
    """
    from reref.analysis.cards import metric_cards

    tables: dict[str, list[dict[str, Any]]] = {}
    unscored: list[RowError] = []
    milliseconds: dict[str, float] = {}
    for dataset in run.datasets:
        found = metric_cards(
            metrics,
            reference_set(run, dataset, scope),
            resamples=resamples,
            seed=seed,
            workers=workers,
            store=store,
            progress=on_progress,
        )
        for name, rows in found.tables().items():
            tables.setdefault(name, []).extend(rows)
        unscored += found.errors
        milliseconds |= found.milliseconds
    return MetricCards(tables, check_all(metrics), unscored, milliseconds, len(run.studies))


def check_all(metrics: Sequence[Metric]) -> list[CheckRow]:
    """Check every metric before its numbers are trusted (see :func:`reref.analysis.checks.check_metric`)."""
    from reref.analysis.checks import check_metric

    return [row for metric in metrics for row in check_metric(metric)]


def check_warnings(checks: Sequence[CheckRow]) -> list[str]:
    """Return one line for each check that a metric did not pass."""
    return [
        f"{'.'.join(filter(None, (row.metric, row.score)))}: check '{row.check}' failed: {row.detail}"
        for row in checks
        if not row.ok
    ]


def write_cards(folder: RunFolder, found: MetricCards) -> dict[str, Path]:
    """Write the cards' tables, figures and page; returns what is where."""
    from reref.analysis.figures import draw
    from reref.analysis.results import dump_json
    from reref.pages.cards import cards_page

    results = folder.path / "results"
    checks = [asdict(row) for row in found.checks]
    for name, rows in {**found.tables, "checks": checks}.items():
        write_csv(results / f"{name}.csv", rows)
    with whole_file(results / "cards.json", "w") as file:
        file.write(dump_json({**found.tables, "checks": checks}))
    figures = draw(found.tables, folder.path / "figures")
    with whole_file(folder.path / "cards.html", "w") as file:
        file.write(cards_page(found, figures))
    return {"cards page": folder.path / "cards.html", "figures": folder.path / "figures", "tables": results}
