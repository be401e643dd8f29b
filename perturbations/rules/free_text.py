"""structure/free-text: prose without headings, numbers or bullets, with the verbs that a template leaves out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.rules.grammar import uncapital
from reref.perturbations.rules.layout import Piece, rewritten
from reref.perturbations.rules.phrases import lexicon
from reref.perturbations.rules.prose import completed, whole_sentence, with_verb
from reref.perturbations.rules.regions import regions, text_regions
from reref.perturbations.rules.registry import rule
from reref.perturbations.rules.statements import Statement, names_an_exam, statements
from reref.perturbations.rules.wording import sentence
from reref.report import TARGET_SECTIONS, Report

if TYPE_CHECKING:
    from numpy.random import Generator

LABEL = "prose"

#: "There is no effusion" (empty), or "No effusion is seen".
_VERBS = ("", "", "seen", "identified")

#: Findings that may be anywhere: a heading that tells where must not get lost.
_ANYWHERE = ("nodule", "mass", "granuloma_calcified", "lung_opacity", "scarring_fibrosis")
_SIDE = re.compile(r"\b(left|right)\b", re.IGNORECASE)


@rule("structure/free-text")
def write_out(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Write laid-out sections as prose, and with them the verbless sentences of a section that is prose already."""
    edits: list[Edit] = []
    prose: list[Statement] = []
    has_heading = False
    for section in TARGET_SECTIONS:
        found = statements(report.section(section), section)
        if not any(s.marker or s.heading for s in found):
            prose += found
        elif not any(_is_section_name(s.heading) for s in found):
            edits += rewritten(section, report.section(section), _prose(found, rng), LABEL)
            has_heading |= any(s.heading for s in found)
    completing = list(_with_verbs(prose, rng))
    if edits and (has_heading or len(edits) + len(completing) > 1):
        return [*edits, *completing]
    if not report.findings.strip() and not report.impression.strip():
        return Infeasible("missing_information", "the report has no text")
    return Infeasible("already_in_form", "the report has no headings and no list of several items")


def _with_verbs(found: Sequence[Statement], rng: Generator) -> Iterator[Edit]:
    """Complete the sentences of running text that have no verb, where it is sure how."""
    for statement in found:
        made = None if statement.is_label or statement.leans else completed(statement.text)
        if made is not None:
            text = with_verb(made, _verb(rng))
            yield Edit(statement.section, statement.start, statement.end, text, LABEL, (statement.source,))


def _verb(rng: Generator) -> str:
    return _VERBS[int(rng.integers(len(_VERBS)))]


def _is_section_name(heading: str) -> bool:
    return heading.lower() in lexicon("prose.yaml")["not_headings"]


def _prose(found: Sequence[Statement], rng: Generator) -> list[Piece]:
    pieces: list[Piece] = []
    heading = ""
    for statement in found:
        text = whole_sentence(statement.text, statement.heading)
        if text != sentence(statement.text):
            text = with_verb(text, _verb(rng))
        if statement.heading:
            text = _with_place(text, statement, is_first=statement.heading != heading)
        heading = statement.heading
        if statement.introduction:
            text = f"{statement.introduction}, {uncapital(text)}"
        pieces.append(Piece(f" {text}" if pieces else text, (statement.source,)))
    return pieces


def _with_place(text: str, statement: Statement, *, is_first: bool) -> str:
    """Return the sentence with what only its heading says: another body part, a side, or where a nodule is."""
    heading = statement.heading.lower()
    side = _SIDE.search(heading)
    if not text_regions(heading):
        other_part = is_first and names_an_exam(heading) and heading not in text.lower() and heading != "chest"
        return f"In the {heading}, {uncapital(text)}" if other_part else text
    if side and is_first and not _SIDE.search(text):
        in_chest = text_regions(heading)[0] in ("lungs", "pleura")
        return f"{f'On the {side[1].lower()}' if in_chest else f'In the {heading}'}, {uncapital(text)}"
    if "pleura" in text_regions(heading) and "pleural" not in text and "pericard" not in text:
        text = re.sub(r"\beffusion", "pleural effusion", text)
    region = regions()[text_regions(heading)[0]]
    vague = not text_regions(text) and any(
        f.finding in _ANYWHERE or f.finding.startswith("other") for f in statement.facts
    )
    return f"In {region.subject}, {uncapital(text)}" if vague and region.subject else text
