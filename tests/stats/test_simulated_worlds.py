"""In worlds whose truth is known the intervals cover it and false alarms stay within their bound.

Many worlds are resampled at once as columns of one table, which also keeps the tests short.
"""

from __future__ import annotations

import numpy as np
import pytest

from reref.analysis.bootstrap import exponent_for, percentile_interval, resampled_sums, to_fixed, two_sided_p

WORLDS, STUDIES, RESAMPLES = 3000, 200, 1000


def draws(differences, key):
    """(W, B) resampled means of W worlds' paired differences (W, S), each with resamples of its own."""
    found = np.empty((len(differences), RESAMPLES))
    for start in range(0, len(differences), 100):
        part = differences[start : start + 100]
        exponent = exponent_for(np.abs(part).max(), part.shape[1])
        sums = resampled_sums(to_fixed(part, exponent), key=key + start, resamples=RESAMPLES)
        found[start : start + 100] = np.ldexp(sums, -exponent) / part.shape[1]
    return found


def paired_scores(rng, shift, size=(WORLDS, STUDIES)):
    """Differences of two models' correlated scores in [0, 1] whose true mean difference is ``shift``."""
    study = rng.beta(2, 5, size)
    a = 0.7 * study + 0.3 * rng.beta(2, 2, size)
    b = 0.7 * study + 0.3 * rng.beta(2, 2, size)
    return a - b + shift


@pytest.mark.parametrize("shift", [0.0, 0.03])
def test_95_percent_intervals_cover_the_truth_in_94_to_96_percent_of_worlds(shift):
    low, high = percentile_interval(draws(paired_scores(np.random.default_rng(1), shift), key=1))
    assert 0.94 <= np.mean((low <= shift) & (shift <= high)) <= 0.96


def test_p_values_below_5_percent_in_5_percent_of_null_worlds():
    # centring absolute differences instead of signed ones gives more than twice as many
    scores = paired_scores(np.random.default_rng(2), 0.0)
    p = two_sided_p(draws(scores, key=2), scores.mean(axis=1))
    assert 0.04 <= np.mean(p <= 0.05) <= 0.06


def verdict(scores, key):
    low, high = percentile_interval(draws(scores, key))
    return np.where(low > 0, 1, np.where(high < 0, -1, 0))


def significant_reversals(before, after, key):
    flips = np.sign(before.mean(axis=1)) * np.sign(after.mean(axis=1)) == -1
    return np.mean(flips & (verdict(before, key) != verdict(after, key)))


@pytest.mark.parametrize(("shift", "bound"), [(0.0, 0.10), (0.02, 0.05)])
def test_false_significant_reversals_stay_within_their_bound(shift, bound):
    # The two models differ equally under both references. A significant reversal needs a wrong verdict under one of
    # them: at most 5 % each, 10 % together; where there is a true difference only the smaller side counts.
    rng = np.random.default_rng(3)
    before, after = paired_scores(rng, shift), paired_scores(rng, shift)
    assert significant_reversals(before, after, key=3) <= bound


def test_true_reversals_are_found():
    rng = np.random.default_rng(4)
    before, after = paired_scores(rng, 0.03), paired_scores(rng, -0.03)
    assert significant_reversals(before, after, key=4) > 0.9
