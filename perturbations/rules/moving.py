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
    edits: list[Edit] = []
    for i, statement in enumerate(found):
        if statement not in gone:
            continue
        start = _start(text, statement, found[i + 1 :], gone)
        end = found[i + 1].lead if i + 1 < len(found) else statement.end
        if edits and edits[-1].end == start:
            start = edits.pop().start
        if end == found[-1].end:
            start = len(text[:start].rstrip())
        edits.append(Edit(statement.section, start, end, "", label))
    return [*edits, *_renumbered(text, found, gone)]


def _start(text: str, statement: Statement, later: Sequence[Statement], gone: Collection[Statement]) -> int:
    """Return where to cut: after a heading that further statements still need."""
    under = next((s for s in later if s.heading == statement.heading), None)
    shared = statement.heading and under is not None and under not in gone
    wrote_heading = statement.heading and statement.heading in text[statement.lead : statement.start]
    return statement.start if shared and wrote_heading else statement.lead


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
    last = left[-1]
    stop = "" if text[last.end - 1] in ".?!:;)" else "."
    number = sum(bool(_NUMBER.search(s.marker)) for s in left)
    numbered = (number == len(left) and number > 0) or bool(_NUMBER.search(last.marker))
    line = "\n" if "\n" in text[: last.end] else " "
    edits = []
    for sentence, source in sentences:
        number += 1
        item = _NUMBER.sub(str(number), last.marker, count=1) + " " if numbered else ""
        gap = line if numbered or line == "\n" else " "
        edits.append(Edit(section, last.end, last.end, f"{stop}{gap}{item}{sentence}", label, (source,)))
        stop = ""
    return edits


def added_after(statement: Statement, text: str, sentence: str, source: Source, label: str) -> Edit:
    """Return the edit that adds a sentence behind one statement."""
    stop = "" if text[statement.end - 1] in ".?!:;)" else "."
    return Edit(statement.section, statement.end, statement.end, f"{stop} {sentence}", label, (source,))
