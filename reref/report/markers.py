"""List markers ("1.", "(2)", "-", "•") and sub-headings ("LUNGS:") at the beginning of a sentence."""

from __future__ import annotations

import re
from typing import NamedTuple

from reref.report.headings import is_core
from reref.report.words import words

BULLETS = "•‣◦▪●∙·"
_MARKER = re.compile(
    r"[-–—*+>•‣◦▪●∙·](?=\s)"
    r"|[-–—*•‣◦▪●∙·](?=[A-Za-z])"
    r"|#?\(?\d{1,2} ?[.)](?![\d.,)])(?=\s|[A-Za-z(])"
    r"|\(?[A-Ha-h]\)(?=\s)|[A-H]\.(?=\s+[A-Z])"
    r"|\(?(?:i|ii|iii|iv|v|vi|vii|I|II|III|IV|V|VI|VII)[.)](?=\s)"
)
_NUMBER = re.compile(r"\d{1,2}")
#: A bare number after a colon is what was measured ("Calcium score: 0."), unless it can be a list number.
_VALUE = re.compile(r"\s{0,3}(?:(?:0|\d{2,5})(?:\.\d{1,3})?\s{0,2}(?:[.,;\n]|\Z)|\d(?:\.\d)?\s{0,2}(?:\n|\Z))")
_HEADING = re.compile(r"([A-Za-z][^\n.:;!?()\[\]\"]{0,60})(?:(?<!\d):|:(?!\d))(?!//)")
_PART = re.compile(r"[A-Za-z][A-Za-z'-]*|\d+")
_MAX_WORDS = 7
_MAX_LEADS = 5


def marker_end(s: str, at: int, stop: int) -> int:
    """Return where the list marker at ``at`` ends; ``at`` itself when there is none."""
    if s[at : at + 1].isalpha() and not (s.find(".", at, at + 5) > 0 or s.find(")", at, at + 5) > 0):
        return at
    found = _MARKER.match(s, at, stop)
    return found.end() if found else at


def marker_number(marker: str) -> int | None:
    """Return the place of a numbered or lettered marker in its list, for example 2 of ``"(2)"`` and of ``"b)"``."""
    found = _NUMBER.search(marker)
    if found is not None:
        return int(found[0])
    letter = marker.strip("().").lower()
    return ord(letter) - ord("a") + 1 if len(letter) == 1 and "a" <= letter <= "h" else None


class Lead(NamedTuple):
    """What stands before the words of a sentence.

    Attributes:
        marker_start: first character of the list markers.
        marker_end: one past their last; equal to ``marker_start`` when there is none.
        heading: the last sub-heading, ``None`` when there is none.
        body: where the words begin; the end of the segment when there are none.
    """

    marker_start: int
    marker_end: int
    heading: str | None
    body: int


def read_lead(s: str, start: int, stop: int) -> Lead:
    """Read the list markers and sub-headings at the beginning of ``s[start:stop]``."""
    first = last = body = start
    heading = None
    may_head = s.find(":", start, stop) >= 0
    if not may_head and marker_end(s, start, stop) == start:
        return Lead(start, start, None, start)
    for _ in range(_MAX_LEADS):
        after = marker_end(s, body, stop)
        if after > body:
            first, last = (first if s[last:body].isspace() and last > first else body), after
        else:
            labelled = heading_at(s, body, stop) if may_head else None
            if labelled is None:
                break
            heading, after = labelled
        body = after
        while body < stop and s[body].isspace():
            body += 1
    return Lead(first, last, heading, body)


def heading_at(s: str, at: int, stop: int) -> tuple[str, int] | None:
    """Return the sub-heading at ``at`` and where the text after its colon begins.

    A sub-heading is a few words before a colon that are in capitals, or name organs, regions ("Lungs and pleura:") or
    a section.
    """
    found = _HEADING.match(s, at, stop)
    if found is None or not is_heading(found[1]) or _VALUE.match(s, found.end(), stop):
        return None
    return found[1].strip(), found.end()


def is_heading(label: str) -> bool:
    """Whether these words before a colon are a sub-heading."""
    parts = _PART.findall(label)
    if not parts or len(parts) > _MAX_WORDS:
        return False
    if label.isupper():
        return sum(map(len, parts)) > 2
    return is_core(label) or _named({part.lower() for part in parts})


def is_organ_heading(label: str) -> bool:
    """Whether these words before a colon name organs or regions."""
    parts = {part.lower() for part in _PART.findall(label)}
    return 0 < len(parts) <= _MAX_WORDS and _named(parts)


def _named(parts: set[str]) -> bool:
    return parts <= words("heading_words") | words("heading_joints") and not parts <= words("heading_joints")
