"""Conditions have the sums that their definition says: views, missing scores and corpus statistics."""

from __future__ import annotations

import numpy as np
import pytest
from score_worlds import table, world

from reref.analysis import resampling
from reref.analysis.bootstrap import resampled_sums, stream_key
from reref.analysis.resampling import resample


def resamples_of(scores, count, seed=0):
    """The counts (S, B) with which everything must agree."""
    return resampled_sums(np.eye(len(scores.studies)), key=stream_key(seed, scores.dataset), resamples=count)


def found(scores, count=50, **how):
    return {(t.targets[c.target], c.view): c for t, c in resample([scores], resamples=count, **how)}


def weighted(values, mask, weights):
    """Means (B,) of values over the studies in the mask, with resampling weights."""
    w = weights * mask[:, None]
    with np.errstate(invalid="ignore"):
        return (np.where(mask, values, 0) @ w) / w.sum(axis=0)


def test_both_views_are_weighted_means_of_what_the_definition_says():
    scores = world()
    weights = resamples_of(scores, 50)
    conditions = found(scores)
    everything = np.ones(len(scores.studies), bool)
    for t, target in enumerate(scores.targets[1:], start=1):
        whole, part = conditions[target, "all"], conditions[target, "feasible"]
        for m in range(len(scores.models)):
            accepted = scores.accepted[t]
            for side, values, mask in [
                (whole.original, scores.values[0, m], everything),
                (whole.varied, scores.values[t, m], everything),
                (part.original, scores.values[0, m], accepted),
                (part.varied, scores.values[t, m], accepted),
            ]:
                assert side.scores()[m] == pytest.approx(weighted(values, mask, weights), abs=1e-12)


def test_infeasible_studies_keep_their_original_score_whatever_the_table_says():
    scores = world()
    broken = table(
        np.where(scores.accepted[:, None, :], scores.values, np.nan), accepted=scores.accepted, targets=scores.targets
    )
    for place, condition in found(scores).items():
        assert (found(broken)[place].varied.scores() == condition.varied.scores()).all()


def test_missing_scores_leave_out_their_study_for_their_pairs_alone():
    scores = world(targets=2, models=4, studies=30)
    scores.values[0, 1, 3] = np.nan
    scores.values[1, 1, 3] = np.nan
    scores.values[1, 2, [5, 6]] = np.nan
    scores.accepted[1, [3, 5, 6]] = True
    weights = resamples_of(scores, 50)
    condition = found(scores)["axis/1", "all"]
    kept = np.isfinite(scores.values).all(axis=0)
    for p, (i, j) in enumerate(condition.varied.layout.pairs):
        both = kept[i] & kept[j]
        assert condition.varied_point.pair_studies()[p] == both.sum()
        for side, t in ((condition.original, 0), (condition.varied, 1)):
            expected = weighted(scores.values[t, i] - scores.values[t, j], both, weights)
            assert side.differences([p])[0] == pytest.approx(expected, abs=1e-12)
    assert condition.varied_point.model_studies().tolist() == [30, 29, 28, 30]


def test_a_target_and_the_original_are_compared_on_the_same_studies():
    scores = world(targets=2, models=2, studies=20)
    scores.accepted[1] = True
    scores.values[1, :, 0] = np.nan
    condition = found(scores)["axis/1", "all"]
    assert condition.original_point.scores()[0, 0] == pytest.approx(scores.values[0, 0, 1:].mean())
    assert found(scores)["original", "all"].original_point.scores()[0, 0] == pytest.approx(scores.values[0, 0].mean())


def test_a_study_missing_under_the_target_alone_counts_where_it_is_infeasible():
    scores = world(targets=2, models=2, studies=20)
    scores.accepted[1] = False
    scores.values[1] = np.nan
    condition = found(scores)["axis/1", "all"]
    assert (condition.varied.scores() == condition.original.scores()).all()
    assert np.isnan(found(scores)["axis/1", "feasible"].varied.scores()).all()


def micro_f1(sums):
    return 2 * sums[..., 0] / (2 * sums[..., 0] + sums[..., 1] + sums[..., 2])


def corpus(seed=1, studies=40, models=3):
    rng = np.random.default_rng(seed)
    statistics = rng.integers(0, 9, size=(2, models, studies, 3)).astype(float)
    accepted = np.array([[True] * studies, rng.random(studies) < 0.5])
    statistics = np.where(accepted[:, None, :, None], statistics, statistics[0])
    with np.errstate(invalid="ignore"):
        values = np.nan_to_num(micro_f1(statistics))
    return table(values, accepted=accepted, statistics=statistics, aggregate=micro_f1)


def test_corpus_level_scores_come_from_resampled_statistics():
    scores = corpus()
    weights = resamples_of(scores, 50)
    conditions = found(scores)
    whole = conditions["axis/1", "all"].varied
    for m in range(3):
        expected = micro_f1((scores.statistics[1, m].T @ weights).T)
        assert whole.scores()[m] == pytest.approx(expected)
    part = scores.statistics[:, :, scores.accepted[1]].sum(axis=2)
    feasible = conditions["axis/1", "feasible"]
    assert feasible.original_point.scores()[:, 0] == pytest.approx(micro_f1(part[0]))
    assert feasible.varied_point.scores()[:, 0] == pytest.approx(micro_f1(part[1]))
    assert whole.differences([1])[0] == pytest.approx(whole.scores()[0] - whole.scores()[2])


def test_corpus_level_pairs_with_missing_studies_use_shared_ones():
    scores = corpus()
    scores.statistics[:, 1, 4] = np.nan
    condition = found(scores)["original", "all"]
    both = np.arange(40) != 4
    sums = scores.statistics[0][:, both].sum(axis=1)
    difference = micro_f1(sums[0]) - micro_f1(sums[1])
    assert condition.original_point.differences([0])[0, 0] == pytest.approx(difference)
    assert condition.original_point.pair_studies().tolist() == [39, 40, 39]


def test_bits_do_not_depend_on_memory_or_company(monkeypatch):
    tables = [world(metric="a"), world(metric="c", seed=5)]
    together = {
        (t.metric, c.target, c.view): (c.varied.scores().tobytes(), c.varied.differences([0]).tobytes())
        for t, c in resample(tables, resamples=300)
    }
    monkeypatch.setattr(resampling, "_MEMORY", 1)
    alone = {
        (t.metric, c.target, c.view): (c.varied.scores().tobytes(), c.varied.differences([0]).tobytes())
        for single in reversed(tables)
        for t, c in resample([single], resamples=300, threads=2)
    }
    assert together == alone


@pytest.mark.parametrize("many", [1, 10_000])
def test_the_view_of_all_studies_alone_has_the_same_bits(monkeypatch, many):
    monkeypatch.setattr(resampling, "_MANY", many)
    scores = world()
    both, one = found(scores), found(scores, feasible=False)
    assert list(one) == [place for place in both if place[1] == "all"]
    for place, condition in one.items():
        assert condition.varied.scores().tobytes() == both[place].varied.scores().tobytes()


def test_tables_that_do_not_share_their_studies_are_refused():
    with pytest.raises(ValueError, match="one data set with the same studies"):
        list(resample([world(), world(studies=61, metric="b")]))
    assert list(resample([])) == []
