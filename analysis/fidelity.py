"""Dose and response: does a score move in step with how much of a report was changed, left out or got wrong?

After csm-ccta: a line f is fitted to score against the share of information kept. A faithful metric has slope 1, R² 1
and a boundary error of 0. Other series (errors planted, degree words as percentages) have a line against their dose.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: The series whose dose is the percentage of information left out.
OMISSION = "omission"


@dataclass(frozen=True, slots=True)
class DoseRow:
    """A line fitted to the scores of one graded change, all studies and levels together.

    Attributes:
        series: of the change; ``omission`` is fitted against the share of information kept (0 to 1), every other one
            against its level.
        slope: change of the score per unit.
        intercept: of the line, its value at 0.
        r2: share of the scores' variance that the line explains; NaN where all scores are equal.
        boundary_error: of ``omission`` for a metric in [0, 1]: (abs(f(0)) + abs(f(1) - 1)) / 2.
        wrong_steps: share of neighbouring levels of a study where the larger dose scores better.
        points: (study, level) points, with the unchanged report as level 0.
    """

    metric: str
    dataset: str
    series: str
    slope: float
    intercept: float
    r2: float
    boundary_error: float
    wrong_steps: float
    points: int


def dose_row(
    levels: NDArray[np.float64],
    scores: NDArray[np.float64],
    *,
    series: str,
    score_range: tuple[float | None, float | None],
    metric: str = "",
    dataset: str = "",
) -> DoseRow:
    """Fit the line by least squares.

    Args:
        levels: (L,) doses, rising from 0 (unchanged); those of ``omission`` are percentages left out.
        scores: (L, S) oriented scores; NaN where there is none.
        series: of the change.
        score_range: of the metric; the boundary error needs (0, 1).
        metric: shown in the row.
        dataset: shown in the row.
    """
    import numpy as np

    dose = 1 - levels / 100 if series == OMISSION else levels.astype(np.float64)
    known = ~np.isnan(scores)
    x, y = np.broadcast_to(dose[:, None], scores.shape)[known], scores[known]
    slope = intercept = r2 = boundary = math.nan
    if len(np.unique(x)) > 1:
        dx = x - x.mean()
        slope = float((dx * (y - y.mean())).sum() / (dx * dx).sum())
        intercept = float(y.mean() - slope * x.mean())
        if np.ptp(y) > 0:
            r2 = float(1 - ((y - (intercept + slope * x)) ** 2).sum() / ((y - y.mean()) ** 2).sum())
        if series == OMISSION and tuple(score_range) == (0, 1):
            boundary = (abs(intercept) + abs(intercept + slope - 1)) / 2
    steps = np.diff(scores, axis=0)
    steps = steps[~np.isnan(steps)]
    return DoseRow(
        metric=metric,
        dataset=dataset,
        series=series,
        slope=slope,
        intercept=intercept,
        r2=r2,
        boundary_error=boundary,
        wrong_steps=float((steps > 0).mean()) if steps.size else math.nan,
        points=int(known.sum()),
    )
