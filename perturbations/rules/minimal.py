"""findings-scope/minimal: what is abnormal stays, routine normal statements go."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
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


@rule("findings-scope/minimal")
def leave_out_normal(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Leave out statements that only say that something is normal; a few key negatives may stay."""
    section: SectionName = "findings" if has_text(report.findings) else "impression"
    text = report.section(section)
    found = statements(text, section)
    if not found:
        return Infeasible("missing_information", "the report has no text")
    gone = _droppable(found)
    if not gone:
        return Infeasible("already_in_form", "no statement says only that something is normal")
    dropped = frozenset(gone)
    says_something = [s for s in found if s not in dropped]
    if any(s.abnormal for s in says_something):
        if rng.random() < 0.5:
            gone = [s for s in gone if not _answers(s, ("pneumothorax", "pleural_effusion"))] or gone
    else:
        kept = _core(gone, len(says_something), rng)
        gone = [s for s in gone if s not in kept]
    gone = _every_exam_says_something(found, gone)
    if not gone:
        return Infeasible("already_in_form", "only the key negatives are stated")
    return [*without(text, found, gone, LABEL), *_without_otherwise(text, found, gone)]


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
    if not statement.only_normal or statement.has_placeholder or statement.is_global:
        return False
    if statement.recommends or statement.uncertain or statement.reports or any(f.change for f in statement.facts):
        return False
    words = _WORD.findall(statement.text.lower())
    if _AT_THE_LIMIT.search(statement.text):
        return False
    return all(word in _plain() for word in words) and not any(word in _turning() for word in words)


@cache
def _plain() -> frozenset[str]:
    return frozenset(lexicon("scope.yaml")["plain_words"])


@cache
def _turning() -> frozenset[str]:
    return frozenset(lexicon("scope.yaml")["turning_words"])


def _answers(statement: Statement, findings: Sequence[str]) -> bool:
    return any(f.finding in findings for f in statement.facts)


def _core(gone: Sequence[Statement], others: int, rng: Generator) -> list[Statement]:
    """Return one or two normal statements that stay when there is nothing abnormal to say."""
    worth = lexicon("scope.yaml")["core_findings"]
    ranked = sorted(
        (s for s in gone if _answers(s, worth)),
        key=lambda s: min(worth.index(f.finding) for f in s.facts if f.finding in worth),
    )
    if not ranked:
        return list(gone[:1])
    kept = ranked[:1]
    if len(gone) + others > 2 and rng.random() < 0.6:
        pleura = [s for s in ranked[1:] if _answers(s, ("pneumothorax", "pleural_effusion"))]
        kept += [s for s in pleura if not _answers(kept[0], [f.finding for f in s.facts])][:1]
    return kept
