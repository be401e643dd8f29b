"""From a run to blinded sheets, and from filled sheets to the figures of the protocol."""

import csv
import json
from pathlib import Path

import pytest
from command import reref

ROWS = [
    {
        "study_id": f"s{n}",
        "findings": f"Heart is enlarged. {n} mm nodule in the left lung.",
        "impression": "Nodule.",
    }
    for n in range(3, 9)
]


@pytest.fixture
def study(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    data = tmp_path / "data.jsonl"
    data.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    targets = ("--target", "terminology/alternative", "--target", "structure/structured", "--target", "control/case")
    assert reref(capsys, "perturb", data, "-o", tmp_path / "run", *targets).code == 0
    ended = reref(capsys, "annotate", "sheets", tmp_path / "run", "-o", tmp_path / "study", "--per-target", "2")
    assert ended.code == 0, ended.err
    return tmp_path / "study"


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def fill(path: Path, **ratings: str) -> None:
    rows = [{**row, **ratings} for row in read(path)]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def test_sheets_tell_a_reader_nothing_about_where_a_report_is_from(study: Path) -> None:
    realism = read(study / "reader-1" / "realism.csv")
    assert set(realism[0]) == {"item", "report", "realism", "comment"}
    assert not any(word in row["item"] for row in realism for word in ("s3", "terminology", "alternative", "original"))
    equivalence = read(study / "reader-1" / "equivalence.csv")
    assert len(equivalence) == 4  # two of each target, controls are not shown
    assert {row["item"] for row in equivalence} == {row["item"] for row in read(study / "reader-2" / "equivalence.csv")}


def test_filled_sheets_give_the_figures_of_the_protocol(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for reader in ("reader-1", "reader-2"):
        fill(study / reader / "realism.csv", realism="3")
        fill(study / reader / "equivalence.csv", equivalence="equivalent", variation="yes")
    ended = reref(capsys, "annotate", "results", study, *study.glob("reader-*/*.csv"))
    assert ended.code == 0, ended.err
    rows = {(row["figure"], row["target"]): row for row in read(study / "figures.csv")}
    assert rows["realism kept", "all"]["share"] == "1.0"
    assert rows["equivalent", "structure/structured"]["n"] == "2"
    assert read(study / "comments.csv") == []


def test_readers_who_differ_are_counted(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(study / "reader-1" / "equivalence.csv", equivalence="equivalent", variation="yes")
    fill(study / "reader-2" / "equivalence.csv", equivalence="major", variation="yes", comment="side lost")
    ended = reref(capsys, "annotate", "results", study, *study.glob("reader-*/equivalence.csv"))
    assert "4 items on which readers are split" in ended.err
    assert {row["comment"] for row in read(study / "comments.csv")} == {"side lost"}


def test_a_rating_that_is_not_on_the_scale_is_named(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(study / "reader-1" / "equivalence.csv", equivalence="same", variation="yes")
    ended = reref(capsys, "annotate", "results", study, study / "reader-1" / "equivalence.csv")
    assert ended.code == 3
    assert "'same'" in ended.err
    assert "equivalent, minor, major" in ended.err
