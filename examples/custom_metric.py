"""A metric of one's own: the file that ``--metric examples/custom_metric.py:positive_words`` reads.

A metric is any function with parameters ``candidates`` and ``references`` (two lists of equal length) that returns one
number a pair. This one asks how many words of positive statements two reports share, and leaves out every statement
that denies something or calls it normal. It is no good measure of quality (word order, side and degree count no more
than any other word), but it has one property worth a look: whether normal findings are spelled out does not move it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_STATEMENT_END = re.compile(r"(?<=[.;:])\s+|\n")
_WORD = re.compile(r"[a-z]+|\d+(?:\.\d+)?")
_NORMAL = re.compile(
    r"\b(?:no|not|without|negative|normal|clear|unremarkable|intact|preserved|sharp|smooth|midline|aerated)\b",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"a|an|and|are|as|at|by|for|from|has|have|in|is|it|its|of|on|or|seen|that|the|there|this|to|was|with"
)


def positive_words(candidates: Sequence[str], references: Sequence[str]) -> list[float]:
    """Return for each pair the F1 of the words in positive statements; higher is better, 0 to 1.

    Two reports without any positive statement agree, so they score 1.
    """
    return [
        _f1(_words(candidate), _words(reference)) for candidate, reference in zip(candidates, references, strict=True)
    ]


def _words(report: str) -> set[str]:
    statements = (part for part in _STATEMENT_END.split(report) if not _NORMAL.search(part))
    words = {word for part in statements for word in _WORD.findall(part.lower())}
    return {word for word in words if not _FILLER.fullmatch(word)}


def _f1(candidate: set[str], reference: set[str]) -> float:
    if not candidate and not reference:
        return 1.0
    return 2 * len(candidate & reference) / (len(candidate) + len(reference))
