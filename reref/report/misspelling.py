"""Misspelt words: an unknown long word that is one letter off exactly one word of the lexicon is read as that word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from reref.report import anatomy
from reref.report.lexicon_files import read
from reref.report.tokens import tokenize
from reref.report.vocabulary import lexicon

_BRACKETS = re.compile(r"[()\[\]|]")
_SHORTEST = 8  # shorter words have too many neighbours


@lru_cache(maxsize=65536)
def corrected(word: str) -> str:
    """Return the word of the lexicon that a word was meant to be, the word itself when there is none or no doubt."""
    if len(word) < _SHORTEST or not word.isalpha() or word in _known():
        return word
    index = _index()
    near = set(index.get(word, ()))
    for shorter in _one_letter_less(word):
        near.update(index.get(shorter, ()))
        if shorter in _medical():
            near.add(shorter)
    near = {other for other in near if other[0] == word[0] and _is_near(word, other)}
    return near.pop() if len(near) == 1 else word


@lru_cache(maxsize=1)
def _index() -> dict[str, tuple[str, ...]]:
    """Return, for each long word of the lexicon with one letter taken out, the words it can come from."""
    index: dict[str, tuple[str, ...]] = {}
    for word in sorted(_medical()):
        if len(word) >= _SHORTEST and word.isalpha():
            for shorter in _one_letter_less(word):
                index[shorter] = (*index.get(shorter, ()), word)
    return index


@lru_cache(maxsize=1)
def _known() -> frozenset[str]:
    return lexicon().words | frozenset(read("spellings"))


@lru_cache(maxsize=1)
def _medical() -> frozenset[str]:
    """Return the words of findings and sites; other words of the lexicon are too near to everyday words."""
    notations = [notation for entry in read("findings") for notation in entry["words"]]
    notations += [notation for site in anatomy.sites() for notation in anatomy.words(site)]
    return frozenset(form for notation in notations for form in tokenize(_BRACKETS.sub(" ", notation)).words)


def _one_letter_less(word: str) -> Iterator[str]:
    return (word[:i] + word[i + 1 :] for i in range(len(word)))


def _is_near(word: str, other: str) -> bool:
    """Whether one letter was changed, left out, added or swapped with the next."""
    start = 0
    while start < min(len(word), len(other)) and word[start] == other[start]:
        start += 1
    tail, goal = word[start:], other[start:]
    swapped = len(tail) > 1 and tail[1] + tail[0] + tail[2:] == goal
    return swapped or goal == tail[1:] or tail == goal[1:] or tail[1:] == goal[1:]
