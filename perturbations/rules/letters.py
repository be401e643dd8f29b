"""New text written as the report is written: all capitals, or lower case with its stops set apart by blanks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from reref.perturbations.edits import Edit
from reref.perturbations.placeholders import PLACEHOLDER
from reref.report import Report

_STOP_APART = re.compile(r"\w [.,;](?:\s|$)")
_STOP = re.compile(r"(?<=[a-zX)%])([.,;])(?=\s|$)")
#: A report with fewer letters tells nothing about how it is written.
_FEW_LETTERS = 12


def as_written(report: Report, edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Return the edits with their text in the report's own letters; those of an ordinary report stay as they are.

    Args:
        report: the original.
        edits: what a rule proposes.
    """
    write = _writing(f"{report.findings}\n{report.impression}")
    if write is None:
        return tuple(edits)
    return tuple(replace(edit, after=write(edit.after)) for edit in edits)


def _writing(text: str) -> Callable[[str], str] | None:
    bare = PLACEHOLDER.sub("", text)
    if not (bare.isupper() or bare.islower()) or sum(c.isalpha() for c in bare) < _FEW_LETTERS:
        return None
    if bare.isupper():
        return str.upper
    return _lower_apart if _STOP_APART.search(text) else _lower


def _lower(text: str) -> str:
    """Return the text in lower case; placeholders keep their capitals."""
    at, pieces = 0, []
    for found in PLACEHOLDER.finditer(text):
        pieces += [text[at : found.start()].lower(), found.group()]
        at = found.end()
    return "".join([*pieces, text[at:].lower()])


def _lower_apart(text: str) -> str:
    return _STOP.sub(r" \1", _lower(text))
