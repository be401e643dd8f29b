"""The paired bootstrap is the textbook's: against exact enumeration, scipy, and arithmetic on what it drew."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from reref.analysis import bootstrap
from reref.analysis.bootstrap import (
    Block,
    add_up,
    exponent_for,
    percentile_interval,
    resampled_sums,
    stream_key,
    to_fixed,
    two_sided_p,
)


def means(values, **how):
    """Resampled means of (C, S) scores."""
    values = np.atleast_2d(np.asarray(values, dtype=float))
    studies = values.shape[1]
    exponent = exponent_for(np.abs(values).max(initial=0.0), studies)
    return np.ldexp(resampled_sums(to_fixed(values, exponent), **({"key": 1} | how)), -exponent) / studies


def test_every_resample_has_as_many_studies_as_there_are():
    assert (resampled_sums(np.ones((1, 37)), key=5, resamples=1000) == 37).all()


def test_all_studies_are_drawn_equally_often():
    drawn = resampled_sums(np.eye(7), key=5, resamples=20_000)
    assert drawn.mean(axis=1) == pytest.approx(np.ones(7), abs=0.03)
    assert drawn.var(axis=1) == pytest.approx(np.full(7, 6 / 7), abs=0.04)


def test_blocks_of_resamples_are_not_copies_of_each_other():
    drawn = resampled_sums(np.eye(50), key=5, resamples=512)
    assert len({drawn[:, b].tobytes() for b in range(512)}) == 512


def test_tiny_samples_have_the_distribution_of_all_possible_resamples():
    scores = np.array([0.1, 0.4, 0.9])
    every = np.array([scores[list(draw)].mean() for draw in product(range(3), repeat=3)])
    drawn = np.round(means(scores, resamples=40_000)[0], 12)
    for value in np.unique(np.round(every, 12)):
        expected = np.mean(np.round(every, 12) == value)
        assert np.mean(drawn == value) == pytest.approx(expected, abs=0.01)
    low, high = percentile_interval(drawn, 0.9)
    assert (low, high) == pytest.approx(tuple(np.quantile(every, [0.05, 0.95], method="inverted_cdf")), abs=0.07)


@pytest.mark.parametrize("studies", [25, 400])
def test_intervals_are_scipys_up_to_monte_carlo_error(studies):
    from scipy.stats import bootstrap as scipy_bootstrap

    rng = np.random.default_rng(3)
    a, b = rng.beta(2, 5, studies), rng.beta(2, 4, studies)
    peer = scipy_bootstrap(
        (a, b), lambda x, y, axis: (x - y).mean(axis=axis), paired=True, n_resamples=20_000, method="percentile",
        vectorized=True, rng=np.random.default_rng(0),
    ).confidence_interval  # fmt: skip
    low, high = percentile_interval(means(a - b, resamples=20_000)[0])
    width = peer.high - peer.low
    assert low == pytest.approx(peer.low, abs=0.03 * width)
    assert high == pytest.approx(peer.high, abs=0.03 * width)


def test_intervals_are_of_full_size_samples():
    # a tool that resamples half of the studies gives intervals 1.4 times too wide
    rng = np.random.default_rng(4)
    scores = rng.normal(size=500)
    low, high = percentile_interval(means(scores)[0])
    assert (high - low) / (2 * 1.96 * scores.std() / np.sqrt(500)) == pytest.approx(1, abs=0.03)


def test_p_values_are_a_permutation_tests_up_to_their_difference_in_kind():
    from scipy.stats import permutation_test

    rng = np.random.default_rng(5)
    for shift in (0.0, 0.05, 0.1):
        d = rng.normal(shift, 0.5, 200)
        peer = permutation_test(
            (d, np.zeros(200)), lambda x, y, axis: (x - y).mean(axis=axis), permutation_type="samples",
            n_resamples=20_000, vectorized=True, rng=np.random.default_rng(0),
        ).pvalue  # fmt: skip
        assert two_sided_p(means(d), d.mean()[None])[0] == pytest.approx(peer, abs=0.02)


def test_p_values_of_degenerate_differences():
    draws = np.array([[0.0, 0.0, 0.0], [0.5, 0.5, 0.5], [np.nan, 1.0, 2.0], [np.nan] * 3])
    p = two_sided_p(draws, np.array([0.0, 0.5, 1.5, np.nan]))
    assert p[:3].tolist() == [1.0, 0.25, 1 / 3]
    assert np.isnan(p[3])


def test_interpolation_is_numpys():
    draws = np.random.default_rng(6).normal(size=(5, 999))
    for level in (0.5, 0.9, 0.95, 0.99):
        expected = np.quantile(draws, [(1 - level) / 2, (1 + level) / 2], axis=-1)
        assert np.array(percentile_interval(draws, level)) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize(
    "draws", [np.arange(999.0), np.zeros(999), np.repeat([0.0, 1.0], 500), np.r_[np.ones(990), 0.0]]
)
def test_interpolation_is_numpys_for_ordered_and_tied_draws(draws):
    for level in (0.5, 0.95, 0.999):
        expected = np.quantile(draws, [(1 - level) / 2, (1 + level) / 2])
        assert percentile_interval(draws, level) == pytest.approx(tuple(expected), abs=1e-12)


def test_interval_of_few_draws():
    assert percentile_interval(np.array([[2.0]])) == (2.0, 2.0)
    assert np.isnan(percentile_interval(np.empty((1, 0)))).all()


def test_resamples_without_a_score_are_left_out():
    draws = np.array([[1.0, 2.0, 3.0, np.nan], [np.nan] * 4])
    low, high = percentile_interval(draws, 0.5)
    assert (low[0], high[0]) == (1.5, 2.5)
    assert np.isnan([low[1], high[1]]).all()


def test_no_columns_or_no_studies():
    assert resampled_sums(np.empty((0, 5)), key=1, resamples=3).shape == (0, 3)
    assert (resampled_sums(np.empty((2, 0)), key=1, resamples=3) == 0).all()


@pytest.mark.parametrize("scale", [1e-12, 1.0, 100.0, 1e12])
def test_rounding_to_fixed_point_moves_nothing_that_counts(scale):
    scores = np.random.default_rng(7).random(1000) * scale
    exponent = exponent_for(scores.max(), len(scores))
    fixed = to_fixed(scores, exponent)
    assert fixed.sum() < 2**52
    assert np.abs(np.ldexp(fixed, -exponent) - scores).max() < 1e-12 * scale


def test_equal_models_differ_by_exactly_0_in_every_resample():
    scores = np.random.default_rng(8).random(333)
    drawn = means([scores, scores.copy()], resamples=500)
    assert (drawn[0] == drawn[1]).all()


def test_seed_0_is_a_seed_like_any_other():
    scores = np.random.default_rng(9).random((3, 40))
    key = stream_key(0, "set")
    assert means(scores, key=key).tobytes() == means(scores, key=key).tobytes()
    assert stream_key(0, "set") != stream_key(1, "set") != stream_key(-1, "set")


def test_no_global_random_state_is_touched():
    np.random.seed(1)  # noqa: NPY002 - the global state is what this test watches
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    means(np.ones(10), resamples=200)
    assert (np.random.get_state()[1] == before).all()  # noqa: NPY002


@pytest.mark.parametrize("resamples", [1, 127, 128, 129, 1000])
def test_bits_do_not_depend_on_chunks_or_threads(monkeypatch, resamples):
    columns = to_fixed(np.random.default_rng(10).random((5, 301)), np.int64(30))
    wanted = resampled_sums(columns, key=11, resamples=resamples)
    for counts, draws, threads in [(1, 1, 1), (301 * 7, 301 * 3, 1), (1 << 19, 1 << 19, 4), (301 * 64, 1, 3)]:
        monkeypatch.setattr(bootstrap, "_COUNTS", counts)
        monkeypatch.setattr(bootstrap, "_DRAWS", draws)
        assert resampled_sums(columns, key=11, resamples=resamples, threads=threads).tobytes() == wanted.tobytes()


def test_more_resamples_begin_with_the_same_ones():
    columns = np.eye(20)
    few, many = (resampled_sums(columns, key=12, resamples=n) for n in (100, 1000))
    assert (many[:, :100] == few).all()


def test_drawn_studies_are_the_ones_that_were_always_drawn():
    # golden: raw Philox words and a multiply-shift, so no library version may change them
    drawn = resampled_sums(np.array([[1.0, 10.0, 100.0, 1000.0]]), key=2024, resamples=6)
    assert drawn[0].tolist() == [1111.0, 3010.0, 1111.0, 1021.0, 1111.0, 1021.0]


def test_a_block_of_some_studies_has_the_sums_of_zeros_elsewhere():
    rng = np.random.default_rng(9)
    columns = np.floor(rng.random((3, 40)) * 1000)
    places = np.flatnonzero(rng.random(40) < 0.5)
    elsewhere = np.zeros_like(columns)
    elsewhere[:, places] = columns[:, places]
    part, whole, nothing = np.empty((3, 300)), np.empty((3, 300)), np.empty((1, 300))
    blocks = [Block(columns[:, places], part, places), Block(columns, whole), Block(np.empty((1, 0)), nothing)]
    add_up(blocks, 40, key=5, resamples=300)
    np.testing.assert_array_equal(part, resampled_sums(elsewhere, key=5, resamples=300))
    np.testing.assert_array_equal(whole, resampled_sums(columns, key=5, resamples=300))
    assert not nothing.any()
