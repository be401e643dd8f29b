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

from reref.core.memory import keep_what_is_loaded
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
    """Plant every type in each report in turn, as a run does: what was read of a report serves all types."""
    data = reports(path, limit)
    names = errors().names()
    plant_and_count(names[0], *data[0], 1, Counter())  # lexicons are read once, not once a report
    keep_what_is_loaded()  # as `reref perturb` does
    counts: dict[str, Counter[str]] = {name: Counter() for name in names}
    for study, report in data:
        for name in names:
            plant_and_count(name, study, report, seeds, counts[name])
    head = "".join(f"{word:>9}" for word in ("feasible", "made", "exact", "agreed", "raw", "per s"))
    print(f"\n{path.name}: {len(data)} reports\n{'type':18}{head}")
    for name, found in counts.items():
        made, tried = found["made"] or 1, found["tried"] or 1
        shares = [found["exact"] / made, found["agreed"] / made, found["raw"] / tried]
        said = "".join(f"{share:9.3f}" for share in shares)
        rate = 1e9 * found["made"] / (found["ns"] or 1)
        print(f"{name:18}{found['feasible'] / len(data):9.3f}{found['made']:9}{said}{rate:9.0f}")
    return sum(counts.values(), Counter())


def plant_and_count(name: str, study: str, report: Report, seeds: int, counts: Counter[str]) -> None:
    """Plant one type in one report, and add what was found to the counts."""
    target = get_target(f"error/{name}")
    for seed in range(seeds):
        started = time.process_time_ns()
        edits = plant(name, report, generator(seed, name, study))
        counts["ns"] += time.process_time_ns() - started
        if isinstance(edits, Infeasible):
            return
        counts["feasible"] += seed == 0
        new, applied = apply_edits(report, edits)
        counts["made"] += 1
        counts["exact"] += is_exact(report, new, applied)
        counts["agreed"] += FactVerifier().judge(report, new, target).accepted
        if seed == 0 and (raw := first_proposal(name, report, seed, study)) is not None:
            counts["tried"] += 1
            counts["raw"] += FactVerifier().judge(report, replay(report, raw), target).accepted


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
        f"{1e9 * made / total['ns']:.0f} per second"
    )


if __name__ == "__main__":
    main()
