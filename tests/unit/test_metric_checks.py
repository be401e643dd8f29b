"""Checks find what is wrong with a metric before its numbers mislead."""

from __future__ import annotations

from itertools import count

import pytest

from reref.analysis.checks import check_metric
from reref.analysis.metrics import Metric, get_metric, metric_names
from reref.core.errors import BadDataError, MissingExtraError


def make(function, **facts) -> Metric:
    base = get_metric(function)
    known = {name: getattr(base, name) for name in ("function", "style", "arguments")}
    return Metric(**({"name": "m", "higher_is_better": True} | known | facts))


def found(metric, score="", **how):
    return {row.check: row for row in check_metric(metric, **how) if row.score == score}


#: Metrics of coronary CT say nothing about the chest reports that the checks bring along.
_OTHER_PATIENTS = ("csm-ccta",)


@pytest.mark.parametrize(
    "name",
    [name for name in metric_names() if not get_metric(name).needs and not name.startswith(_OTHER_PATIENTS)],
)
def test_every_metric_of_ours_passes_every_check(name):
    try:
        rows = check_metric(get_metric(name))
    except MissingExtraError as error:
        pytest.skip(str(error))
    assert [row for row in rows if not row.ok] == []


def overlap(candidate, reference):
    ours, theirs = set(candidate.split()), set(reference.split())
    return len(ours & theirs) / max(len(ours | theirs), 1)


def test_a_wrong_direction_is_found():
    rows = found(make(overlap, higher_is_better=False))
    assert not rows["direction"].ok
    assert "is higher_is_better=False right?" in rows["direction"].detail
    assert not rows["identity"].ok


def test_a_metric_that_knows_no_match_is_found():
    rows = found(make(lambda candidate, reference: 0.5))
    assert not rows["direction"].ok
    assert rows["identity"].ok


def test_case_and_whitespace_are_told_but_are_no_faults():
    rows = found(make(overlap))
    assert rows["case"].ok
    assert rows["case"].value > 0.3
    assert rows["whitespace"].value == 0


def test_dependence_on_the_batch_is_found_unless_declared():
    def ranked(candidates, references):
        return [overlap(c, r) + len(candidates) for c, r in zip(candidates, references, strict=True)]

    assert not found(make(ranked))["batch"].ok
    assert "declare batch_dependent=True" in found(make(ranked))["batch"].detail
    assert found(make(ranked, batch_dependent=True))["batch"].ok


def test_dependence_on_the_order_is_found():
    def first_wins(candidates, references):
        return [
            overlap(c, r) + (i == 0 and len(candidates) > 1)
            for i, (c, r) in enumerate(zip(candidates, references, strict=True))
        ]

    assert not found(make(first_wins))["batch"].ok


def test_a_metric_that_is_never_the_same_is_found():
    calls = count()
    assert not found(make(lambda candidate, reference: next(calls) * 1e-6))["determinism"].ok


def test_scores_outside_the_declared_range_are_found():
    rows = found(make(lambda candidate, reference: 100 * overlap(candidate, reference), range=(0, 1)))
    assert not rows["range"].ok
    assert rows["range"].value >= 6
    assert found(make(overlap, range=(0.0, None)))["range"].ok
    assert "[-inf, 0.5]" in found(make(overlap, range=(None, 0.5)))["range"].detail


def test_unscored_pairs_are_counted_with_a_reason():
    rows = found(make(lambda candidate, reference: None if "nodule" in candidate else overlap(candidate, reference)))
    assert not rows["unscored"].ok
    assert "2 of 12 pairs are unscored: returned None" in rows["unscored"].detail
    assert rows["direction"].ok


def test_a_metric_that_scores_nothing_fails_without_an_exception():
    rows = found(make(lambda candidate, reference: None))
    assert not rows["unscored"].ok
    assert list(rows) == ["unscored"]


def test_one_result_for_many_pairs_is_found_though_single_pairs_have_scores():
    def corpus(candidates, references):
        return [sum(c == r for c, r in zip(candidates, references, strict=True)) / len(candidates)]

    rows = found(make(corpus))
    assert rows["unscored"].ok
    assert not rows["calls"].ok
    assert "aggregate" in rows["calls"].detail


def test_each_named_score_is_checked():
    metric = make(
        lambda candidate, reference: {"a": overlap(candidate, reference), "b": 1 - overlap(candidate, reference)}
    )
    assert found(metric, "a")["direction"].ok
    assert not found(metric, "b")["direction"].ok


def test_own_reports_can_be_used():
    assert found(make(overlap), reports=["a b", "c d", "e f"])["direction"].value == 1.0
    with pytest.raises(BadDataError, match="at least 3 different reports, got 2"):
        check_metric(make(overlap), reports=["a", "b", "a"])
