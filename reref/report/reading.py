"""From the text of a whole report to its five sections."""

from __future__ import annotations

import re
from collections.abc import Iterable

from reref.report.headings import KNOWN_SECTIONS
from reref.report.language import warn_unless_english
from reref.report.model import CONTEXT_SECTIONS, Report
from reref.report.sections import UNLABELLED, SectionSpan, sections

_STATEMENT = re.compile(r"[^\W\d_]+(?:\W+[^\W\d_]+){2}")
_JOINED = "\n\n"


def read_report(
    text: str = "",
    *,
    findings: str | None = None,
    impression: str | None = None,
    indication: str | None = None,
    technique: str | None = None,
    comparison: str | None = None,
) -> Report:
    """Put the text of a report into its sections; sections that are given already stand before what the text says.

    - A text without headings is findings; an impression is never guessed.
    - Text under no heading is findings where the report has none under a heading of their own, or where an organ's
      sub-heading follows it.
    - Text under a combined heading ("Findings and impression") is findings, so that nothing is read twice.
    - Sections of the same name (several exams, an impression after an addendum) are joined by a blank line, in order.
    - Addenda and recommendations end the impression: they are what the reader is told last.
    - A wet read is used only where the final report says nothing.
    - Headers, signatures and notifications are in no section of the report; ``sections`` has them.

    Args:
        text: the whole report, or empty when all sections are given.
        findings: the findings section, when it is known.
        impression: the impression section, when it is known.
        indication: the indication section, when it is known.
        technique: the technique section, when it is known.
        comparison: the comparison section, when it is known.
    """
    given = {
        "findings": findings,
        "impression": impression,
        "indication": indication,
        "technique": technique,
        "comparison": comparison,
    }
    read = _read(sections(text)) if text else {}
    report = Report(**{name: read.get(name, "") if value is None else value for name, value in given.items()})
    warn_unless_english(report.findings or report.impression)
    return report


def _read(spans: list[SectionSpan]) -> dict[str, str]:
    read = {
        "findings": _join(span for at, span in enumerate(spans) if "findings" in span.names or _leads_in(spans, at)),
        "impression": _join(span for span in spans if _concludes(span)),
        **{name: _join(span for span in spans if name in span.names) for name in CONTEXT_SECTIONS},
    }
    if not read["findings"]:
        read["findings"] = _join(span for span in spans if _states(span, alone=len(spans) == 1))
    if not read["findings"] and not read["impression"]:
        read["findings"] = _join(span for span in spans if span.name == "wet_read")
    return read


def _leads_in(spans: list[SectionSpan], at: int) -> bool:
    """Whether text under no heading runs into findings that only the sub-heading of an organ begins."""
    following = spans[at + 1 : at + 2]
    begins = bool(following) and "findings" in following[0].names and not following[0].heading
    return begins and spans[at].name == UNLABELLED and _states(spans[at], alone=False)


def _concludes(span: SectionSpan) -> bool:
    return "findings" not in span.names and bool({"impression", "addendum", "recommendation"} & set(span.names))


def _states(span: SectionSpan, *, alone: bool) -> bool:
    """Whether text under no heading, or under an unknown one, says something about the images."""
    if span.name not in (UNLABELLED, "report") and span.name in KNOWN_SECTIONS:
        return False
    return alone or (_STATEMENT.search(span.text) is not None and (not span.text.isupper() or "." in span.text))


def _join(spans: Iterable[SectionSpan]) -> str:
    return _JOINED.join(span.text for span in spans if span.text)
