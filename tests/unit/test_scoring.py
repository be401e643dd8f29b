"""Scoring: distinct pairs once, one bad row costs one row, nothing lost silently."""

from __future__ import annotations

import math
import os
from multiprocessing import Pipe
from threading import Thread

import numpy as np
import pytest

from reref.analysis import ReferenceSet, ScoreTable, get_metric, score, score_pairs, tables_from_rows, workers
from reref.analysis.metrics import Metric
from reref.analysis.pairs import PairScore, score_batch
from reref.core.errors import BadDataError, MetricError, MissingExtraError


def make(function, **facts) -> Metric:
    """A metric around a function, without a name in the registry."""
    base = get_metric(function)
    known = {name: getattr(base, name) for name in ("function", "style", "arguments")}
    return Metric(name=facts.pop("name", "m"), higher_is_better=True, **(known | facts))


def length(candidates, references):
    return [float(len(c)) for c in candidates]


BAD = {
    "raise": ("ValueError: cannot read this", lambda: (_ for _ in ()).throw(ValueError("cannot  read\nthis"))),
    "none": ("returned None", lambda: None),
    "nan": ("returned NaN", lambda: math.nan),
    "inf": ("returned inf", lambda: math.inf),
    "text": ("returned 'high' (str), not a number", lambda: "high"),
    "complex": ("not a number", lambda: 1j),
    "array": ("not a number", lambda: np.array([1.0, 2.0])),
    "exit": ("SystemExit: 3", lambda: (_ for _ in ()).throw(SystemExit(3))),
}


@pytest.mark.parametrize("kind", BAD)
@pytest.mark.parametrize("style", ["pair", "batch"])
def test_a_bad_row_alone_is_unscored_with_its_reason(kind, style):
    message, produce = BAD[kind]

    def pair(candidate, reference):
        return produce() if candidate == "bad" else 1.0

    def batch(candidates, references):
        return [pair(c, r) for c, r in zip(candidates, references, strict=True)]

    rows = score_batch(make(pair if style == "pair" else batch), ["a", "bad", "b"], ["x", "y", "z"])
    assert [row.scores[""] for row in rows if not row.error] == [1.0, 1.0]
    assert math.isnan(rows[1].scores[""])
    assert message in rows[1].error


def test_a_batch_that_skips_a_row_loses_that_row_alone():
    rows = score_batch(
        make(lambda candidates, references: [1.0 for c in candidates if c]), ["a", "", "b", "c"], ["x"] * 4
    )
    assert [row.error for row in rows] == ["", "ValueError: returned 0 results for 1 pairs", "", ""]


def test_a_metric_that_edits_its_arguments_changes_nothing_outside():
    def greedy(candidates, references):
        candidates.clear()
        return [1.0] * len(references)

    texts = ["a", "b"]
    score_batch(make(greedy), texts, ["x", "y"])
    assert texts == ["a", "b"]


@pytest.mark.parametrize(
    "returned",
    [
        [1, 2],
        (1.0, 2.0),
        np.array([1.0, 2.0]),
        np.array([1, 2], dtype=np.int64),
        [np.float32(1), np.array(2.0)],
        (float(x) for x in (1, 2)),
        [True, 2],
    ],
)
def test_sequences_of_any_numbers_are_read(returned):
    rows = score_batch(make(lambda candidates, references: returned), ["a", "b"], ["x", "y"])
    assert [row.scores[""] for row in rows] == [1.0, 2.0]


@pytest.mark.parametrize(
    "returned",
    [[{"p": 1, "r": 3}, {"p": 2, "r": None}], {"p": [1, 2], "r": [3, None]}, {"p": np.array([1, 2]), "r": [3, None]}],
)
def test_several_scores_each_with_its_own_gaps(returned):
    rows = score_batch(make(lambda candidates, references: returned), ["a", "b"], ["x", "y"])
    assert [row.scores["p"] for row in rows] == [1.0, 2.0]
    assert rows[0].scores["r"] == 3.0
    assert math.isnan(rows[1].scores["r"])
    assert rows[1].error == "r: returned None"


def test_one_number_for_a_whole_batch_is_asked_for_pair_by_pair():
    rows = score_batch(make(lambda candidates, references: len(candidates[0])), ["a", "bb"], ["x", "y"])
    assert [row.scores[""] for row in rows] == [1.0, 2.0]


@pytest.mark.parametrize(
    ("returned", "message"), [("ab", "returned str"), (None, "returned NoneType"), ({}, "no scores")]
)
def test_nonsense_for_a_batch_is_an_error_of_every_row(returned, message):
    rows = score_batch(make(lambda candidates, references: returned), ["a", "b"], ["x", "y"])
    assert all(message in row.error for row in rows)


def test_nothing_to_score():
    assert score_batch(make(length), [], []) == []
    assert score_pairs(make(length), []) == []


def mean_of_two(statistics):
    return statistics[..., 0] / statistics[..., 1]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (3.0, "not a row of statistics"),
        ("ab", "not a row"),
        ([], "none returned"),
        ([1, None], "returned None"),
        ([1, 0], "inf"),
    ],
)
def test_bad_statistics_are_unscored(row, message):
    rows = score_batch(
        make(lambda candidates, references: [[1, 2], row], aggregate=mean_of_two), ["a", "b"], ["x", "y"]
    )
    assert rows[0].statistics == (1.0, 2.0)
    assert rows[0].scores[""] == 0.5
    assert message in rows[1].error


@pytest.mark.parametrize(
    ("aggregate", "message"),
    [
        (lambda s: 1 / 0, "ZeroDivisionError"),
        (lambda s: [0.5], "made 1 scores of 2 rows"),
        (lambda s: 0.5, "TypeError"),
    ],
)
def test_an_aggregate_that_fails_is_an_error_of_its_rows(aggregate, message):
    rows = score_batch(
        make(lambda candidates, references: [[1, 2], [3, 4]], aggregate=aggregate), ["a", "b"], ["x", "y"]
    )
    assert all(message in row.error for row in rows)


def test_rows_of_differing_length_are_told_apart_and_only_the_full_ones_are_pooled():
    metric = make(lambda candidate, reference: [1, 2, 3][: len(candidate)], aggregate=lambda s: s[..., 0])
    found = score([metric], references(), {"a": ["xxx", "xx", "xxx"]})
    assert np.isnan(found.tables[0].values[0, 0]).tolist() == [False, True, False]
    assert found.errors[0].error == "the metric gave no such score, or rows of differing length"


def references(**texts) -> ReferenceSet:
    rows = {"original": ["r one", "r two", "r three"], **texts}
    return ReferenceSet("set", ("1", "2", "3"), rows, {})


class Counting:
    """A metric function that remembers what it was given."""

    def __init__(self):
        self.calls = []

    def __call__(self, candidates, references):
        self.calls.append(list(zip(candidates, references, strict=True)))
        return [len(c) + len(r) for c, r in zip(candidates, references, strict=True)]


def test_each_distinct_pair_is_scored_once_and_put_everywhere():
    counting = Counting()
    refs = references(**{"axis/a": ["r one", "r TWO", "r three"]})
    found = score([make(counting)], refs, {"a": ["x", "x", "x"], "b": ["x", "yy", None]})
    seen = [pair for call in counting.calls for pair in call]
    assert len(seen) == len(set(seen)) == found.pairs["m"] == 6
    table = found.tables[0]
    assert table.values.shape == (2, 2, 3)
    assert table.values[0].tolist()[0] == [6, 6, 8]
    assert table.accepted.tolist() == [[True] * 3, [False, True, False]]
    assert [(e.target, e.model, e.study, e.error) for e in found.errors] == [
        ("original", "b", "3", "the model has no report for this study"),
        ("axis/a", "b", "3", "the model has no report for this study"),
    ]


def test_two_orders_of_a_compound_target_are_averaged():
    refs = references(**{"persona/p": ["r one", ("aa", "bbbb"), ("c",)]})
    table = score([make(Counting())], refs, {"a": ["x", "x", "x"]}).tables[0]
    assert table.values[1, 0].tolist() == [6.0, 1 + 3.0, 2.0]


def test_a_score_missing_in_one_of_two_orders_is_missing():
    metric = make(lambda candidate, reference: None if reference == "bbbb" else 1.0)
    found = score([metric], references(**{"persona/p": ["r", ("aa", "bbbb"), "c"]}), {"a": ["x", "x", "x"]})
    assert np.isnan(found.tables[0].values[1, 0, 1])
    assert [(e.study, e.error) for e in found.errors] == [("2", "returned None")]


def test_several_scores_become_several_tables():
    metric = make(lambda candidate, reference: {"p": 1.0, "r": 2.0} if candidate else None)
    found = score([metric], references(), {"a": ["x", "", "x"]})
    assert [table.metric for table in found.tables] == ["m.p", "m.r"]
    assert np.isnan(found.tables[1].values[0, 0]).tolist() == [False, True, False]
    assert len(found.errors) == 1


def test_a_batch_dependent_metric_always_sees_one_model_under_one_target_whole():
    counting = Counting()
    refs = references(**{"axis/a": ["r one", ("p", "q"), "r three"]})
    steps = []
    found = score(
        [make(counting, batch_dependent=True)],
        refs,
        {"a": ["x", "y", "z"], "b": ["x", None, "z"]},
        progress=lambda done, total: steps.append((done, total)),
    )
    assert [len(call) for call in counting.calls] == [3, 2, 4, 2]
    assert counting.calls[0] == [("x", "r one"), ("y", "r two"), ("z", "r three")]
    assert found.pairs["m"] == 11
    assert steps[-1] == (11, 11)


def test_a_batch_dependent_metric_is_never_split():
    def fragile(candidates, references):
        if "bad" in candidates:
            raise ValueError("bad text")
        return [1.0] * len(candidates)

    found = score([make(fragile, batch_dependent=True)], references(), {"a": ["x", "bad", "z"], "b": ["x", "y", "z"]})
    assert np.isnan(found.tables[0].values[0, 0]).all()
    assert (found.tables[0].values[0, 1] == 1).all()


class Memory:
    """A store that forgets nothing."""

    def __init__(self):
        self.kept = {}

    def get(self, keys):
        return {key: self.kept[key] for key in keys if key in self.kept}

    def put(self, finished):
        self.kept.update(finished)


def test_finished_pairs_come_from_the_store():
    memory, counting, steps = Memory(), Counting(), []
    pairs = [("x", "r"), ("y", "r")]
    first = score_pairs(make(counting), pairs[:1], store=memory)
    again = score_pairs(make(counting), pairs, store=memory, progress=steps.append)
    assert again[0] == first[0]
    assert counting.calls == [[("x", "r")], [("y", "r")]]
    assert steps == [2]
    other = score_pairs(make(counting, version="2"), pairs[:1], store=memory)
    assert len(counting.calls) == 3
    assert other == first


def test_a_function_without_a_place_is_scored_in_one_process_and_says_so():
    found = score([make(length)], references(), {"a": ["x", "y", "z"]}, workers=2)
    assert found.notes == ("m: scored in one process, since other processes cannot import it by name",)


def test_wrong_numbers_of_texts_are_named():
    with pytest.raises(BadDataError, match="set, model a: 2 candidates for 3 studies"):
        score([make(length)], references(), {"a": ["x", "y"]})
    with pytest.raises(BadDataError, match="set, target axis/a: 1 texts for 3 studies"):
        references(**{"axis/a": ["x"]})
    with pytest.raises(BadDataError, match="first target of a reference set must be 'original'"):
        ReferenceSet("set", (), {"axis/a": []}, {})


# Processes ------------------------------------------------------------------------------------------------------

WORKER_METRICS = """
import os, sys
def size(candidates, references):
    return [len(c) + len(r) for c, r in zip(candidates, references)]
def deadly(candidates, references):
    if "die" in candidates:
        os._exit(9)
    return size(candidates, references)
def missing(candidates, references):
    from reref.core.errors import MissingExtraError
    raise MissingExtraError("pip install torch")
if os.environ.get("REREF_TEST_LOSE"):
    del size
if os.environ.get("REREF_TEST_REFUSE"):
    os._exit(7)
"""


@pytest.fixture
def worker_metrics(tmp_path):
    file = tmp_path / "worker_metrics.py"
    file.write_text(WORKER_METRICS)
    return file


def test_processes_give_the_scores_of_one_process(worker_metrics):
    metric = get_metric(f"{worker_metrics}:size")
    pairs = [(f"c{i}", "r" * (i % 7)) for i in range(700)]
    steps = []
    assert score_pairs(metric, pairs, workers=2, progress=steps.append) == score_pairs(metric, pairs)
    assert steps[-1] == 700


def test_a_pair_that_kills_its_process_is_lost_alone(worker_metrics):
    metric = get_metric(f"{worker_metrics}:deadly")
    pairs = [(f"c{i}", "r") for i in range(520)]
    pairs[300] = ("die", "r")
    rows = score_pairs(metric, pairs, workers=2)
    assert [i for i, row in enumerate(rows) if row.error] == [300]
    assert rows[300].error == "the process that scored it died"


def test_processes_that_do_not_start_are_one_clear_error(worker_metrics, monkeypatch):
    metric = get_metric(f"{worker_metrics}:size")
    monkeypatch.setenv("REREF_TEST_REFUSE", "1")
    with pytest.raises(MetricError, match="worker processes do not start; use workers=1"):
        score_pairs(metric, [(f"c{i}", "r") for i in range(600)], workers=2)


def test_a_worker_that_does_not_find_its_metric_says_so(worker_metrics, monkeypatch):
    metric = get_metric(f"{worker_metrics}:size")
    monkeypatch.setenv("REREF_TEST_LOSE", "1")
    with pytest.raises(MetricError, match=r"metric 'size': a worker process does not find it: .* has no 'size'"):
        score_pairs(metric, [(f"c{i}", "r") for i in range(600)], workers=2)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_missing_package_is_one_error_and_not_one_a_row(worker_metrics, workers):
    metric = get_metric(f"{worker_metrics}:missing")
    with pytest.raises(MissingExtraError, match="pip install torch"):
        score_pairs(metric, [(f"c{i}", "r") for i in range(600)], workers=workers)


def served(spec):
    """A worker's end of the work, in a thread of this process."""
    ours, theirs = Pipe()
    thread = Thread(target=workers._serve, args=(theirs, spec, os.getppid()), daemon=True)
    thread.start()
    return ours, thread


def test_a_worker_scores_what_it_is_given_until_the_pipe_ends(worker_metrics):
    pipe, thread = served(f"{worker_metrics}:size")
    assert pipe.recv() == "ready"
    pipe.send((["ab"], ["c"]))
    assert pipe.recv() == [PairScore({"": 3.0})]
    pipe.close()
    thread.join(10)
    assert not thread.is_alive()


def test_a_worker_sends_back_what_no_row_can_be_blamed_for(worker_metrics):
    pipe, thread = served(f"{worker_metrics}:missing")
    assert pipe.recv() == "ready"
    pipe.send((["ab"], ["c"]))
    assert isinstance(pipe.recv(), MissingExtraError)
    pipe.close()
    thread.join(10)


def test_a_worker_without_its_metric_says_so_and_ends(tmp_path):
    pipe, thread = served(f"{tmp_path}/none.py:f")
    assert "does not exist" in pipe.recv()
    thread.join(10)
    assert not thread.is_alive()


def test_a_worker_leaves_when_its_parent_has_gone(monkeypatch):
    left = []
    monkeypatch.setattr(workers.os, "_exit", left.append)
    monkeypatch.setattr(workers.time, "sleep", lambda seconds: None)
    parents = iter([os.getpid(), os.getpid(), 1])
    monkeypatch.setattr(workers.os, "getppid", lambda: next(parents))
    workers._leave_with(os.getpid())
    assert left == [1]


# Tables ---------------------------------------------------------------------------------------------------------


def test_a_lower_is_better_table_is_negated_once():
    table = ScoreTable(
        "errors", "set", ("original",), ("a",), ("1",), np.full((1, 1, 1), 3.0), np.ones((1, 1), bool), False, (0, 10)
    )
    turned = table.oriented()
    assert turned.values.item() == -3.0
    assert turned.range == (-10, 0)
    assert turned.oriented() is turned


def test_a_lower_is_better_corpus_table_negates_its_aggregate_and_keeps_its_statistics():
    table = ScoreTable(
        "errors", "set", ("original",), ("a",), ("1",), np.full((1, 1, 1), 0.5), np.ones((1, 1), bool), False,
        statistics=np.array([[[[1.0, 2.0]]]]), aggregate=mean_of_two,
    )  # fmt: skip
    turned = table.oriented()
    assert turned.aggregate(turned.statistics.sum(axis=2)).item() == -0.5


def test_a_table_of_the_wrong_shape_is_refused():
    values, accepted = np.zeros((1, 1, 2)), np.ones((1, 2), bool)
    for change, message in [
        ({"targets": ("axis/a",)}, "first target"),
        ({"studies": ("1",)}, "values must have shape"),
        ({"accepted": np.ones((1, 1), bool)}, "accepted must have shape"),
        ({"aggregate": mean_of_two}, "both its statistics"),
        ({"statistics": np.zeros((1, 1, 1, 2)), "aggregate": mean_of_two}, "statistics must have shape"),
    ]:
        facts = {
            "targets": ("original",),
            "models": ("a",),
            "studies": ("1", "2"),
            "values": values,
            "accepted": accepted,
        }
        with pytest.raises(ValueError, match=message):
            ScoreTable("m", "set", **(facts | change))


def test_rows_and_tables_are_each_others_inverse():
    rng = np.random.default_rng(0)
    table = ScoreTable(
        "m", "set", ("original", "axis/a"), ("a", "b"), ("1", "2", "3"), rng.random((2, 2, 3)),
        np.array([[True] * 3, [True, False, True]]),
    )  # fmt: skip
    table.values[1, 0, 1] = np.nan
    again = tables_from_rows(table.rows())[0]
    assert np.array_equal(again.values, table.values, equal_nan=True)
    assert (again.accepted == table.accepted).all()
    assert (again.targets, again.models, again.studies) == (table.targets, table.models, table.studies)


def test_missing_rows_are_unscored_and_missing_targets_infeasible():
    rows = [
        {"metric": "m", "model": "a", "study_id": 1, "score": "0.5"},
        {"metric": "m", "model": "a", "study_id": 2, "score": None},
        {"metric": "m", "model": "b", "study_id": 1, "score": 1},
        {"metric": "m", "model": "a", "study_id": 1, "score": 0.25, "target": "axis/a"},
    ]
    table = tables_from_rows(rows, higher_is_better={"m": False})[0]
    assert np.isnan(table.values[0]).tolist() == [[False, True], [False, True]]
    assert table.accepted.tolist() == [[True, True], [True, False]]
    assert not table.higher_is_better


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{"metric": "m", "score": 1}], "score row 1: no column model, study_id"),
        ([{"metric": "m", "model": "a", "study_id": 1, "score": "x"}], "score row 1: score 'x' is not a number"),
        ([{"metric": "m", "model": "a", "study_id": 1, "score": 1}] * 2, "score row 2: .* stands twice"),
        ([{"metric": "m", "model": "a", "study_id": 1, "score": 1, "target": "t"}], "no rows with target 'original'"),
    ],
)
def test_bad_score_rows_are_named(rows, message):
    with pytest.raises(BadDataError, match=message):
        tables_from_rows(rows)


def test_pair_scores_compare_by_value():
    assert PairScore({"": 1.0}) == PairScore({"": 1.0}, (), "")


def test_a_pair_of_empty_texts_is_unscored_and_the_metric_is_not_asked_about_it():
    asked = []

    def count(candidates, references):
        asked.extend(candidates)
        return [1.0 for _ in candidates]

    rows = score_batch(make(count), ["", "x", " "], ["", "x", "y"])
    assert [row.error for row in rows] == ["both texts are empty", "", ""]
    assert math.isnan(rows[0].scores[""])
    assert asked == ["x", " "]
