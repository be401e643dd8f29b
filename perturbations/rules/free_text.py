"""structure/free-text: prose without headings, numbers or bullets, with the verbs that a template leaves out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.placeholders import PLACEHOLDER
from reref.perturbations.rules.fragments import sentence_of
from reref.perturbations.rules.grammar import uncapital
from reref.perturbations.rules.layout import Piece, rewritten
from reref.perturbations.rules.phrases import lexicon
from reref.perturbations.rules.prose import completed, whole_sentence, with_verb
from reref.perturbations.rules.regions import leans_on_previous, regions, text_regions
from reref.perturbations.rules.registry import rule
from reref.perturbations.rules.statements import Statement, names_an_exam, statements
from reref.perturbations.rules.verbs import has_verb
from reref.perturbations.rules.wording import sentence, without_stop
from reref.report import TARGET_SECTIONS, Report

if TYPE_CHECKING:
    from numpy.random import Generator

LABEL = "prose"

#: "There is no effusion" (empty), or "No effusion is seen".
_VERBS = ("", "", "seen", "identified")

#: Marks that go and sentences that get a verb; fewer leave the report as it was.
_ENOUGH = 3
_TWO_WORDS = 2

#: Findings that may be anywhere: a heading that tells where must not get lost.
_ANYWHERE = ("nodule", "mass", "granuloma_calcified", "lung_opacity", "scarring_fibrosis")
#: "Left wrist: No fracture."
_PLACE = re.compile(r"(?P<place>(?:left|right|both) (?:[a-z]+ ){0,2}[a-z]+): (?P<rest>.+)", re.IGNORECASE)
#: "Specifically, no effusion." has a sentence of its own.
_SAYS_MORE = re.compile(r"(?:specifically|otherwise|however)\b", re.IGNORECASE)
_SIDE = re.compile(r"\b(left|right)\b", re.IGNORECASE)


@rule("structure/free-text")
def write_out(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Write laid-out sections as prose, and with them the verbless sentences of a section that is prose already."""
    edits: list[Edit] = []
    written: list[_Written] = []
    marks, has_heading, is_broken = 0, False, False
    for section in TARGET_SECTIONS:
        found = statements(report.section(section), section)
        marked = [s for s in found if s.marker or s.heading]
        if any(_is_section_name(s.heading) for s in marked):
            continue
        sentences = [_sentence(s, rng, laid_out=bool(marked)) for s in found]
        if any(s.is_label or _begins_midway(s, found) for s in found):
            return Infeasible(
                "missing_information", "a part of the report is the name of an exam, or part of a sentence"
            )
        written += sentences
        if marked:
            edits += rewritten(section, report.section(section), _prose(sentences), LABEL)
            marks += len(marked)
            has_heading |= any(s.heading for s in marked)
        else:
            edits += [_in_place(one) for one in sentences if one.is_new]
    if not report.findings.strip() and not report.impression.strip():
        return Infeasible("missing_information", "the report has no text")
    completed_ones = sum(one.is_new for one in written)
    if not has_heading and (marks == 0 or marks + completed_ones < _ENOUGH):
        return Infeasible("already_in_form", "the report has no headings and no list of several items")
    if is_broken:
        return Infeasible("missing_information", "a part of the report is the name of an exam, or part of a sentence")
    if any(one.is_fragment for one in written):
        return Infeasible("missing_information", "an entry is no phrase of which a whole sentence is sure")
    return edits


@dataclass(frozen=True, slots=True)
class _Written:
    """A statement as a sentence of prose.

    Attributes:
        text: the sentence.
        statement: what it was made from.
        is_new: whether it got a verb.
        is_fragment: whether it is still without one.
    """

    text: str
    statement: Statement
    is_new: bool
    is_fragment: bool


def _sentence(statement: Statement, rng: Generator, *, laid_out: bool) -> _Written:
    bare = without_stop(statement.text)
    if not bare or _stays(statement, bare):
        return _Written(sentence(statement.text), statement, is_new=False, is_fragment=False)
    if has_verb(bare):
        text = whole_sentence(bare)
        is_new = text.rstrip(".") != bare
        return _Written(text if is_new else sentence(statement.text), statement, is_new=is_new, is_fragment=False)
    if not laid_out and leans_on_previous(bare) and not _SAYS_MORE.match(bare):
        return _Written(sentence(statement.text), statement, is_new=False, is_fragment=not statement.recommends)
    place = _PLACE.fullmatch(bare)
    if place:
        made = completed(place["rest"])
        text = f"In the {place['place'].lower()}, {uncapital(made)}" if made else bare
        return _Written(sentence(text), statement, is_new=made is not None, is_fragment=made is None)
    text = whole_sentence(bare, statement.heading)
    if not has_verb(without_stop(text)):
        made = None if bare.endswith("?") else sentence_of(bare)
        if made is None:
            return _Written(text, statement, is_new=False, is_fragment=True)
        return _Written(sentence(made), statement, is_new=True, is_fragment=False)
    return _Written(with_verb(text, _verb(rng)), statement, is_new=True, is_fragment=False)


def _begins_midway(statement: Statement, found: Sequence[Statement]) -> bool:
    """Whether a stop stands where a sentence goes on ("No lesion to suggest. active disease.")."""
    at = found.index(statement)
    if not at or statement.marker or statement.heading or statement.introduction or not statement.text[:1].islower():
        return False
    before = found[at - 1].text
    return before.endswith(".") and before[:1].isupper()


def _stays(statement: Statement, bare: str) -> bool:
    """Whether an entry has no sentence of its own: a label, who was told, or its verb or all of it was taken out."""
    if statement.is_label or statement.reports:
        return True
    if not statement.has_placeholder:
        return False
    return len(PLACEHOLDER.sub("", bare).split()) < _TWO_WORDS or bare.lower().startswith(
        ("the ", "this ", "these ", "note ")
    )


def _in_place(one: _Written) -> Edit:
    statement = one.statement
    return Edit(statement.section, statement.start, statement.end, one.text, LABEL, (statement.source,))


def _verb(rng: Generator) -> str:
    return _VERBS[int(rng.integers(len(_VERBS)))]


def _is_section_name(heading: str) -> bool:
    return heading.lower() in lexicon("prose.yaml")["not_headings"]


def _prose(written: Sequence[_Written]) -> list[Piece]:
    pieces: list[Piece] = []
    heading = ""
    for one in written:
        text, statement = one.text, one.statement
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
