"""Where the variance of a metric's scores comes from: study, model, reference target, or how these meet."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from reref.analysis.scores import ScoreTable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_AXES = {0: "target", 1: "model", 2: "study"}


@dataclass(frozen=True, slots=True)
class VarianceRow:
    """A source's share of the sum of squares over (target, model, study); the shares of a table sum to one.

    Attributes:
        source: ``study``, ``model``, ``target``, two of them joined by `` x `` (their interaction), or all three.
        share: NaN where all scores are equal.
        studies: studies with every score.
    """

    metric: str
    dataset: str
    source: str
    share: float
    studies: int


def variance_rows(table: ScoreTable) -> list[VarianceRow]:
    """Split the sum of squares of a full table (studies with every score) by a three-way analysis of variance.

    Each effect is the mean over the axes that it does not name, less every effect inside it.
    """
    import numpy as np

    complete = np.isfinite(table.values).all(axis=(0, 1))
    values = table.values[:, :, complete]
    effects: dict[tuple[int, ...], NDArray[np.float64]] = {}
    squares: dict[tuple[int, ...], float] = {}
    total = 0.0
    if values.size:
        centred = values - values.mean()
        total = float((centred**2).sum()) if np.ptp(values) > 0 else 0.0
        for size in (1, 2, 3):
            for axes in combinations(range(3), size):
                away = tuple(axis for axis in range(3) if axis not in axes)
                effect = centred.mean(axis=away, keepdims=True) if away else centred
                for inner, known in effects.items():
                    if set(inner) < set(axes):
                        effect = effect - known
                effects[axes] = effect
                squares[axes] = float((effect**2).sum()) * values.size / effect.size
    return [
        VarianceRow(
            metric=table.metric,
            dataset=table.dataset,
            source=" x ".join(_AXES[axis] for axis in axes),
            share=squares[axes] / total if total else float("nan"),
            studies=int(complete.sum()),
        )
        for size in (1, 2, 3)
        for axes in combinations(range(3), size)
    ]
