"""How many wrong rewrites the offline guard of the hybrid engine stops before any call, and how many right ones.

    python benchmarks/llm_guard.py PAIRS.jsonl

PAIRS: original and alternative with their gold booleans, as ``reref verify`` reads them.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from reref.perturbations.llm.engines import HybridVerifier
from reref.report import Report
from reref.taxonomy import Target, shared
from reref.workflows.pairs import read_pairs


class AcceptsAll:
    """A verifier that finds everything right: what reaches it was not stopped."""

    def judge(self, original: Report, alternative: Report, target: Target) -> object:
        """Accept."""
        from reref.perturbations import Verdict

        return Verdict(is_clinically_consistent=True, is_valid_perturbation=True)


def main() -> None:
    guard = HybridVerifier(AcceptsAll())  # type: ignore[arg-type] # the same method
    told = Counter[tuple[str, bool]]()
    for pair in read_pairs(Path(sys.argv[1]), shared()):
        verdict = guard.judge(pair.original, pair.alternative, pair.target)
        told[pair.row["status"], verdict.accepted] += 1
    for status in sorted({status for status, _ in told}):
        stopped, passed = told[status, False], told[status, True]
        print(f"{status}: {stopped} of {stopped + passed} stopped ({stopped / (stopped + passed):.1%})")


if __name__ == "__main__":
    main()
