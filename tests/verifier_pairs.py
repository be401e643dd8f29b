"""Authored pairs of original and rewritten reports with the decision that a careful reader makes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import yaml

from reref.report import Report

FOLDER = Path(__file__).parent / "data" / "verifier"


@dataclass(frozen=True)
class Pair:
    """One pair.

    Attributes:
        name: file and place.
        target: the target's name.
        original: the report.
        alternative: what was made of it.
        accept: whether it may be used.
        missed: whether the verifier is known to decide otherwise.
    """

    name: str
    target: str
    original: Report
    alternative: Report
    accept: bool
    missed: bool


def pairs() -> list[Pair]:
    """Return all authored pairs."""
    found: list[Pair] = []
    for file in sorted(FOLDER.glob("*.yaml")):
        for number, row in enumerate(yaml.safe_load(file.read_text(encoding="utf-8"))):
            after = [old if new == "=" else new for old, new in zip(row["o"], row["a"], strict=True)]
            name = f"{file.stem}-{number}-{row['target']}-{row.get('kind', 'good')}"
            found.append(
                Pair(name, row["target"], Report(*row["o"]), Report(*after), row["accept"], row.get("missed", False))
            )
    return found
