"""``reref verify``: pairs in, verdicts out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command import reref

GOOD = {
    "id": "a",
    "target": "terminology/alternative",
    "original": {"findings": "Cardiomegaly.", "impression": ""},
    "alternative": {"findings": "The heart is enlarged.", "impression": ""},
}
BAD = {
    "id": "b",
    "axis": "Quantitative Granularity",
    "variation": "Low",
    "original": {"findings": "Nodule of 8 mm.", "impression": "Left effusion."},
    "alternative": {"findings": "Small nodule.", "impression": "Right effusion."},
}


def written(folder: Path, rows: list[dict[str, Any]]) -> Path:
    path = folder / "pairs.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_every_pair_gets_the_four_booleans_a_status_and_a_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.jsonl"
    ended = reref(capsys, "verify", written(tmp_path, [GOOD, BAD]), "-o", out)
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert ended.code == 0
    assert [(row["id"], row["status"]) for row in rows] == [("a", "accept"), ("b", "reject")]
    for row in rows:
        assert {
            "id", "is_clinically_consistent", "is_valid_perturbation", "does_not_contain_required_info",
            "is_already_in_expected_form", "status", "reason",
        } <= row.keys()  # fmt: skip
    assert "left became right" in rows[1]["reason"]
    assert "1 accept, 1 reject" in ended.err


def test_the_same_pairs_give_the_same_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pairs = written(tmp_path, [GOOD, BAD])
    outs = [tmp_path / name for name in ("one.jsonl", "two.jsonl")]
    for out in outs:
        reref(capsys, "verify", pairs, "-o", out)
    assert outs[0].read_bytes() == outs[1].read_bytes()


def test_a_limit_stops_after_so_many_pairs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.jsonl"
    reref(capsys, "verify", written(tmp_path, [GOOD, BAD]), "-o", out, "--limit", "1")
    assert len(out.read_text(encoding="utf-8").splitlines()) == 1


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({**GOOD, "target": "terminology/alternativ"}, "did you mean"),
        ({key: value for key, value in GOOD.items() if key != "target"}, "names no target"),
        ({**GOOD, "original": "Cardiomegaly."}, "original"),
        ({key: value for key, value in GOOD.items() if key != "alternative"}, "alternative"),
    ],
)
def test_a_bad_row_is_named_in_one_line_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], row: dict[str, Any], said: str
) -> None:
    out = tmp_path / "out.jsonl"
    ended = reref(capsys, "verify", written(tmp_path, [row]), "-o", out)
    assert ended.code == 3
    assert said in ended.err
    assert len(ended.err.strip().splitlines()) == 1
    assert not out.exists()


def test_a_users_axis_can_be_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    axis = tmp_path / "tone.yaml"
    axis.write_text(
        "name: tone\ndimension: language\nkind: relative\ndescription: How formal it is.\n"
        "variations: {plain: Plain words.}\n"
        'examples: [{original: "Cardiomegaly.", plain: "Big heart."}]\n',
        encoding="utf-8",
    )
    out = tmp_path / "out.jsonl"
    pairs = written(tmp_path, [{**GOOD, "target": "tone/plain"}])
    assert reref(capsys, "verify", pairs, "-o", out, "--taxonomy", axis).code == 0
    assert json.loads(out.read_text(encoding="utf-8"))["status"] == "accept"
