"""List markers ("1.", "(2)", "-", "•") and sub-headings ("LUNGS:") at the beginning of a sentence."""

from __future__ import annotations

import re

from reref.report.headings import is_core
from reref.report.words import words

BULLETS = "•‣◦▪●∙·"
_MARKER = re.compile(
    r"[-–—*+>•‣◦▪●∙·](?=\s)"
    r"|[-–—*•‣◦▪●∙·](?=[A-Za-z])"
    r"|#?\(?\d{1,2}[.)](?![\d.,)])(?=\s|[A-Za-z(])"
    r"|\(?[A-Ha-h]\)(?=\s)|[A-H]\.(?=\s+[A-Z])"
    r"|\(?(?:i|ii|iii|iv|v|vi|vii|I|II|III|IV|V|VI|VII)[.)](?=\s)"
)
_NUMBER = re.compile(r"\d{1,2}")
_HEADING = re.compile(r"([A-Za-z][^\n.:;!?()\[\]\"]{0,60}):(?![\d/])")
_PART = re.compile(r"[A-Za-z][A-Za-z'-]*|\d+")
_MAX_WORDS = 7


def marker_end(s: str, at: int, stop: int) -> int:
    """Return where the list marker at ``at`` ends; ``at`` itself when there is none."""
    if s[at : at + 1].isalpha() and not (s.find(".", at, at + 5) > 0 or s.find(")", at, at + 5) > 0):
        return at
    found = _MARKER.match(s, at, stop)
    return found.end() if found else at


def marker_number(marker: str) -> int | None:
    """Return the number of a numbered marker, for example 2 of ``"(2)"``."""
    found = _NUMBER.search(marker)
    return int(found[0]) if found else None


def heading_at(s: str, at: int, stop: int) -> tuple[str, int] | None:
    """Return the sub-heading at ``at`` and where the text after its colon begins.

    A sub-heading is a few words before a colon that are in capitals, or name organs, regions ("Lungs and pleura:") or
    a section.
    """
    found = _HEADING.match(s, at, stop)
    if found is None or not is_heading(found[1]):
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
