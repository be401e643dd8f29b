"""Without candidates the references alone say what a metric ignores and what it punishes."""

import csv
import json
from pathlib import Path

import pytest
from command import reref

FINDINGS = (
    "The heart is enlarged. {} mm nodule in the left lung. No pleural effusion.",
    "Moderate right pleural effusion, {} mm deep. The heart is normal in size.",
)
ROWS = [
    {"study_id": f"s{n}", "findings": FINDINGS[n % 2].format(n), "impression": "See findings."} for n in range(3, 15)
]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import sys

    from reref.cli.main import main

    folder = tmp_path_factory.mktemp("cards")
    data = folder / "data.jsonl"
    data.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    targets = ("control/case", "terminology/alternative", "error/direction", "dose/omission")
    sys.argv = ["reref", "perturb", str(data), "-o", str(folder / "run")]
    sys.argv += [part for target in targets for part in ("--target", target)]
    with pytest.raises(SystemExit, match="0"):
        main()
    return folder / "run"


def read(path: Path) -> dict[str, dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return {row["metric"]: row for row in csv.DictReader(file)}


def test_a_card_tells_style_from_error(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ended = reref(
        capsys, "sensitivity", run, "--metric", "rouge-l", "--metric", "finding-f1-side", "--resamples", "200"
    )
    assert ended.code == 0, ended.err
    cards = read(run / "results" / "cards.csv")
    assert float(cards["finding-f1-side"]["error_drop"]) > float(cards["finding-f1-side"]["style_drop"])
    assert float(cards["finding-f1-side"]["auc"]) > float(cards["rouge-l"]["auc"])
    assert float(cards["rouge-l"]["slope"]) > 0
    assert "finding-f1-side" in ended.out
    assert "<h2>Checks of the metrics</h2>" in (run / "cards.html").read_text(encoding="utf-8")


def test_a_metric_with_the_wrong_direction_is_flagged(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "distance.py").write_text(
        "def distance(candidates, references):\n    return [float(c != r) for c, r in zip(candidates, references)]\n",
        encoding="utf-8",
    )
    ended = reref(capsys, "sensitivity", run, "--metric", f"{tmp_path / 'distance.py'}:distance", "--resamples", "50")
    assert "check 'direction' failed" in ended.err
