"""Original and alternative side by side, with every edit marked where it was made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reref.pages.model import Pair, Part, Piece, Side

SECTIONS = ("findings", "impression")


def side_by_side(
    original: Mapping[str, str], alternative: Mapping[str, Any], *, heading: str, why: str, names: tuple[str, str]
) -> Pair:
    """Mark the edits of one alternative in both texts.

    Args:
        original: the study's row: ``findings`` and ``impression``.
        alternative: the row of alternatives.jsonl.
        heading: what the pair shows.
        why: why it is shown.
        names: headings of the two sides.
    """
    edits = alternative["edits"]
    before = [
        Part(name.capitalize(), marked(original[name], spans(edits, name, "start", "end"), "gone"))
        for name in SECTIONS
        if original[name]
    ]
    after = [
        Part(name.capitalize(), marked(alternative[name], spans(edits, name, "out_start", "out_end"), "new"))
        for name in SECTIONS
        if alternative[name]
    ]
    return Pair(heading, why, (Side(names[0], before), Side(names[1], after)))


def spans(edits: Sequence[Mapping[str, Any]], section: str, start: str, end: str) -> list[tuple[int, int, str]]:
    """Return the (start, end, label) of a section's edits on one of the two texts, without the empty ones."""
    return sorted((e[start], e[end], e["label"]) for e in edits if e["section"] == section and e[start] < e[end])


def marked(text: str, where: Sequence[tuple[int, int, str]], mark: str) -> list[Piece]:
    """Cut a text into marked and unmarked pieces that join to the text."""
    pieces: list[Piece] = []
    at = 0
    for start, end, label in where:
        pieces += [Piece(text[at:start]), Piece(text[start:end], mark, label)]
        at = end
    pieces.append(Piece(text[at:]))
    return [piece for piece in pieces if piece.text]
