"""ROUGE-L: F1 of the longest common subsequence of stemmed words. Same numbers as the ``rouge-score`` package."""

from __future__ import annotations

from collections.abc import Sequence

from reref.analysis.metrics.registry import metric
from reref.analysis.metrics.text import stemmed_words


def longest_common_subsequence(a: Sequence[str], b: Sequence[str]) -> int:
    """Return the length of the longest common subsequence of two token lists."""
    from rapidfuzz.distance import LCSseq

    return int(LCSseq.similarity(a, b))


@metric(name="rouge-l", higher_is_better=True, range=(0, 1))
def rouge_l(candidates: Sequence[str], references: Sequence[str]) -> list[float]:
    """F1 of the longest common subsequence of words (lower case, Porter stems), mean over studies."""
    scores = []
    for candidate, reference in zip(candidates, references, strict=True):
        ours, theirs = stemmed_words(candidate), stemmed_words(reference)
        common = longest_common_subsequence(ours, theirs)
        scores.append(2 * common / (len(ours) + len(theirs)) if common else 0.0)
    return scores
