"""What a format reads out of a file, before cells are cleaned and reports are split."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(slots=True)
class Row:
    """One exam as it stands in the file; cells are raw values (text, number, ``None``, NaN).

    Attributes:
        where: file and row, as a person would look it up (first data row = 1).
        study_id: the exam's name.
        sections: cells by section name (findings, impression, indication, technique, comparison).
        report: a whole report, read only where findings and impression are both missing.
        dataset: the dataset's name if the row has one.
        extra: further cells to keep.
        same: says why rows with this study's id and the same text repeat, for the warning.
    """

    where: str
    study_id: object
    sections: Mapping[str, object] = field(default_factory=dict)
    report: object = None
    dataset: object = None
    extra: Mapping[str, object] = field(default_factory=dict)
    same: str = "duplicate rows with the same study id and the same report were merged"


@dataclass(frozen=True, slots=True)
class Odd:
    """Something unusual about a row that is kept; equal ``what`` are counted together."""

    where: str
    study_id: str
    what: str


def summarise(items: Iterable[tuple[str, str, str]], *, shown: int = 3) -> list[str]:
    """Return one line for each reason: how often, and the first few rows.

    Args:
        items: (where, study_id, reason), in file order.
        shown: how many rows a line names.
    """
    groups: dict[str, list[str]] = {}
    for where, study_id, reason in items:
        groups.setdefault(reason, []).append(" ".join(filter(None, (where, study_id))))
    return [
        f"{len(rows)} × {reason} ({', '.join(rows[:shown])}{', …' * (len(rows) > shown)})"
        for reason, rows in groups.items()
    ]
