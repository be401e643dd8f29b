"""The words of a sentence as the verifier reads them: short forms written out, articles left out, places kept."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from reref.perturbations.verify.lexicon import read_lexicon_file
from reref.report.tokens import tokenize

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
        elif word == "?" and end < len(text) and text[end].isalpha():
            full = ("questionable",)
        if full is None:
            written = text[start:end]
            full = upper_case.get(written) or any_case.get(word, (word,))
        words += full
        starts += [start] * len(full)
        ends += [end] * len(full)
    return Words(tuple(words), tuple(starts), tuple(ends))
