"""BLEU and ROUGE-L as most report-generation papers print them: the definitions of the COCO caption evaluation.

Tokens are split at white space and keep their case, so references are expected in the tokenised, lower-cased form
that their authors scored. ``bleu-N-coco`` is a corpus score without smoothing (a count of 0 is 1e-15);
``rouge-l-coco`` is the mean over studies of the F-measure with beta 1.2, which leans to recall. It splits at every
single space, so that two spaces in a row hold an empty token: text with collapsed spaces can score some 0.0005 higher
than what its authors printed. For other work use
``bleu-N`` and ``rouge-l``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reref.analysis.metrics.bleu import pair_statistics
from reref.analysis.metrics.registry import metric
from reref.analysis.metrics.rouge_l import longest_common_subsequence
from reref.analysis.metrics.text import ngrams_by_space

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BETA = 1.2
_TINY, _SMALL = 1e-15, 1e-9


def _coco_bleu(statistics: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    order = (statistics.shape[-1] - 2) // 2
    ratio = (statistics[..., 0] + _TINY) / (statistics[..., 1] + _SMALL)
    precision = (statistics[..., 2 : 2 + order] + _TINY) / (statistics[..., 2 + order :] + _SMALL)
    score = np.exp(np.log(precision).sum(axis=-1) / order)
    brevity = np.where(ratio < 1, np.exp(1 - 1 / np.maximum(ratio, _TINY)), 1.0)
    return np.asarray(np.round(score * brevity, 9), dtype=np.float64)


def _define_bleu(order: int) -> None:
    def bleu_coco(candidates: Sequence[str], references: Sequence[str]) -> list[list[float]]:
        return [
            pair_statistics(ngrams_by_space(c), ngrams_by_space(r), order)
            for c, r in zip(candidates, references, strict=True)
        ]

    metric(
        name=f"bleu-{order}-coco",
        higher_is_better=True,
        range=(0, 1),
        aggregate=_coco_bleu,
        description=f"corpus BLEU-{order} of the COCO caption evaluation (tokens split at white space)",
    )(bleu_coco)


for _order in range(1, 5):
    _define_bleu(_order)


@metric(name="rouge-l-coco", higher_is_better=True, range=(0, 1))
def rouge_l_coco(candidates: Sequence[str], references: Sequence[str]) -> list[float]:
    """ROUGE-L of the COCO caption evaluation (tokens split at single spaces, beta 1.2), mean over studies."""
    scores = []
    for candidate, reference in zip(candidates, references, strict=True):
        ours, theirs = candidate.split(" "), reference.split(" ")
        common = longest_common_subsequence(ours, theirs)
        if not common:
            scores.append(0.0)
            continue
        precision, recall = common / len(ours), common / len(theirs)
        scores.append((1 + _BETA**2) * precision * recall / (recall + _BETA**2 * precision))
    return scores
