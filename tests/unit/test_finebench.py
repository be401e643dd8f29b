"""CT-FineBench: questions from a reference, answers from a candidate, graded by type."""

from __future__ import annotations

import json

import pytest
from command import reref

from reref.analysis.finebench import (
    NULL,
    Question,
    answer,
    compare,
    questions_about,
    questions_from_rows,
    score_report,
    score_reports,
    summary,
)
from reref.analysis.finebench.questions import ANY
from reref.core.errors import BadDataError

REFERENCE = (
    "There is a 10 mm solid nodule in the right upper lobe. Small left pleural effusion, unchanged. No pneumothorax."
)


def ask(finding, attribute, *answers):
    return Question("q", finding, attribute, answers)


def test_questions_are_asked_of_told_findings_alone_with_their_stated_attributes():
    found = {(q.finding, q.attribute): q.answers for q in questions_about(REFERENCE)}
    assert found["nodule", "existence"] == ("yes",)
    assert found["nodule", "size"] == ("10 mm",)
    assert found["nodule", "density"] == ("solid",)
    assert found["pleural_effusion", "severity"] == ("small",)
    assert found["pleural_effusion", "change"] == ("unchanged",)
    assert not any(finding == "pneumothorax" for finding, _ in found)
    assert ("pleural_effusion", "size") not in found


def test_a_normal_reference_raises_one_question_that_a_false_finding_gets_wrong():
    asked = questions_about("The lungs are clear. Normal heart size.")
    assert [(q.finding, q.answers) for q in asked] == [(ANY, ("no",))]
    assert score_report(asked, "Normal chest.").score == 1.0
    assert score_report(asked, "Right pneumothorax.").score == 0.0


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (ask("nodule", "existence", "yes"), "yes"),
        (ask("pneumothorax", "existence", "yes"), "no"),
        (ask("mass", "existence", "yes"), NULL),
        (ask("nodule", "size", "9 mm"), "10 mm"),
        (ask("nodule", "margin", "smooth"), NULL),
        (ask("pneumothorax", "laterality", "left"), NULL),
    ],
)
def test_answers_come_from_what_the_report_tells_of_the_finding(question, expected):
    assert answer(question, REFERENCE) == expected


@pytest.mark.parametrize(
    ("attribute", "given", "wanted", "expected"),
    [
        ("existence", "yes", "yes", 1),
        ("existence", "Yes.", "yes", 1),
        ("existence", "no", "yes", 0),
        ("existence", "unclear", "no", 0),
        ("size", "10.5 mm", "10 mm", 1),
        ("size", "1 cm", "10 mm", 1),
        ("size", "12 mm", "10 mm", 0.5),
        ("size", "13 mm", "10 mm", 0),
        ("size", "large", "10 mm", 0),
        ("location", "right upper lobe", "upper lobe of the right lung", 1),
        ("location", "right lung", "right upper lobe", 0.5),
        ("location", "apical segment of the right upper lobe", "right upper lobe", 0.5),
        ("location", "left upper lobe", "right upper lobe", 0),
        ("location", "liver", "right upper lobe", 0),
        ("laterality", "left", "bilateral", 0.5),
        ("laterality", "left", "right", 0),
        ("severity", "trace", "small", 1),
        ("severity", "large", "small", 0),
        ("change", "stable", "unchanged", 1),
        ("change", "larger", "unchanged", 0),
        ("margin", "ill-defined", "irregular", 1),
        ("margin", "smooth", "irregular", 0),
        ("certainty", "possible", "probable", 0.5),
        ("certainty", "doubtful", "near-certain", 0),
        ("size", NULL, "10 mm", 0),
        ("size", "", "10 mm", 0),
    ],
)
def test_answers_are_graded_by_type(attribute, given, wanted, expected):
    assert compare(ask("nodule", attribute, wanted), given) == expected


def test_the_best_of_several_right_answers_and_contents_counts():
    assert compare(ask("nodule", "size", "3 mm", "10 mm"), "5 mm; 10 mm") == 1.0


def test_an_omission_scores_zero_and_is_never_compared():
    def never(question, given):
        raise AssertionError

    found = score_report(questions_about(REFERENCE), "", compare=never)
    assert found.score == 0.0
    assert {row.given for row in found.rows} == {NULL}


def test_a_question_that_fails_is_unscored_with_its_reason_and_no_zero():
    def answer(question, report):
        if question.attribute == "size":
            raise ValueError("no reply")
        return "yes"

    found = score_report([ask("nodule", "size", "1 mm"), ask("nodule", "existence", "yes")], "x", answer=answer)
    assert found.score == 1.0
    assert [row.error for row in found.rows] == ["no reply", ""]
    assert found.rows[0].score != found.rows[0].score


def test_scores_per_question_attribute_and_report():
    questions = {"a": [ask("nodule", "size", "10 mm")._replace(id="1"), ask("nodule", "existence", "yes")], "b": []}
    questions["b"] = [ask("nodule", "size", "20 mm"), ask("mass", "existence", "yes"), *questions["a"]]
    reports = {"a": "A 12 mm nodule.", "b": "A 12 mm nodule."}
    scored, missing = score_reports({**questions, "c": questions["a"]}, reports)
    assert missing == ["c"]
    assert [report.score for report in scored] == [0.75, (0 + 0 + 0.5 + 1) / 4]
    assert summary(scored) == {"size": pytest.approx(1 / 3), "existence": pytest.approx(2 / 3)}


def test_questions_from_rows_leave_out_denied_findings_and_refuse_broken_rows():
    row = {"study_id": "1", "finding": "nodule", "attribute": "size", "answers": ["3 mm"], "id": "x"}
    denied = {**row, "attribute": "existence", "answers": ["no"], "id": "y"}
    assert [q.id for q in questions_from_rows([row, denied], "f")["1"]] == ["x"]
    with pytest.raises(BadDataError, match="f, row 2: the id 'x' comes twice"):
        questions_from_rows([row, row], "f")
    with pytest.raises(BadDataError, match="row 1: a question has no 'finding'"):
        questions_from_rows([{"study_id": "1"}], "f")
    with pytest.raises(BadDataError, match="holds no question"):
        questions_from_rows([denied], "f")


def test_the_command_scores_models_by_a_file_of_questions(tmp_path, capsys):
    studies = tmp_path / "refs.jsonl"
    studies.write_text(json.dumps({"study_id": "1", "findings": REFERENCE, "impression": ""}) + "\n")
    reports = tmp_path / "model.jsonl"
    reports.write_text(json.dumps({"study_id": "1", "report": REFERENCE}) + "\n")
    questions, answers = tmp_path / "q.jsonl", tmp_path / "a.jsonl"
    assert reref(capsys, "qa", "build", studies, "-o", questions, "--kind", "attributes").code == 0
    done = reref(capsys, "finebench", questions, "--candidates", f"m={reports}", "-o", answers)
    assert done.code == 0, done.err
    rows = [json.loads(line) for line in answers.read_text().splitlines()]
    assert rows
    assert all(row["score"] == 1.0 for row in rows), rows
