"""Weights from experts: which mix of component scores comes nearest to what people gave.

Constrained linear regression without an intercept: weights are not negative and add up to one. A component that has no
value in a row takes no part in it, and the weights of the others are scaled up, as they are when the score is used. So
a row asks that the weighted deviations of its components from the expert's score cancel out:

    minimise over w   sum over rows of (sum over k of a_ik w_k (x_ik - y_i))²,   w >= 0, sum w = 1

with a_ik = 1 where component k has a value. Without gaps this is the ordinary constrained regression of y on x, since
the weights add up to one. Method: csm-ccta, "Expert-Calibrated Weight Estimation".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reref.core.errors import BadDataError
from reref.core.seeding import generator

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: How strongly the sum is held at one before it is set to one exactly, against the largest entry of the problem.
_HOLD = 1e4


@dataclass(frozen=True)
class Calibration:
    """Fitted weights and how stable they are.

    Attributes:
        names: of the components.
        weights: one a component, at least 0, adding up to 1.
        rows: how many rated rows were used.
        fold_weights: shape (folds, components): the weights fitted without each fold.
        pearson: correlation of held-out scores with the experts'; NaN when it is undefined.
        error: root mean square of held-out deviations.
    """

    names: tuple[str, ...]
    weights: tuple[float, ...]
    rows: int
    fold_weights: NDArray[np.float64]
    pearson: float
    error: float

    @property
    def spread(self) -> tuple[float, ...]:
        """Standard deviation of each weight over the folds (ddof 0)."""
        return tuple(float(value) for value in self.fold_weights.std(axis=0))


def fit_weights(components: NDArray[np.float64], ratings: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weights that come nearest to the ratings.

    Args:
        components: shape (rows, K), scores from 0 to 1; NaN where a component has none. A component without any value
            has weight 0.
        ratings: shape (rows,), on the same scale.

    Raises:
        BadDataError: no row has a component with a value.
    """
    import numpy as np
    from scipy.optimize import nnls

    there = ~np.isnan(components)
    known = there.any(axis=0)
    if not known.any():
        raise BadDataError("no rated pair has a component with a value, so there is nothing to fit")
    gaps = np.where(there, components - ratings[:, None], 0.0)[:, known]
    hold = _HOLD * max(1.0, float(np.abs(gaps).max()))
    found, _ = nnls(np.vstack([gaps, np.full((1, gaps.shape[1]), hold)]), np.append(np.zeros(len(gaps)), hold))
    weights = np.zeros(components.shape[1])
    weights[known] = found / found.sum()
    return weights


def mixed(components: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weighted score of each row over the components that have a value, scaled to a weight of one."""
    import numpy as np

    there = ~np.isnan(components)
    share = (there * weights).sum(axis=1)
    plain = there.sum(axis=1)
    total = np.where(there, components * weights, 0.0).sum(axis=1)
    even = np.where(there, components, 0.0).sum(axis=1) / np.maximum(plain, 1)
    return np.where(plain == 0, np.nan, np.where(share > 0, total / np.where(share > 0, share, 1), even))


def calibrate(
    names: Sequence[str],
    components: NDArray[np.float64],
    ratings: NDArray[np.float64],
    *,
    folds: int = 5,
    seed: int = 0,
) -> Calibration:
    """Fit weights on all rows, and again without each fold to see how far they can be relied on.

    Args:
        names: of the K components.
        components: shape (rows, K); NaN where a component has no value.
        ratings: shape (rows,), on the scale of the components.
        folds: number of folds.
        seed: decides which row is in which fold.

    Raises:
        BadDataError: fewer rows than folds, or nothing to fit.
    """
    import numpy as np

    rows = len(ratings)
    if rows < max(folds, 2):
        raise BadDataError(f"calibration needs at least {max(folds, 2)} rated pairs for {folds} folds, got {rows}")
    fold_of = generator(seed, "calibration folds").permutation(rows) % folds
    fitted, held_out = [], np.full(rows, np.nan)
    for fold in range(folds):
        inside = fold_of == fold
        weights = fit_weights(components[~inside], ratings[~inside])
        fitted.append(weights)
        held_out[inside] = mixed(components[inside], weights)
    known = ~np.isnan(held_out)
    spread = known.any() and np.ptp(held_out[known]) > 0 and np.ptp(ratings[known]) > 0
    return Calibration(
        names=tuple(names),
        weights=tuple(float(weight) for weight in fit_weights(components, ratings)),
        rows=rows,
        fold_weights=np.array(fitted),
        pearson=float(np.corrcoef(held_out[known], ratings[known])[0, 1]) if spread else float("nan"),
        error=float(np.sqrt(np.mean((held_out[known] - ratings[known]) ** 2))) if known.any() else float("nan"),
    )
