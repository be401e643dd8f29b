"""What no reader would notice: a metric that moves here measures typing, not reading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.rules.registry import rule
from reref.report import TARGET_SECTIONS, Report

if TYPE_CHECKING:
    from numpy.random import Generator

_GAP = re.compile(r"[ \t]+(?=\S)")


@rule("control/identity")
def identity(report: Report, rng: Generator) -> Iterator[Edit]:
    """Leave everything as it is."""
    return iter(())


@rule("control/case")
def upper_case(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Write both sections in capitals, as many dictation systems do."""
    edits = [
        Edit(name, 0, len(text), text.upper(), "case")
        for name in TARGET_SECTIONS
        if (text := report.section(name)) != text.upper()
    ]
    return edits or Infeasible("already_in_form", "the report is written in capitals already")


@rule("control/whitespace")
def blanks(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Put a second blank between some words, at least one in each report."""
    gaps = [(name, gap.end()) for name in TARGET_SECTIONS for gap in _GAP.finditer(report.section(name))]
    if not gaps:
        return Infeasible("missing_information", "the report has no two words")
    chosen = set(rng.choice(len(gaps), size=max(1, len(gaps) // 5), replace=False).tolist())
    return [Edit(name, at, at, " ", "blank") for i, (name, at) in enumerate(gaps) if i in chosen]
