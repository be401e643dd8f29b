"""Means over what is known: an unscored report is left out, never counted as 0."""

from __future__ import annotations

import math
from collections.abc import Iterable


def known_mean(values: Iterable[float]) -> float:
    """Return the mean of the values that are not NaN; NaN when there is none."""
    known = [float(value) for value in values if not math.isnan(value)]
    return math.fsum(known) / len(known) if known else math.nan
