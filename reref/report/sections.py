"""Sections of a whole report. Lossless: the spans follow each other and cover every character of the text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from reref.report.heading_search import Heading, find_headings
from reref.report.headings import CONTENT
from reref.report.sentences import sentences
from reref.report.shadow import shadow

#: Name of text that stands under no heading.
UNLABELLED = "unlabelled"

_CONTEXT = frozenset({"indication", "technique", "comparison", "exam", "order"})
_BLANK_LINE = re.compile(r"\n[ \t]*\n\s*")
_RULE = re.compile(r"[-_=*~]{5,}")
_MODALITY = re.compile(
    r"\b(?:ct|cta|mri?|xr|x-?rays?|radiographs?|ultrasound|sonogra\w+|pet|mammogra\w+|angiogra\w+|chest|views?|cxr)\b",
    re.I,
)
_MAX_TITLE = 100
_LONG_TEXT = 5


@dataclass(frozen=True, slots=True)
class SectionSpan:
    """One section of a report with everything that belongs to it.

    Attributes:
        names: what the section is (``("findings",)``); two names under a combined heading, ``("unlabelled",)`` for text
            under no heading.
        heading: the heading's words as written, empty without one.
        start: first character of the span, its heading included.
        end: one past the last character of the span; the next span begins there.
        body_start: first character of the section's text.
        body_end: one past the last character of the section's text.
        text: the section's text, ``report[body_start:body_end]``.
    """

    names: tuple[str, ...]
    heading: str
    start: int
    end: int
    body_start: int
    body_end: int
    text: str

    @property
    def name(self) -> str:
        """The section's first name."""
        return self.names[0]


def sections(text: str) -> list[SectionSpan]:
    """Split a report into sections, in the order in which they stand.

    Joining ``text[span.start:span.end]`` over the spans gives the text byte for byte. A name comes as often as it heads
    a part of the text: several exams or addenda in one text give several spans. Sub-headings of organs stay inside
    their section; where the report has no heading for its findings, the first organ's sub-heading begins them.
    """
    if not text:
        return []
    s = shadow(text)
    starts = _opening(s, find_headings(s))
    if not starts or starts[0].start > 0:
        starts.insert(0, Heading(0, 0, (UNLABELLED,), ""))
    ends = [head.start for head in starts[1:]] + [len(text)]
    spans = [_span(text, s, head, end) for head, end in zip(starts, ends, strict=True)]
    return _without_findings(text, s, spans)


def _opening(s: str, headings: Iterable[Heading]) -> list[Heading]:
    """Keep the headings that open a section where they stand."""
    kept: list[Heading] = []
    inside = UNLABELLED
    for head in headings:
        opens = _opens(head, inside)
        if opens is None:
            continue
        title = _title_before(s, head, kept[-1].body if kept else 0) if inside in CONTENT and head.at_line else None
        if title is not None:
            kept.append(Heading(title, title, ("exam",), ""))
        kept.append(opens)
        inside = opens.names[0]
    return kept


def _opens(head: Heading, inside: str) -> Heading | None:
    content = inside in CONTENT
    if head.names:
        if content and ((head.numbered and not head.capitals) or not (head.at_line or head.inside)):
            return None
        return head
    if content or not (head.at_line or head.capitals):
        return None
    if head.organ:
        return replace(head, names=("findings",), label="", body=head.start)
    if head.capitals and head.at_line:
        return replace(head, names=(" ".join(head.label.lower().split()),))
    return None


def _title_before(s: str, head: Heading, floor: int) -> int | None:
    """Where a line such as ``CT ABDOMEN AND PELVIS`` begins that stands between blank lines before a heading."""
    end = len(s[floor : head.start].rstrip()) + floor
    start = s.rfind("\n", floor, end) + 1
    line = s[start:end].strip()
    if start <= floor or not line or len(line) > _MAX_TITLE or line[-1] in ".,;:" or not _MODALITY.search(line):
        return None
    blank_before = not s[s.rfind("\n", floor, start - 1) + 1 : start - 1].strip()
    return start if blank_before and (line.isupper() or line.istitle() or line[:2].isupper()) else None


def _span(text: str, s: str, head: Heading, end: int) -> SectionSpan:
    first, last = head.body, end
    if head.label and s[first : min(first + 8, last)].lstrip()[:1] == ",":
        first = s.index(",", first) + 1
    while first < last and s[first].isspace():
        first += 1
    while True:
        while last > first and s[last - 1].isspace():
            last -= 1
        line = max(s.rfind("\n", first, last) + 1, first)
        if not _RULE.fullmatch(s, line, last):
            break
        last = line
    while last > first and s[last - 1] == ",":
        last -= 1
    return SectionSpan(head.names, head.label, head.start, end, first, last, text[first:last])


def _without_findings(text: str, s: str, spans: list[SectionSpan]) -> list[SectionSpan]:
    """In a report without a findings section, part what stands below a context section from it.

    That is what follows a blank line or, behind the first statement of a comparison, the rest of a long text.
    """
    if any("findings" in span.names for span in spans):
        return spans
    at = next((i for i in reversed(range(len(spans))) if spans[i].name in _CONTEXT), None)
    if at is None:
        return spans
    span = spans[at]
    blank = _BLANK_LINE.search(s, span.body_start, span.body_end)
    if blank is not None:
        first = blank.end()
    else:
        statements = sentences(span.text) if span.name in ("comparison", "exam") else []
        if len(statements) < _LONG_TEXT:
            return spans
        first = span.body_start + statements[1].start
    above = _span(text, s, Heading(span.start, span.body_start, span.names, span.heading), first)
    below = _span(text, s, Heading(first, first, (UNLABELLED,), ""), span.end)
    return [*spans[:at], above, below, *spans[at + 1 :]]
