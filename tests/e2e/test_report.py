"""The page can be written again from the results of a run."""

from pathlib import Path

import pytest
from command import reref


def test_the_page_written_again_is_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "data.csv").write_text(
        "study_id,findings,impression\n"
        "a,The heart is enlarged. No pleural effusion.,Cardiomegaly.\n"
        "b,Small left pleural effusion. The lungs are clear.,Small effusion.\n",
        encoding="utf-8",
    )
    (tmp_path / "models.csv").write_text(
        "study_id,model,report\na,x,The heart is enlarged.\nb,x,Left effusion.\na,y,Large heart.\nb,y,Effusion.\n",
        encoding="utf-8",
    )
    run = tmp_path / "run"
    assert reref(capsys, "perturb", tmp_path / "data.csv", "-o", run, "--axis", "terminology").code == 0
    arguments = ("--candidates", tmp_path / "models.csv", "--metric", "rouge-l", "--resamples", "100")
    assert reref(capsys, "sensitivity", run, *arguments).code == 0
    before = (run / "report.html").read_bytes()
    for caption in (b"How stable each ranking is", b"One ranking over all", b"What makes scores differ"):
        assert caption in before
    (run / "report.html").unlink()
    assert reref(capsys, "report", run).code == 0
    assert (run / "report.html").read_bytes() == before


def test_a_run_without_results_says_what_to_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ended = reref(capsys, "report", tmp_path)
    assert ended.code == 3
    assert "reref sensitivity" in ended.err
