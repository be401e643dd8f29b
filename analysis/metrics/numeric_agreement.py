"""Do two reports give the same measurements? Each number against the nearest one of the same unit, in three bands.

A relative error below 10 % counts 1, below 30 % counts 0.5, and anything else 0 (the bands of ct-finebench, section
3.3). Values of an earlier exam are left out. Numbers are paired from the smallest error up, each once. The score is the
F-score: the credit of all pairs, doubled, over the numbers of both sides; it is a corpus score, so that reports without
a measurement weigh nothing. One such study alone scores 1 when both sides have none. Statistics: (credit, numbers).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from reref.analysis.metrics.registry import metric
from reref.report import measurements

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Relative errors below which a number is right, and half right.
RIGHT, NEAR = 0.1, 0.3


def band(given: float, wanted: float) -> float:
    """Return 1, 0.5 or 0 by the relative error of a number."""
    if given == wanted:
        return 1.0
    if wanted == 0:
        return 0.0
    # Rounded, so that an error of just 10 % falls into the same band whatever the unit of the numbers.
    error = round(abs(given - wanted) / abs(wanted), 9)
    return 1.0 if error < RIGHT else 0.5 if error < NEAR else 0.0


@lru_cache(maxsize=4096)
def _numbers(text: str) -> tuple[tuple[str, float], ...]:
    return tuple((found.unit, value) for found in measurements(text) if not found.prior for value in found.values)


def _statistics(candidate: str, reference: str) -> list[float]:
    ours, theirs = _numbers(candidate), _numbers(reference)
    near = sorted(
        (abs(a - b) / abs(b) if b else float(a != b), i, j)
        for i, (unit, a) in enumerate(ours)
        for j, (other, b) in enumerate(theirs)
        if unit == other
    )
    credit, used, met = 0.0, set[int](), set[int]()
    for _, i, j in near:
        if i not in used and j not in met:
            used.add(i)
            met.add(j)
            credit += band(ours[i][1], theirs[j][1])
    return [credit, len(ours) + len(theirs)]


def _score(statistics: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    credit, numbers = statistics[..., 0], statistics[..., 1]
    return np.where(numbers > 0, 2 * credit / np.where(numbers > 0, numbers, 1), 1.0)


@metric(name="numeric-agreement", higher_is_better=True, range=(0, 1), aggregate=_score)
def numeric_agreement(candidates: Sequence[str], references: Sequence[str]) -> list[list[float]]:
    """F-score of measurements in bands (error below 10 %: 1, below 30 %: 0.5), over the corpus."""
    return [_statistics(c, r) for c, r in zip(candidates, references, strict=True)]
