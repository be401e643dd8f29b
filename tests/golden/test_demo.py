"""What a new user sees first: the demo's output, to the letter.

After a deliberate change: REREF_UPDATE_GOLDEN=1 pytest tests/golden/test_demo.py
"""

import os
from pathlib import Path

import pytest
from command import reref

GOLDEN = Path(__file__).with_name("demo.txt")


def test_the_demo_shows_what_it_did(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = reref(capsys, "demo")
    assert ended.code == 0, ended.err
    shown = "\n".join(line.rstrip() for line in ended.out.splitlines()) + "\n"
    if os.environ.get("REREF_UPDATE_GOLDEN"):
        GOLDEN.write_text(shown, encoding="utf-8")
    assert shown == GOLDEN.read_text(encoding="utf-8")
    for name in ("report.html", "results/pairs.csv", "results/analysis.json", "figures/gaps.png", "scores.parquet"):
        assert (tmp_path / "reref-demo" / name).stat().st_size > 0


def test_the_demo_shows_a_reversal_that_is_significant() -> None:
    lines = [line for line in GOLDEN.read_text(encoding="utf-8").splitlines() if "lister – summarizer" in line]
    assert any("findings-scope/minimal" in line and line.rstrip().endswith("yes") for line in lines)
