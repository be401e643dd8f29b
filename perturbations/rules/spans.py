"""The smallest edit between an old and a new wording, at word boundaries."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reref.perturbations.edits import Edit

_WORDS = re.compile(r"\S+\s*|\s+")


def smallest_edit(section: str, start: int, old: str, new: str, label: str) -> Edit:
    """Return the edit from ``old``, which begins at ``start``, to ``new``, without what both share at the ends."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    head = _shared(before, after)
    tail = _shared(before[head:][::-1], after[head:][::-1])
    left = len("".join(before[:head]))
    cut = before[head : len(before) - tail]
    put = after[head : len(after) - tail]
    return Edit(section, start + left, start + left + len("".join(cut)), "".join(put), label)


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    count = 0
    while count < min(len(one), len(other)) and one[count] == other[count]:
        count += 1
    return count
