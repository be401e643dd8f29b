"""Places that a word list renames: what to look for, what to write, and what the sentence must or must not hold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from reref.perturbations.rules.phrases import lexicon


@dataclass(frozen=True, slots=True)
class Swap:
    """One entry of the list ``swaps``.

    Attributes:
        words: what is renamed.
        to: what is written, with the groups of ``words``.
        of: the organs that it names apart, each once in a report.
        heart: whether it would contradict a large heart.
        after: what must stand right before it.
        when: what the sentence must hold.
        unless: what the sentence must not hold.
    """

    words: re.Pattern[str]
    to: str
    of: str
    heart: bool
    after: re.Pattern[str] | None
    when: re.Pattern[str] | None
    unless: re.Pattern[str] | None

    def suits(self, text: str) -> bool:
        """Whether a sentence holds what it must and nothing that it must not."""
        return not ((self.when and not self.when.search(text)) or (self.unless and self.unless.search(text)))


@cache
def place_swaps(lexicon_file: str) -> tuple[Swap, ...]:
    """Return the entries of a YAML file beside the rules."""
    return tuple(_swap(entry) for entry in lexicon(lexicon_file)["swaps"])


def _swap(entry: dict[str, Any]) -> Swap:
    after, when, unless = (
        re.compile(entry[key], re.IGNORECASE) if entry.get(key) else None for key in ("after", "when", "unless")
    )
    words = re.compile(entry["from"], re.IGNORECASE)
    return Swap(words, entry["to"], entry.get("of", ""), "heart" in entry, after, when, unless)
