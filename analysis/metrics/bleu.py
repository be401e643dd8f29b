"""BLEU in sacrebleu's definition on lower-cased text: over the corpus (``bleu-N``) and as a mean (``sentence-bleu-N``).

The system score of ``bleu-N`` comes from the summed statistics of all studies (``case:lc|tok:13a|smooth:exp|eff:no``);
its score of one study is the sentence BLEU (the same with ``eff:yes``), whose mean is ``sentence-bleu-N``.
The statistics of a pair are (candidate length, reference length, matches of order 1…N, candidate n-grams of order 1…N).

Reference: Papineni et al. 2002; smoothing ``exp`` is method 3 of Chen and Cherry 2014, as in sacrebleu.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reref.analysis.metrics.registry import metric
from reref.analysis.metrics.text import NgramCounts, matches, ngrams_13a

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: exp and log may differ in the last bits from one processor to the next; scores are rounded to this many places.
_PLACES = 9


def pair_statistics(candidate: NgramCounts, reference: NgramCounts, order: int) -> list[float]:
    """Return a pair's statistics: two lengths, then matches and totals of orders 1 to ``order``."""
    length = candidate[0]
    totals = [max(0, length - n) for n in range(order)]
    return [length, reference[0], *matches(candidate, reference)[:order], *totals]


def bleu_score(statistics: NDArray[np.float64], *, effective_order: bool) -> NDArray[np.float64]:
    """Return BLEU in [0, 1] from statistics.

    Args:
        statistics: shape (..., 2 + 2N): lengths, matches, totals.
        effective_order: average only over the orders that the candidate is long enough for (a single study), or
            give 0 when one is missing (a corpus).

    Returns:
        shape (...), rounded to nine places.
    """
    import numpy as np

    order = (statistics.shape[-1] - 2) // 2
    length, reference_length = statistics[..., 0], statistics[..., 1]
    matched, totals = statistics[..., 2 : 2 + order], statistics[..., 2 + order :]
    with np.errstate(divide="ignore", invalid="ignore"):
        # An order without a match counts as half of what the zero order before it counted as: 1/2, 1/4, … of a match.
        missing = (matched == 0) & (totals > 0)
        precision = matched / totals
        if missing.any():
            precision = np.where(missing, np.ldexp(1.0, -np.cumsum(missing, axis=-1)) / totals, precision)
        usable = totals > 0
        logs = np.where(usable, np.log(np.where(usable, precision, 1.0)), 0.0)
        orders = usable.sum(axis=-1) if effective_order else order
        mean = np.exp(logs.sum(axis=-1) / np.maximum(orders, 1))
        brevity = np.where(length < reference_length, np.exp(1 - reference_length / length), 1.0)
    whole = usable[..., 0] if effective_order else usable.all(axis=-1)
    score = np.where(whole & (matched[..., 0] > 0), brevity * mean, 0.0)
    return np.asarray(np.round(score, _PLACES), dtype=np.float64)


def _sentence(statistics: NDArray[np.float64]) -> NDArray[np.float64]:
    return bleu_score(statistics, effective_order=True)


def _corpus(statistics: NDArray[np.float64]) -> NDArray[np.float64]:
    return bleu_score(statistics, effective_order=False)


def _all_statistics(candidates: Sequence[str], references: Sequence[str], order: int) -> list[list[float]]:
    return [pair_statistics(ngrams_13a(c), ngrams_13a(r), order) for c, r in zip(candidates, references, strict=True)]


def _define(order: int) -> None:
    def bleu(candidates: Sequence[str], references: Sequence[str]) -> list[list[float]]:
        return _all_statistics(candidates, references, order)

    def sentence_bleu(candidates: Sequence[str], references: Sequence[str]) -> list[float]:
        import numpy as np

        rows = _all_statistics(candidates, references, order)
        return list(map(float, _sentence(np.array(rows, dtype=np.float64)))) if rows else []

    metric(
        name=f"bleu-{order}",
        higher_is_better=True,
        range=(0, 1),
        aggregate=_corpus,
        sentence=_sentence,
        description=f"corpus BLEU-{order} (sacrebleu 13a, lower case, exp smoothing); sentence BLEU for one study",
    )(bleu)
    metric(
        name=f"sentence-bleu-{order}",
        higher_is_better=True,
        range=(0, 1),
        description=f"sentence BLEU-{order} (sacrebleu 13a, lower case, exp smoothing), mean over studies",
    )(sentence_bleu)


for _order in range(1, 5):
    _define(_order)
