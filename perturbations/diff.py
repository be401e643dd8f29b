"""Whole rewritten sections turned into edits, by comparing words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher

from reref.perturbations.edits import Edit
from reref.report import TARGET_SECTIONS, Report

_TOKEN = re.compile(r"\s+|\w+|[^\w\s]")


def edits_between(report: Report, sections: Mapping[str, str], label: str) -> list[Edit]:
    """Return the edits that turn a report into its rewritten sections.

    Args:
        report: the original.
        sections: the new text of ``findings`` and/or ``impression``; a missing one stays as it is.
        label: what each edit is called.

    Returns:
        Edits on word boundaries; applying them gives ``sections`` byte for byte.
    """
    edits: list[Edit] = []
    for name in TARGET_SECTIONS:
        if name in sections:
            edits += _section_edits(name, report.section(name), sections[name], label)
    return edits


def _section_edits(section: str, old: str, new: str, label: str) -> Iterator[Edit]:
    for start, end, out_start, out_end in _changed_spans(old, new):
        yield Edit(section, start, end, new[out_start:out_end], label)


def _changed_spans(old: str, new: str) -> list[tuple[int, int, int, int]]:
    """Return (start, end, out_start, out_end) of each change; changes with only blanks between them are one."""
    a, b = _TOKEN.findall(old), _TOKEN.findall(new)
    starts_a, starts_b = _offsets(a), _offsets(b)
    spans: list[tuple[int, int, int, int]] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        span = (starts_a[i1], starts_a[i2], starts_b[j1], starts_b[j2])
        if spans and not old[spans[-1][1] : span[0]].strip() and not new[spans[-1][3] : span[2]].strip():
            span = (spans[-1][0], span[1], spans[-1][2], span[3])
            spans.pop()
        spans.append(span)
    return spans


def _offsets(tokens: list[str]) -> list[int]:
    places = [0]
    for token in tokens:
        places.append(places[-1] + len(token))
    return places
