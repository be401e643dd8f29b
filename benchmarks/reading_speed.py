"""How fast reports are read, layer by layer, and whether time grows with the length only.

Run: ``python benchmarks/reading_speed.py [FILE.jsonl ...]``; each line has study_id, findings and impression (or
report). Without a file it reads a made-up report of growing length only. Cold: caches are emptied before each pass.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from reref.report import Report, facts, measurements, read_report, sections, sentences
from reref.report.sentences import _split

STATEMENTS = (
    "FINDINGS: The heart is of normal size. There is a 2.3 x 1.4 cm nodule in the right upper lobe (previously 1.9 cm)."
    " No pleural effusion, pneumothorax or consolidation is seen. Old compression of T9.\n"
    "1. Small left effusion.\n2. Stable nodule, approx. 5 mm.\nIMPRESSION: No acute disease; follow-up in 6 months.\n\n"
)
LAYERS: dict[str, Callable[[str], object]] = {
    "sections": sections,
    "sentences": sentences,
    "measurements": measurements,
    "facts": lambda text: facts(Report(findings=text)),
}


def texts_of(path: Path) -> list[str]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    keys = ("findings", "impression", "report")
    return ["\n".join(row[key] for key in keys if row.get(key)) for row in rows]


def seconds(read: Callable[[str], object], texts: list[str]) -> float:
    """Return the shortest processor time of three cold passes."""
    best = float("inf")
    for _ in range(3):
        _split.cache_clear()
        started = time.process_time()
        for text in texts:
            read(text)
        best = min(best, time.process_time() - started)
    return best


def main() -> None:
    facts(Report(findings="Lungs are clear."))  # the lexicons are loaded once, before the clock runs
    for name in sys.argv[1:]:
        texts = texts_of(Path(name))
        print(
            f"\n{Path(name).name}: {len(texts)} reports, {sum(map(len, texts)) / len(texts):.0f} characters on average"
        )
        for layer, read in {**LAYERS, "whole report": lambda text: facts(read_report(text))}.items():
            print(f"  {layer:<14}{len(texts) / seconds(read, texts):>10,.0f} reports/s")
    print("\none long report: seconds for 20,000 and 200,000 words (12 times at most)")
    words = len(STATEMENTS.split())
    short, long = (STATEMENTS * (n // words) for n in (20_000, 200_000))
    for layer, read in LAYERS.items():
        few, many = seconds(read, [short]), seconds(read, [long])
        print(f"  {layer:<14}{few:>8.3f} s{many:>8.3f} s{many / few:>8.1f} times")


if __name__ == "__main__":
    main()
