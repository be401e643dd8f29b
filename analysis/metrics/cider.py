"""CIDEr-D of the COCO caption evaluation: how alike two reports are in the phrases that are rare among all references.

Document frequencies come from the references of the call, so a pair's score depends on the others; it is scored over
whole data sets and marked as batch-dependent. Tokens are lower-cased runs of letters and digits. Scores run from 0 to
10, and a call needs at least two references that differ: with one, every phrase is equally common.

Reference: Vedantam et al. 2015; clipping and the length penalty are those of CIDEr-D with sigma 6.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from reref.analysis.metrics.registry import metric

_WORD = re.compile(r"[a-z0-9]+")
_ORDER, _SIGMA, _SCALE = 4, 6.0, 10.0

Gram = tuple[str, ...]


@lru_cache(maxsize=4096)
def _grams(text: str) -> tuple[int, Counter[Gram]]:
    words = _WORD.findall(text.lower())
    return len(words), Counter(
        tuple(words[start : start + n]) for n in range(1, _ORDER + 1) for start in range(len(words) - n + 1)
    )


class _Frequencies:
    """In how many references of a call each phrase stands."""

    def __init__(self, references: Sequence[str]) -> None:
        self._count = Counter(gram for reference in references for gram in _grams(reference)[1])
        self._log_all = math.log(len(references))

    def weighted(self, text: str) -> list[dict[Gram, float]]:
        """Return, for each order, the weight of every phrase of a text: times it stands there, times its rarity."""
        orders: list[dict[Gram, float]] = [{} for _ in range(_ORDER)]
        for gram, times in _grams(text)[1].items():
            rarity = self._log_all - math.log(max(1, self._count[gram]))
            orders[len(gram) - 1][gram] = times * rarity
        return orders


def _length(weights: dict[Gram, float]) -> float:
    return math.sqrt(math.fsum(weight**2 for weight in weights.values()))


def _alike(ours: dict[Gram, float], theirs: dict[Gram, float]) -> float:
    """Return the cosine of two weighted phrase lists; a phrase counts for no more than the reference has of it."""
    common = math.fsum(min(weight, theirs[gram]) * theirs[gram] for gram, weight in ours.items() if gram in theirs)
    scale = _length(ours) * _length(theirs)
    return common / scale if scale else 0.0


@metric(name="cider", higher_is_better=True, range=(0, _SCALE), batch_dependent=True)
def cider(candidates: Sequence[str], references: Sequence[str]) -> list[float]:
    """CIDEr-D (COCO, n-grams up to 4) with document frequencies from the references of the call; 0 to 10."""
    if len(set(references)) < 2:
        raise ValueError("cider needs at least two different references to know which phrases are rare")
    frequencies = _Frequencies(references)
    scores = []
    for candidate, reference in zip(candidates, references, strict=True):
        pairs = zip(frequencies.weighted(candidate), frequencies.weighted(reference), strict=True)
        mean = sum(_alike(ours, theirs) for ours, theirs in pairs) / _ORDER
        # Lengths are counted in word pairs, as the reference implementation does.
        gap = max(_grams(candidate)[0] - 1, 0) - max(_grams(reference)[0] - 1, 0)
        scores.append(_SCALE * mean * math.exp(-(gap**2) / (2 * _SIGMA**2)))
    return scores
