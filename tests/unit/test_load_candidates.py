"""Candidates in, and their join with the studies: counted in full, never a silent gap."""

import json
from pathlib import Path

import pytest

from reref.core.errors import BadDataError, UsageError
from reref.datasets import Study, align, load_candidates
from reref.report import Report


def write(folder: Path, name: str, content: str) -> Path:
    path = folder / name
    path.write_text(content, encoding="utf-8")
    return path


def studies(*ids: str) -> list[Study]:
    return [Study(study_id, "d", Report("Clear.", "Normal.")) for study_id in ids]


def test_a_name_before_the_file_names_the_model(tmp_path):
    path = write(tmp_path, "run.v2.csv", "study_id,report\n1,Clear.\n")
    assert list(load_candidates([f"mine={path}"]).models) == ["mine"]
    assert list(load_candidates([path]).models) == ["run.v2"]


def test_a_long_file_holds_several_models(tmp_path):
    path = write(tmp_path, "all.csv", "study_id,model,prediction\n1,a,Clear.\n1,b,Effusion.\n2,a,Normal.\n")
    models = load_candidates([path]).models
    assert {name: list(reports) for name, reports in models.items()} == {"a": ["1", "2"], "b": ["1"]}
    with pytest.raises(UsageError, match="holds 2 models"):
        load_candidates([f"one={path}"])


def test_a_prediction_wins_over_the_reference_beside_it(tmp_path):
    row = {"study_id": "1", "report": "reference", "findings": "reference", "prediction": "Clear."}
    candidate = load_candidates([write(tmp_path, "a.jsonl", json.dumps(row))]).models["a"]["1"]
    assert candidate is not None
    assert (candidate.text(), candidate.findings) == ("Clear.", "")


def test_a_rexrank_submission_is_read_by_its_prediction(tmp_path):
    case = {"section_findings": "reference", "section_impression": "reference", "model_prediction": "Clear."}
    candidate = load_candidates([write(tmp_path, "a.json", json.dumps({"c1": case}))]).models["a"]["c1"]
    assert candidate is not None
    assert candidate.text() == "Clear."


def test_sections_are_kept_apart_and_joined_for_the_whole(tmp_path):
    row = {"study_id": "1", "findings": "Clear.", "impression": "Normal."}
    candidate = load_candidates([write(tmp_path, "a.jsonl", json.dumps(row))]).models["a"]["1"]
    assert candidate is not None
    assert candidate.text() == "Clear.\nNormal."


def test_json_by_study_id_with_lists(tmp_path):
    models = load_candidates([write(tmp_path, "a.json", '{"1": ["Clear ."], "2": "Normal ."}')]).models
    assert [c.text() for c in models["a"].values() if c] == ["Clear .", "Normal ."]


def test_a_line_file_without_ids_is_refused(tmp_path):
    with pytest.raises(BadDataError, match="candidates need a study id"):
        load_candidates([write(tmp_path, "a.csv", "the lungs are clear .\nno effusion .\n")])
    with pytest.raises(BadDataError, match="expected columns study_id and report"):
        load_candidates([write(tmp_path, "a.tok", "the lungs are clear .\nno effusion .\n")])


def test_one_id_with_two_reports_is_an_error_and_with_the_same_report_is_merged(tmp_path):
    with pytest.raises(BadDataError, match="duplicate study id '1'"):
        load_candidates([write(tmp_path, "a.csv", "study_id,report\n1,Clear.\n1,Effusion.\n")])
    loaded = load_candidates([write(tmp_path, "b.csv", "study_id,report\n1,Clear.\n1,Clear.\n")])
    assert "duplicate" in loaded.warnings[0]


def test_one_model_twice_is_a_usage_error(tmp_path):
    path = write(tmp_path, "a.csv", "study_id,report\n1,Clear.\n")
    with pytest.raises(UsageError, match="'a' is given twice"):
        load_candidates([path, f"a={path}"])


def test_no_specs_or_half_a_spec_is_a_usage_error():
    with pytest.raises(UsageError, match="no candidates given"):
        load_candidates([])
    with pytest.raises(UsageError, match="write NAME=FILE"):
        load_candidates(["=x.csv"])


def test_what_has_no_partner_is_none_and_counted(tmp_path):
    path = write(tmp_path, "a.csv", "study_id,report\n1,Clear.\n2,\n9,Other.\n")
    joined = align(studies("1", "2", "3"), load_candidates([path]))
    assert [c and c.text() for c in joined.reports["a"]] == ["Clear.", None, None]
    join = joined.joins["a"]
    assert (join.scored, join.missing, join.empty, join.unknown) == (1, ("3",), ("2",), ("9",))
    assert len(joined.warnings) == 3
    assert all("unscored" in line or "not used" in line for line in joined.warnings)


def test_ids_that_a_spreadsheet_changed_are_pointed_out(tmp_path):
    path = write(tmp_path, "a.csv", "study_id,report\n7.0,Clear.\ns2,Clear.\n")
    joined = align(studies("007", "s2"), load_candidates([path]))
    assert any("'7.0' and '007'" in line for line in joined.warnings)


def test_candidates_of_another_dataset_are_an_error_that_shows_both_kinds_of_id(tmp_path):
    path = write(tmp_path, "a.csv", "study_id,report\n1,Clear.\n")
    with pytest.raises(BadDataError, match=r"look like '1', the studies' like 'CXR1'"):
        align(studies("CXR1"), load_candidates([path]))


def test_two_datasets_with_one_id_cannot_be_joined_by_id_alone(tmp_path):
    path = write(tmp_path, "a.csv", "study_id,report\n1,Clear.\n")
    both = [*studies("1"), Study("1", "e", Report("Effusion."))]
    with pytest.raises(BadDataError, match=r"duplicate study id '1' \(datasets 'd' and 'e'\)"):
        align(both, load_candidates([path]))
