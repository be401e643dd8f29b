"""Changes with exact character spans. A rule proposes edits; only :func:`apply_edits` touches text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from reref.report import TARGET_SECTIONS, Report


@dataclass(frozen=True, slots=True)
class Source:
    """A piece of the original report that an edit's new text was made from."""

    section: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Edit:
    """A proposed change of one span of the original report.

    Attributes:
        section: ``"findings"`` or ``"impression"``.
        start: first character that is replaced, in the original section.
        end: one past the last; equal to ``start`` for an insertion.
        after: the new text, empty for a deletion.
        label: what the edit is (a rule's word for it, or an error type).
        sources: where the new text's content came from, when it is not the replaced span itself.
        detail: further label fields computed by the rule (target finding, attribute, …).
    """

    section: str
    start: int
    end: int
    after: str
    label: str
    sources: tuple[Source, ...] = ()
    detail: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class AppliedEdit:
    """An edit with its place in both texts; ``original[start:end] == before``, ``new[out_start:out_end] == after``."""

    section: str
    start: int
    end: int
    before: str
    out_start: int
    out_end: int
    after: str
    label: str
    sources: tuple[Source, ...] = ()
    detail: Mapping[str, str] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the edit as it stands in alternatives.jsonl; empty ``sources`` and ``detail`` are left out."""
        row = asdict(self)
        if not self.sources:
            del row["sources"]
        if self.detail is None:
            del row["detail"]
        else:
            row["detail"] = dict(self.detail)
        return row


def apply_edits(report: Report, edits: Iterable[Edit]) -> tuple[Report, list[AppliedEdit]]:
    """Apply edits to a report.

    Args:
        report: the original.
        edits: in any order; spans of one section must not overlap (two insertions at one place keep their order).

    Returns:
        The new report and the edits that changed something, by section and place.

    Raises:
        ValueError: an edit lies outside its section or overlaps another: a bug in the rule.
    """
    by_section: dict[str, list[Edit]] = {name: [] for name in TARGET_SECTIONS}
    for edit in edits:
        by_section[edit.section].append(edit)
    texts: dict[str, str] = {}
    applied: list[AppliedEdit] = []
    for section, proposed in by_section.items():
        text = report.section(section)
        texts[section], done = _apply_to_text(section, text, proposed)
        applied += done
    return report.with_sections(texts), applied


def _apply_to_text(section: str, text: str, proposed: Sequence[Edit]) -> tuple[str, list[AppliedEdit]]:
    pieces: list[str] = []
    applied: list[AppliedEdit] = []
    at = out = 0
    for edit in sorted(proposed, key=lambda e: (e.start, e.end)):
        if edit.start < at or edit.end < edit.start or edit.end > len(text):
            raise ValueError(f"edit {edit.label!r} at {section}[{edit.start}:{edit.end}] overlaps or is out of bounds")
        before = text[edit.start : edit.end]
        if before == edit.after:
            continue
        pieces += [text[at : edit.start], edit.after]
        out += edit.start - at
        applied.append(
            AppliedEdit(
                section, edit.start, edit.end, before, out, out + len(edit.after), edit.after,
                edit.label, edit.sources, edit.detail,
            )
        )  # fmt: skip
        out += len(edit.after)
        at = edit.end
    pieces.append(text[at:])
    return "".join(pieces), applied


def replay(report: Report, applied: Iterable[AppliedEdit]) -> Report:
    """Replay recorded edits on the original; gives the alternative byte for byte."""
    again, _ = apply_edits(report, (Edit(e.section, e.start, e.end, e.after, e.label) for e in applied))
    return again
