"""``reref facts``: the JSON lines that other scripts rely on, and the view for people."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from reref.cli.main import cli

STUDIES = [
    {"study_id": "s1", "findings": "Small left effusion, 12 mm. No pneumothorax.", "impression": "Heart is normal."},
    {"study_id": "s2", "report": "HISTORY: Cough.\nFINDINGS: Lungs are clear.\nIMPRESSION: Possible pneumonia."},
    {"study_id": "s3", "findings": "", "impression": ""},
]
KEYS = {"section", "start", "end", "span", "finding", "polarity", "laterality", "location", "severity", "sizes_mm"}
KEYS |= {"change", "normal"}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "studies.jsonl"
    path.write_text("".join(json.dumps(study) + "\n" for study in STUDIES), encoding="utf-8")
    return path


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["facts", *map(str, arguments)], catch_exceptions=False)


def test_every_study_is_a_line_with_its_sections_and_facts(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "facts.jsonl"
    assert run(data, "-o", out).exit_code == 0
    rows = {row["study_id"]: row for row in map(json.loads, out.read_text(encoding="utf-8").splitlines())}
    assert set(rows) == {"s1", "s2", "s3"}
    assert rows["s2"]["sections"] == {
        "indication": "Cough.",
        "findings": "Lungs are clear.",
        "impression": "Possible pneumonia.",
    }
    assert rows["s3"]["facts"] == []
    for row in rows.values():
        for fact in row["facts"]:
            assert set(fact) >= KEYS
            assert row["sections"][fact["section"]][fact["start"] : fact["end"]] == fact["span"]
    said = {(fact["finding"], fact["polarity"]) for fact in rows["s1"]["facts"]}
    assert {("pleural_effusion", "present"), ("pneumothorax", "absent")} <= said


def test_the_view_shows_sections_and_facts_of_the_study_asked_for(data: Path) -> None:
    shown = run(data, "--study", "s1").stdout
    assert "s1" in shown
    assert "s2" not in shown
    assert "FINDINGS" in shown
    assert "pneumothorax absent" in shown
    assert "12 mm" in shown


def test_limit_shows_the_first_studies_only(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "facts.jsonl"
    assert run(data, "-o", out, "--limit", "1").exit_code == 0
    assert [json.loads(line)["study_id"] for line in out.read_text(encoding="utf-8").splitlines()] == ["s1"]


def test_an_unknown_study_is_one_clear_error(data: Path) -> None:
    with pytest.raises(LookupError, match="no study 'nope'"):
        run(data, "--study", "nope")


def test_json_lines_can_go_to_another_program(data: Path) -> None:
    run_ = run(data, "--study", "s1", "-o", "-")
    (line,) = run_.stdout.splitlines()
    assert json.loads(line)["study_id"] == "s1"
