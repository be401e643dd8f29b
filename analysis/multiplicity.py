"""Control over many comparisons at once. Off by default; a result that used it says so in its signature."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Correction = Literal["none", "holm", "max-t"]


def holm(p: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return Holm's step-down p-values (Holm 1979): the family-wise error stays below the level.

    Args:
        p: (P,) p-values of one family; NaN ones are not part of it and stay NaN.
    """
    import numpy as np

    adjusted = np.full(p.shape, np.nan)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known], kind="stable")]
    factors = np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(p[order] * factors), 1.0)
    return adjusted


def max_t(
    draws: NDArray[np.float64], difference: NDArray[np.float64], error: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return single-step max-T p-values (Westfall and Young 1993), which use how the comparisons move together.

    p = (1 + #{max over pairs of |draw − difference| / error ≥ |difference| / error}) / (1 + B).

    Args:
        draws: (P, B) resampled differences, the same resamples in every row.
        difference: (P,) observed differences.
        error: (P,) bootstrap standard errors; a pair with NaN is not part of the family and stays NaN. A pair without
            spread is not part of the maximum; its p-value is the smallest possible one, or 1 when it is an exact tie.
    """
    import numpy as np

    spread = error > 0
    moved = np.abs(draws[spread] - difference[spread, None]) / error[spread, None]
    largest = np.sort(np.nan_to_num(moved).max(axis=0, initial=0.0))
    with np.errstate(invalid="ignore", divide="ignore"):
        observed = np.abs(difference) / error
    observed = np.where(error == 0, np.where(difference == 0, 0.0, np.inf), observed)
    beyond = len(largest) - np.searchsorted(largest, observed, side="left")
    return np.where(np.isnan(observed), np.nan, (1 + beyond) / (1 + len(largest)))
