"""Tokens and n-grams of a text, remembered, because one text meets many others."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache
from typing import Any

_WORD = re.compile(r"[a-z0-9]+")
#: Texts kept per kind of token. Pairs come sorted by study, so a small memory catches nearly all repeats.
_KEPT = 4096

NgramCounts = tuple[int, tuple[Counter[tuple[str, ...]], ...]]


@lru_cache(maxsize=_KEPT)
def stemmed_words(text: str) -> list[str]:
    """Return lower-case runs of letters and digits; those longer than three characters by their Porter stem.

    These are the tokens of the ``rouge-score`` package with its stemmer on.
    """
    return [_stem(word) if len(word) > 3 else word for word in _WORD.findall(text.lower())]


@lru_cache(maxsize=_KEPT)
def ngrams_13a(text: str) -> NgramCounts:
    """Return the length and the 1- to 4-gram counts of the lower-cased text in sacrebleu's ``13a`` tokens."""
    return _ngrams(_tokenizer_13a()(text.lower().rstrip()).split())


@lru_cache(maxsize=_KEPT)
def ngrams_by_space(text: str) -> NgramCounts:
    """Return the length and the 1- to 4-gram counts of the text split at white space, case kept."""
    return _ngrams(text.split())


def matches(candidate: NgramCounts, reference: NgramCounts) -> list[int]:
    """Return, for each order, how many n-grams of the candidate the reference has too (clipped counts)."""
    found = []
    for of_candidate, of_reference in zip(candidate[1], reference[1], strict=True):
        count = 0
        for gram, times in of_candidate.items():
            there = of_reference.get(gram)
            if there:
                count += min(times, there)
        found.append(count)
    return found


def _ngrams(tokens: list[str]) -> NgramCounts:
    orders = tuple(Counter(zip(*(tokens[i:] for i in range(n)), strict=False)) for n in range(1, 5))
    return len(tokens), orders


@cache
def _tokenizer_13a() -> Any:
    from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

    return Tokenizer13a()  # type: ignore[no-untyped-call]  # sacrebleu leaves its tokenizers untyped


@cache
def _porter() -> Any:
    from nltk.stem.porter import PorterStemmer

    return PorterStemmer()


@cache
def _stem(word: str) -> str:
    return str(_porter().stem(word))
