"""How often each target can be made from real reports, beside the shares that the reref paper reports, and how fast.

python benchmarks/feasibility.py --sample 500 REFERENCES.jsonl ...
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path

from reref.core.memory import keep_what_is_loaded
from reref.core.seeding import generator
from reref.perturbations import Engine, make_alternatives, rules, rules_engine
from reref.report import Report
from reref.taxonomy import Target, expand

#: Mean share of feasible studies over the paper's four chest X-ray datasets, in per cent (its section 4.2).
PAPER = {
    "structure/structured": 90.5,
    "structure/free-text": 24.1,
    "section-assignment/alternative": 100.0,
    "findings-scope/exhaustive": 25.2,
    "findings-scope/minimal": 81.7,
    "anatomical-granularity/high": 99.4,
    "anatomical-granularity/low": 30.8,
    "quantitative-granularity/low": 6.2,
    "terminology/alternative": 99.9,
    "hedging/alternative": 85.3,
    "negation/explicit": 65.5,
    "negation/implicit": 86.2,
}


def make_all(
    rows: list[dict[str, str]], targets: list[Target], engine: Engine, dataset: str
) -> dict[str, Counter[str]]:
    counts = {target.name: Counter[str]() for target in targets}
    for row in rows:
        report = Report(row.get("findings") or "", row.get("impression") or "")
        for target in targets:
            for made in make_alternatives(row["study_id"], dataset, report, target, engine, seed=0):
                counts[target.name][made.infeasible_reason or made.status] += 1
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--sample", type=int, default=0, help="studies per file, drawn with a fixed seed; 0: all")
    parser.add_argument("--target", action="append", default=[])
    options = parser.parse_args()
    targets = expand(options.target or ["axis"])
    engine = rules_engine()
    targets = [target for target in targets if target.name in rules()]
    for file in options.files:
        rows = [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]
        if options.sample and options.sample < len(rows):
            picked = sorted(generator(0, "feasibility", file.name).choice(len(rows), options.sample, replace=False))
            rows = [rows[i] for i in picked]
        make_all(rows[:3], targets, engine, file.stem)  # lexicons are read once, not once a report
        keep_what_is_loaded()  # as `reref perturb` does
        began = time.process_time()
        counts = make_all(rows, targets, engine, file.stem)
        seconds = time.process_time() - began
        print(
            f"\n{file.name}: {len(rows)} studies, {len(targets)} targets, "
            f"{len(rows) / seconds:.0f} reports/s on one core"
        )
        print(f"{'target':34} {'accepted':>9} {'paper':>6} {'in form':>8} {'missing':>8} {'rejected':>9} {'failed':>7}")
        for name, found in counts.items():
            kinds = ("already_in_form", "missing_information", "rejected", "failed")
            shares = [100 * found[kind] / len(rows) for kind in ("accepted", *kinds)]
            paper = f"{PAPER[name]:.1f}" if name in PAPER else "-"
            in_form, missing, rejected, failed = (f"{share:7.1f}%" for share in shares[1:])
            print(f"{name:34} {shares[0]:8.1f}% {paper:>6} {in_form} {missing} {rejected:>9} {failed:>7}")


if __name__ == "__main__":
    main()
