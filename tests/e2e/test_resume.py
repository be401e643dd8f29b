"""A run that was killed and started again ends with the same bytes as one that was not."""

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from reref.datasets import load_studies
from reref.runs import RunFolder, Store
from reref.taxonomy import get_target
from reref.workflows import perturb as workflow

TARGETS = ("control/case", "terminology/alternative", "structure/structured")
OUTPUT = ("alternatives.jsonl", "studies.jsonl", "manifest.json")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "data.jsonl"
    rows = [
        {
            "study_id": f"s{number}",
            "findings": f"Small left pleural effusion. {number} mm nodule in the right upper lobe. Heart is enlarged.",
            "impression": "1. Small left effusion. 2. Nodule, possibly granuloma.",
        }
        for number in range(2, 120)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def arguments(data: Path, run: Path, *more: str) -> list[str]:
    targets = [part for target in TARGETS for part in ("--target", target)]
    return [sys.executable, "-m", "reref", "perturb", str(data), "-o", str(run), *targets, *more]


def digest(run: Path) -> dict[str, str]:
    return {name: hashlib.sha256((run / name).read_bytes()).hexdigest() for name in OUTPUT}


@pytest.fixture(scope="module")
def whole(data: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    run = tmp_path_factory.mktemp("whole") / "run"
    subprocess.run(arguments(data, run, "--workers", "1"), check=True, capture_output=True)
    return digest(run)


def test_killed_and_resumed_gives_the_same_bytes(data: Path, whole: dict[str, str], tmp_path: Path) -> None:
    run = tmp_path / "run"
    for _ in range(3):
        process = subprocess.Popen(arguments(data, run, "--workers", "1"), stdout=subprocess.DEVNULL)
        for _ in range(400):
            time.sleep(0.01)
            if process.poll() is not None or (run / "run.sqlite-wal").exists():
                break
        time.sleep(0.15)
        process.send_signal(signal.SIGKILL)
        process.wait()
    subprocess.run(arguments(data, run, "--workers", "1"), check=True, capture_output=True)
    assert digest(run) == whole


def test_another_number_of_processes_and_another_hash_seed_give_the_same_bytes(
    data: Path, whole: dict[str, str], tmp_path: Path
) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "12345"}
    command = arguments(data, tmp_path / "run", "--workers", "2")
    subprocess.run(command, check=True, capture_output=True, env=environment)
    assert digest(tmp_path / "run") == whole


def test_finished_studies_are_not_made_again(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    studies = load_studies(data).studies[:5]
    targets = [get_target("control/case")]
    folder = RunFolder(tmp_path / "run")
    workflow.perturb(studies, targets, folder=folder, settings={})
    with Store(tmp_path / "run" / "run.sqlite") as store:
        assert len(store.keys("alternative")) == 5
    monkeypatch.setattr(workflow, "_make", lambda chunk: pytest.fail("made again"))
    counts = workflow.perturb(studies, targets, folder=folder, settings={})
    assert counts["control/case"].status["accepted"] == 5
