"""How much a reworded sentence differs from the one that it stands for, as one who reads both would say."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

#: Words whose coming and going alone is no rewording.
_SMALL = frozenset(
    {
        "there", "is", "are", "was", "were", "be", "the", "a", "an", "of", "and", "or", "no", "not", "any", "seen",
        "observed", "identified", "noted", "detected", "present", "found", "visualized", "demonstrated", "evident",
        "again", "that", "this", "which",
    }
)  # fmt: skip
_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)?")
#: Share of the words in common, in order, below which a sentence is another one.
_OTHER = 0.72
#: What a new build of the same words counts for.
_ONLY_BUILD = 0.5
#: What "there is" before a telegram, or "is seen" after it, counts for.
_ONLY_LED = 0.2


def difference(old: str, new: str) -> float:
    """Return how different two wordings of a sentence are: 0 the same, 0.5 just enough, 1 another sentence."""
    before, after = _words(old), _words(new)
    if before == after:
        return 0.0
    weighty, others = ([word for word in words if word not in _SMALL] for words in (before, after))
    if weighty == others:
        return _ONLY_LED if _only_led(before, after) or _only_led(after, before) else _ONLY_BUILD
    common = SequenceMatcher(None, weighty, others, autojunk=False).ratio()
    return min(1.0, (1 - common) / (1 - _OTHER))


def _only_led(short: list[str], long: list[str]) -> bool:
    """Whether a wording is the other with "there is" before it or "is seen" after it."""
    at = next((i for i in range(len(long) - len(short) + 1) if long[i : i + len(short)] == short), None)
    return at is not None and not (long[at + len(short) :] and long[:at])


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]
