"""Judges give scores by their arithmetic, keep reasons, and leave a pair unscored when the reply is no judgement."""

from __future__ import annotations

import json
import math

import pytest
from command import reref
from llm.fake_server import Answer, FakeServer

from reref.analysis.finebench import NULL, Question, score_report
from reref.analysis.judges.asking import Judge
from reref.analysis.judges.scoring import errors_score, significance_score
from reref.analysis.judges.words import prompt_hash
from reref.analysis.metrics import get_metric, llm_judges
from reref.analysis.pairs import score_batch
from reref.core.errors import MissingExtraError
from reref.llm.endpoint import Endpoint
from reref.llm.settings import LLMSettings

ERRORS = {
    "matched": ["effusion", "cardiomegaly"],
    "errors": [
        {"category": "wrong_location", "significant": True, "what": "left for right"},
        {"category": "missing_finding", "significant": False, "what": "old granuloma"},
    ],
}
SIGNIFICANCE = {
    "findings": [
        {"finding": "pneumothorax", "importance": "urgent", "told": "partly"},
        {"finding": "scoliosis", "importance": "expected", "told": "missing"},
    ],
    "made_up": [{"finding": "granuloma", "importance": "minor"}],
}


def server(reply):
    def script(body, number=0):
        text = json.dumps(body["messages"])
        return reply(text) if callable(reply) else Answer(json.dumps(reply))

    return FakeServer(script)


def judge_at(url):
    return Endpoint(LLMSettings(model="fake", base_url=url, timeout=10, deadline=20, tries=1, re_asks=0))


@pytest.mark.parametrize(("matched", "significant", "score"), [(2, 1, 2 / 3), (0, 0, 1), (0, 3, 0), (4, 0, 1)])
def test_errors_score(matched, significant, score):
    assert errors_score(matched, significant) == pytest.approx(score)


def test_significance_score_weighs_by_importance_and_stays_above_minus_one():
    assert significance_score([("urgent", "right"), ("expected", "missing")], []) == 1.0
    assert significance_score([("urgent", "partly")], ["minor"]) == pytest.approx(0.25)
    assert significance_score([], []) == 1.0
    made_up = [significance_score([("important", "missing")], ["urgent"] * n) for n in range(4)]
    assert made_up == sorted(made_up, reverse=True)
    assert -1 < made_up[-1] < 0


def test_counted_errors_come_with_categories_and_reasons():
    with server(ERRORS) as at, judge_at(at.url) as endpoint:
        found = Judge(endpoint).errors("candidate", "reference")
    assert found["score"] == pytest.approx(2 / 3)
    assert found["significant"]["wrong_location"] == 1
    assert found["insignificant"]["missing_finding"] == 1
    assert found["errors"][0]["what"] == "left for right"


def test_significance_sees_the_context_of_the_patient():
    seen = []

    def reply(text):
        seen.append(text)
        return Answer(json.dumps(SIGNIFICANCE))

    with server(reply) as at, judge_at(at.url) as endpoint:
        found = Judge(endpoint).significance("candidate", "reference", "age: 4, indication: fall")
    assert found["score"] == pytest.approx(0.25)
    assert "indication: fall" in seen[0]


@pytest.mark.parametrize(
    "answer",
    [Answer("I cannot help with that."), Answer(None, refusal="no"), Answer('{"matched": 3}'), Answer(status=400)],
)
def test_a_reply_that_is_no_judgement_leaves_its_pair_unscored_with_a_reason(answer):
    def reply(text):
        return answer if "odd one" in text else Answer(json.dumps(ERRORS))

    with server(reply) as at, judge_at(at.url) as endpoint:
        judge = Judge(endpoint)
        good, odd = judge.many(judge.errors, [("fine", "reference"), ("odd one", "reference")])
    assert good["score"] == pytest.approx(2 / 3)
    assert odd["score"] is None
    assert odd["error"]


def test_a_metric_by_name_takes_its_endpoint_from_the_environment(monkeypatch):
    def reply(text):
        return Answer("no") if "odd one" in text else Answer(json.dumps(ERRORS))

    llm_judges._judge.cache_clear()
    with server(reply) as at:
        for name, value in {"MODEL": "fake", "BASE_URL": at.url, "TRIES": "1", "RE_ASKS": "0"}.items():
            monkeypatch.setenv(f"REREF_{name}", value)
        found = score_batch(get_metric("judge-errors"), ["fine", "odd one", "good"], ["reference"] * 3)
    llm_judges._judge.cache_clear()
    assert [row.scores[""] for row in (found[0], found[2])] == pytest.approx([2 / 3, 2 / 3])
    assert math.isnan(found[1].scores[""])
    assert found[1].error


def test_without_an_endpoint_or_consent_a_judge_stops_in_one_line(monkeypatch):
    for name in ("MODEL", "BASE_URL"):
        monkeypatch.delenv(f"REREF_{name}", raising=False)
    llm_judges._judge.cache_clear()
    with pytest.raises(MissingExtraError, match="REREF_MODEL"):
        score_batch(get_metric("judge-errors"), ["a"], ["b"])
    monkeypatch.setenv("REREF_MODEL", "m")
    monkeypatch.setenv("REREF_BASE_URL", "https://example.com/v1")
    with pytest.raises(MissingExtraError, match="allow"):
        score_batch(get_metric("judge-errors"), ["a"], ["b"])


def test_the_version_names_model_and_prompt():
    assert llm_judges._version("errors").endswith(prompt_hash("errors"))
    assert prompt_hash("errors") != prompt_hash("significance")


def test_finebench_can_be_answered_and_compared_by_a_model():
    def reply(text):
        if "Grade an answer" in text:
            return Answer('{"grade": "0.5"}')
        return Answer(json.dumps({"answer": "[NULL]" if "margin" in text else "upper lobe"}))

    questions = [Question("1", "nodule", "location", ("right upper lobe",)), Question("2", "nodule", "margin", ("x",))]
    with server(reply) as at, judge_at(at.url) as endpoint:
        judge = Judge(endpoint)
        found = score_report(questions, "report", answer=judge.answerer(), compare=judge.comparer())
    assert [row.given for row in found.rows] == ["upper lobe", NULL]
    assert [row.score for row in found.rows] == [0.5, 0.0]


def test_the_command_keeps_replies_and_goes_on_without_asking_again(tmp_path, capsys):
    pairs, out = tmp_path / "pairs.jsonl", tmp_path / "out.jsonl"
    pairs.write_text(json.dumps({"id": "1", "candidate": "a", "reference": "b", "context": {"age": 4}}))
    with server(SIGNIFICANCE) as at:
        where = ("--kind", "significance", "--model", "fake", "--base-url", at.url)
        first = reref(capsys, "judge", pairs, "-o", out, *where)
        again = reref(capsys, "judge", pairs, "-o", out, *where)
    assert first.code == again.code == 0, first.err
    assert "(1 calls)" in first.err
    assert "(0 calls)" in again.err
    row = json.loads(out.read_text())
    assert row["score"] == pytest.approx(0.25)
    assert row["model"] == "fake"
    assert row["prompt"] == prompt_hash("significance")


def test_finebench_by_a_model_from_the_command_line(tmp_path, capsys):
    def reply(text):
        return Answer('{"grade": "1"}' if "Grade an answer" in text else '{"answer": "5 mm"}')

    questions, reports = tmp_path / "q.jsonl", tmp_path / "model.jsonl"
    rows = [{"study_id": "1", "id": n, "finding": "nodule", "attribute": "size", "answers": ["5 mm"]} for n in "ab"]
    questions.write_text("\n".join(map(json.dumps, rows)))
    reports.write_text(json.dumps({"study_id": "1", "report": "Nodule of 5 mm."}))
    with server(reply) as at:
        done = reref(capsys, "finebench", questions, "--candidates", f"m={reports}", "--by", "model",
                     "--model", "fake", "--base-url", at.url, "-o", tmp_path / "a.jsonl")  # fmt: skip
    assert done.code == 0, done.err
    assert "1.000" in done.out
