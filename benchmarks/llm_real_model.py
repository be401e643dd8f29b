"""A real, very small model writes and judges: every reply is valid or counted, and a killed run repeats no call.

The model is far too small to write well; what it exercises is the whole path. Needs the packages that
tests/llm/local_model.py names.

    python benchmarks/llm_real_model.py [STUDIES]
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from llm.local_model import local_model, missing  # noqa: E402 - the tests' helpers are no package

from reref.runs import RunFolder  # noqa: E402

TARGETS = ("findings-scope/minimal", "terminology/alternative", "paraphrase/free")


def main() -> None:
    if missing():
        sys.exit(missing())
    studies = sys.argv[1] if len(sys.argv) > 1 else "20"
    with tempfile.TemporaryDirectory() as place, local_model() as url:
        folder = Path(place) / "run"
        config = Path(place) / "model.toml"
        config.write_text(
            f'model = "smollm2"\nbase_url = "{url}"\nmax_tokens = 200\nsamples = 1\nconcurrency = 2\ntimeout = 600\n'
        )
        command = [
            sys.executable,
            "-m",
            "reref",
            "perturb",
            str(ROOT / "examples" / "studies.jsonl"),
            "-o",
            str(folder),
        ]
        command += ["--limit", studies, "--engine", "llm", "--llm-config", str(config), "--max-failures", "9999"]
        for target in TARGETS:
            command += ["--target", target]
        started = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(timeout=90)
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
        kept = _calls(folder)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        print(done.stdout, done.stderr)
        rows = [json.loads(line) for line in (folder / "alternatives.jsonl").read_text().splitlines()]
        after = _calls(folder)
        errors = Counter(s["error"].split(":")[1].strip() for row in rows for s in row["attempts"] if s["error"])
        same = sum(after[key] == kept[key] for key in kept)
        print(f"killed with {len(kept)} calls kept; {same} of them kept as they were")
        print(f"{len(rows)} rows {dict(Counter(row['status'] for row in rows))}; bad replies by name: {dict(errors)}")
        print(f"{len(after)} calls in {time.perf_counter() - started:.0f} s")


def _calls(folder: Path) -> dict[str, bytes]:
    with RunFolder(folder).store() as store:
        return dict(store.items("call"))


if __name__ == "__main__":
    main()
