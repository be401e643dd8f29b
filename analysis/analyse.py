"""From score tables to every result: the one function that the command line and the Python interface call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

from reref import __version__
from reref.analysis.bootstrap import LEVEL, RESAMPLES
from reref.analysis.conditions import (
    Settings,
    compare_condition,
    pair_rows,
    ranking_rows,
    shift_rows,
    stability_row,
)
from reref.analysis.controls import control_rows
from reref.analysis.driving import driving_rows
from reref.analysis.multiplicity import Correction
from reref.analysis.ranking import Comparison
from reref.analysis.resampling import Condition, resample
from reref.analysis.results import Analysis
from reref.analysis.robust import RobustRanking
from reref.analysis.rows import (
    PairRow,
    RankingRow,
    RankProbabilityRow,
    RobustRow,
    ShiftRow,
    StabilityRow,
)
from reref.analysis.scores import ScoreTable
from reref.analysis.sensitivity import (
    coverage_rows,
    metric_rows,
    normalised_shifts,
    original_spread,
    reversal_rows,
    sensitivity_rows,
)
from reref.analysis.variance import variance_rows
from reref.core.errors import BadDataError, UsageError
from reref.core.seeding import digest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def analyse(
    tables: Sequence[ScoreTable],
    *,
    resamples: int = RESAMPLES,
    seed: int = 0,
    level: float = LEVEL,
    correction: Correction = "none",
    dimensions: Mapping[str, str] | None = None,
    threads: int = 1,
) -> Analysis:
    """Work out every result from score tables: shifts, rankings, reversals, who leads.

    Args:
        tables: any metrics and data sets, in the metrics' own directions; one table a (metric, data set).
        resamples: bootstrap resamples, at least 1.
        seed: any integer; 0 is a seed like any other.
        level: coverage of every interval, between 0 and 1.
        correction: control over the pairs of one condition; off by default.
        dimensions: the dimension of each target, for the pooled reversal rates.
        threads: threads for the resampling; the numbers do not depend on it.

    Raises:
        UsageError: an argument out of its range.
        BadDataError: no table, no study or model in one, or two tables of one metric and data set.
    """
    if resamples < 1:
        raise UsageError(f"resamples must be at least 1, got {resamples}")
    if not 0 < level < 1:
        raise UsageError(f"level must lie between 0 and 1, got {level}")
    _check(tables)
    oriented = [table.oriented() for table in tables]
    found = _Rows()
    settings = Settings(level, correction)
    for dataset in dict.fromkeys(table.dataset for table in oriented):
        for alike in _alike([table for table in oriented if table.dataset == dataset]):
            found.add(alike, resamples=resamples, seed=seed, threads=threads, settings=settings)
    spreads = {
        metric: original_spread(
            [row.score for row in found.rankings if (row.metric, row.target) == (metric, "original")]
        )
        for metric in dict.fromkeys(table.metric for table in oriented)
    }
    coverage = coverage_rows(oriented)
    shifts = normalised_shifts(found.shifts, spreads)
    sensitivity = sensitivity_rows(shifts, coverage)
    return Analysis(
        signature=signature(tables, resamples=resamples, seed=seed, settings=settings),
        notes=tuple(_notes(oriented, spreads)),
        metrics=tuple(metric_rows(sensitivity, oriented, spreads)),
        sensitivity=tuple(sensitivity),
        shifts=tuple(shifts),
        rankings=tuple(found.rankings),
        rank_probabilities=tuple(found.rank_probabilities),
        stability=tuple(found.stability),
        pairs=tuple(found.pairs),
        reversals=tuple(reversal_rows(found.stability, dimensions or {})),
        robust=tuple(found.robust),
        driving=tuple(row for table in oriented for row in driving_rows(table, found.pairs)),
        controls=tuple(row for table in oriented for row in control_rows(table)),
        coverage=tuple(coverage),
        variance=tuple(row for table in oriented for row in variance_rows(table)),
    )


def signature(tables: Sequence[ScoreTable], *, resamples: int, seed: int, settings: Settings) -> str:
    """Return everything that the results depend on, the scores themselves as a digest."""
    metrics = "+".join(dict.fromkeys(table.signature for table in tables))
    datasets = "+".join(dict.fromkeys(f"{table.dataset}:{len(table.studies)}" for table in tables))
    content = digest(*(part for table in tables for part in _content(table)), size=6).hex()
    return (
        f"reref:{__version__}|metrics:{metrics}|data:{datasets}|scores:{content}|bootstrap:percentile:{settings.level:g}:{resamples}"
        f"|correction:{settings.correction}|seed:{seed}"
    )


def _content(table: ScoreTable) -> list[object]:
    import numpy as np

    numbers = table.values if table.statistics is None else table.statistics
    hashes = [blake2b(np.ascontiguousarray(part).data).hexdigest() for part in (numbers, table.accepted)]
    return [table.metric, table.targets, table.models, table.studies, *hashes]


class _TableRows:
    """One table's result rows, condition by condition, the original first."""

    def __init__(self, table: ScoreTable, settings: Settings) -> None:
        self.pairs: list[PairRow] = []
        self.rankings: list[RankingRow] = []
        self.rank_probabilities: list[RankProbabilityRow] = []
        self.stability: list[StabilityRow] = []
        self.shifts: list[ShiftRow] = []
        self.robust = RobustRanking(table, settings.level)
        self._table = table
        self._settings = settings
        self._original: tuple[NDArray[np.float64], Comparison] | None = None

    def add(self, condition: Condition) -> None:
        """Add the rows of a condition."""
        compared = compare_condition(self._table, condition, self._original, self._settings)
        if condition.target == 0:
            self._original = (condition.original.sums, compared.original)
        else:
            self.stability.append(stability_row(compared))
        if condition.view == "feasible":
            self.shifts += shift_rows(compared)
        else:
            self.robust.add(condition)
        self.pairs += pair_rows(compared)
        ranking, chances = ranking_rows(compared)
        self.rankings += ranking
        self.rank_probabilities += chances


class _Rows:
    """Result rows as they come, data set by data set."""

    def __init__(self) -> None:
        self.pairs: list[PairRow] = []
        self.rankings: list[RankingRow] = []
        self.rank_probabilities: list[RankProbabilityRow] = []
        self.stability: list[StabilityRow] = []
        self.shifts: list[ShiftRow] = []
        self.robust: list[RobustRow] = []

    def add(self, tables: Sequence[ScoreTable], *, resamples: int, seed: int, threads: int, settings: Settings) -> None:
        """Add the rows of tables that share their studies, table by table."""
        by_metric = {table.metric: _TableRows(table, settings) for table in tables}
        for table, condition in resample(tables, resamples=resamples, seed=seed, threads=threads):
            by_metric[table.metric].add(condition)
        for rows in by_metric.values():
            self.pairs += rows.pairs
            self.rankings += rows.rankings
            self.rank_probabilities += rows.rank_probabilities
            self.stability += rows.stability
            self.shifts += rows.shifts
            self.robust += rows.robust.rows()


def _alike(tables: Sequence[ScoreTable]) -> list[list[ScoreTable]]:
    """Group a data set's tables by their studies: those of a group share resamples."""
    groups: dict[tuple[str, ...], list[ScoreTable]] = {}
    for table in tables:
        groups.setdefault(table.studies, []).append(table)
    return list(groups.values())


def _check(tables: Sequence[ScoreTable]) -> None:
    if not tables:
        raise BadDataError("there is no score table to analyse")
    seen = set()
    for table in tables:
        if (table.metric, table.dataset) in seen:
            raise BadDataError(f"two score tables for metric '{table.metric}' on data set '{table.dataset}'")
        seen.add((table.metric, table.dataset))
        if not table.models or not table.studies:
            raise BadDataError(f"{table.metric} on {table.dataset}: no models or no studies to analyse")


def _notes(tables: Sequence[ScoreTable], spreads: Mapping[str, float]) -> list[str]:
    notes = []
    for table in tables:
        place = f"{table.metric} on {table.dataset}"
        missing = int((~table.scored).sum())
        if missing:
            notes.append(
                f"{place}: {missing} of {table.values.size} cells are unscored; pairs use the studies both have"
            )
        covered = [int(count) for count in table.scored[0].sum(axis=1)]
        if len(set(covered)) > 1:
            counts = ", ".join(f"{model} {count}" for model, count in zip(table.models, covered, strict=True))
            notes.append(f"{place}: unequal coverage ({counts} of {len(table.studies)} studies): beware of the means")
        if len(table.models) == 1:
            notes.append(f"{place}: one model only, so there is no ranking to reverse")
        if len(table.studies) == 1:
            notes.append(f"{place}: one study only, so there are no intervals and every verdict is unknown")
    notes += [
        f"{metric}: all original system scores are equal, so nothing can be normalised by their spread"
        for metric, spread in spreads.items()
        if spread == 0
    ]
    return notes
