"""A section written anew from pieces, each of which knows what it was made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reref.perturbations.edits import Edit, Source


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of new text.

    Attributes:
        text: the text, with the blanks that part it from the piece before.
        sources: the statements of the original that it says.
    """

    text: str
    sources: tuple[Source, ...]


def rewritten(section: str, text: str, pieces: Sequence[Piece], label: str) -> list[Edit]:
    """Return edits that put the pieces in place of a section's whole text.

    The first piece replaces the old text, the others are added behind it, so that each piece is an edit with sources of
    its own.
    """
    first, *others = pieces
    edits = [Edit(section, 0, len(text), first.text, label, first.sources)]
    edits += [Edit(section, len(text), len(text), piece.text, label, piece.sources) for piece in others]
    return edits
