"""From one resampled condition (a target in a view) to its result rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from reref.analysis.bootstrap import percentile_interval
from reref.analysis.multiplicity import Correction
from reref.analysis.ranking import (
    Comparison,
    compare,
    kendall_tau,
    leader_change,
    leaders,
    rank_probabilities,
    ranks,
    reversals,
    studies_to_settle,
    verdict_name,
)
from reref.analysis.resampling import Condition
from reref.analysis.rows import PairRow, RankingRow, RankProbabilityRow, ShiftRow, StabilityRow
from reref.analysis.scores import ScoreTable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Settings(NamedTuple):
    """What the intervals and verdicts depend on beside the scores."""

    level: float
    correction: Correction


class Compared(NamedTuple):
    """A condition with its pairs compared on both sides."""

    table: ScoreTable
    condition: Condition
    original: Comparison
    varied: Comparison
    level: float

    @property
    def place(self) -> tuple[str, str, str]:
        """Metric, data set and target, as every row begins."""
        return self.table.metric, self.table.dataset, self.table.targets[self.condition.target]


def compare_condition(
    table: ScoreTable, condition: Condition, known: tuple[NDArray[np.float64], Comparison] | None, settings: Settings
) -> Compared:
    """Compare the pairs of a condition; ``known`` are sums that were compared before, with their comparison."""
    level, correction = settings
    if known is not None and condition.original.sums is known[0]:
        original = known[1]
    else:
        original = compare(condition.original, condition.original_point, level=level, correction=correction)
    if condition.varied.sums is condition.original.sums:
        return Compared(table, condition, original, original, level)
    varied = compare(condition.varied, condition.varied_point, level=level, correction=correction)
    return Compared(table, condition, original, varied, level)


def pair_rows(compared: Compared) -> list[PairRow]:
    """Return a row for each pair of models."""
    before, after = compared.original, compared.varied
    flips = reversals(before, after)
    needed = studies_to_settle(after.difference, after.error, after.studies, level=compared.level)
    models = compared.table.models
    return [
        PairRow(
            *compared.place,
            view=compared.condition.view,
            model_a=models[i],
            model_b=models[j],
            original_difference=float(before.difference[p]),
            difference=float(after.difference[p]),
            low=float(after.low[p]),
            high=float(after.high[p]),
            original_verdict=verdict_name(before.verdict[p]),
            verdict=verdict_name(after.verdict[p]),
            reversed=bool(flips.reversed[p]),
            significant=bool(flips.significant[p]),
            studies=int(after.studies[p]),
            p=float(after.p[p]),
            studies_to_settle=float(needed[p]),
        )
        for p, (i, j) in enumerate(compared.condition.varied.layout.pairs)
    ]


def ranking_rows(compared: Compared) -> tuple[list[RankingRow], list[RankProbabilityRow]]:
    """Return each model's score and rank, and (all studies) how often it has each rank."""
    draws = compared.condition.varied.scores()
    scores = compared.condition.varied_point.scores()[:, 0]
    low, high = percentile_interval(draws, compared.level)
    chances = rank_probabilities(draws)
    places = ranks(scores)
    studies = compared.condition.varied_point.model_studies()
    low[studies < 2] = high[studies < 2] = float("nan")
    rows = [
        RankingRow(
            *compared.place,
            view=compared.condition.view,
            model=model,
            score=float(scores[m]),
            low=float(low[m]),
            high=float(high[m]),
            rank=float(places[m]),
            first=float(chances[m, 0]),
            studies=int(studies[m]),
        )
        for m, model in enumerate(compared.table.models)
    ]
    if compared.condition.view != "all":
        return rows, []
    return rows, [
        RankProbabilityRow(*compared.place, model=model, rank=r + 1, probability=float(chances[m, r]))
        for m, model in enumerate(compared.table.models)
        for r in range(len(compared.table.models))
    ]


def stability_row(compared: Compared) -> StabilityRow:
    """Return what the target does to the ranking as a whole."""
    import numpy as np

    condition = compared.condition
    flips = reversals(compared.original, compared.varied)
    tau = kendall_tau(compared.original.signs, compared.varied.signs)
    tau_low, tau_high = percentile_interval(tau[None], compared.level)
    if (compared.varied.studies < 2).all():
        tau_low = tau_high = np.array([np.nan])
    observed = (
        np.sign(np.nan_to_num(c.difference[:, None])).astype(np.int8) for c in (compared.original, compared.varied)
    )
    before, after = (side.scores() for side in (condition.original_point, condition.varied_point))
    return StabilityRow(
        *compared.place,
        view=condition.view,
        pairs=int(flips.comparable.sum()),
        reversed=int(flips.reversed.sum()),
        significant=int(flips.significant.sum()),
        tied=int(flips.tied.sum()),
        unknown=int((~flips.comparable).sum()),
        tau=float(kendall_tau(*observed)[0]),
        tau_low=float(tau_low[0]),
        tau_high=float(tau_high[0]),
        original_leader=_leader_names(compared.table.models, leaders(before)[:, 0]),
        leader=_leader_names(compared.table.models, leaders(after)[:, 0]),
        leader_change=leader_change(condition.original.scores(), condition.varied.scores())
        if np.isfinite(before).any()
        else float("nan"),
    )


def shift_rows(compared: Compared) -> list[ShiftRow]:
    """Return how far each model's score moves over accepted studies; for a condition of the feasible view.

    The normalised shift needs all data sets and is filled in by `sensitivity.normalised_shifts`.
    """
    condition = compared.condition
    before, after = (side.scores()[:, 0] for side in (condition.original_point, condition.varied_point))
    draws = condition.varied.scores() - condition.original.scores()
    low, high = percentile_interval(draws, compared.level)
    relative = (after - before) - (after - before).mean()
    relative_low, relative_high = percentile_interval(draws - draws.mean(axis=0), compared.level)
    studies = condition.varied_point.model_studies()
    for ends in (low, high, relative_low, relative_high):
        ends[studies < 2] = float("nan")
    return [
        ShiftRow(
            *compared.place,
            model=model,
            original=float(before[m]),
            varied=float(after[m]),
            shift=float(after[m] - before[m]),
            low=float(low[m]),
            high=float(high[m]),
            normalised=float("nan"),
            relative=float(relative[m]),
            relative_low=float(relative_low[m]),
            relative_high=float(relative_high[m]),
            studies=int(studies[m]),
        )
        for m, model in enumerate(compared.table.models)
    ]


def _leader_names(models: tuple[str, ...], leading: NDArray[np.bool_]) -> str:
    return " = ".join(model for model, leads in zip(models, leading, strict=True) if leads)
