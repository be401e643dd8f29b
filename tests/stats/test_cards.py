"""Discrimination, dose lines, variance shares and the cards that put them side by side."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from score_worlds import table, world

from reref.analysis import ReferenceSet, get_metric
from reref.analysis.bootstrap import means_with_intervals
from reref.analysis.cards import metric_cards
from reref.analysis.discrimination import discrimination, edit_distance
from reref.analysis.fidelity import dose_row
from reref.analysis.metrics import Metric
from reref.analysis.targets import dose_series, preserving_targets, style_targets, target_group
from reref.analysis.variance import variance_rows

NAN = math.nan
HOW = {"resamples": 300}


def test_kinds_are_read_from_names():
    names = [
        "original",
        "hedging/alternative",
        "error/size",
        "persona/p",
        "control/case",
        "paraphrase/free",
        "dose/omission-10",
    ]
    kinds = ["original", "axis", "error", "persona", "control", "paraphrase", "dose"]
    assert [target_group(name) for name in names] == kinds
    assert style_targets(names) == ["hedging/alternative"]
    assert preserving_targets(names) == ["hedging/alternative", "persona/p", "paraphrase/free"]


def test_dose_series_rise_and_ignore_what_is_none():
    names = ["dose/omission-100", "dose/omission-20", "dose/errors-3", "dose/odd", "error/size-10"]
    assert dose_series(names) == {
        "omission": {20: "dose/omission-20", 100: "dose/omission-100"},
        "errors": {3: "dose/errors-3"},
    }


def test_means_leave_out_what_is_missing():
    values = np.array([[1.0, 2.0, NAN, 3.0], [NAN] * 4, [NAN, 5.0, NAN, NAN]])
    found = means_with_intervals(values, key=1, resamples=500)
    assert found.mean[[0, 2]].tolist() == [2, 5]
    assert np.isnan([found.mean[1], *found.low[1:], *found.high[1:]]).all()
    assert found.studies.tolist() == [3, 0, 1]
    assert found.low[0] < 2 < found.high[0]


# Discrimination -------------------------------------------------------------------------------------------------


def test_discrimination_counts_wins_and_half_of_ties_within_a_study():
    preserving = np.array([[0.9, 0.5, NAN], [0.8, 0.5, 0.1]])
    erroneous = np.array([[0.85, 0.5, 0.9], [0.1, NAN, 0.1]])
    rows = {(r.group, r.name): r for r in discrimination(preserving, erroneous, ["error/a", "error/b"], **HOW)}
    # study 1: a 1 of 2, b 2 of 2; study 2: a two ties; study 3: a 0 of 1, b a tie
    assert rows["error", "error/a"].auc == (1 + 1 + 0) / 5
    assert rows["error", "error/b"].auc == 2.5 / 3
    assert rows["overall", ""].auc == 4.5 / 8
    assert rows["overall", ""].comparisons == 8
    assert rows["overall", ""].studies == 3
    assert rows["error", "error/a"].low <= rows["error", "error/a"].auc <= rows["error", "error/a"].high


def test_discrimination_is_the_mann_whitney_statistic_of_each_study():
    from scipy.stats import mannwhitneyu

    rng = np.random.default_rng(1)
    preserving, erroneous = rng.integers(0, 5, (6, 1)).astype(float), rng.integers(0, 5, (4, 1)).astype(float)
    expected = mannwhitneyu(preserving[:, 0], erroneous[:, 0]).statistic / 24
    found = discrimination(preserving, erroneous, ["e"] * 4, **HOW)[0]
    assert found.auc == pytest.approx(expected)
    assert math.isnan(found.low)


def test_bands_compare_alternatives_that_changed_equally_much():
    preserving, erroneous = np.array([[0.9, 0.2]]), np.array([[0.5, 0.5]])
    distances = np.array([[0.03, 0.5]]), np.array([[0.04, 0.03]])
    rows = {
        r.name: r for r in discrimination(preserving, erroneous, ["e"], distances=distances, **HOW) if r.group == "band"
    }
    assert (rows["0-0.05"].auc, rows["0-0.05"].comparisons) == (1, 1)
    assert math.isnan(rows["0.4-1"].auc)
    assert rows["0.4-1"].comparisons == 0
    assert len(rows) == 5


def test_edit_distance_is_the_share_of_changed_words():
    assert edit_distance("a b c d", "a b c d") == 0
    assert edit_distance("a b c d", "a x c d") == 0.25
    assert edit_distance("", "a b") == 1


# Doses ----------------------------------------------------------------------------------------------------------


def test_a_faithful_metric_has_slope_1_and_no_error():
    levels = np.array([0, 25, 50, 100])
    row = dose_row(levels, np.repeat(1 - levels[:, None] / 100, 3, axis=1), series="omission", score_range=(0, 1))
    assert (row.slope, row.intercept, row.r2, row.boundary_error) == pytest.approx((1, 0, 1, 0))
    assert row.points == 12
    assert row.wrong_steps == 0


def test_the_line_is_scipys_and_the_boundary_error_by_hand():
    from scipy.stats import linregress

    rng = np.random.default_rng(2)
    levels = np.array([0, 20, 60, 100])
    scores = rng.random((4, 30))
    scores[1, 3] = NAN
    row = dose_row(levels, scores, series="omission", score_range=(0, 1))
    x = np.repeat(1 - levels[:, None] / 100, 30, axis=1)
    known = ~np.isnan(scores)
    peer = linregress(x[known], scores[known])
    assert (row.slope, row.intercept, row.r2) == pytest.approx((peer.slope, peer.intercept, peer.rvalue**2))
    assert row.boundary_error == pytest.approx((abs(peer.intercept) + abs(peer.intercept + peer.slope - 1)) / 2)
    assert row.points == 119


def test_other_series_are_fitted_against_their_level():
    row = dose_row(np.array([0, 1, 2]), np.array([[1.0], [0.8], [0.9]]), series="errors", score_range=(0, 1))
    assert row.slope == pytest.approx(-0.05)
    assert math.isnan(row.boundary_error)
    assert row.wrong_steps == 0.5


@pytest.mark.parametrize("scores", [[[NAN], [NAN]], [[0.5], [NAN]]])
def test_a_line_needs_two_levels(scores):
    row = dose_row(np.array([0, 50]), np.array(scores), series="omission", score_range=(0, 1))
    assert math.isnan(row.slope)
    assert math.isnan(row.wrong_steps)


def test_constant_scores_explain_nothing_and_open_ranges_have_no_boundary():
    row = dose_row(np.array([0, 50]), np.full((2, 3), 0.4), series="omission", score_range=(None, None))
    assert row.slope == 0
    assert math.isnan(row.r2)
    assert math.isnan(row.boundary_error)


# Variance -------------------------------------------------------------------------------------------------------


def test_variance_shares_sum_to_one_and_find_their_source():
    rng = np.random.default_rng(3)
    study, model = rng.normal(size=(1, 1, 40)), rng.normal(size=(1, 5, 1))
    rows = {r.source: r.share for r in variance_rows(table(np.broadcast_to(study + model, (3, 5, 40)).copy()))}
    assert sum(rows.values()) == pytest.approx(1)
    assert rows["study"] + rows["model"] == pytest.approx(1)
    values = rng.normal(size=(3, 5, 40))
    shares = [r.share for r in variance_rows(table(values))]
    assert sum(shares) == pytest.approx(1)
    assert len(shares) == 7


def test_variance_uses_studies_with_every_score():
    scores = world()
    scores.values[1, 2, :10] = NAN
    assert {r.studies for r in variance_rows(scores)} == {50}
    scores.values[0, 0] = NAN
    assert all(math.isnan(r.share) and r.studies == 0 for r in variance_rows(scores))
    assert all(math.isnan(r.share) for r in variance_rows(table(np.full((2, 2, 3), 0.1))))


# Cards ----------------------------------------------------------------------------------------------------------

STUDIES = ("1", "2", "3", "4")
TEXTS = {
    "original": ["a b c d", "e f g h", "i j k l", "m n o p"],
    "structure/structured": ["b a c d", "e f g h", "j i k l", ("m o n p", "x")],
    "terminology/alternative": ["a b c d", "e F g h", "i j K l", "m n o p"],
    "control/case": ["A B C D", "E F G H", "I J K L", "M N O P"],
    "error/size": ["a b c 9", "e f g 9", "i j k 9", "m n o p"],
    "error/omission": ["a", "e", "i", "m"],
    "dose/omission-50": ["a b", "e f", "i j", "m n"],
    "dose/omission-100": ["", "", "", ""],
}
REFERENCES = ReferenceSet("set", STUDIES, TEXTS, {})


def overlap(candidate, reference):
    """Share of the reference's words, whatever their order and case."""
    ours, theirs = set(candidate.lower().split()), set(reference.lower().split())
    return len(ours & theirs) / len(theirs)


def made(function, **facts) -> Metric:
    base = get_metric(function)
    known = {name: getattr(base, name) for name in ("function", "style", "arguments")}
    return Metric(**({"name": "m", "higher_is_better": True, "range": (0, 1)} | known | facts))


def test_a_card_says_what_a_metric_ignores_and_punishes():
    found = metric_cards([made(overlap)], REFERENCES, agreement={"m": 0.7}, **HOW)
    card = found.cards[0]
    assert (card.same, card.another, card.style_drop, card.case_drop) == (1, 0, 0, 0)
    assert (card.weakest_error, card.weakest_error_drop) == ("error/size", 0.25)
    assert card.error_drop == (0.25 + 0.75) / 2
    assert (card.auc, card.slope, card.r2, card.boundary_error) == pytest.approx((1, 1, 1, 0))
    assert (card.agreement, card.unscored, card.studies) == (0.7, 0, 4)
    assert math.isnan(card.stability_drop)
    drops = {row.target: row for row in found.drops}
    assert (drops["error/size"].studies, drops["error/size"].group) == (3, "error")
    assert drops["structure/structured"].studies == 3
    assert [row.series for row in found.doses] == ["omission"]
    assert found.milliseconds["m"] >= 0
    assert found.errors == ()


def test_a_card_of_a_lower_is_better_metric_reads_the_same():
    down = made(lambda candidate, reference: 1 - overlap(candidate, reference), higher_is_better=False)
    one, other = metric_cards([made(overlap)], REFERENCES, **HOW), metric_cards([down], REFERENCES, **HOW)
    for field in ("style_drop", "error_drop", "auc"):
        assert getattr(other.cards[0], field) == pytest.approx(getattr(one.cards[0], field))


def test_unscored_pairs_are_counted_and_missing_alternatives_are_not():
    found = metric_cards(
        [made(lambda candidate, reference: overlap(candidate, reference) if "9" not in candidate else None)],
        REFERENCES,
        **HOW,
    )
    assert {(e.model, e.error) for e in found.errors} == {("error/size", "returned None")}
    # 4 originals, 4 of other patients, 3 + 2 styles, 4 cases, 3 + 4 errors, 8 omissions
    assert found.cards[0].unscored == 3 / 32


def test_a_card_without_alternatives_or_with_one_study_has_gaps_and_no_error():
    nothing = metric_cards([made(overlap)], ReferenceSet("set", STUDIES, {"original": TEXTS["original"]}, {}), **HOW)
    assert nothing.drops == nothing.discrimination == nothing.doses == ()
    assert math.isnan(nothing.cards[0].auc)
    single = ReferenceSet("set", ("1",), {target: texts[:1] for target, texts in TEXTS.items()}, {})
    card = metric_cards([made(overlap)], single, **HOW).cards[0]
    assert math.isnan(card.another)
    assert math.isnan(card.style_drop)
    assert card.auc == 1


def test_a_metric_without_a_working_range_has_no_shares():
    card = metric_cards([made(lambda candidate, reference: 0.5)], REFERENCES, **HOW).cards[0]
    assert math.isnan(card.error_drop)
    assert card.auc == 0.5


def test_cards_are_plain_tables_and_strict_json():
    found = metric_cards([made(overlap)], REFERENCES, **HOW)
    read = json.loads(found.to_json(), parse_constant=lambda name: pytest.fail(f"bare {name}"))
    assert list(read) == ["signature", *found.tables()] == ["signature", "cards", "drops", "discrimination", "doses"]
    assert "seed:0" in read["signature"]
    assert found.signature != metric_cards([made(overlap)], REFERENCES, seed=1, **HOW).signature
    assert found.to_json() == metric_cards([made(overlap)], REFERENCES, **HOW).to_json()
