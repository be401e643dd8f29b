"""How well the fact verifier decides on authored pairs: per axis and per kind of error.

Run: python benchmarks/eval_verifier.py PAIRS.jsonl [--half 0|1] [--wrong]
Pairs are as in the verifier gold: id, axis, variation, original, alternative, gold, status, error_kind, lenient_fields.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from reref.perturbations.verify import FactVerifier, status
from reref.report import Report
from reref.taxonomy import get_target

#: Words in an error's kind, by the group of errors that must be caught.
GROUPS = {
    "laterality": ("laterality",),
    "number": ("number",),
    "negation": ("negation",),
    "dropped finding": ("dropped",),
}


def main() -> None:
    """Print the tables."""
    options = _options()
    rows = [json.loads(line) for line in options.pairs.read_text(encoding="utf-8").splitlines() if line.strip()]
    if options.half is not None:
        rows = [row for row in rows if _half(row["id"]) == options.half]
    judged = [(row, *_judge(row)) for row in rows]
    _print_axes(judged)
    _print_errors(judged)
    _print_booleans(judged)
    if options.wrong:
        for row, got, reason, _ in judged:
            if got != row["status"]:
                print(f"{row['id']} {_name(row)}: gold {row['status']} ({row['error_kind']}), got {got}: {reason}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("--half", type=int, choices=(0, 1), help="only half of the pairs, by a hash of their id")
    parser.add_argument("--wrong", action="store_true", help="list the wrong decisions")
    return parser.parse_args()


def _half(name: str) -> int:
    return int(hashlib.blake2b(name.encode()).hexdigest(), 16) % 2


def _name(row: dict[str, Any]) -> str:
    return "/".join("-".join(row[key].lower().split()) for key in ("axis", "variation"))


def _judge(row: dict[str, Any]) -> tuple[str, str, dict[str, bool]]:
    reports = [Report(row[key]["findings"] or "", row[key]["impression"] or "") for key in ("original", "alternative")]
    verdict = FactVerifier().judge(reports[0], reports[1], get_target(_name(row)))
    return status(verdict), verdict.reason, {field: getattr(verdict, field) for field in row["gold"]}


_Judged = list[tuple[dict[str, Any], str, str, dict[str, bool]]]


def _print_axes(judged: _Judged) -> None:
    table: dict[str, Counter[str]] = defaultdict(Counter)
    for row, got, _, _ in judged:
        for name in (_name(row), "all"):
            table[name]["n"] += 1
            table[name]["right"] += got == row["status"]
            table[name]["accept or not"] += (got == "reject") == (row["status"] == "reject")
            table[name]["good"] += row["status"] == "accept"
            table[name]["good rejected"] += row["status"] == "accept" and got == "reject"
            table[name]["bad"] += row["status"] == "reject"
            table[name]["bad accepted"] += row["status"] == "reject" and got != "reject"
    columns = ("n", "right", "accept or not", "good", "good rejected", "bad", "bad accepted")
    print(f"{'target':34}" + "".join(f"{column:>15}" for column in columns))
    for name, counts in sorted(table.items()):
        print(f"{name:34}" + "".join(f"{counts[column]:15}" for column in columns))
    total = table["all"]
    print(f"\nstatus right {_share(total['right'], total['n'])}, accept/reject right", end=" ")
    print(
        f"{_share(total['accept or not'], total['n'])}, good rejected {_share(total['good rejected'], total['good'])}\n"
    )


def _print_errors(judged: _Judged) -> None:
    for group, words in GROUPS.items():
        wrong = [
            got for row, got, _, _ in judged if row["status"] == "reject" and any(w in row["error_kind"] for w in words)
        ]
        print(f"{group} errors caught: {_share(wrong.count('reject'), len(wrong))}")


def _print_booleans(judged: _Judged) -> None:
    for field in judged[0][0]["gold"]:
        kept = [(row, got) for row, _, _, got in judged if field not in (row.get("lenient_fields") or ())]
        print(f"{field}: {_share(sum(row['gold'][field] == got[field] for row, got in kept), len(kept))}")


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole} = {100 * part / whole:.1f} %" if whole else "none"


if __name__ == "__main__":
    main()
