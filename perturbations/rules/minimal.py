"""findings-scope/minimal: what is abnormal stays, routine normal statements go."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.rules.key_negatives import key_negatives
from reref.perturbations.rules.moving import has_text, without
from reref.perturbations.rules.phrases import lexicon
from reref.perturbations.rules.registry import rule
from reref.perturbations.rules.statements import Statement, statements
from reref.report import Report
from reref.report.model import SectionName

if TYPE_CHECKING:
    from numpy.random import Generator

LABEL = "left out"

_OTHERWISE = re.compile(r"\botherwise ", re.IGNORECASE)
_AT_THE_LIMIT = re.compile(r"\b(?:upper|maximal)\b[^.]*\blimits?\b", re.IGNORECASE)
_WORD = re.compile(r"[a-z][a-z']*")
#: "not significantly enlarged" leaves room for a little.
_HEDGED = re.compile(r"\bnot (?:significantly|grossly|markedly|overtly)\b", re.IGNORECASE)
#: "Lumens are clear.", behind a sentence about the bronchi.
_OF_THE_PART_BEFORE = re.compile(
    r"(?:the |their )?(?:lum(?:ens?|ina)|calibrations?|walls?) (?:is|are|was|were)"
    r" (?:clear|open|normal|natural|patent)\.?",
    re.IGNORECASE,
)


@rule("findings-scope/minimal")
def leave_out_normal(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Leave out routine normal statements; what is abnormal and what answers the usual questions stays."""
    section: SectionName = "findings" if has_text(report.findings) else "impression"
    text = report.section(section)
    found = statements(text, section)
    if not found:
        return Infeasible("missing_information", "the report has no text")
    routine = _droppable(found)
    if not routine:
        return Infeasible("already_in_form", "no statement says only that something is normal")
    is_key = key_negatives(report)
    gone = [s for s in routine if not is_key(s)]
    if not any(s.facts for s in found if s not in gone):
        gone = gone[1:]  # nothing that a reader asks for is denied: one statement answers for all
    gone = _every_exam_says_something(found, _without_referents(found, gone))
    if not gone:
        return Infeasible("already_in_form", "only abnormal findings and the key negatives are stated")
    return [*without(text, found, gone, LABEL), *_without_otherwise(text, found, gone)]


def _without_referents(found: Sequence[Statement], gone: Sequence[Statement]) -> list[Statement]:
    """Keep the statement that tells of which part a kept one speaks ("No enlarged lymph nodes." of the abdomen)."""
    dropped = set(gone)
    for statement, following in zip(found[-2::-1], found[:0:-1], strict=True):
        if following.leans and following not in dropped:
            dropped.discard(statement)
    return [s for s in gone if s in dropped]


def _every_exam_says_something(found: Sequence[Statement], gone: Sequence[Statement]) -> list[Statement]:
    """Keep one statement under the name of each exam ("Chest. … Left hand. …") that would be left without any."""
    if not any(s.is_label for s in found):
        return list(gone)
    dropped = set(gone)
    starts = [i for i, s in enumerate(found) if s.is_label]
    for start, stop in zip(starts, [*starts[1:], len(found)], strict=True):
        exam = found[start + 1 : stop]
        if exam and all(s in dropped for s in exam):
            dropped.discard(exam[0])
    return [s for s in gone if s in dropped]


def _without_otherwise(text: str, found: Sequence[Statement], gone: Sequence[Statement]) -> Iterator[Edit]:
    """Take "otherwise" out of a normal statement when nothing that it points back to is left."""
    left = [s for s in found if s not in gone]
    word = _OTHERWISE.search(text, left[0].start, left[0].end)
    if word is not None and left[0].only_normal and left[0] is not found[0]:
        yield Edit(left[0].section, word.start(), word.end(), "", LABEL)


def _droppable(found: Sequence[Statement]) -> list[Statement]:
    """Return the routine statements on which no other statement leans."""
    gone: list[Statement] = []
    leaned_on = False
    for statement in reversed(found):
        goes = is_routine(statement) and not leaned_on
        if goes:
            gone.append(statement)
        leaned_on = statement.leans and not goes
    return gone[::-1]


def is_routine(statement: Statement) -> bool:
    """Whether a statement says that something is normal or absent, and certainly nothing else."""
    if _OF_THE_PART_BEFORE.fullmatch(statement.text):
        return True
    if not statement.only_normal or statement.has_placeholder or statement.is_global:
        return False
    if statement.recommends or statement.uncertain or statement.reports or any(f.change for f in statement.facts):
        return False
    words = _WORD.findall(statement.text.lower())
    if _AT_THE_LIMIT.search(statement.text) or _HEDGED.search(statement.text):
        return False
    return all(word in _plain() for word in words) and not any(word in _turning() for word in words)


@cache
def _plain() -> frozenset[str]:
    return frozenset(lexicon("scope.yaml")["plain_words"])


@cache
def _turning() -> frozenset[str]:
    return frozenset(lexicon("scope.yaml")["turning_words"])
