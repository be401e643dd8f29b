"""Two rewrites in a row as edits of the original, so that replaying them gives the second text."""

from __future__ import annotations

from collections.abc import Sequence

from reref.perturbations.edits import AppliedEdit, Edit, Source, apply_edits
from reref.report import TARGET_SECTIONS, Report


def compose(original: Report, first: Sequence[AppliedEdit], second: Sequence[AppliedEdit]) -> tuple[AppliedEdit, ...]:
    """Return edits of the original that do what ``first`` and then ``second`` did.

    Args:
        original: the text before ``first``.
        first: edits of the original.
        second: edits of the text that ``first`` made.

    Returns:
        Edits that give the same text; those of the two rewrites that meet are joined into one.
    """
    places: dict[str, _Places] = {
        section: _Places([e for e in first if e.section == section]) for section in TARGET_SECTIONS
    }
    joined: list[Edit] = []
    for section in TARGET_SECTIONS:
        earlier = places[section].edits
        later = [e for e in second if e.section == section]
        for group in _groups(earlier, later):
            joined.append(_join(section, group, places))
    return tuple(apply_edits(original, joined)[1])


class _Places:
    """Where a character of the text between the two rewrites stood in the original."""

    def __init__(self, edits: list[AppliedEdit]) -> None:
        self.edits = edits

    def start(self, at: int) -> int:
        """Return the original place of a span's start: after everything that the first rewrite put before it."""
        shift = 0
        for edit in self.edits:
            if edit.out_end > at:
                return edit.start if edit.out_start < at else at + shift
            shift = edit.end - edit.out_end
        return at + shift

    def end(self, at: int) -> int:
        """Return the original place of a span's end: before everything that the first rewrite put after it."""
        shift = 0
        for edit in self.edits:
            if edit.out_start >= at:
                return at + shift
            if edit.out_end > at:
                return edit.end
            shift = edit.end - edit.out_end
        return at + shift


_Group = tuple[list[AppliedEdit], list[AppliedEdit], int, int]


def _groups(earlier: list[AppliedEdit], later: list[AppliedEdit]) -> list[_Group]:
    """Group edits whose spans in the text between meet: (first edits, second edits, start, end)."""
    spans = [(e.out_start, e.out_end, 0, e) for e in earlier] + [(e.start, e.end, 1, e) for e in later]
    groups: list[_Group] = []
    for start, end, which, edit in sorted(spans, key=lambda s: (s[0], s[1], s[2])):
        if groups and _meet(groups[-1], start, end):
            ones, twos, g_start, g_end = groups.pop()
        else:
            ones, twos, g_start, g_end = [], [], start, end
        (twos if which else ones).append(edit)
        groups.append((ones, twos, g_start, max(g_end, end)))
    return groups


def _meet(group: _Group, start: int, end: int) -> bool:
    _, _, g_start, g_end = group
    touching_insertion = start == g_end and (start == end or g_start == g_end)
    return start < g_end or touching_insertion


def _join(section: str, group: _Group, places: dict[str, _Places]) -> Edit:
    ones, twos, start, end = group
    here = places[section]
    first_start = ones[0].start if ones and ones[0].out_start == start else here.start(start)
    first_end = max([e.end for e in ones if e.out_end == end] or [here.end(end)])
    after = _text_after(ones, twos, start, end)
    labels = dict.fromkeys(e.label for e in (*ones, *twos))
    sources = [s for e in ones for s in e.sources]
    sources += [
        Source(s.section, places[s.section].start(s.start), places[s.section].end(s.end))
        for e in twos
        for s in e.sources
    ]
    detail: dict[str, str] = {}
    for edit in (*ones, *twos):
        detail.update(edit.detail or {})
    return Edit(
        section, first_start, first_end, after, " + ".join(labels), tuple(dict.fromkeys(sources)), detail or None
    )  # fmt: skip


def _text_after(ones: list[AppliedEdit], twos: list[AppliedEdit], start: int, end: int) -> str:
    """Return what stands in the last text for ``[start, end)`` of the text between, all of it known from the edits."""
    pieces: list[str] = []
    at = start
    for edit in twos:
        pieces += [_between(ones, twos, at, edit.start), edit.after]
        at = edit.end
    pieces.append(_between(ones, twos, at, end))
    return "".join(pieces)


def _between(ones: list[AppliedEdit], twos: list[AppliedEdit], start: int, end: int) -> str:
    known: list[str] = []
    at = start
    while at < end:
        for edit in ones:
            if edit.out_start <= at < edit.out_end:
                stop = min(end, edit.out_end)
                known.append(edit.after[at - edit.out_start : stop - edit.out_start])
                at = stop
                break
        else:
            raise AssertionError("a joined edit covers text that neither rewrite touched")
    return "".join(known)
