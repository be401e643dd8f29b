"""The whole analysis says what the definitions say, also where there is little or nothing to say."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from score_worlds import table, world

from reref.analysis import Analysis, ScoreTable, analyse
from reref.core.errors import BadDataError, UsageError

HOW = {"resamples": 500}


def row(rows, **wanted):
    found = [r for r in rows if all(getattr(r, name) == value for name, value in wanted.items())]
    assert len(found) == 1, (wanted, len(found))
    return found[0]


def test_sensitivity_is_the_mean_shift_over_accepted_studies_by_the_spread_of_original_means():
    tables = [world(dataset="one", seed=1), world(dataset="two", seed=2, studies=40)]
    found = analyse(tables, **HOW)
    spread = np.std([t.values[0].mean(axis=1) for t in tables])
    assert row(found.metrics, metric="m").spread == pytest.approx(spread)
    normalised = []
    for t in tables:
        for m, model in enumerate(t.models):
            accepted = t.accepted[2]
            shift = (t.values[2, m] - t.values[0, m])[accepted].mean()
            seen = row(found.shifts, dataset=t.dataset, target="axis/2", model=model)
            assert seen.shift == pytest.approx(shift, abs=1e-12)
            assert seen.normalised == pytest.approx(shift / spread)
            assert seen.studies == accepted.sum()
            assert seen.low <= seen.shift <= seen.high
            normalised.append(shift / spread)
    summary = row(found.sensitivity, target="axis/2")
    assert summary.iqr == pytest.approx(np.subtract(*np.quantile(normalised, [0.75, 0.25])))
    assert (summary.p5, summary.p95) == pytest.approx(tuple(np.quantile(normalised, [0.05, 0.95])))
    assert summary.systems == 8
    assert summary.perturbed == (tables[0].accepted[2].sum() + tables[1].accepted[2].sum()) / 100
    iqrs = {r.target: r.iqr for r in found.sensitivity}
    metric = row(found.metrics, metric="m")
    assert metric.mean_iqr == pytest.approx(np.mean(list(iqrs.values())))
    assert (metric.max_iqr, metric.worst_target) == (max(iqrs.values()), max(iqrs, key=iqrs.get))


def test_relative_shifts_say_who_gains_and_who_loses():
    found = analyse([world()], **HOW)
    for target in ("axis/1", "axis/2"):
        rows = [r for r in found.shifts if r.target == target]
        assert sum(r.relative for r in rows) == pytest.approx(0, abs=1e-12)
        assert rows[0].relative == pytest.approx(rows[0].shift - np.mean([r.shift for r in rows]))


def test_rankings_use_all_studies_and_infeasible_ones_keep_their_score():
    scores = world()
    found = analyse([scores], **HOW)
    for m, model in enumerate(scores.models):
        seen = row(found.rankings, target="axis/1", view="all", model=model)
        assert seen.score == pytest.approx(scores.values[1, m].mean())
        assert seen.studies == 60
        feasible = row(found.rankings, target="axis/1", view="feasible", model=model)
        assert feasible.score == pytest.approx(scores.values[1, m, scores.accepted[1]].mean())
        assert feasible.studies == scores.accepted[1].sum()


def a_reversal() -> ScoreTable:
    """Model a wins under the original, b under axis/1; c is in between and constant."""
    rng = np.random.default_rng(3)
    study = rng.random(100) * 0.2
    noise = rng.normal(0, 0.02, (2, 100))
    values = np.array(
        [
            [study + 0.5, study + 0.4 + noise[0], study + 0.45],
            [study + 0.4 + noise[1], study + 0.5, study + 0.45],
        ]
    )
    return table(values, models=["a", "b", "c"])


def test_a_reversal_is_found_counted_and_explained():
    found = analyse([a_reversal()], dimensions={"axis/1": "scope"}, **HOW)
    pair = row(found.pairs, target="axis/1", view="all", model_a="a", model_b="b")
    assert (pair.original_verdict, pair.verdict, pair.reversed, pair.significant) == ("win", "loss", True, True)
    stability = row(found.stability, target="axis/1", view="all")
    assert (stability.pairs, stability.reversed, stability.significant) == (3, 3, 3)
    assert (stability.original_leader, stability.leader) == ("a", "b")
    assert (stability.tau, stability.leader_change) == (-1, 1)
    for level, name in [("target", "axis/1"), ("dimension", "scope"), ("overall", "all style targets")]:
        rate = row(found.reversals, view="all", level=level, name=name)
        assert (rate.rate, rate.significant_rate, rate.pairs) == (1, 1, 3)
    driving = [r for r in found.driving if (r.model_a, r.model_b) == ("a", "b")]
    assert len(driving) == 5
    assert all(r.change < 0 < r.share for r in driving)
    assert [r.change for r in driving] == sorted(r.change for r in driving)
    assert driving[0].change == pytest.approx(
        (driving[0].varied_a - driving[0].varied_b) - (driving[0].original_a - driving[0].original_b)
    )
    robust = {r.model: r for r in found.robust}
    assert robust["a"].references == 2
    assert robust["a"].mean == pytest.approx(a_reversal().values[:, 0].mean())
    assert (robust["a"].worst_target, robust["b"].worst_target) == ("axis/1", "original")
    assert robust["c"].worst_rank == 1
    assert sum(r.first for r in found.robust) == pytest.approx(1)


def test_lower_is_better_is_negated_once_and_changes_no_conclusion():
    up = world(metric="up")
    down = table(
        1 - up.values, accepted=up.accepted, metric="down", targets=up.targets, models=up.models, higher_is_better=False
    )
    found = analyse([up, down], **HOW)
    ups, downs = ([r for r in found.pairs if r.metric == metric] for metric in ("up", "down"))
    for one, other in zip(ups, downs, strict=True):
        assert other.difference == pytest.approx(one.difference, abs=1e-12)
        assert (other.verdict, other.reversed, other.significant) == (one.verdict, one.reversed, one.significant)
    assert all(r.score <= 0 for r in found.rankings if r.metric == "down")


def test_summaries_count_axes_alone():
    scores = world(targets=5)
    named = table(
        scores.values,
        accepted=scores.accepted,
        targets=["original", "hedging/alternative", "error/size", "persona/p", "control/case"],
    )
    found = analyse([named], **HOW)
    iqr = row(found.sensitivity, target="hedging/alternative").iqr
    assert row(found.metrics, metric="m").mean_iqr == iqr
    overall, single = (
        row(found.reversals, view="all", level=level, name=name)
        for level, name in [("overall", "all style targets"), ("target", "hedging/alternative")]
    )
    assert overall.pairs == single.pairs == 6
    assert found.robust[0].references == 3
    assert [r.target for r in found.controls] == ["control/case"]


def test_controls_are_flagged_when_a_score_moves():
    values = np.random.default_rng(4).random((3, 2, 5))
    values[1] = values[0]
    values[2] = values[0]
    values[2, 1, 3] += 0.25
    values[1, 0, 0] = np.nan
    found = analyse([table(values, targets=["original", "control/identity", "control/case"])], **HOW)
    same, case = found.controls
    assert (same.cells, same.changed, same.flagged) == (9, 0, False)
    assert (case.cells, case.changed, case.flagged) == (10, 1, True)
    assert case.largest == pytest.approx(0.25)


def test_nothing_accepted_is_said_and_not_scored():
    scores = world(targets=2)
    scores.accepted[1] = False
    scores.values[1] = scores.values[0]
    found = analyse([scores], **HOW)
    assert row(found.coverage, target="axis/1").share == 0
    assert all(math.isnan(r.shift) for r in found.shifts)
    assert row(found.stability, view="all", target="axis/1").reversed == 0
    feasible = row(found.stability, view="feasible", target="axis/1")
    assert (feasible.pairs, feasible.unknown, feasible.leader) == (0, 6, "")
    assert math.isnan(feasible.leader_change)
    assert math.isnan(row(found.reversals, view="feasible", level="overall").rate)
    assert all(r.references == 1 for r in found.robust)


def test_one_study():
    found = analyse([world(studies=1, targets=2, share=2)], **HOW)
    assert {r.verdict for r in found.pairs} == {"unknown"}
    assert all(math.isnan(r.low) for r in (*found.pairs, *found.rankings, *found.shifts))
    assert all(math.isnan(r.mean_low) for r in found.robust)
    assert any("one study only" in note for note in found.notes)
    assert not any(r.significant for r in found.pairs)


def test_one_model():
    found = analyse([world(models=1)], **HOW)
    assert found.pairs == ()
    assert any("one model only" in note for note in found.notes)
    assert math.isnan(found.stability[0].tau)
    assert math.isnan(row(found.metrics, metric="m").mean_iqr)
    assert math.isnan(row(found.reversals, view="all", level="overall").rate)


def test_all_scores_equal():
    found = analyse([table(np.full((3, 3, 10), 0.3))], **HOW)
    assert {r.verdict for r in found.pairs} == {"tie"}
    assert all(r.tied == 3 and r.reversed == 0 for r in found.stability)
    assert row(found.stability, target="axis/1", view="all").leader == "model-0 = model-1 = model-2"
    assert {r.rank for r in found.rankings} == {2.0}
    assert any("nothing can be normalised" in note for note in found.notes)
    assert all(math.isnan(r.normalised) and r.shift == 0 for r in found.shifts)


def test_a_model_without_any_score_is_unknown_and_the_rest_goes_on():
    scores = world()
    scores.values[:, 1] = np.nan
    found = analyse([scores], **HOW)
    assert {r.verdict for r in found.pairs if "model-1" in (r.model_a, r.model_b)} == {"unknown"}
    assert "unknown" not in {r.verdict for r in found.pairs if "model-1" not in (r.model_a, r.model_b)}
    assert row(found.stability, target="axis/1", view="all").unknown == 3
    assert math.isnan(row(found.robust, model="model-1").mean)
    assert row(found.metrics, metric="m").unscored == 0.25
    assert found.notes[0] == "m on set: 240 of 960 cells are unscored; pairs use the studies both have"
    assert "unequal coverage (model-0 60, model-1 0, model-2 60" in found.notes[1]


def test_nothing_scored_at_all_is_all_gaps():
    found = analyse([table(np.full((2, 2, 5), np.nan))], **HOW)
    assert {r.verdict for r in found.pairs} == {"unknown"}
    assert row(found.metrics, metric="m").unscored == 1
    assert math.isnan(row(found.metrics, metric="m").spread)
    assert all(math.isnan(r.score) and math.isnan(r.rank) for r in found.rankings)
    assert row(found.stability, view="all", target="axis/1").leader == ""


def test_unscored_is_never_a_zero():
    values = np.full((1, 2, 4), 0.8)
    values[0, 0, :2] = np.nan
    found = analyse([table(values)], **HOW)
    assert row(found.rankings, model="model-0").score == pytest.approx(0.8)
    assert row(found.rankings, model="model-0").studies == 2
    assert found.pairs[0].difference == 0


def test_data_sets_of_one_name_with_unlike_studies_are_resampled_apart():
    found = analyse([world(metric="a"), world(metric="b", studies=30)], **HOW)
    assert {r.metric for r in found.pairs} == {"a", "b"}


def test_inputs_are_left_as_they_are():
    scores = world()
    before = scores.values.copy(), scores.accepted.copy()
    analyse([scores], correction="holm", **HOW)
    assert (scores.values == before[0]).all()
    assert (scores.accepted == before[1]).all()


def test_the_signature_names_what_the_numbers_depend_on_and_nothing_else():
    scores = world()
    base = analyse([scores], **HOW).signature
    assert base == analyse([scores], threads=2, **HOW).signature
    assert "seed:0" in base
    others = [
        analyse([scores], seed=1, **HOW),
        analyse([scores], resamples=501),
        analyse([scores], level=0.9, **HOW),
        analyse([scores], correction="max-t", **HOW),
        analyse([world(seed=2)], **HOW),
    ]
    assert len({base, *(other.signature for other in others)}) == 6


def test_json_is_strict_and_complete():
    found = analyse([world(studies=1)], **HOW)
    read = json.loads(found.to_json(), parse_constant=lambda name: pytest.fail(f"bare {name}"))
    assert read["signature"] == found.signature
    assert read["pairs"][0]["low"] is None
    assert list(read)[2:] == list(found.tables())


def test_tables_are_plain_rows():
    found = analyse([world()], **HOW)
    assert found.to_rows("pairs")[0]["model_a"] == "model-0"
    with pytest.raises(KeyError, match="no table 'pear'; tables: metrics, sensitivity"):
        found.to_rows("pear")


def test_it_prints_the_short_answer():
    text = str(analyse([a_reversal()], **HOW))
    assert "3 significant reversals" in text
    assert "m on set, axis/1: a vs c +0.0500 (win) -> -0.0480 (loss)" in text
    many = np.random.default_rng(5).permutation(np.arange(10)[:, None] + np.zeros((10, 30)))
    many = table([many, -many])
    assert "... and 25 more in the table 'pairs'" in str(analyse([many], **HOW))
    assert "0 significant reversals" in str(analyse([table(np.zeros((1, 1, 1)))], **HOW))


@pytest.mark.parametrize(
    ("tables", "how", "error", "message"),
    [
        ([], {}, BadDataError, "no score table"),
        ([world(), world()], {}, BadDataError, "two score tables for metric 'm' on data set 'set'"),
        ([table(np.zeros((1, 0, 3)))], {}, BadDataError, "no models or no studies"),
        ([table(np.zeros((1, 2, 0)))], {}, BadDataError, "no models or no studies"),
        ([world()], {"resamples": 0}, UsageError, "resamples must be at least 1, got 0"),
        ([world()], {"level": 95}, UsageError, "level must lie between 0 and 1, got 95"),
    ],
)
def test_what_cannot_be_analysed_is_one_clear_error(tables, how, error, message):
    with pytest.raises(error, match=message):
        analyse(tables, **how)


def test_same_seed_same_result():
    first, second = analyse([world()], **HOW), analyse([world()], **HOW)
    assert isinstance(first, Analysis)
    assert first.to_json() == second.to_json() != analyse([world()], seed=1, **HOW).to_json()
