"""What a user gets wrong ends in one line that says what, where and what to do, and leaves nothing half-written."""

import json
from pathlib import Path

import pytest
from command import reref

GOOD = [
    {"study_id": "a", "findings": "The lungs are clear. Small left pleural effusion.", "impression": "Small effusion."},
    {"study_id": "b", "findings": "The heart is enlarged. No pneumothorax.", "impression": "Cardiomegaly."},
    {"study_id": "c", "findings": "No focal consolidation or effusion.", "impression": "No acute disease."},
]
TARGETS = ("--target", "control/case", "--target", "terminology/alternative")


def jsonl(path: Path, rows: list[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def candidates(path: Path, **texts: str) -> Path:
    return jsonl(path, [{"study_id": study, "report": text} for study, text in texts.items()])


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    data = jsonl(tmp_path / "data.jsonl", GOOD)
    assert reref(capsys, "perturb", data, "-o", tmp_path / "run", *TARGETS).code == 0
    return tmp_path / "run"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("study_id,finding_text\na,Clear.\n", ["finding_text", "data.csv"]),
        ("study_id,findings,impression\na,Clear.,Normal.\na,Effusion.,Effusion.\n", ["duplicate", "'a'"]),
        ("", ["empty"]),
        ("study_id,findings,impression\n", ["data.csv"]),
    ],
    ids=["missing column", "duplicate id", "empty file", "header only"],
)
def test_unusable_data_is_one_line_and_exit_3(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, expected: list[str]
) -> None:
    (tmp_path / "data.csv").write_text(text, encoding="utf-8")
    ended = reref(capsys, "perturb", tmp_path / "data.csv", "-o", tmp_path / "run", *TARGETS)
    last = ended.err.strip().splitlines()[-1]
    assert ended.code == 3, ended
    assert last.startswith("reref: ")
    for part in expected:
        assert part in last
    assert not (tmp_path / "run" / "alternatives.jsonl").exists()


def test_wrong_encoding_names_the_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "data.csv").write_bytes("study_id,findings,impression\na,Größe normal.,Ok.\n".encode("latin-1"))
    ended = reref(capsys, "perturb", tmp_path / "data.csv", "-o", tmp_path / "run", *TARGETS)
    assert ended.code == 3
    assert "UTF-8" in ended.err


def test_a_byte_order_mark_is_no_part_of_a_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "data.csv").write_bytes(b"\xef\xbb\xbfstudy_id,findings,impression\r\na,Clear.,Normal chest.\r\n")
    ended = reref(capsys, "perturb", tmp_path / "data.csv", "-o", tmp_path / "run", "--target", "control/case")
    assert ended.code == 0, ended.err


def test_an_unknown_target_lists_the_close_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = jsonl(tmp_path / "data.jsonl", GOOD)
    ended = reref(capsys, "perturb", data, "-o", tmp_path / "run", "--target", "findings-scope/minimum")
    assert ended.code == 2
    assert "findings-scope/minimal" in ended.err
    assert "negation/explicit" in ended.err
    assert len(ended.err.strip().splitlines()) == 1


def test_an_axis_without_a_rule_names_the_other_engine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    axis = Path(__file__).parents[2] / "examples" / "custom_axis.yaml"
    data = jsonl(tmp_path / "data.jsonl", GOOD)
    done = reref(
        capsys, "perturb", data, "-o", tmp_path / "run", "--taxonomy", axis, "--axis", "recommendation-wording"
    )
    assert done.code == 2
    assert "--engine llm" in done.err
    assert not (tmp_path / "run").exists()


def test_a_section_under_another_name_is_hinted_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = jsonl(tmp_path / "data.jsonl", [{"study_id": "a", "finding_text": "Clear.", "impression": "Normal."}])
    done = reref(capsys, "perturb", data, "-o", tmp_path / "run", *TARGETS)
    assert "no study has findings" in done.err
    assert "finding_text" in done.err


def test_a_run_with_other_settings_is_refused(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (run / "alternatives.jsonl").read_bytes()
    ended = reref(capsys, "perturb", tmp_path / "data.jsonl", "-o", run, *TARGETS, "--seed", "1")
    assert ended.code == 2
    assert "seed" in ended.err
    assert (run / "alternatives.jsonl").read_bytes() == before


def test_a_missing_run_says_what_to_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "run").mkdir()
    file = candidates(tmp_path / "m.jsonl", a="Clear.")
    ended = reref(capsys, "sensitivity", tmp_path / "run", "--candidates", file, "--metric", "rouge-l")
    assert ended.code == 3
    assert "reref perturb" in ended.err


def test_candidates_of_other_studies_are_refused(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = candidates(tmp_path / "m.jsonl", x="Clear.", y="Clear.")
    ended = reref(capsys, "sensitivity", run, "--candidates", file, "--metric", "rouge-l")
    assert ended.code == 3
    assert "none of its 2 study ids" in ended.err
    assert not (run / "results").exists()


def test_unknown_missing_and_empty_candidates_are_counted_and_stay_unscored(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = candidates(tmp_path / "one.jsonl", a="Lungs are clear.", b="", zz="Who is this?")
    two = candidates(tmp_path / "two.jsonl", a="Effusion.", b="Big heart.", c="No consolidation.")
    ended = reref(capsys, "sensitivity", run, "--candidates", one, "--candidates", two, "--metric", "rouge-l")
    assert ended.code == 0, ended.err
    assert "zz" in ended.err
    assert "no report for 1 of the studies" in ended.err
    assert "an empty report for 1 of the studies" in ended.err
    unscored = (run / "results" / "unscored.csv").read_text().splitlines()
    assert len(unscored) == 1 + 2 * 3  # two studies, under the original and two targets


def test_one_model_and_one_study_give_no_ranking(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = jsonl(tmp_path / "data.jsonl", GOOD[:1])
    assert reref(capsys, "perturb", data, "-o", tmp_path / "run", *TARGETS).code == 0
    file = candidates(tmp_path / "m.jsonl", a="Small left effusion.")
    ended = reref(capsys, "sensitivity", tmp_path / "run", "--candidates", file, "--metric", "rouge-l")
    assert ended.code == 0, ended.err
    assert "one model only" in ended.err
    assert "one study only" in ended.err


def test_equal_models_are_ties(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [candidates(tmp_path / f"{name}.jsonl", a="Clear.", b="Clear.", c="Clear.") for name in "xy"]
    specs = [part for file in files for part in ("--candidates", file)]
    ended = reref(capsys, "sensitivity", run, *specs, "--metric", "rouge-l")
    assert ended.code == 0, ended.err
    analysis = json.loads((run / "results" / "analysis.json").read_text())
    assert {row["reversed"] for row in analysis["pairs"]} == {False}
    assert {row["rank"] for row in analysis["rankings"]} == {1.5}


def test_a_metric_that_fails_on_one_row_loses_that_row_alone(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "fussy.py").write_text(
        "def fussy(candidates, references):\n"
        "    out = []\n"
        "    for candidate in candidates:\n"
        "        if 'Big' in candidate:\n"
        "            raise ValueError('bad token')\n"
        "        out.append(0.5)\n"
        "    return out\n"
    )
    file = candidates(tmp_path / "m.jsonl", a="Effusion.", b="Big heart.", c="No consolidation.")
    ended = reref(capsys, "sensitivity", run, "--candidates", file, "--metric", f"{tmp_path / 'fussy.py'}:fussy")
    assert ended.code == 1
    assert "scores failed" in ended.err
    assert "bad token" in (run / "results" / "unscored.csv").read_text()
    assert (run / "report.html").stat().st_size > 0


def test_a_metric_that_is_not_there_is_one_line(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = candidates(tmp_path / "m.jsonl", a="Effusion.")
    ended = reref(capsys, "sensitivity", run, "--candidates", file, "--metric", "rouge-w")
    assert ended.code == 2
    assert "rouge-l" in ended.err
    assert len(ended.err.strip().splitlines()) == 1
