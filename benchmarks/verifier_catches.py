"""How many planted errors the fact verifier catches when they are passed off as rewrites, on real reports.

Run: python benchmarks/verifier_catches.py REPORTS.jsonl [--limit 100]
Reports are rows with study_id, findings and impression. Errors of spelling and repetition change no fact: not counted.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from reref.core.seeding import generator
from reref.perturbations.edits import apply_edits
from reref.perturbations.engine import Attempt, Infeasible
from reref.perturbations.rules.engine import RulesGenerator
from reref.perturbations.verify import FactVerifier
from reref.report import Report
from reref.taxonomy import expand, get_target

PASSED_OFF_AS = "paraphrase/free"
WITHOUT_FACT = ("error/typo", "error/homophone", "error/repetition")


def main() -> None:
    """Print caught and planted errors by type."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("reports", type=Path)
    parser.add_argument("--limit", type=int, default=100, help="so many reports, spread evenly over the file")
    options = parser.parse_args()
    rows = [json.loads(line) for line in options.reports.read_text(encoding="utf-8").splitlines() if line.strip()]
    reports = {
        str(row["study_id"]): Report(row.get("findings") or "", row.get("impression") or "")
        for row in rows[:: max(1, len(rows) // options.limit)][: options.limit]
    }
    planted, caught = _count(reports)
    for name in sorted(planted):
        print(f"{name:28}{caught[name]:6} of {planted[name]:5}")
    total = sum(planted.values())
    print(f"{'all':28}{sum(caught.values()):6} of {total:5} = {100 * sum(caught.values()) / max(total, 1):.1f} %")


def _count(reports: dict[str, Report]) -> tuple[Counter[str], Counter[str]]:
    planted: Counter[str] = Counter()
    caught: Counter[str] = Counter()
    generate, judge, target = RulesGenerator(), FactVerifier(), get_target(PASSED_OFF_AS)
    for error in expand(["error"]):
        if error.name in WITHOUT_FACT:
            continue
        for study, report in reports.items():
            proposal = generate.propose(report, error, Attempt(study, 0, 0, 0, generator(0, error.name, study)))
            if isinstance(proposal, Infeasible):
                continue
            wrong, _ = apply_edits(report, proposal.edits or ())
            planted[error.name] += 1
            caught[error.name] += not judge.judge(report, wrong, target).is_clinically_consistent
    return planted, caught


if __name__ == "__main__":
    main()
