"""Finds the phrases of a lexicon in a text, in one pass over its words, and puts other words in their place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Generic, TypeVar

import yaml

T = TypeVar("T")

_WORD = re.compile(r"[^\W_]+")
#: Neighbours that make the phrase a part of a compound word: "effusion-thickening", "non-calcified".
_COMPOUND = "-/’'"


@cache
def lexicon(name: str) -> Any:
    """Return the content of a YAML file beside the rules, read once."""
    return yaml.load((files("reref.perturbations.rules") / name).read_text("utf-8"), Loader=_loader())


def _loader() -> Any:
    return getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """A phrase that stands in the text, with what the lexicon says of it."""

    start: int
    end: int
    entry: T


def folded(text: str) -> str:
    """Return the text in lower case with blanks for hyphens and line breaks; every character keeps its place."""
    lowered = text.lower()
    if len(lowered) != len(text):  # a few letters change length in lower case
        lowered = "".join(low if len(low := c.lower()) == 1 else c for c in text)
    return lowered.replace("-", " ").replace("\n", " ").replace("\t", " ")


class PhraseBook(Generic[T]):
    """A lexicon that finds its phrases as whole words, leftmost and longest first, without overlaps.

    Args:
        entries: phrases, in any case, and what each stands for; a later phrase does not replace an earlier one.
    """

    def __init__(self, entries: Iterable[tuple[str, T]]) -> None:
        by_word: dict[str, dict[str, T]] = {}
        for phrase, entry in entries:
            written = folded(phrase)
            first = _WORD.match(written)
            if first is None:
                raise ValueError(f"the phrase {phrase!r} does not begin with a letter or digit")
            by_word.setdefault(first.group(), {}).setdefault(written, entry)
        self._by_word = {
            word: sorted(phrases.items(), key=lambda item: (-len(item[0]), item[0]))
            for word, phrases in by_word.items()
        }
        self.find = lru_cache(maxsize=8192)(self._find)  # sentences come again and again

    def _find(self, text: str) -> tuple[Found[T], ...]:
        return tuple(self._each(text))

    def _each(self, text: str) -> Iterator[Found[T]]:
        written = folded(text)
        at = 0
        for word in _WORD.finditer(written):
            start = word.start()
            candidates = self._by_word.get(word.group())
            if candidates is None or start < at or (start and text[start - 1] in _COMPOUND):
                continue
            for phrase, entry in candidates:
                end = start + len(phrase)
                if written.startswith(phrase, start) and _ends_here(text, end):
                    yield Found(start, end, entry)
                    at = end
                    break


def _ends_here(text: str, end: int) -> bool:
    if end >= len(text):
        return True
    after = text[end]
    if after.isalnum() or after == "_":
        return False
    return after not in _COMPOUND or not text[end + 1 : end + 2].isalnum()
