"""One wrong letter in one word, as a hurried hand makes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.errors.reading import Reading
from reref.perturbations.errors.room import Slip, error, label, shuffled
from reref.report import TARGET_SECTIONS

if TYPE_CHECKING:
    from numpy.random import Generator

_WORD = re.compile(r"(?<![\w-])[A-Za-z]{5,}(?![\w-]|\s*:)")
_SHORT = re.compile(r"(?<![\w-])[A-Za-z]{3,4}(?![\w-]|\s*:)")


@error("typo", needs="word that could be misspelt without turning into another")
def misspell(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Put a neighbouring key or a look-alike for a letter, double a letter, or leave one out."""
    for pattern in (_WORD, _SHORT):
        places = [
            (section, found.start(), found.group())
            for section in TARGET_SECTIONS
            for found in pattern.finditer(reading.text(section))
            if _may_be_misspelt(found.group()) and reading.is_told(section, found.start())
        ]
        for section, start, word in shuffled(rng, places):
            spellings = _misspellings(word)
            if spellings:
                wrong = spellings[int(rng.integers(len(spellings)))]
                yield Slip((label("typo", section, start, start + len(word), wrong, old=word, new=wrong),))


def _may_be_misspelt(word: str) -> bool:
    low = word.lower()
    return (
        low not in _protected()
        and not low.startswith(tuple(lexicon("typo")["protected_beginnings"]))
        and len(set(low)) > 1
    )


@cache
def _protected() -> frozenset[str]:
    return frozenset(word for group in lexicon("typo")["protected"].values() for word in group)


@cache
def _misspellings(word: str) -> tuple[str, ...]:
    """Return the one-letter misspellings that cannot be words; the first letter and the case stay."""
    capitals = word.isupper()
    near = lexicon("typo")["near"]
    found: dict[str, None] = {}
    for at in range(1, len(word)):
        letter = word[at].lower()
        for other in near[letter]:
            found[word[:at] + (other.upper() if capitals else other) + word[at + 1 :]] = None
        found[word[:at] + word[at:][:1] + word[at:]] = None
        found[word[:at] + word[at + 1 :]] = None
    found.pop(word, None)
    return tuple(spelling for spelling in found if is_no_word(spelling))


def is_no_word(spelling: str) -> bool:
    """Say whether a spelling holds three letters in a row that no English word holds."""
    after = lexicon("letters")["after"]
    edged = f".{spelling.lower()}."
    return any(edged[at + 2] not in after.get(edged[at : at + 2], "") for at in range(len(edged) - 2))
