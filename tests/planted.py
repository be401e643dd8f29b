"""What the error rooms make of authored reports, for the tests of what they make and what they refuse."""

from __future__ import annotations

from reref.core.seeding import generator
from reref.perturbations.edits import apply_edits
from reref.perturbations.engine import Infeasible
from reref.perturbations.errors.room import plant
from reref.report import Report


def texts(kind: str, findings: str, impression: str = "", *, carry_through: bool = True) -> set[tuple[str, str]]:
    """Return every outcome over some seeds; the empty set when the type is infeasible."""
    report = Report(findings, impression)
    outcomes = set()
    for seed in range(12):
        edits = plant(kind, report, generator(seed), carry_through=carry_through)
        if isinstance(edits, Infeasible):
            return set()
        new, _ = apply_edits(report, edits)
        outcomes.add((new.findings, new.impression))
    return outcomes


def findings(kind: str, text: str) -> set[str]:
    return {one for one, _ in texts(kind, text)}
