"""Three calls of ten fail at random (429, 500, dropped, cut, late, garbage): is every study accounted for, unharmed?

python benchmarks/llm_faults.py [STUDIES]
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from llm.fake_server import FakeServer
from llm.helpers import reworded
from llm.test_runs import flaky, run, texts


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    with tempfile.TemporaryDirectory() as place:
        folders = [Path(place) / name for name in ("faultless", "flaky")]
        for folder, script in zip(folders, (reworded, flaky), strict=True):
            started = time.perf_counter()
            with FakeServer(script) as server:
                server.keep_bodies = False
                counts = run(folder, server.url, count, concurrency=64, deadline=600)
            took = time.perf_counter() - started
            print(f"{folder.name}: {counts.total} rows {dict(counts.status)}, {server.count} requests, {took:.0f} s")
        wanted, found = texts(folders[0]), texts(folders[1])
        differing = sum(wanted.get(study) != text for study, text in found.items())
        print(f"accepted: {len(found)} of {len(wanted)}; {differing} differ from the faultless run")


if __name__ == "__main__":
    main()
