"""How fast 150,000 studies and candidates are read: authored reports, repeated under new ids.

Run: python benchmarks/loading.py
"""

from __future__ import annotations

import json
import tempfile
import time
from importlib.resources import files
from pathlib import Path

from reref.datasets import align, load_candidates, load_studies

N = 150_000


def main() -> None:
    lines = files("reref.examples").joinpath("studies.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "studies.jsonl"
        with path.open("w", encoding="utf-8") as file:
            for number in range(N):
                file.write(json.dumps(rows[number % len(rows)] | {"study_id": f"s{number}"}) + "\n")
        size = path.stat().st_size / 1e6
        started = time.perf_counter()
        studies = load_studies(path).studies
        read = time.perf_counter()
        candidates = load_candidates([path])
        candidates_read = time.perf_counter()
        joined = align(studies, candidates)
        done = time.perf_counter()
    assert len(joined.reports["studies"]) == N
    print(f"{N} studies, {size:.0f} MB of JSONL: load_studies {read - started:.2f} s")
    print(f"load_candidates {candidates_read - read:.2f} s, align {done - candidates_read:.2f} s")


if __name__ == "__main__":
    main()
