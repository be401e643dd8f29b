"""How many wrong rewrites the offline guard of the hybrid engine stops before any call, and how many right ones.

    python benchmarks/llm_guard.py PAIRS.jsonl

PAIRS: original and alternative with their gold booleans, as ``reref verify`` reads them.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from reref.core.files import read_jsonl
from reref.perturbations.llm.engines import HybridVerifier
from reref.report import Report
from reref.taxonomy import Target, get_target


class AcceptsAll:
    """A verifier that finds everything right: what reaches it was not stopped."""

    def judge(self, original: Report, alternative: Report, target: Target) -> object:
        """Accept."""
        from reref.perturbations import Verdict

        return Verdict(is_clinically_consistent=True, is_valid_perturbation=True)


def main() -> None:
    guard = HybridVerifier(AcceptsAll())  # type: ignore[arg-type] # the same method
    told = Counter[tuple[str, bool]]()
    for row in read_jsonl(Path(sys.argv[1])):
        variation = f"/{row['variation']}" if row.get("variation") else ""
        name = f"{row['axis']}{variation}".lower().replace(" ", "-")
        target = get_target({"paraphrase": "paraphrase/free"}.get(name, name))
        verdict = guard.judge(Report(**row["original"]), Report(**row["alternative"]), target)
        told[row["status"], verdict.accepted] += 1
    for status in sorted({status for status, _ in told}):
        stopped, passed = told[status, False], told[status, True]
        print(f"{status}: {stopped} of {stopped + passed} stopped ({stopped / (stopped + passed):.1%})")


if __name__ == "__main__":
    main()
