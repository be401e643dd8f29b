"""Mistakes found in other evaluation tools, one test each, so that none of them is ours."""

from __future__ import annotations

import numpy as np
import pytest
from score_worlds import table, world

from reref.analysis import ReferenceSet, analyse, get_metric, score
from reref.analysis.bootstrap import percentile_interval, resampled_sums, stream_key, two_sided_p

HOW = {"resamples": 300}


def test_seed_0_is_not_taken_for_no_seed():
    assert analyse([world()], seed=0, **HOW).to_json() == analyse([world()], seed=0, **HOW).to_json()
    assert "seed:0" in analyse([world()], seed=0, **HOW).signature
    assert stream_key(0) != stream_key(1)


def test_differences_are_centred_with_their_sign():
    # |draw| - mean |draw| would give a far smaller p-value for this difference of one standard error
    draws = np.random.default_rng(1).normal(1.0, 1.0, 100_000)
    assert two_sided_p(draws[None], np.array([1.0]))[0] == pytest.approx(0.317, abs=0.01)


def test_resamples_are_not_half_as_large_as_the_sample():
    assert (resampled_sums(np.ones((1, 100)), key=1, resamples=50) == 100).all()


def test_a_win_is_not_also_a_tie():
    found = analyse([world(models=5)], **HOW)
    pairs = [r for r in found.pairs if r.target == "original"]
    assert len(pairs) == 10
    assert {r.verdict for r in pairs} <= {"win", "tie", "loss"}


def test_no_draws_are_skipped_for_clear_differences():
    # an early stop inside the wrong branch would leave these at their first few draws
    draws = np.concatenate([np.full(9_000, 5.0), np.full(1_000, -5.0)])
    assert percentile_interval(draws)[0] == -5.0
    assert two_sided_p(draws[None], np.array([5.0]))[0] == pytest.approx((1 + 1000) / 10_001)


def test_resampling_does_not_swap_values_inside_the_callers_arrays():
    scores = world()
    before = scores.values.tobytes()
    analyse([scores], **HOW)
    assert scores.values.tobytes() == before


def test_items_do_not_share_one_restarted_random_stream():
    drawn = resampled_sums(np.eye(40), key=3, resamples=256)
    assert not (drawn[:, :128] == drawn[:, 128:]).all()


def test_applied_is_read_from_the_text_and_not_asserted():
    texts = {"original": ["a", "b"], "axis/x": ["a", "B"]}
    assert ReferenceSet("set", ("1", "2"), texts, {}).accepted_matrix().tolist() == [[True, True], [False, True]]


def test_a_failed_row_is_not_a_zero():
    def fragile(candidate, reference):
        if candidate == "bad":
            raise RuntimeError("out of memory")
        return 1.0

    references = ReferenceSet("set", ("1", "2", "3", "4"), {"original": ["r"] * 4}, {})
    found = score([get_metric(fragile)], references, {"a": ["x", "bad", "x", "x"]})
    assert len(found.errors) == 1
    assert analyse(found.tables, **HOW).rankings[0].score == 1.0


def test_a_shorter_list_is_not_silently_zipped():
    def short(candidates, references):
        return [1.0] * (len(candidates) - 1)

    references = ReferenceSet("set", ("1", "2"), {"original": ["r", "s"]}, {})
    found = score([get_metric(short)], references, {"a": ["x", "y"]})
    assert [error.error for error in found.errors] == ["ValueError: returned 0 results for 1 pairs"] * 2


def test_nan_becomes_null_and_not_0():
    values = np.full((1, 2, 3), 0.5)
    values[0, 1] = np.nan
    text = analyse([table(values)], **HOW).to_json()
    assert "NaN" not in text
    assert '"score": null' in text


def test_p_values_are_never_0():
    assert two_sided_p(np.full((1, 99), 1.0), np.array([1.0]))[0] == 0.01


def test_identical_answers_have_identical_intervals():
    scores = np.random.default_rng(4).random(50)
    found = analyse([table([[scores, scores, scores]])], **HOW).rankings
    assert len({(r.low, r.high) for r in found}) == 1
