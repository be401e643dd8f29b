"""Where headings stand in a report: before a colon, alone on a line, before a dash, or in capitals before the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reref.report.headings import is_core, is_exact, section_names, stands_inside
from reref.report.markers import is_organ_heading

_DECORATION = r"[ \t]{0,60}[*#>=-]{0,4}[ \t]{0,4}(?:\(?(?:\d{1,2}|[IVX]{1,4})[.)][ \t]{0,3})?[*_]{0,2}\[?"
_WITH_COLON = re.compile(
    rf"(?:^|(?<=[\n.;:!?,|\])\"]))({_DECORATION})([^\W\d_][^\n.;:!?,|\"\[\]]{{0,60}}?)[ \t*_\]]{{0,4}}"
    r"(?:\n[ \t]{0,4})?:(?!//)(?:[-–—]{1,2}(?=\s))?"
)
_WORD_WITH_COLON = re.compile(r"(?<=[ \t)])([A-Z][A-Za-z]{3,15}|impression|findings?)[ \t]{0,3}:")
_ON_A_LINE = re.compile(
    rf"(?m)^({_DECORATION})([^\W\d_][^\n.;:!?,|\"()\[\]]{{2,50}}?)[ \t*_#\]]{{0,4}}(?:[-–—=]{{1,3}}(?=\s)|$)"
)
_VERBS = (
    "are|is|of|consistent|suggest|may|were|was|as|in|on|and|or|with|to|remain|for|from|that|which|has|have|at|by|not"
)
_BEFORE_TEXT = re.compile(
    r"(?:^|(?<=[\n.;,]))([ \t]{0,8})(FINDINGS?|IMPRESSIONS?|CONCLUSIONS?|INDICATIONS?|TECHNIQUE|COMPARISONS?|HISTORY)"
    rf"[ \t]{{1,8}}(?=\d|[A-Z](?:[a-z. ]|XXX)|(?!(?:{_VERBS})\b)[a-z])"
)
_AS_SENTENCE = re.compile(
    r"(?:^|(?<=[\n.]))([ \t]{0,8})([Ff]indings|[Ii]mpression|[Cc]onclusion|[Ii]ndication|[Tt]echnique|[Cc]omparison"
    r"|FINDINGS|IMPRESSION|CONCLUSION|INDICATION|TECHNIQUE|COMPARISON)[.;](?=\s)"
)
_WITHOUT_COLON = ("finding", "impression", "conclusion", "indication", "technique", "comparison", "history")
_NO_HEADING_BEFORE = frozenset(
    ("the", "following", "of", "these", "above", "below", "other", "no", "and", "with", "key")
)
_MAX_LISTED = 60
_STOP = re.compile(r"[.;:!?]")
_NO_BLANK = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading in a text.

    Attributes:
        start: its first character, list marker and decoration included.
        body: where the text under it may begin.
        names: the sections it heads; empty for other words before a colon.
        label: its words as written.
        at_line: whether it begins a line.
        numbered: whether it stands behind a list marker.
        organ: whether it names organs.
    """

    start: int
    body: int
    names: tuple[str, ...]
    label: str
    at_line: bool = False
    numbered: bool = False
    organ: bool = False

    @property
    def capitals(self) -> bool:
        """Whether it is written in capitals."""
        return self.label.isupper()

    @property
    def inside(self) -> bool:
        """Whether such words head a section in the middle of a line too."""
        return stands_inside(self.label)


def find_headings(s: str) -> list[Heading]:
    """Return everything that looks like a heading, in order, without overlaps."""
    found: dict[int, Heading] = {}
    taken = -1
    for head in sorted(_candidates(s), key=lambda head: (head.start, not head.names, -head.body)):
        if head.start >= taken:
            found[head.start] = head
            taken = head.body if head.names else head.start
    return list(found.values())


def _candidates(s: str) -> Iterator[Heading]:
    if ":" in s:
        for match in _WITH_COLON.finditer(s):
            yield from _from_colon(s, match)
        for match in _WORD_WITH_COLON.finditer(s):
            if is_core(match[1]) and _stands_out(s, match.start(1), match[1]):
                yield _heading(s, match.start(1), match.end(), section_names(match[1]), match[1])
    for match in _whole_lines(s):
        names = section_names(match[2])
        if names and (match[2][0].isupper() or is_core(match[2])) and _begins_paragraph(s, match):
            yield _heading(s, match.start(), match.end(), names, match[2], match[1])
    lower = s.lower()
    for pattern in (_BEFORE_TEXT, _AS_SENTENCE) if any(word in lower for word in _WITHOUT_COLON) else ():
        for match in pattern.finditer(s):
            yield _heading(s, match.start(2), match.end(), section_names(match[2]), match[2])


def _whole_lines(s: str) -> Iterator[re.Match[str]]:
    """The lines that hold nothing but a few words."""
    at = 0
    while True:
        match = _ON_A_LINE.match(s, at)
        if match is not None:
            yield match
        at = s.find("\n", at) + 1
        if at == 0:
            return


def _from_colon(s: str, match: re.Match[str]) -> Iterator[Heading]:
    label, end = match[2].rstrip(), match.end()
    if label[-1].isdigit() and s[end : end + 1].isdigit():  # a time of day
        return
    while match[1] and end < len(s) and s[end] == match[1][-1] and s[end] in "*_" and end < match.end() + 2:
        end += 1
    names = section_names(label)
    start = match.start() if names or not label.isupper() else _last_heading(s, match)
    if start > match.start():
        label = s[start : match.start(2) + len(label)]
        yield _heading(s, start, end, section_names(label), label)
    else:
        first = start if names else _first_of_list(s, match, label)
        yield _heading(s, first, end, names, s[first : match.start(2)] + label if first < start else label, match[1])


def _first_of_list(s: str, match: re.Match[str], label: str) -> int:
    """Where a sub-heading begins, which may list organs with commas ("Lines, tubes and devices")."""
    line = s.rfind("\n", 0, match.start()) + 1
    before = s[line : match.start(2)]
    listed = "," in before and len(before) <= _MAX_LISTED and not _STOP.search(before)
    return line if listed and is_organ_heading(before + label) else match.start()


def _last_heading(s: str, match: re.Match[str]) -> int:
    """Where the heading begins in words before a colon that hold other text too ("XR CHEST INDICATION")."""
    words = [found.start() for found in _NO_BLANK.finditer(s, match.start(2), match.end(2))]
    tail = match[2].rstrip()
    for start in words[1:]:
        label = tail[start - match.start(2) :]
        if is_exact(label) and stands_inside(label):
            return start
    return match.start()


def _heading(s: str, start: int, body: int, names: tuple[str, ...], label: str, before: str = "") -> Heading:
    at = start
    while at > 0 and s[at - 1] in " \t":
        at -= 1
    at_line = at == 0 or s[at - 1] == "\n"
    numbered = any(c.isdigit() for c in before)
    return Heading(start, body, names, label, at_line, numbered, not names and is_organ_heading(label))


def _stands_out(s: str, start: int, word: str) -> bool:
    """Whether a capitalised word before a colon differs in case from the word before it."""
    before = s[max(0, start - 30) : start].split()
    if not before:
        return True
    if word.islower():
        return before[-1].lower() not in _NO_HEADING_BEFORE
    return not before[-1].isupper() if word.isupper() else not before[-1][0].isupper()


def _begins_paragraph(s: str, match: re.Match[str]) -> bool:
    """Whether a line that holds only a heading is no hard-wrapped piece of a sentence."""
    before = s[max(0, match.start() - 200) : match.start()].rstrip(" \t")
    if match[2].isupper() or match[0].rstrip()[-1] in "-–—=" or before in ("", "\n"):
        return True
    return before.endswith("\n\n") or before.rstrip().endswith((".", ":", "!", "?", "_", "-", "="))
