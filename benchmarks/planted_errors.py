"""Plant every error type in real reports: how often it can be made, and what a machine can check of it.

For each type: the share of reports where it is feasible; of the planted errors, those whose edits replay byte for byte
with all text outside the labelled spans untouched and exactly one edit in the role of the error ("exact"), and those
where the fact verifier, which reads the texts in its own way, finds that only what the type is about differs
("agreed"); the share of first proposals of which it finds so before the maker checks them itself ("raw"); errors per
second of processor time.

``python benchmarks/planted_errors.py REPORTS.jsonl... [--limit N] [--seeds N]``
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

from reref.core.seeding import generator
from reref.perturbations.edits import AppliedEdit, apply_edits, replay
from reref.perturbations.engine import Infeasible
from reref.perturbations.errors import errors
from reref.perturbations.errors.reading import read
from reref.perturbations.errors.room import plant
from reref.perturbations.verify import FactVerifier
from reref.report import TARGET_SECTIONS, Report
from reref.taxonomy import get_target


def reports(path: Path, limit: int) -> list[tuple[str, Report]]:
    with path.open(encoding="utf-8") as lines:
        rows: list[dict[str, Any]] = [json.loads(line) for line in lines if line.strip()]
    names = ("findings", "impression", "indication", "technique", "comparison")
    every = max(1, len(rows) // limit) if limit else 1
    chosen = rows[::every]
    return [(row["study_id"], Report(**{name: row.get(name) or "" for name in names})) for row in chosen]


def is_exact(original: Report, new: Report, applied: list[AppliedEdit]) -> bool:
    """Say whether the labelled spans, and only they, differ, and one of them makes the error."""
    if replay(original, applied) != new or [e.detail["role"] for e in applied if e.detail].count("error") != 1:
        return False
    for section in TARGET_SECTIONS:
        before, after, at, out = original.section(section), new.section(section), 0, 0
        for edit in (e for e in applied if e.section == section):
            if before[at : edit.start] != after[out : edit.out_start]:
                return False
            if before[edit.start : edit.end] != edit.before or after[edit.out_start : edit.out_end] != edit.after:
                return False
            at, out = edit.end, edit.out_end
        if before[at:] != after[out:]:
            return False
    return True


def first_proposal(name: str, report: Report, seed: int, study: str) -> list[AppliedEdit] | None:
    """Return the first slip that a room proposes, before the maker checks it; ``None`` when there is none."""
    slip = next(iter(errors().get(name)(read(report), generator(seed, name, study))), None)
    return None if slip is None else apply_edits(report, slip.edits)[1]


def measure(path: Path, limit: int, seeds: int) -> Counter[str]:
    data = reports(path, limit)
    total: Counter[str] = Counter()
    head = "".join(f"{word:>9}" for word in ("feasible", "made", "exact", "agreed", "raw", "per s"))
    print(f"\n{path.name}: {len(data)} reports\n{'type':18}{head}")
    for name in errors().names():
        target = get_target(f"error/{name}")
        counts: Counter[str] = Counter()
        spent = 0.0
        for study, report in data:
            for seed in range(seeds):
                started = time.process_time()
                edits = plant(name, report, generator(seed, name, study))
                spent += time.process_time() - started
                if isinstance(edits, Infeasible):
                    break
                counts["feasible"] += seed == 0
                new, applied = apply_edits(report, edits)
                counts["made"] += 1
                counts["exact"] += is_exact(report, new, applied)
                counts["agreed"] += FactVerifier().judge(report, new, target).accepted
                if seed == 0:
                    raw = first_proposal(name, report, seed, study)
                    counts["tried"] += raw is not None
                    counts["raw"] += (
                        raw is not None and FactVerifier().judge(report, replay(report, raw), target).accepted
                    )
        made = counts["made"] or 1
        tried, rate = counts["tried"] or 1, counts["made"] / (spent or 1)
        shares = [counts["exact"] / made, counts["agreed"] / made, counts["raw"] / tried]
        said = "".join(f"{share:9.3f}" for share in shares)
        print(f"{name:18}{counts['feasible'] / len(data):9.3f}{counts['made']:9}{said}{rate:9.0f}")
        total += counts
        total["ms"] += int(1000 * spent)
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--seeds", type=int, default=1)
    given = parser.parse_args()
    total: Counter[str] = Counter()
    for path in given.files:
        total += measure(path, given.limit, given.seeds)
    made = total["made"]
    print(
        f"\n{made} errors: {total['exact'] / made:.4f} exact, {total['agreed'] / made:.4f} agreed, "
        f"{total['raw'] / total['tried']:.4f} agreed before the maker's own check, "
        f"{1000 * made / total['ms']:.0f} per second"
    )


if __name__ == "__main__":
    main()
