"""The words of a sentence as the verifier reads them: short forms written out, articles left out, places kept."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from rapidfuzz.distance import DamerauLevenshtein

from reref.perturbations.verify.lexicon import lexicon, read_lexicon_file
from reref.report.tokens import tokenize

_SHORTEST_REPAIRED = 6
_SHORTEST_STEM = 5
_ENDINGS = (
    "ations",
    "ation",
    "ating",
    "ated",
    "ates",
    "ions",
    "ion",
    "ings",
    "ing",
    "ed",
    "es",
    "ate",
    "ally",
    "ly",
    "e",
    "s",
)
_ARTICLES = frozenset(("the", "a", "an"))
#: Short forms that hold a slash, which the tokenizer would split.
_SLASHED = ("s/p", "c/w", "w/o", "w/", "f/u", "r/o")


@dataclass(frozen=True, slots=True)
class Words:
    """Words in normal form with the place in the text that each came from.

    Attributes:
        words: normal forms; a short form counts as all the words it stands for.
        starts: first character of each.
        ends: one past the last character of each.
    """

    words: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]


@cache
def _short_forms() -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    raw = read_lexicon_file("abbreviations")
    any_case = {short: tokenize(full).words for short, full in raw["any_case"].items()}
    upper_case = {short: tokenize(full).words for short, full in raw["upper_case"].items()}
    return any_case, upper_case


@lru_cache(maxsize=8192)
def repaired(word: str) -> str:
    """Return the known word that an unknown one is another form of, or a slip of (one letter wrong or swapped)."""
    known = lexicon().vocabulary
    if len(word) < _SHORTEST_REPAIRED or word in known or not word.isalpha():
        return word
    form = _by_stem().get(_stem(word))
    if form:
        return form
    near = [other for size in (-1, 0, 1) for other in _by_start().get((word[0], len(word) + size), ())]
    close = sorted(other for other in near if DamerauLevenshtein.distance(word, other, score_cutoff=1) <= 1)
    return close[0] if close and not _is_other_word(word, close[0]) else word


@cache
def _by_start() -> dict[tuple[str, int], list[str]]:
    """Return the known words by first letter and length: a slip rarely changes the first letter."""
    found: dict[tuple[str, int], list[str]] = {}
    for word in sorted(lexicon().vocabulary):
        found.setdefault((word[0], len(word)), []).append(word)
    return found


@cache
def _by_stem() -> dict[str, str]:
    """Return one known word for each stem, the shortest and then the first by letters."""
    found: dict[str, str] = {}
    for word in sorted(lexicon().vocabulary, key=lambda w: (-len(w), w), reverse=True):
        if len(word) >= _SHORTEST_REPAIRED:
            found.setdefault(_stem(word), word)
    return found


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word[: -len(ending)]
    return word


def stem(word: str) -> str:
    """Return the beginning of a word, by which its other forms are taken for the same."""
    return word[:_SHORTEST_STEM]


def _is_other_word(word: str, known: str) -> bool:
    """Whether the difference is an ending or a prefix, and so another word rather than a slip."""
    return word.startswith(known) or known.startswith(word) or word.endswith(known) or known.endswith(word)


@lru_cache(maxsize=16384)
def read_words(text: str) -> Words:
    """Split ``text``; offsets are into ``text``."""
    any_case, upper_case = _short_forms()
    tokens = tokenize(text)
    words: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    skip_to = -1
    for word, start, end in zip(tokens.words, tokens.starts, tokens.ends, strict=True):
        if start < skip_to or word in _ARTICLES:
            continue
        full: tuple[str, ...] | None = None
        if end < len(text) and text[end] == "/":
            for short in _SLASHED:
                if text[start : start + len(short)].lower() == short:
                    full, end = any_case[short], start + len(short)
                    skip_to = end
                    break
        elif word == "free" and words[-1:] == ["-"] and len(words) > 1:
            words[-2:] = ["no", words[-2]]  # "stone-free"
            starts[-1], ends[-1] = starts[-2], ends[-2]
            full = (".",)
        elif word == "?":
            full = ("questionable",) if end < len(text) and text[end].isalpha() else ("questioned", ".")
        if full is None:
            written = text[start:end]
            full = upper_case.get(written) or any_case.get(word) or (repaired(word),)
        words += full
        starts += [start] * len(full)
        ends += [end] * len(full)
    return Words(tuple(words), tuple(starts), tuple(ends))
