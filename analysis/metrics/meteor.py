"""METEOR as ``nltk`` computes it: words matched as they are, by stem and by WordNet synonym, with a penalty for gaps.

Tokens are lower-cased runs of letters and digits. WordNet is data that the user installs once; nothing is downloaded
here. Stems and synonyms are remembered, which changes no number.

Reference: Banerjee and Lavie 2005.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from reref.analysis.metrics.registry import metric
from reref.core.errors import MissingExtraError

_WORD = re.compile(r"[a-z0-9]+")


class _Stems:
    """A Porter stemmer with a memory, in the shape that nltk asks for."""

    def __init__(self) -> None:
        from nltk.stem.porter import PorterStemmer

        self.stem = lru_cache(maxsize=None)(PorterStemmer().stem)


class _Synonyms:
    """WordNet with a memory, in the shape that nltk asks for."""

    def __init__(self, wordnet: Any) -> None:
        self.synsets = lru_cache(maxsize=None)(wordnet.synsets)


@cache
def _tools() -> tuple[_Stems, _Synonyms]:
    from nltk.corpus import wordnet

    try:
        wordnet.ensure_loaded()
    except LookupError:
        raise MissingExtraError(
            "meteor needs WordNet (11 MB), which is not on this machine: python -m nltk.downloader wordnet"
        ) from None
    return _Stems(), _Synonyms(wordnet)


@lru_cache(maxsize=4096)
def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


@metric(name="meteor", higher_is_better=True, range=(0, 1), needs="WordNet for nltk (11 MB)")
def meteor(candidates: Sequence[str], references: Sequence[str]) -> list[float]:
    """METEOR of nltk (exact words, Porter stems, WordNet synonyms), mean over studies."""
    from nltk.translate.meteor_score import single_meteor_score

    stems, synonyms = _tools()
    return [
        float(single_meteor_score(_words(r), _words(c), stemmer=stems, wordnet=synonyms))
        for c, r in zip(candidates, references, strict=True)
    ]
