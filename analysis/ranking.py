"""Who is better, who is first, and what a change of references does to that.

Pair arrays follow `resampling.model_pairs`: (0, 1), (0, 2), …; a difference is first model minus second, higher better.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from reref.analysis.bootstrap import LEVEL, percentile_interval, two_sided_p
from reref.analysis.multiplicity import Correction, holm, max_t
from reref.analysis.resampling import Resampled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Pairs whose draws are held at a time.
_PAIRS = 64

VERDICTS = {1.0: "win", 0.0: "tie", -1.0: "loss"}


def verdict_name(verdict: float) -> str:
    """Return ``win``, ``tie``, ``loss`` or, for a pair without two studies that both are scored on, ``unknown``."""
    return VERDICTS.get(float(verdict), "unknown")


class Comparison(NamedTuple):
    """All pairs of models under one condition.

    Attributes:
        difference: (P,) observed difference; NaN without a shared study.
        low: (P,) lower end of its interval; NaN with fewer than two shared studies.
        high: (P,) upper end.
        verdict: (P,) 1 win of the first model, 0 tie, -1 loss, NaN unknown.
        studies: (P,) shared studies.
        error: (P,) bootstrap standard error.
        p: (P,) two-sided p-value, corrected where a correction was asked for; NaN when not asked for.
        signs: (P, B) int8, sign of the difference in each resample; 0 where it is a tie or not known.
    """

    difference: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    verdict: NDArray[np.float64]
    studies: NDArray[np.int64]
    error: NDArray[np.float64]
    p: NDArray[np.float64]
    signs: NDArray[np.int8]


def compare(
    resampled: Resampled, observed: Resampled, *, level: float = LEVEL, correction: Correction = "none"
) -> Comparison:
    """Compare all pairs.

    Without a correction a pair is a win or a loss when its percentile interval excludes 0. With one, when its
    corrected p-value is below ``1 - level``; the family is all pairs of this condition.

    Args:
        resampled: B resamples.
        observed: the scores as they are.
        level: coverage of the intervals.
        correction: control over many pairs.
    """
    import numpy as np

    pairs = list(range(len(observed.layout.pairs)))
    difference = observed.differences(pairs)[:, 0]
    studies = observed.pair_studies()
    low, high, error, p = (np.full(len(pairs), np.nan) for _ in range(4))
    signs = np.empty((len(pairs), resampled.sums.shape[1]), dtype=np.int8)
    everything = []
    for start in range(0, len(pairs), _PAIRS):
        part = slice(start, start + _PAIRS)
        draws = resampled.differences(pairs[part])
        np.subtract((draws > 0).view(np.int8), (draws < 0).view(np.int8), out=signs[part])
        low[part], high[part] = percentile_interval(draws, level)
        error[part] = spread(draws)
        if correction != "none":
            p[part] = two_sided_p(draws, difference[part])
            everything.append(draws)
    single = studies < 2  # one study always resamples to itself: an interval would claim certainty
    for ends in (low, high, error, p):
        ends[single] = np.nan
    verdict = np.where(low > 0, 1.0, np.where(high < 0, -1.0, 0.0))
    if correction == "holm":
        p = holm(p)
    elif correction == "max-t" and everything:
        p = max_t(np.concatenate(everything), difference, error)
    if correction != "none":
        verdict = np.where(p <= 1 - level, np.sign(difference), 0.0)
    verdict[single | np.isnan(difference)] = np.nan
    return Comparison(difference, low, high, verdict, studies, error, p, signs)


def spread(draws: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the standard deviation of draws over their last axis; NaN draws are left out."""
    import numpy as np

    known = ~np.isnan(draws)
    if known.all():
        constant = draws.max(axis=-1) == draws.min(axis=-1)  # rounding of the mean must not look like spread
        return np.asarray(np.where(constant, 0.0, draws.std(axis=-1)), dtype=np.float64)
    count = known.sum(axis=-1)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(known, draws, 0).sum(axis=-1) / count
        square = np.where(known, draws - mean[..., None], 0) ** 2
        return np.asarray(np.sqrt(square.sum(axis=-1) / count), dtype=np.float64)


class Reversals(NamedTuple):
    """What a target does to each pair.

    Attributes:
        reversed: (P,) the order of means flips; an exact tie on either side is a tie and no flip.
        significant: (P,) it flips and the win/tie/loss verdict changes with it.
        comparable: (P,) both differences are known.
        tied: (P,) one of the differences is exactly 0.
    """

    reversed: NDArray[np.bool_]
    significant: NDArray[np.bool_]
    comparable: NDArray[np.bool_]
    tied: NDArray[np.bool_]


def reversals(original: Comparison, varied: Comparison) -> Reversals:
    """Compare two conditions pair by pair."""
    import numpy as np

    before, after = np.sign(original.difference), np.sign(varied.difference)
    comparable = ~np.isnan(before) & ~np.isnan(after)
    flipped = before * after == -1
    known = ~np.isnan(original.verdict) & ~np.isnan(varied.verdict)
    changed = known & (original.verdict != varied.verdict)
    return Reversals(flipped, flipped & changed, comparable, comparable & (before * after == 0))


def rank_probabilities(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how often each model has each rank.

    Args:
        scores: (M, B), higher better. Models tied in a resample share its ranks equally; a model without a score in
            a resample ranks last.

    Returns:
        (M, M): entry (m, r) is the probability that model m has rank r + 1. Rows and columns sum to one.
    """
    import numpy as np

    filled = np.where(np.isnan(scores), -np.inf, scores)
    models, resamples = scores.shape
    found = np.zeros((models, models))
    better = np.array([_count(filled > filled[m]) for m in range(models)]).reshape(models, resamples)
    ties = better.sum(axis=0).min(initial=models * models) < models * (models - 1) // 2
    for m in range(models):
        equal = _count(filled == filled[m]) if ties else np.ones(resamples, dtype=np.int64)
        for tied in np.flatnonzero(np.bincount(equal)):
            share = np.bincount(better[m][equal == tied], minlength=models) / tied
            for step in range(tied):
                found[m, step:] += share[: models - step]
    return np.asarray(found / max(resamples, 1))


def _count(true: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return how many are true along the first axis."""
    import numpy as np

    small = np.int8 if len(true) < 128 else np.int32  # adding bytes is many times faster than adding words
    return np.asarray(true.view(np.int8).sum(axis=0, dtype=small), dtype=np.int64)


def ranks(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return (M,) ranks from 1 (best); tied models share the mean of their ranks, NaN scores have NaN."""
    import numpy as np

    known = ~np.isnan(scores)
    better = (scores[None, :] > scores[:, None]).sum(axis=1)
    equal = (scores[None, :] == scores[:, None]).sum(axis=1)
    return np.asarray(np.where(known, better + (equal + 1) / 2, np.nan), dtype=np.float64)


def leaders(scores: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return (M, B): which models have the best score; several where they tie, none where nothing is scored."""
    import numpy as np

    filled = np.where(np.isnan(scores), -np.inf, scores)
    return np.asarray((filled == filled.max(axis=0, initial=-np.inf)) & ~np.isnan(scores))


def leader_change(original: NDArray[np.float64], varied: NDArray[np.float64]) -> float:
    """Return the share of resamples in which no model leads under both conditions; NaN when never both are known.

    Args:
        original: (M, B) scores under the original references.
        varied: (M, B) scores in the same resamples under the others.
    """
    import numpy as np

    before, after = leaders(original), leaders(varied)
    known = np.asarray(before.any(axis=0) & after.any(axis=0))
    if not known.any():
        return float("nan")
    shared = np.asarray((before & after).any(axis=0))
    return float(np.mean(~shared[known]))


def kendall_tau(original: NDArray[np.int8], varied: NDArray[np.int8]) -> NDArray[np.float64]:
    """Return (B,) Kendall's tau-b of the two rankings of each resample; NaN where either ranks nothing.

    tau-b = sum(s t) / sqrt(n_s n_t), with s and t the signs of the pair differences and n the number that are not 0.

    Args:
        original: (P, B) signs under the original references.
        varied: (P, B) signs in the same resamples under the others.
    """
    import numpy as np

    agree, before, after = np.zeros((3, original.shape[1]))
    for start in range(0, len(original), _PAIRS):  # parts small enough to add in bytes
        s, t = original[start : start + _PAIRS], varied[start : start + _PAIRS]
        agree += (s * t).sum(axis=0, dtype=np.int8)
        before += np.abs(s).sum(axis=0, dtype=np.int8)
        after += np.abs(t).sum(axis=0, dtype=np.int8)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(before * after > 0, agree / np.sqrt(before * after), np.nan))


def studies_to_settle(
    difference: NDArray[np.float64],
    error: NDArray[np.float64],
    studies: NDArray[np.int64],
    *,
    level: float = LEVEL,
    power: float = 0.8,
) -> NDArray[np.float64]:
    """Return how many studies would settle each pair at the observed difference.

    n = ((z_level + z_power) · sd / |difference|)², with sd = standard error · sqrt(studies) of the paired difference.

    Returns:
        whole numbers as floats; infinite for an exact tie with spread, NaN when unknown.
    """
    from statistics import NormalDist

    import numpy as np

    wanted = NormalDist().inv_cdf(1 - (1 - level) / 2) + NormalDist().inv_cdf(power)
    with np.errstate(invalid="ignore", divide="ignore"):
        needed = np.ceil((wanted * error / np.abs(difference)) ** 2 * studies)
    return np.asarray(np.maximum(needed, 2), dtype=np.float64)
