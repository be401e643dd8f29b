"""Whether a text is English enough to be read. Only section headings of other languages are known."""

from __future__ import annotations

import logging
import re
from functools import cache

_log = logging.getLogger("reref")
_WORD = re.compile(r"[^\W\d_]+")
_SAMPLE = 2000
_FEWEST_WORDS = 12
_LOWEST_SHARE = 0.08

# Words that nearly every English report of a few sentences has, and few reports in other languages.
_ENGLISH = frozenset({
    "the", "is", "are", "no", "of", "and", "in", "with", "to", "or", "there", "was", "were", "not", "within", "seen",
    "right", "left", "normal", "for", "at", "on", "by", "size", "has", "been", "this", "heart", "lung", "lungs",
    "chest", "stable", "unchanged", "unremarkable", "clear", "findings", "effusion", "evidence", "which", "observed",
    # and those of reports in keywords
    "mild", "mildly", "small", "large", "changes", "disease", "noted", "thickening", "lower", "upper", "lobe", "bone",
    "bones", "spine", "ribs", "both", "without", "chronic", "very", "early", "nodules", "swelling", "tube", "edema",
})  # fmt: skip


def looks_english(text: str) -> bool:
    """Whether a text is English, as far as its commonest words tell; short texts are given the benefit of the doubt."""
    found = [word.lower() for word in _WORD.findall(text[:_SAMPLE]) if set(word) - {"X", "x"}]
    if len(found) < _FEWEST_WORDS:
        return True
    return sum(word in _ENGLISH for word in found) >= _LOWEST_SHARE * len(found)


def warn_unless_english(text: str) -> None:
    """Say once that texts in other languages are kept but not read."""
    if not looks_english(text):
        _warn()


@cache
def _warn() -> None:
    _log.warning(
        "some reports do not look like English: their text is kept and put into sections, but few facts are read"
    )
