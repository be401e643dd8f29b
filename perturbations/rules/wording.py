"""How a statement is written where it comes to stand: whole, with a capital and a full stop."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reref.perturbations.rules.grammar import capital, uncapital
from reref.perturbations.rules.statements import Statement

_STOPS = re.compile(r"[\s.,;:]+$")
#: "When examined in the lung window; …" says only what was looked at; "As far as can be seen; …" limits what is said.
_ONLY_A_PLACE = re.compile(r"\b(?:window|parenchyma|sections?|organs?|structures?)\b", re.IGNORECASE)
_LIMITS = re.compile(r"\b(?:as far|limit\w*|optimal\w*|artifacts?|non-?contrast|unenhanced|motion)\b", re.IGNORECASE)


def sentence(text: str) -> str:
    """Return the text as one sentence: first letter a capital, one full stop at its end."""
    bare = _STOPS.sub("", text) if not text.rstrip().endswith(("?", "!")) else text.rstrip()
    if bare.endswith(("?", "!")):
        return capital(bare)
    return f"{capital(bare)}."


def without_stop(text: str) -> str:
    """Return the text without the full stop or comma at its end."""
    return _STOPS.sub("", text)


def whole(text: str, run: Sequence[Statement], *, keep_place: bool = True) -> str:
    """Return a statement, and those that lean on it, as they stand in the section, with what introduces them.

    Args:
        text: the section's text.
        run: statements that follow each other.
        keep_place: whether an introduction that only names a place is kept; one that sets a limit always is.
    """
    introduction = run[0].introduction
    if introduction and not keep_place and _ONLY_A_PLACE.search(introduction) and not _LIMITS.search(introduction):
        introduction = ""
    words = sentence(re.sub(r"\s+", " ", text[run[0].start : run[-1].end]))
    return f"{introduction}, {uncapital(words)}" if introduction else words
