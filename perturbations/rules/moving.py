"""Edits that take statements out of a section, put text into it, and number its items anew."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from reref.perturbations.edits import Edit, Source
from reref.perturbations.rules.statements import Statement

_NUMBER = re.compile(r"\d+")
#: What some exports write where a section has no text.
_NO_TEXT = re.compile(r"\s*(?:not given|none|n/?a|none given|not available)?[\s.]*", re.IGNORECASE)


def has_text(text: str) -> bool:
    """Whether a section says anything; "Not given." says nothing."""
    return _NO_TEXT.fullmatch(text) is None


def without(text: str, found: Sequence[Statement], gone: Collection[Statement], label: str) -> list[Edit]:
    """Return edits that take statements out, with their markers, and leave no gap.

    Args:
        text: the section's text.
        found: all its statements.
        gone: those to take out; not all of them.
        label: what each edit is called.
    """
    gone = frozenset(gone)
    edits: list[Edit] = []
    at = 0
    while at < len(found):
        if found[at] not in gone:
            at += 1
            continue
        last = at
        while last + 1 < len(found) and found[last + 1] in gone and _takes_lead(text, found, last + 1, gone):
            last += 1
        edits.append(Edit(found[at].section, *_cut(text, found, at, last, gone), "", label))
        at = last + 1
    return [*edits, *_renumbered(text, found, gone)]


def _cut(text: str, found: Sequence[Statement], first: int, last: int, gone: Collection[Statement]) -> tuple[int, int]:
    """Return the span to cut so that one gap is left between the neighbours: a line end rather than a blank."""
    start = found[first].lead if _takes_lead(text, found, first, gone) else found[first].start
    if last + 1 == len(found):
        return len(text[:start].rstrip()), found[last].end
    following = found[last + 1].lead
    before = len(text[:start].rstrip())
    if "\n" in text[found[last].end : following] and "\n" not in text[before:start] and before:
        return before, found[last].end
    return start, following


def _takes_lead(text: str, found: Sequence[Statement], at: int, gone: Collection[Statement]) -> bool:
    """Whether a statement's marker or heading goes with it: not a heading that further statements still need."""
    statement = found[at]
    if not statement.heading or statement.heading not in text[statement.lead : statement.start]:
        return True
    return not any(s.heading == statement.heading and s not in gone for s in found[at + 1 :])


def _renumbered(text: str, found: Sequence[Statement], gone: Collection[Statement]) -> list[Edit]:
    """Return edits of the numbers that no longer count from 1; a single remaining item loses its number."""
    left = [s for s in found if s not in gone]
    numbered = [s for s in left if _NUMBER.search(s.marker)]
    if len(numbered) == len([s for s in found if _NUMBER.search(s.marker)]):
        return []
    edits: list[Edit] = []
    for number, statement in enumerate(numbered, 1):
        at = text.index(statement.marker, statement.lead)
        if len(left) == 1:
            edits.append(Edit(statement.section, at, statement.start, "", "number"))
            continue
        digits = _NUMBER.search(text, at, statement.start)
        if digits is not None and digits.group() != str(number):
            edits.append(Edit(statement.section, digits.start(), digits.end(), str(number), "number"))
    return edits


def added_at_end(
    section: str,
    text: str,
    found: Sequence[Statement],
    sentences: Sequence[tuple[str, Source]],
    label: str,
    gone: Collection[Statement] = (),
) -> list[Edit]:
    """Return edits that add sentences behind a section's last statement, as further items if it is numbered.

    Args:
        section: its name.
        text: its text.
        found: its statements.
        sentences: what to add, each with what it was made from.
        label: what each edit is called.
        gone: statements that other edits take out.
    """
    left = [s for s in found if s not in gone]
    if not left:
        joined = [(" " if i else "") + sentence for i, (sentence, _) in enumerate(sentences)]
        first, *others = [(words, source) for words, (_, source) in zip(joined, sentences, strict=True)]
        edits = [Edit(section, 0, len(text), first[0], label, (first[1],))]
        return edits + [Edit(section, len(text), len(text), words, label, (source,)) for words, source in others]
    last = _last_finding(left)
    listed = any(s.marker for s in left)
    has_stop = text[last.end - 1] in ".?!:;)"
    without_stops = listed and "\n" in text and not has_stop
    stop = "" if has_stop or without_stops else "."
    number = sum(bool(_NUMBER.search(s.marker)) for s in left)
    marker = next((s.marker for s in reversed(left) if s.marker), "")
    gap = "\n" if "\n" in text[: last.end] else " "
    edits = []
    for sentence, source in sentences:
        number += 1
        item = _NUMBER.sub(str(number), marker, count=1) + " " if listed else ""
        words = sentence.rstrip(".") if without_stops else sentence
        edits.append(Edit(section, last.end, last.end, f"{stop}{gap}{item}{words}", label, (source,)))
        stop = ""
    return edits


def _last_finding(left: Sequence[Statement]) -> Statement:
    """Return the statement behind which to write: the last one before thanks, who was told and what is advised."""
    listed = any(s.marker for s in left)
    at = next((i for i, s in enumerate(left) if i and s.takes_leave), len(left))
    while at > 1 and _closes(left[at - 1]) and not (left[at - 1].marker if listed else left[at - 1].leans):
        at -= 1
    return left[at - 1]


def _closes(statement: Statement) -> bool:
    """Whether it is what an impression ends with; advice that leans on a finding has to stay behind it."""
    advises = statement.recommends and not statement.abnormal and not statement.names_no_finding
    return statement.reports or advises


def added_after(statement: Statement, text: str, sentence: str, source: Source, label: str) -> Edit:
    """Return the edit that adds a sentence behind one statement."""
    stop = "" if text[statement.end - 1] in ".?!:;)" else "."
    return Edit(statement.section, statement.end, statement.end, f"{stop} {sentence}", label, (source,))
