"""Questions about planted errors and attributes, and scores of answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from reref.cli.qa import command
from reref.core.errors import BadDataError, UnknownNameError, UsageError
from reref.core.files import write_jsonl
from reref.datasets import Study
from reref.qa import build
from reref.qa.answers import said, said_index, said_label, says_no_error, soft_index
from reref.qa.attribute_answers import graded
from reref.qa.attributes import build_attributes, mine
from reref.qa.items import Item, patient_of, read_items, split_of
from reref.qa.questions import no_error, numbered
from reref.qa.score import answers, read_predictions, table
from reref.report import Report

STUDIES = [
    Study(
        f"s{number}",
        "authored",
        Report(
            f"There is a {number + 4} mm nodule in the right upper lobe. Small left effusion. The heart is normal in "
            "size. No pneumothorax.",
            "1. Right upper lobe nodule.\n2. Small left effusion.",
        ),
    )
    for number in range(30)
]
TYPES = ("omission", "insertion", "direction", "size")


@pytest.fixture(scope="module")
def items() -> list[Item]:
    return build(STUDIES, TYPES, per_type=10, controls=8)


def perfect(items: list[Item]) -> dict[str, str]:
    return {item.id: item.answer for item in items}


def test_levels_leave_out_what_makes_no_sense(items: list[Item]) -> None:
    levels = {(item.type, item.level) for item in items}
    assert ("omission", "detection") not in levels
    assert ("omission", "index") not in levels
    assert ("insertion", "correction") not in levels
    assert ("none", "correction") in levels
    assert ("size", "correction") in levels


def test_types_are_balanced_and_a_study_is_in_one_split(items: list[Item]) -> None:
    counts = {kind: sum(i.type == kind and i.level == "classification" for i in items) for kind in (*TYPES, "none")}
    assert counts == {**dict.fromkeys(TYPES, 10), "none": 8}
    splits: dict[str, set[str]] = {}
    for item in items:
        splits.setdefault(item.study_id, set()).add(item.split)
    assert all(len(found) == 1 for found in splits.values())


def test_the_rarest_type_sets_the_number(items: list[Item]) -> None:
    few = [
        *STUDIES[:3],
        *(Study(f"n{k}", "authored", Report(f"Finding {k}. Emphysema. No effusion.")) for k in range(9)),
    ]
    made = build(few, ("size", "insertion"), per_type=10)
    assert sum(i.type == "insertion" and i.level == "classification" for i in made) == 3


def test_answers_point_at_the_planted_error(items: list[Item]) -> None:
    originals = {study.study_id: study.report for study in STUDIES}
    for item in items:
        if item.type == "none":
            assert item.answer in ("0", no_error())
            assert item.indices == (0,)
            continue
        original = originals[item.study_id]
        text = f"{original.findings} {original.impression}"
        if item.level == "detection":
            assert item.sentences[item.indices[0] - 1] == item.answer
            assert item.answer not in text
        if item.level == "index":
            assert int(item.answer) == item.indices[0]
        if item.level == "correction":
            assert item.answer in text
            assert item.answer not in item.sentences


def test_wordings_vary_and_hold_the_report(items: list[Item]) -> None:
    asked = {item.question.split("\n")[0] for item in items if item.level == "classification"}
    assert len(asked) > 3
    for item in items:
        assert "{" not in item.question
        assert all(sentence in item.question for sentence in item.sentences)


def test_the_same_seed_gives_the_same_questions(items: list[Item]) -> None:
    assert build(STUDIES, TYPES, per_type=10, controls=8) == items
    assert build(STUDIES, TYPES, per_type=10, controls=8, seed=1) != items


def test_perfect_answers_score_one_and_none_scores_zero(items: list[Item]) -> None:
    for row in table(answers(items, perfect(items)), ("rouge-l",)):
        assert row.accuracy == 1
        assert row.unanswered == 0
        if row.level == "classification" and row.type == "all":
            assert set(row.scores.values()) == {1.0}
        if row.level == "correction":
            assert row.scores["rouge-l"] == pytest.approx(1)
    for row in table(answers(items, {}), ("rouge-l",)):
        assert (row.accuracy, row.unanswered) == (0, 1)
        assert all(value != value or value == 0 for value in row.scores.values())


def test_classification_counts_by_hand(items: list[Item]) -> None:
    asked = [item for item in items if item.level == "classification"]
    erroneous = [item.id for item in asked if item.answer == "1"]
    free = [item.id for item in asked if item.answer == "0"]
    said_yes = dict.fromkeys([*erroneous[:30], *free[:2]], "1")
    rows = table(answers(asked, {**dict.fromkeys([i.id for i in asked], "0"), **said_yes}))
    whole = next(row for row in rows if row.type == "all")
    assert whole.scores["precision"] == pytest.approx(30 / 32)
    assert whole.scores["recall"] == pytest.approx(30 / 40)
    assert whole.scores["f1"] == pytest.approx(2 * 30 / (30 + 2 + 40))
    assert whole.scores["specificity"] == pytest.approx(6 / 8)
    mean = next(row for row in rows if row.type == "error")
    assert mean.accuracy == pytest.approx(0.75)


@pytest.mark.parametrize(
    ("text", "label"),
    [("1", 1), ("0.", 0), ("Yes, there is an error.", 1), ("No.", 0), ("There is no error here", 0), ("Hm", None),
     ("The report is error-free.", 0), ("Answer: 1", 1), ("The size is wrong", 1)],
)  # fmt: skip
def test_a_label_is_read_from_free_text(text: str, label: int | None) -> None:
    assert said_label(text) == label


@pytest.mark.parametrize(
    ("text", "index"),
    [("3", 3), ("[2]", 2), ("Sentence 12 is wrong", 12), ("No error.", 0), ("none", 0), ("I pass", None)],
)
def test_an_index_is_read_from_free_text(text: str, index: int | None) -> None:
    assert said_index(text) == index


def test_a_soft_match_takes_the_likest_sentence_or_no_error() -> None:
    sentences = ("Small left effusion.", "The heart is enlarged.")
    assert soft_index("the heart looks enlarged", sentences) == 2
    assert soft_index("There is no error in it", sentences) == 0
    assert says_no_error("No errors detected.")


@pytest.mark.parametrize(("given", "text"), [(None, ""), (float("nan"), ""), (True, "1"), (3, "3"), (" x ", "x")])
def test_what_is_missing_is_no_answer(given: object, text: str) -> None:
    assert said(given) == text


def test_overlong_answers_are_counted(items: list[Item]) -> None:
    asked = [item for item in items if item.level == "correction"]
    rows = table(answers(asked, {item.id: item.answer + " and so on" * 50 for item in asked}), ("rouge-l",))
    assert all(row.overlong == 1 for row in rows)


def test_numbers_stand_before_the_sentences_of_both_sections() -> None:
    report = Report("Clear lungs. Normal heart.", "Normal chest.")
    assert numbered(report) == "FINDINGS:\n[1] Clear lungs.\n[2] Normal heart.\nIMPRESSION:\n[3] Normal chest."


def test_splits_keep_to_their_shares_and_do_not_depend_on_other_studies() -> None:
    splits = [split_of(f"study {n}", (0.7, 0.1, 0.2), 0) for n in range(3000)]
    assert abs(splits.count("train") / 3000 - 0.7) < 0.03
    assert abs(splits.count("test") / 3000 - 0.2) < 0.03


@pytest.mark.parametrize(
    ("study_id", "extra", "patient"),
    [
        ("valid_17_b", {}, "valid_17"),
        ("patient42142_study5", {}, "patient42142"),
        ("s50414267", {"subject_id": "p10000032"}, "p10000032"),
        ("CXR1", {}, "CXR1"),
        ("valid_17_bc", {}, "valid_17_bc"),
    ],
)
def test_exams_of_a_patient_are_in_one_split(study_id: str, extra: dict[str, str], patient: str) -> None:
    assert patient_of(Study(study_id, "d", Report("Clear lungs.", ""), extra)) == patient


def test_misuse_is_told() -> None:
    with pytest.raises(UnknownNameError, match="error/size"):
        build(STUDIES, ("sise",))
    with pytest.raises(UsageError, match="add up to 1"):
        build(STUDIES, ("size",), shares=(0.5, 0.1, 0.1))
    with pytest.raises(BadDataError, match=r"none of the 1 reports allows error/size"):
        build([Study("x", "d", Report("Emphysema."))], ("size",))


def test_attribute_questions_take_their_answers_from_the_facts() -> None:
    asked = {(i.finding, i.attribute): i for i in build_attributes(STUDIES[:1])}
    assert asked["nodule", "size"].answers == ("4 mm",)
    assert asked["nodule", "existence"].answer == "yes"
    assert asked["pneumothorax", "existence"].answer == "no"
    assert asked["pleural_effusion", "laterality"].answer == "left"
    assert asked["pleural_effusion", "severity"].answer == "small"
    assert "right upper lobe" in asked["nodule", "location"].answers


@pytest.mark.parametrize(
    ("attribute", "answer", "text", "grade"),
    [("size", "10 mm", "10.5 mm", 1), ("size", "10 mm", "1.2 cm", 0.5), ("size", "10 mm", "2 cm", 0),
     ("size", "10 mm", "large", 0), ("existence", "yes", "Yes.", 1), ("existence", "no", "yes", 0),
     ("location", "right upper lobe", "the right upper lobe", 1), ("location", "right upper lobe", "upper lobe", 0.5),
     ("laterality", "left", "right", 0)],
)  # fmt: skip
def test_an_attribute_is_graded_by_its_type(attribute: str, answer: str, text: str, grade: float) -> None:
    item = build_attributes(STUDIES[:1])[0]
    item = Item(**{**{n: getattr(item, n) for n in Item.__slots__}, "attribute": attribute, "answers": (answer,)})
    assert graded(item, text) == grade


def test_a_schema_is_mined_reviewed_and_used(tmp_path: Path) -> None:
    import yaml

    draft = mine(STUDIES, name="mine", min_count=20)
    assert draft["findings"]["nodule"]["size"]["count"] == 30
    draft["findings"]["nodule"]["size"]["keep"] = False
    path = tmp_path / "schema.yaml"
    path.write_text(yaml.safe_dump(draft), encoding="utf-8")
    asked = {(i.finding, i.attribute) for i in build_attributes(STUDIES[:1], schema=path)}
    assert ("nodule", "size") not in asked
    assert ("nodule", "location") in asked
    path.write_text("name: x\ndescription: d\nfindings: {nodule: {size: {keepp: 1}}}\n", encoding="utf-8")
    with pytest.raises(BadDataError, match=r"schema.yaml: findings.nodule.size.keepp"):
        build_attributes(STUDIES[:1], schema=path)


def test_files_go_round_and_bad_predictions_are_told(tmp_path: Path, items: list[Item]) -> None:
    questions, predictions = tmp_path / "q.jsonl", tmp_path / "p.jsonl"
    write_jsonl(questions, [item.to_dict() for item in items])
    assert read_items(questions) == items
    write_jsonl(predictions, [{"id": "nobody", "prediction": "1"}])
    with pytest.raises(BadDataError, match="'nobody' is no question"):
        read_predictions(predictions, items)
    write_jsonl(predictions, [{"id": items[0].id, "prediction": "1"}] * 2)
    with pytest.raises(BadDataError, match="answered twice"):
        read_predictions(predictions, items)


def test_the_commands_build_and_score(tmp_path: Path) -> None:
    data, questions = tmp_path / "data.jsonl", tmp_path / "q.jsonl"
    write_jsonl(
        data,
        [{"study_id": s.study_id, "findings": s.report.findings, "impression": s.report.impression} for s in STUDIES],
    )
    run = CliRunner().invoke
    built = run(command, ["build", str(data), "-o", str(questions), "--type", "size", "--per-type", "5"])
    assert built.exit_code == 0, built.output
    rows = [json.loads(line) for line in questions.read_text("utf-8").splitlines()]
    predictions = tmp_path / "p.jsonl"
    write_jsonl(predictions, [{"id": row["id"], "prediction": row["answer"]} for row in rows])
    scored = run(command, ["score", str(questions), str(predictions), "-o", str(tmp_path / "t.jsonl")])
    assert scored.exit_code == 0, scored.output
    assert "specificity" in scored.output
    assert all(json.loads(line)["accuracy"] == 1 for line in (tmp_path / "t.jsonl").read_text("utf-8").splitlines())
