"""Whole sentences taken out of a section or put into it, with blanks, list numbers and case as they are there."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reref.perturbations.edits import Edit
from reref.perturbations.errors.reading import Reading
from reref.perturbations.errors.room import Role, label
from reref.perturbations.placeholders import ABOUT_PLACEHOLDER, PLACEHOLDER
from reref.report import Sentence

_NUMBERED = re.compile(r"(\D*)(\d+)(\D*)")
#: So few letters in capitals are an abbreviation, no style.
_FEW_LETTERS = 10
_ENDED = re.compile(r"[.!?][\"')\]]*$")


def take_out(
    kind: str, reading: Reading, section: str, gone: Sequence[Sentence], *, role: Role, finding: str, **fields: str
) -> list[Edit] | None:
    """Return edits that remove sentences, one for each run of neighbours, and renumber the list items behind them.

    Returns:
        The edits; ``None`` when nothing would be left of the section. A sub-heading with nothing under it goes too.
    """
    everything = reading.sentences(section)
    left = [s for s in everything if s not in gone]
    if not left:
        return None
    edits = []
    for run in _runs(everything, gone):
        alone = not any(everything[run[0]].heading == other.heading for other in left)
        start, end = _with_blanks(reading, section, everything, run, with_heading=alone)
        old = reading.text(section)[everything[run[0]].start : everything[run[-1]].end]
        about = {ABOUT_PLACEHOLDER: "gone with its sentence"} if PLACEHOLDER.search(old) else {}
        edits.append(label(kind, section, start, end, "", role=role, finding=finding, old=old, **fields, **about))
    return edits + _renumbered(kind, reading, section, gone)


def _runs(everything: Sequence[Sentence], gone: Sequence[Sentence]) -> list[list[int]]:
    runs: list[list[int]] = []
    for place in sorted(everything.index(s) for s in gone):
        if runs and runs[-1][-1] == place - 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    return runs


def _with_blanks(
    reading: Reading, section: str, everything: Sequence[Sentence], run: list[int], *, with_heading: bool
) -> tuple[int, int]:
    text = reading.text(section)
    first, last = everything[run[0]], everything[run[-1]]
    before = everything[run[0] - 1].end if run[0] else 0
    start = marked_start(text, first)
    if with_heading and first.heading:
        start = before + len(text[before:start]) - len(text[before:start].lstrip())
    if run[-1] + 1 < len(everything):
        behind = text[last.end : everything[run[-1] + 1].start]
        blanks = len(behind) - len(behind.lstrip())  # what introduces the next sentence stays
        return start, last.end + blanks
    return max(before, len(text[:start].rstrip())), last.end


def marked_start(text: str, sentence: Sentence) -> int:
    """Return where a sentence begins with its list marker."""
    if not sentence.marker:
        return sentence.start
    at = text.rfind(sentence.marker, 0, sentence.start)
    return at if at >= 0 and not text[at + len(sentence.marker) : sentence.start].strip() else sentence.start


def _renumbered(kind: str, reading: Reading, section: str, gone: Sequence[Sentence]) -> list[Edit]:
    """Return edits of the numbers of the items that follow a removed one."""
    text = reading.text(section)
    edits: list[Edit] = []
    missing = 0
    for sentence in reading.sentences(section):
        number = _NUMBERED.fullmatch(sentence.marker)
        if sentence in gone:
            missing += number is not None
        elif number is not None and missing:
            start = marked_start(text, sentence) + len(number.group(1))
            new = str(int(number.group(2)) - missing)
            edits.append(label(kind, section, start, start + len(number.group(2)), new, role="numbering"))
    return edits


def put_in(
    kind: str,
    reading: Reading,
    section: str,
    after: Sentence | None,
    said: str,
    *,
    role: Role,
    finding: str,
    **fields: str,
) -> Edit:
    """Return the edit that adds a sentence behind another one, or as the first of an empty section.

    In a numbered list the new sentence is the last item.
    """
    text = reading.text(section)
    if after is None:
        return label(kind, section, 0, 0, said, role=role, finding=finding, new=said, **fields)
    everything = reading.sentences(section)
    number = _NUMBERED.fullmatch(after.marker)
    if number is not None:
        after = everything[-1]
        number = _NUMBERED.fullmatch(after.marker)
    said = in_style(text, said)
    gap = _gap(text, everything, after)
    if number is not None:
        gap += f"{number.group(1)}{int(number.group(2)) + 1}{number.group(3)}".strip() + " "
    elif after.marker:
        gap += f"{after.marker.strip()} "
    if after.marker and not _ENDED.search(after.text):
        said = said.rstrip(".")
    elif not _ENDED.search(text[: after.end]):
        gap = gap if after.text[-1:] in ";:," else f".{gap}"
    return label(kind, section, after.end, after.end, gap + said, role=role, finding=finding, new=said, **fields)


def in_style(text: str, said: str) -> str:
    """Return a sentence in capitals where the section is written in capitals."""
    return said.upper() if text.isupper() and sum(map(str.isalpha, text)) > _FEW_LETTERS else said


def _gap(text: str, everything: Sequence[Sentence], after: Sentence) -> str:
    """Return the blanks that stand between two sentences here."""
    place = everything.index(after)
    for one, two in ((place, place + 1), (place - 1, place)):
        if one >= 0 and two < len(everything):
            between = text[everything[one].end : marked_start(text, everything[two])]
            if between and not between.strip():
                return between
    return "\n" if after.marker else " "
