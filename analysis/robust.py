"""A ranking that no single reporting practice decides: over the original and all style targets together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reref.analysis.bootstrap import percentile_interval
from reref.analysis.ranking import rank_probabilities, ranks
from reref.analysis.resampling import Condition
from reref.analysis.rows import RobustRow
from reref.analysis.scores import ScoreTable
from reref.analysis.targets import preserving_targets

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class RobustRanking:
    """Mean and worst case of each model's system score over references, with the same resamples throughout.

    References are the original and every target that keeps the meaning and has an accepted alternative; an infeasible
    study keeps its original score.
    """

    def __init__(self, table: ScoreTable, level: float) -> None:
        self._table = table
        self._level = level
        self._names: list[str] = []
        self._observed: list[NDArray[np.float64]] = []
        self._total: NDArray[np.float64]
        self._lowest: NDArray[np.float64]

    def add(self, condition: Condition) -> None:
        """Take in a condition of the view of all studies, when it counts."""
        import numpy as np

        target = self._table.targets[condition.target]
        counts = preserving_targets([target]) and self._table.accepted[condition.target].any()
        if condition.target and not counts:
            return
        draws = condition.varied.scores()
        self._total = self._total + draws if self._names else draws
        self._lowest = np.minimum(self._lowest, draws) if self._names else draws
        self._names.append(target)
        self._observed.append(condition.varied_point.scores()[:, 0])

    def rows(self) -> list[RobustRow]:
        """Return a row for each model; the original at least has been added."""
        import numpy as np

        observed = np.stack(self._observed)
        mean, worst = observed.mean(axis=0), observed.min(axis=0)
        draws = self._total / len(observed)
        mean_low, mean_high = percentile_interval(draws, self._level)
        worst_low, worst_high = percentile_interval(self._lowest, self._level)
        if len(self._table.studies) < 2:
            for ends in (mean_low, mean_high, worst_low, worst_high):
                ends[:] = np.nan
        chances, places, worst_places = rank_probabilities(draws), ranks(mean), ranks(worst)
        return [
            RobustRow(
                metric=self._table.metric,
                dataset=self._table.dataset,
                model=model,
                references=len(observed),
                mean=float(mean[m]),
                mean_low=float(mean_low[m]),
                mean_high=float(mean_high[m]),
                worst=float(worst[m]),
                worst_low=float(worst_low[m]),
                worst_high=float(worst_high[m]),
                worst_target="" if np.isnan(worst[m]) else self._names[int(observed[:, m].argmin())],
                rank=float(places[m]),
                worst_rank=float(worst_places[m]),
                first=float(chances[m, 0]),
            )
            for m, model in enumerate(self._table.models)
        ]
