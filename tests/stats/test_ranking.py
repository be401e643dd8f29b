"""Verdicts, reversals, ranks and leaders, on cases small enough to know the answer."""

from __future__ import annotations

import numpy as np
import pytest
from score_worlds import table, world

from reref.analysis.multiplicity import holm, max_t
from reref.analysis.ranking import (
    Comparison,
    compare,
    kendall_tau,
    leader_change,
    leaders,
    rank_probabilities,
    ranks,
    reversals,
    spread,
    studies_to_settle,
    verdict_name,
)
from reref.analysis.resampling import model_pairs, resample


def conditions(scores, **how):
    return {(table.targets[c.target], c.view): c for table, c in resample([scores], **({"resamples": 2000} | how))}


def compared(difference, verdict):
    n = len(difference)
    nothing = np.zeros(n)
    signs = np.zeros((n, 1), np.int8)
    return Comparison(
        np.array(difference, float), nothing, nothing, np.array(verdict, float), np.full(n, 9), nothing, nothing, signs
    )


def test_win_tie_and_loss_count_each_pair_once():
    rng = np.random.default_rng(1)
    base = rng.random(200)
    scores = table([[base, base + 0.3, base + rng.normal(0, 0.2, 200)]])
    found = compare(*[getattr(conditions(scores)["original", "all"], name) for name in ("original", "original_point")])
    assert [verdict_name(v) for v in found.verdict] == ["loss", "tie", "win"]
    assert found.difference[0] == pytest.approx(-0.3)
    assert (found.low <= found.difference).all()
    assert (found.difference <= found.high).all()
    assert found.studies.tolist() == [200, 200, 200]


def test_verdict_is_whether_the_interval_excludes_0():
    found = compare(*[getattr(conditions(world())["original", "all"], n) for n in ("original", "original_point")])
    excludes = (found.low > 0) | (found.high < 0)
    assert ((found.verdict != 0) == excludes).all()


def test_one_study_gives_no_interval_and_no_verdict():
    condition = conditions(table([[[0.1], [0.9]]]))["original", "all"]
    found = compare(condition.original, condition.original_point)
    assert found.difference[0] == pytest.approx(-0.8)
    assert np.isnan([found.low, found.high, found.error, found.verdict]).all()
    assert verdict_name(found.verdict[0]) == "unknown"


def test_identical_models_tie_exactly():
    scores = np.random.default_rng(2).random(100)
    condition = conditions(table([[scores, scores]]))["original", "all"]
    found = compare(condition.original, condition.original_point)
    assert (found.difference[0], found.low[0], found.high[0], found.verdict[0]) == (0, 0, 0, 0)


def test_a_constant_difference_is_certain():
    scores = np.random.default_rng(3).integers(0, 100, 50) / 128
    condition = conditions(table([[scores + 0.125, scores]]))["original", "all"]
    found = compare(condition.original, condition.original_point)
    assert (found.low[0], found.high[0], found.verdict[0], found.error[0]) == (0.125, 0.125, 1, 0)


def test_flips_need_both_signs_and_exact_ties_are_no_flips():
    found = reversals(
        compared([0.1, 0.1, -0.1, 0.0, 0.1, np.nan], [1, 0, -1, 0, 1, np.nan]),
        compared([-0.1, -0.1, 0.1, 0.1, 0.0, 0.1], [0, 0, 1, 1, 0, 1]),
    )
    assert found.reversed.tolist() == [True, True, True, False, False, False]
    assert found.significant.tolist() == [True, False, True, False, False, False]
    assert found.tied.tolist() == [False, False, False, True, True, False]
    assert found.comparable.tolist() == [True] * 5 + [False]


def test_a_flip_with_an_unknown_verdict_is_not_significant():
    found = reversals(compared([0.1], [np.nan]), compared([-0.1], [-1]))
    assert found.reversed.tolist() == [True]
    assert found.significant.tolist() == [False]


def test_rank_probabilities_share_ties_and_sum_to_one():
    scores = np.array([[3.0, 1.0, 1.0, np.nan], [2.0, 1.0, 2.0, 1.0], [1.0, 1.0, 2.0, np.nan]])
    chances = rank_probabilities(scores)
    assert chances.sum(axis=0) == pytest.approx(np.ones(3))
    assert chances.sum(axis=1) == pytest.approx(np.ones(3))
    assert chances[0] == pytest.approx([(1 + 1 / 3) / 4, (1 / 3 + 1 / 2) / 4, (1 / 3 + 1 + 1 / 2) / 4])
    assert chances[1, 0] == pytest.approx((1 / 3 + 1 / 2 + 1) / 4)


def test_rank_probabilities_are_argsorts_where_nothing_ties():
    scores = np.random.default_rng(4).random((5, 300))
    order = np.argsort(-scores, axis=0)
    expected = np.array([[np.mean(order[r] == m) for r in range(5)] for m in range(5)])
    assert rank_probabilities(scores) == pytest.approx(expected)


def test_ranks_share_ties_and_skip_what_is_not_scored():
    assert ranks(np.array([0.5, 0.9, 0.5, 0.1])).tolist() == [2.5, 1, 2.5, 4]
    found = ranks(np.array([0.5, np.nan, 0.9]))
    assert found[[0, 2]].tolist() == [2, 1]
    assert np.isnan(found[1])


def test_leaders_can_be_several_or_none():
    assert leaders(np.array([[1.0, np.nan], [1.0, np.nan], [0.0, np.nan]])).T.tolist() == [
        [True, True, False],
        [False, False, False],
    ]


def test_the_leader_changes_only_when_no_leader_stays():
    before = np.array([[1.0, 1.0, 1.0, np.nan], [1.0, 0.0, 0.0, np.nan]])
    after = np.array([[0.0, 0.0, 1.0, 1.0], [1.0, 1.0, 0.0, 0.0]])
    assert leader_change(before, after) == pytest.approx(1 / 3)
    assert np.isnan(leader_change(before[:, 3:], after[:, 3:]))


def signs_of(scores):
    """Pair signs (P, 1) of M scores."""
    pairs = model_pairs(len(scores))
    return np.sign([scores[i] - scores[j] for i, j in pairs]).astype(np.int8).reshape(len(pairs), 1)


@pytest.mark.parametrize("models", [1, 2, 5, 12, 40])
def test_tau_is_scipys(models):
    from scipy.stats import kendalltau

    rng = np.random.default_rng(5)
    for _ in range(10):
        values = rng.integers(0, models, size=(2, models))  # whole numbers, so that there are ties
        expected = kendalltau(*values).statistic if models > 1 else np.nan
        assert kendall_tau(*map(signs_of, values))[0] == pytest.approx(expected, nan_ok=True)


def test_tau_of_all_ties_is_unknown():
    assert np.isnan(kendall_tau(signs_of([1, 1]), signs_of([1, 2]))).all()


def test_signs_are_those_of_the_resampled_differences():
    scores = world(models=3)
    condition = conditions(scores, resamples=200)["axis/1", "all"]
    found = compare(condition.varied, condition.varied_point)
    assert (found.signs == np.sign(condition.varied.differences([0, 1, 2]))).all()


def test_studies_to_settle_is_the_usual_power_formula():
    from scipy.stats import norm

    difference, sd, studies = 0.02, 0.15, 400
    expected = np.ceil(((norm.ppf(0.975) + norm.ppf(0.8)) * sd / difference) ** 2)
    found = studies_to_settle(np.array([difference]), np.array([sd / np.sqrt(studies)]), np.array([studies]))
    assert found[0] == pytest.approx(expected, abs=1)


def test_studies_to_settle_of_ties_and_unknowns():
    found = studies_to_settle(np.array([0.0, 0.1, 0.0, np.nan]), np.array([0.1, 0.0, 0.0, 0.1]), np.array([9] * 4))
    assert found[:2].tolist() == [np.inf, 2]
    assert np.isnan(found[2:]).all()


def test_spread_leaves_out_what_is_not_scored_and_sees_constants():
    draws = np.array([[1.0, 2.0, 3.0, np.nan], [np.nan] * 4])
    assert spread(draws)[0] == pytest.approx(np.std([1, 2, 3]))
    assert np.isnan(spread(draws)[1])
    assert spread(np.full((1, 3), 0.1)).tolist() == [0]


# Many pairs -----------------------------------------------------------------------------------------------------


def test_holm_by_hand():
    assert holm(np.array([0.01, 0.04, 0.03, 0.005])) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    found = holm(np.array([0.5, np.nan, 0.9]))
    assert found[[0, 2]].tolist() == [1.0, 1.0]
    assert np.isnan(found[1])


def test_max_t_is_between_no_correction_and_bonferroni():
    rng = np.random.default_rng(7)
    common = rng.normal(size=(1, 4000))
    draws = 0.1 * (0.7 * common + 0.7 * rng.normal(size=(6, 4000))) + 0.22
    estimate, error = np.full(6, 0.22), draws.std(axis=1)
    single = np.mean(np.abs(draws[0] - 0.22) >= 0.22)
    adjusted = max_t(draws, estimate, error)
    assert (adjusted > single).all()
    assert (adjusted < 6 * single + 0.01).all()


def test_max_t_of_pairs_without_spread_or_scores():
    draws = np.array([[0.0, 0.0], [0.5, 0.5], [np.nan, np.nan], [0.1, -0.1]])
    found = max_t(draws, np.array([0.0, 0.5, np.nan, 0.0]), np.array([0.0, 0.0, np.nan, 0.1]))
    assert found[[0, 1, 3]].tolist() == [1.0, 1 / 3, 1.0]
    assert np.isnan(found[2])


@pytest.mark.parametrize("correction", ["holm", "max-t"])
def test_corrected_verdicts_are_a_part_of_the_plain_ones(correction):
    condition = conditions(world(models=6, studies=150, seed=8))["original", "all"]
    plain = compare(condition.original, condition.original_point)
    found = compare(condition.original, condition.original_point, correction=correction)
    assert (np.abs(found.verdict) <= np.abs(plain.verdict)).all()
    assert not np.isnan(found.p).any()


def test_corrections_of_a_single_model_have_nothing_to_correct():
    condition = conditions(table([[[0.1, 0.2]]]))["original", "all"]
    for correction in ("holm", "max-t"):
        assert compare(condition.original, condition.original_point, correction=correction).p.size == 0
