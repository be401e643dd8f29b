"""Words of a text with their offsets, in the normal form under which the lexicon knows them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

# Each alternative is linear: no nested repetition.
_TOKEN = re.compile(r"\d+(?:[.,xX×*]\d+)+|[^\W_]+|_+|\S")
_VERTEBRA = re.compile(r"(th?|[clds])(\d{1,2})")
_VERTEBRAE_IN_REGION = {"c": 7, "t": 12, "d": 12, "l": 5, "s": 5}
_REGION_WORD = {
    "c": "cvertebra",
    "t": "tvertebra",
    "d": "tvertebra",
    "l": "lvertebra",
    "s": "svertebra",
}
_KEEP_S = ("ss", "us", "is", "creas", "gas", "onas", "ereas", "os")
# "D1" names a diagonal artery far more often than a dorsal vertebra.
_DIAGONALS = frozenset(("d1", "d2", "d3"))

NUMBER = "#"
ZERO = "zero"  # "a calcium score of 0" denies
_NUMERIC = frozenset("0123456789x")  # with "12x8"
PLACEHOLDER = "xxxx"


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of one text.

    Attributes:
        words: normal forms, lower case, singular, American spelling.
        starts: first character of each token in the text.
        ends: one past its last character.
    """

    words: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.words)


def tokenize(text: str) -> Tokens:
    """Split ``text`` into words, numbers and single signs. Linear in its length."""
    words: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for match in _TOKEN.finditer(text):
        words.append(normal_form(match.group()))
        starts.append(match.start())
        ends.append(match.end())
    return Tokens(tuple(words), tuple(starts), tuple(ends))


@lru_cache(maxsize=65536)
def normal_form(token: str) -> str:
    """Return the form under which the lexicon knows a token."""
    word = token.lower()
    if word == "0":
        return ZERO
    if word[0].isdigit():
        return NUMBER if _NUMERIC.issuperset(word) or not word.isalnum() else word
    if (set(word) == {"x"} and len(word) > 2) or word[0] == "_":
        return PLACEHOLDER
    vertebra = _VERTEBRA.fullmatch(word)
    if vertebra and word not in _DIAGONALS and 1 <= int(vertebra[2]) <= _VERTEBRAE_IN_REGION[vertebra[1][0]]:
        return _REGION_WORD[vertebra[1][0]]
    word = _spellings().get(word, word)
    word = _singular(word)
    return _spellings().get(word, word)


def _singular(word: str) -> str:
    if len(word) <= 3 or not word.endswith("s") or word.endswith(_KEEP_S):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1]


@lru_cache(maxsize=1)
def _spellings() -> dict[str, str]:
    from reref.report.lexicon_files import read

    return {variant: word for word, variants in read("spellings").items() for variant in variants}
