"""Adapters call published packages as they are made: argument order, direction, empty texts, batches, missing scores.

The packages are stand-ins with the published signatures (tests/stand_ins), whose score is not symmetric.
"""

from __future__ import annotations

import ast
import json
import math
import sys
from pathlib import Path

import numpy as np
import pytest
from command import reref

from reref.analysis.metrics import get_metric
from reref.analysis.metrics.adapters import PUBLISHED, published
from reref.analysis.metrics.adapters.remote import RemoteMetric
from reref.analysis.pairs import score_batch
from reref.core.errors import MissingExtraError, UsageError

ADAPTERS = Path(published.__file__).parent
STAND_INS = Path(__file__).parents[1] / "stand_ins"
CANDIDATES = ["mild effusion", "lungs clear", "no such word here"]
REFERENCES = ["mild left effusion is seen today", "heart large", "the lungs are clear"]
#: The share of the candidate's words that the reference has.
SHARES = [1.0, 0.0, 0.0]
PYTHON = Path(sys.executable)


@pytest.fixture(autouse=True)
def _stand_ins(monkeypatch):
    monkeypatch.syspath_prepend(str(STAND_INS))
    monkeypatch.setenv("PYTHONPATH", str(STAND_INS))
    monkeypatch.setenv("REREF_CXR_REPORT_METRIC", str(STAND_INS))
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    published._loaded.cache_clear()
    names = {path.stem for path in STAND_INS.iterdir()}
    yield
    published._loaded.cache_clear()
    for name in [name for name in sys.modules if name.split(".")[0] in names]:
        del sys.modules[name]


def scores(name, candidates=CANDIDATES, references=REFERENCES):
    return [dict(row.scores) for row in score_batch(get_metric(name), candidates, references)]


PLAIN = ["ratescore", "bert-score", "green", "cxrfescore", "gema", "radeval-bleu", "radeval-ratescore",
         "radeval-temporal", "radeval-crimson"]  # fmt: skip


@pytest.mark.parametrize("name", PLAIN)
def test_candidate_and_reference_are_never_swapped(name):
    assert [row[""] for row in scores(name)] == pytest.approx(SHARES)


def test_radgraph_names_its_three_rewards():
    assert scores("radgraph")[0] == {"simple": 1.0, "partial": 0.5, "complete": 0.25}
    assert scores("radgraph", ["", "x"], ["x", "x"])[0]["simple"] == 0.0


def test_chexbert_f1_comes_from_labels_summed_over_the_corpus():
    candidates = ["effusion and edema", "cardiomegaly"]
    references = ["effusion", "cardiomegaly and fracture"]
    # 2 hits, 1 false (edema), 1 missed (fracture): micro 4/6; macro over four classes (1 + 0 + 1 + 0)/4
    for name, expected in (("f1chexbert-micro-14", 4 / 6), ("f1chexbert-macro-14", 0.5), ("f1chexbert-micro-5", 4 / 5)):
        metric = get_metric(name)
        summed = np.array(metric(candidates, references)).sum(axis=0)
        assert float(metric.aggregate(summed)) == pytest.approx(expected)


@pytest.mark.parametrize("name", ["radcliq-v1", "radeval-radcliq"])
def test_radcliq_stays_raw_and_is_lower_is_better(name):
    found = [row[""] for row in scores(name)]
    assert found[0] < found[1]
    assert found[0] < 0
    assert not get_metric(name).higher_is_better


def test_radevals_radcliq_is_batch_dependent_and_refuses_a_single_reference():
    assert get_metric("radeval-radcliq").batch_dependent
    row = score_batch(get_metric("radeval-radcliq"), CANDIDATES[:1], REFERENCES[:1])[0]
    assert "at least two" in row.error


def test_crimson_keeps_its_range_and_an_unreadable_reply_is_unscored():
    found = score_batch(get_metric("crimson-score"), [*CANDIDATES, "unreadable"], [*REFERENCES, "x"])
    assert [row.scores[""] for row in found[:3]] == pytest.approx([1.0, -1.0, -1.0])
    assert found[3].error == "returned None"
    assert math.isnan(found[3].scores[""])


def test_green_without_a_score_is_unscored_and_the_rest_is_scored():
    found = score_batch(get_metric("green"), ["unreadable", "lungs"], ["lungs", "lungs"])
    assert [row.error for row in found] == ["returned None", ""]


def test_radfact_matches_results_by_study_and_leaves_dropped_pairs_unscored():
    found = score_batch(get_metric("radfact"), [*CANDIDATES, "dropped", "unreadable"], [*REFERENCES, "x", "x"])
    assert found[0].scores["precision"] == 1.0
    assert found[0].scores["recall"] == pytest.approx(2 / 6)
    assert found[0].scores["f1"] == pytest.approx(0.5)
    assert found[1].scores["f1"] == 0.0
    assert all(math.isnan(row.scores["f1"]) for row in found[3:])


@pytest.mark.parametrize("name", [name for name in PUBLISHED if name.startswith("radeval-")])
def test_radevals_whole_set_is_read_by_its_per_sample_keys(name):
    found = scores(name)
    assert all(math.isfinite(value) for row in found for value in row.values())
    if name != "radeval-radcliq":
        assert [next(iter(row.values())) for row in found] == pytest.approx(SHARES)


def test_ratescore_gives_its_half_for_a_side_without_entities():
    assert scores("ratescore", [""], ["lungs"])[0][""] == 0.5


@pytest.mark.parametrize("name", list(PUBLISHED))
def test_without_the_package_one_line_says_how_to_get_it_or_where_to_run_it(name, monkeypatch):
    monkeypatch.setattr(sys, "path", [p for p in sys.path if p != str(STAND_INS)])
    for module in ("radgraph", "f1chexbert", "RaTEScore", "bert_score", "green_score", "CRIMSON", "CXRMetric",
                   "cxrfescore", "gemascore", "radfact", "radeval"):  # fmt: skip
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError, match=r"(pip install|clone).*--python PATH") as caught:
        score_batch(get_metric(name), CANDIDATES, REFERENCES)
    assert "\n" not in str(caught.value)


def test_missing_weights_are_named_with_their_size(monkeypatch):
    import bert_score

    def offline(*_, **__):
        raise OSError("couldn't connect")

    monkeypatch.setattr(bert_score, "BERTScorer", offline)
    with pytest.raises(MissingExtraError, match=r"bert-score could not load its model \(OSError: .*1\.4 GB"):
        score_batch(get_metric("bert-score"), CANDIDATES, REFERENCES)


@pytest.mark.parametrize("name", ["radgraph", "bert-score", "radcliq-v1", "f1chexbert-micro-5", "radeval-rouge"])
def test_another_python_gives_the_same_scores(name):
    with RemoteMetric(name, PYTHON) as remote:
        there = score_batch(remote.metric, CANDIDATES, REFERENCES)
    here = score_batch(get_metric(name), CANDIDATES, REFERENCES)
    assert there == here


@pytest.fixture
def own(tmp_path):
    file = tmp_path / "own.py"
    file.write_text(
        "import os\n"
        "def score(candidates, references):\n"
        "    print('loud')\n"
        "    if 'bad' in candidates: raise ValueError('bad row')\n"
        "    if 'deadly' in candidates: os._exit(3)\n"
        "    return [float('nan') if c == 'nan' else len(c) for c in candidates]\n"
    )
    return f"{file}:score"


def test_in_another_python_a_bad_row_costs_one_row_even_if_it_kills_the_process(own):
    with RemoteMetric(own, PYTHON) as remote:
        found = score_batch(remote.metric, ["a", "bad", "ccc", "deadly", "nan", "dd"], ["x"] * 6)
    assert [row.scores[""] for row in (found[0], found[2], found[5])] == [1, 3, 2]
    assert "ValueError: bad row" in found[1].error
    assert "exit code 3" in found[3].error
    assert found[4].error == "returned None"


def test_the_command_scores_in_another_python_and_reports_versions(tmp_path, capsys):
    pairs, out = tmp_path / "pairs.jsonl", tmp_path / "out.jsonl"
    rows = [{"id": str(i), "candidate": c, "reference": r}
            for i, (c, r) in enumerate(zip(CANDIDATES, REFERENCES, strict=True))]  # fmt: skip
    pairs.write_text("\n".join(map(json.dumps, rows)))
    done = reref(capsys, "metrics", "run", "ratescore", "--python", PYTHON, "--pairs", pairs, "-o", out)
    assert done.code == 0, done.err
    assert f"Python {sys.version_info[0]}.{sys.version_info[1]}" in done.err
    assert [json.loads(line)["score"] for line in out.read_text().splitlines()] == SHARES


def test_what_is_not_there_is_said_in_one_line(tmp_path, monkeypatch):
    with pytest.raises(UsageError, match="no Python at"):
        RemoteMetric("radgraph", tmp_path / "python")
    with pytest.raises(UsageError, match="does not run in another Python"):
        RemoteMetric("rouge-l", PYTHON)
    monkeypatch.setenv("PYTHONPATH", "")
    with (
        pytest.raises(MissingExtraError, match=r"radgraph does not run in .*pip install"),
        RemoteMetric("radgraph", PYTHON),
    ):
        pass
    with pytest.raises(MissingExtraError, match="no_such_module"), RemoteMetric("no_such_module:f", PYTHON):
        pass


@pytest.mark.parametrize("file", [*sorted(ADAPTERS.glob("calls/*.py")), ADAPTERS / "worker.py"], ids=lambda f: f.name)
def test_what_other_environments_run_is_plain_old_python_and_imports_nothing_of_ours(file):
    tree = ast.parse(file.read_text(), feature_version=(3, 7))
    imported = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    imported += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    assert not [name for name in imported if name.startswith("reref")]
