"""Agreement figures are those of published worked examples and of scipy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import kendalltau, pearsonr, spearmanr

from reref.analysis.agreement import (
    between_metrics,
    correlate,
    correlations,
    icc_2_1,
    krippendorff_alpha,
    preferences,
)
from reref.core.errors import BadDataError
from reref.core.seeding import generator

NAN = math.nan
# Krippendorff 2011, section C: four observers, twelve units, missing data.
OBSERVERS = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
        [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
    ]
).T
# Shrout and Fleiss 1979, table 2: six targets, four judges.
JUDGES = np.array([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], dtype=float)


@pytest.mark.parametrize(("level", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_krippendorffs_alpha_of_his_worked_example(level, alpha):
    assert krippendorff_alpha(OBSERVERS, level) == pytest.approx(alpha, abs=5e-4)


def test_krippendorffs_alpha_of_two_observers_and_nominal_data():
    # Krippendorff 2011, section B: ten units, alpha = 0.692
    first = [1, 1, 2, 2, 4, 3, 3, 3, 5, 4, 4, 1]
    second = [2, 1, 2, 2, 2, 3, 3, 3, 5, 4, 4, 4]
    assert krippendorff_alpha(np.array([first, second], dtype=float).T, "nominal") == pytest.approx(0.692, abs=5e-4)


def test_icc_of_shrout_and_fleiss():
    assert icc_2_1(JUDGES) == pytest.approx(0.29, abs=0.005)


def test_reliability_without_data_or_variation_is_undefined():
    assert math.isnan(krippendorff_alpha(np.full((3, 2), NAN)))
    assert math.isnan(krippendorff_alpha(np.ones((4, 2))))
    assert math.isnan(icc_2_1(np.ones((4, 2))))
    assert math.isnan(icc_2_1(np.array([[1.0, NAN], [NAN, 2.0]])))
    assert icc_2_1(np.array([[1.0, 1], [2, 2], [5, 5]])) == pytest.approx(1.0)
    with pytest.raises(BadDataError, match="nominal, ordinal or interval"):
        krippendorff_alpha(JUDGES, "ratio")


def test_correlations_are_scipys_over_complete_items():
    rng = generator(0, "agreement test")
    a, b = rng.random(40), rng.integers(1, 6, 40).astype(float)
    a[3] = b[7] = NAN
    known = ~(np.isnan(a) | np.isnan(b))
    for name, peer in (("pearson", pearsonr), ("spearman", spearmanr), ("kendall", kendalltau)):
        assert correlate(a, b, name) == pytest.approx(peer(a[known], b[known])[0])
    assert math.isnan(correlate(np.ones(5), np.arange(5.0), "pearson"))
    assert math.isnan(correlate(np.array([1.0, NAN]), np.array([NAN, 1.0]), "kendall"))


def test_intervals_hold_the_value_repeat_with_their_seed_and_widen_with_groups():
    rng = generator(0, "agreement intervals")
    ratings = rng.normal(size=30).repeat(4)
    scores = ratings + rng.normal(size=30).repeat(4)
    alone = correlations(scores, ratings, resamples=300)
    grouped = correlations(scores, ratings, groups=[str(i // 4) for i in range(120)], resamples=300)
    for one, other in zip(alone, grouped, strict=True):
        assert one.low < one.value < one.high
        assert one.items == 120
        assert other.high - other.low > one.high - one.low
    assert correlations(scores, ratings, resamples=300) == alone
    assert correlations(scores, ratings, resamples=300, seed=1) != alone


def test_metrics_among_themselves():
    scores = {"a": np.array([1.0, 2, 3, 4]), "b": np.array([1.0, 2, 3, 5]), "c": np.array([4.0, 3, 2, NAN])}
    found = between_metrics(scores, "spearman")
    assert found == pytest.approx(np.array([[1, 1, -1], [1, 1, -1], [-1, -1, 1]]))


def test_preferences_count_ties_apart():
    ratings = [(5, 1), (1, 5), (3, 3), (4, 2), (2, 4), (5, NAN)]
    scores = [(0.9, 0.1), (0.8, 0.2), (0.5, 0.1), (0.4, 0.4), (0.1, 0.3), (0.1, 0.2)]
    found = preferences(scores, ratings)
    assert found[:5] == (2, 1, 1, 1, 1)
    assert found.share == pytest.approx(0.5)
    assert math.isnan(preferences([], []).share)
