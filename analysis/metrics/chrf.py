"""chrF in sacrebleu's definition: F-score of character n-grams up to six, recall counted double.

Signature ``case:mixed|eff:yes|nc:6|nw:0|space:no``. The system score comes from the summed statistics of all studies;
the statistics of a pair are (candidate n-grams, reference n-grams, matches) of each order.

Reference: Popović 2015.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from reref.analysis.metrics.registry import metric

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ORDER, _BETA = 6, 2
#: Quotients may differ in the last bits from one processor to the next; scores are rounded to this many places.
_PLACES = 9


@lru_cache(maxsize=2048)
def _grams(text: str) -> tuple[Counter[str], ...]:
    letters = "".join(text.split())
    return tuple(
        Counter(letters[start : start + n] for start in range(len(letters) - n + 1)) for n in range(1, _ORDER + 1)
    )


def _statistics(candidate: str, reference: str) -> list[float]:
    row: list[float] = []
    for ours, theirs in zip(_grams(candidate), _grams(reference), strict=True):
        count = 0
        for gram, times in ours.items():
            there = theirs.get(gram)
            if there:
                count += min(times, there)
        # n-grams of an order that the reference is too short for count neither for nor against the candidate
        row += [ours.total() if theirs else 0, theirs.total(), count]
    return row


def _chrf(statistics: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    ours, theirs, common = statistics[..., 0::3], statistics[..., 1::3], statistics[..., 2::3]
    used = (ours > 0) & (theirs > 0)
    orders = np.maximum(used.sum(axis=-1), 1)
    precision = np.where(used, common / np.where(used, ours, 1), 0).sum(axis=-1) / orders
    recall = np.where(used, common / np.where(used, theirs, 1), 0).sum(axis=-1) / orders
    weighed = _BETA**2 * precision + recall
    score = np.where(weighed > 0, (1 + _BETA**2) * precision * recall / np.where(weighed > 0, weighed, 1), 0.0)
    return np.asarray(np.round(score, _PLACES), dtype=np.float64)


@metric(name="chrf", higher_is_better=True, range=(0, 1), aggregate=_chrf)
def chrf(candidates: Sequence[str], references: Sequence[str]) -> list[list[float]]:
    """Corpus chrF (sacrebleu: character n-grams up to 6, beta 2, case kept); sentence chrF for one study."""
    return [_statistics(c, r) for c, r in zip(candidates, references, strict=True)]
