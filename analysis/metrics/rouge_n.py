"""ROUGE-1 and ROUGE-2: F1 of single words and of word pairs. Same numbers as the ``rouge-score`` package."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from reref.analysis.metrics.registry import metric
from reref.analysis.metrics.text import stemmed_words


@lru_cache(maxsize=8192)
def _grams(text: str, order: int) -> Counter[tuple[str, ...]]:
    words = stemmed_words(text)
    return Counter(zip(*(words[start:] for start in range(order)), strict=False))


def _rouge_n(candidate: str, reference: str, order: int) -> float:
    ours, theirs = _grams(candidate, order), _grams(reference, order)
    common = sum(min(times, theirs[gram]) for gram, times in ours.items() if gram in theirs)
    return 2 * common / (ours.total() + theirs.total()) if common else 0.0


def _define(order: int, what: str) -> None:
    def rouge_n(candidates: Sequence[str], references: Sequence[str]) -> list[float]:
        return [_rouge_n(c, r, order) for c, r in zip(candidates, references, strict=True)]

    metric(
        name=f"rouge-{order}",
        higher_is_better=True,
        range=(0, 1),
        description=f"F1 of {what} (lower case, Porter stems), mean over studies",
    )(rouge_n)


_define(1, "words")
_define(2, "word pairs")
