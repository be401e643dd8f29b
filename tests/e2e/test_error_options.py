"""How many errors, and whether an error is told everywhere, can be said on the command line."""

import json
from pathlib import Path
from typing import Any

import pytest
from command import reref

REPORT = {
    "study_id": "a",
    "findings": "There is a small right pleural effusion. The heart is normal in size. "
    "A 9 mm nodule is in the left lower lobe. No pneumothorax. Mild degenerative changes of the spine.",
    "impression": "Small right pleural effusion. Left lower lobe nodule.",
}


def made(tmp_path: Path, capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    data = tmp_path / "data.jsonl"
    data.write_text(json.dumps(REPORT) + "\n", encoding="utf-8")
    assert reref(capsys, "perturb", data, "-o", tmp_path / "run", *options).code == 0
    row: dict[str, Any] = json.loads((tmp_path / "run" / "alternatives.jsonl").read_text("utf-8"))
    return row


def test_a_number_of_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = made(tmp_path, capsys, "--errors", "3")
    assert row["target"] == "dose/errors-3"
    assert [edit["detail"]["role"] for edit in row["edits"]].count("error") == 3


def test_a_mismatch_is_made_in_one_place_and_names_the_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = made(tmp_path, capsys, "--error", "direction", "--mismatch")
    assert [edit["detail"].get("mismatch") for edit in row["edits"]] in (["impression"], ["findings"])
    assert "mismatch" in row["signature"]


def test_a_mismatch_needs_the_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data.jsonl"
    data.write_text(json.dumps(REPORT) + "\n", encoding="utf-8")
    asked = reref(capsys, "perturb", data, "-o", tmp_path / "run", "--mismatch", "--engine", "hybrid", "--dry-run")
    assert asked.code != 0
