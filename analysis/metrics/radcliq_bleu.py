"""The BLEU-2 inside RadCliQ: sentence BLEU on lower-cased words with full stops apart, a missing order counted as 0.1.

The recipe of CXR-Report-Metric, found to give the published per-report numbers to the last bit; `sentence-bleu-2` has
other tokens and smoothing. Smoothing is method 1 of Chen and Cherry 2014.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from reref.analysis.metrics.registry import metric
from reref.analysis.metrics.text import matches, ngrams_by_space

_MISSING = 0.1


@metric(name="radcliq-bleu-2", higher_is_better=True, range=(0, 1))
def radcliq_bleu_2(candidates: Sequence[str], references: Sequence[str]) -> list[float]:
    """Sentence BLEU-2 as inside RadCliQ (lower case, full stops apart, smoothing method 1), mean over studies."""
    scores = []
    for candidate, reference in zip(candidates, references, strict=True):
        ours, theirs = (ngrams_by_space(text.lower().replace(".", " .")) for text in (candidate, reference))
        found, length = matches(ours, theirs)[:2], ours[0]
        if not found[0]:
            scores.append(0.0)
            continue
        logs = [math.log((hits or _MISSING) / max(1, length - order)) for order, hits in enumerate(found)]
        brevity = min(0.0, 1 - theirs[0] / length)
        scores.append(math.exp(brevity + sum(logs) / 2))
    return scores
