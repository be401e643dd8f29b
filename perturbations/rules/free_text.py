"""structure/free-text: prose without headings, numbers or bullets, with the verbs that a template leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.rules.layout import Piece, rewritten
from reref.perturbations.rules.prose import whole_sentence
from reref.perturbations.rules.registry import rule
from reref.perturbations.rules.statements import Statement, statements
from reref.report import TARGET_SECTIONS, Report

if TYPE_CHECKING:
    from numpy.random import Generator

LABEL = "prose"


@rule("structure/free-text")
def write_out(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Write laid-out sections as prose; a section that is prose already stays as it is."""
    edits: list[Edit] = []
    for section in TARGET_SECTIONS:
        found = statements(report.section(section), section)
        if any(s.marker or s.heading for s in found):
            edits += rewritten(section, report.section(section), _prose(found), LABEL)
    if edits:
        return edits
    if not report.findings.strip() and not report.impression.strip():
        return Infeasible("missing_information", "the report has no text")
    return Infeasible("already_in_form", "the report has neither headings nor list items")


def _prose(found: Sequence[Statement]) -> list[Piece]:
    pieces: list[Piece] = []
    for statement in found:
        text = whole_sentence(statement.text, statement.heading)
        if statement.introduction:
            text = f"{statement.introduction}; {text}"
        pieces.append(Piece(f" {text}" if pieces else text, (statement.source,)))
    return pieces
