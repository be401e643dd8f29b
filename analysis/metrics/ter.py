"""Translation edit rate in sacrebleu's definition: edits and block moves per reference word. Lower is better.

Signature ``case:lc|tok:tercom|norm:no|punct:yes|asian:no``. The search for block moves makes it slow where the order
of sentences differs (a handful of pairs a second), so no list of default metrics should hold it.

Reference: Snover et al. 2006.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from reref.analysis.metrics.registry import metric

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@cache
def _scorer() -> Any:
    from sacrebleu.metrics.ter import TER

    return TER()


def _rate(statistics: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return edits per reference word; an empty reference counts as one error where anything was written."""
    import numpy as np

    edits, words = statistics[..., 0], statistics[..., 1]
    return np.where(words > 0, edits / np.where(words > 0, words, 1), (edits > 0).astype(np.float64))


@metric(name="ter", higher_is_better=False, range=(0, None), aggregate=_rate)
def ter(candidates: Sequence[str], references: Sequence[str]) -> list[list[float]]:
    """Corpus translation edit rate (sacrebleu, lower case), lower is better; slow where sentences change order."""
    rows = []
    for candidate, reference in zip(candidates, references, strict=True):
        found = _scorer().sentence_score(candidate, [reference])
        rows.append([float(found.num_edits), float(found.ref_length)])
    return rows
