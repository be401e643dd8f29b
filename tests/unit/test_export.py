"""Reports out: guarded CSV cells, safe file names, and both read back as they were."""

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from reref.core.errors import BadDataError
from reref.core.files import write_csv
from reref.datasets import load_studies
from reref.datasets.export import INDEX, report_text, write_text_files


def test_our_guarded_csv_is_read_back_as_it_was(tmp_path):
    rows = [{"study_id": "@s1", "findings": "=1+1"}, {"study_id": "s2", "findings": "- Clear.\n- No nodule."}]
    write_csv(tmp_path / "a.csv", rows)
    assert b"'=1+1" in (tmp_path / "a.csv").read_bytes()
    back = load_studies(tmp_path / "a.csv").studies
    assert [{"study_id": s.study_id, "findings": s.report.findings} for s in back] == rows


@pytest.mark.parametrize(
    "study_id", ["../../etc/passwd", "/etc/passwd", "a\\b", "..", "", ".hidden", "NUL", "con.x", "x" * 400]
)
def test_no_study_id_leaves_the_folder(tmp_path, study_id):
    names = write_text_files(tmp_path / "out", {study_id: "Clear."})
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.parent for path in files} == {tmp_path / "out"}
    assert (tmp_path / "out" / names[study_id]).read_text() == "Clear."
    assert len(names[study_id]) < 110


def test_ids_that_look_alike_get_files_of_their_own(tmp_path):
    ids = ["a/b", "a_b", "A_B", "a:b", "index.csv", "straße", "stra_e"]
    names = write_text_files(tmp_path, dict.fromkeys(ids, "Clear."))
    assert len({name.lower() for name in names.values()} | {INDEX}) == len(ids) + 1
    with (tmp_path / INDEX).open(encoding="utf-8", newline="") as lines:
        assert {row["study_id"]: row["file"] for row in csv.DictReader(lines)} == names


def test_sections_written_as_text_are_read_back(tmp_path):
    write_text_files(tmp_path, {"s1": report_text("Clear lungs.", "Normal.")})
    report = load_studies(tmp_path).studies[0].report
    assert (report.findings, report.impression) == ("Clear lungs.", "Normal.")


def test_the_command_writes_accepted_alternatives_of_one_target(tmp_path):
    from reref.cli.export import command

    rows = [
        {"study_id": "1", "dataset": "d", "target": "a/b", "status": status, "findings": status, "impression": "x"}
        for status in ("rejected", "accepted")
    ]
    (tmp_path / "alternatives.jsonl").write_text("\n".join(map(json.dumps, rows)))
    done = CliRunner().invoke(
        command, [str(tmp_path / "alternatives.jsonl"), "-o", str(tmp_path / "a.csv"), "--target", "a/b"]
    )
    assert "1 reports" in done.output
    assert load_studies(tmp_path / "a.csv").studies[0].report.findings == "accepted"
    again = CliRunner().invoke(
        command, [str(tmp_path / "alternatives.jsonl"), "-o", str(tmp_path / "b.csv"), "--target", "a/c"]
    )
    assert isinstance(again.exception, BadDataError)
    assert not Path(tmp_path / "b.csv").exists()
