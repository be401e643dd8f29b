"""What the words of a heading stand for: known names, combined ones, misspelt ones."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from reref.report.lexicon_files import read

#: The words that may head a section without a colon behind them.
CORE = frozenset({"findings", "impression", "indication", "technique", "comparison"})
#: Sections whose text is about the images; a sub-heading inside them opens no new section.
CONTENT = frozenset({"findings", "impression", "addendum", "recommendation", "wet_read", "report"})
#: Every name that a heading of the list can give a section.
KNOWN_SECTIONS = CONTENT | {"indication", "technique", "comparison", "exam", "notification", "signature", "order"}

_JOINT = re.compile(r"\s*(?:/|&|\+|,|\band\b|\bwith\b)\s*", re.I)
_BRACKETED = re.compile(r"\([^()]{0,60}\)")
_NOT_WORD = re.compile(r"[^\w/&+,' -]|_")
_SPACED = re.compile(r"(?:\w ){3,14}\w")
_MAX_WORDS = 7
_CORE_WORDS = {
    "findings": "findings", "impression": "impression", "conclusion": "impression", "technique": "technique",
    "comparison": "comparison", "indication": "indication", "history": "indication", "recommendation": "recommendation",
    "recommendations": "recommendation", "addendum": "addendum", "reason": "indication",
}  # fmt: skip


@lru_cache(maxsize=4096)
def section_names(label: str) -> tuple[str, ...]:
    """Return the sections that the words before a colon head, an empty tuple when they head none.

    A combined heading ("Findings and impression") heads two. A word in capitals may be misspelt by a letter or two, and
    may have words beside it ("CT FINDINGS", "IMPRESSION OF THE CHEST").
    """
    words = " ".join(_NOT_WORD.sub(" ", _BRACKETED.sub(" ", label)).split())
    if _SPACED.fullmatch(words):
        words = words.replace(" ", "")
    plain = words.lower()
    if not plain or plain.count(" ") >= _MAX_WORDS:
        return ()
    known = _phrases()
    if plain in known:
        return (known[plain],)
    parts = [part.strip() for part in _JOINT.split(plain) if part.strip()]
    if len(parts) > 1 and all(part in known for part in parts):
        return tuple(dict.fromkeys(known[part] for part in parts))
    if not words.isupper():
        return _misspelt(plain) if words[0].isupper() else ()
    beside = _beside(plain.split())
    return (beside,) if beside else _misspelt(plain) or _all_misspelt(parts)


def is_core(label: str) -> bool:
    """Whether the label is one of the words that head a section even without a colon."""
    return label.lower() in _CORE_WORDS


def stands_inside(label: str) -> bool:
    """Whether the label may head a section in the middle of a line."""
    return label.strip().lower() not in _list("@line-start")


def is_exact(label: str) -> bool:
    """Whether the label is a heading of the list, letter for letter."""
    return label.lower() in _phrases()


def _beside(words: list[str]) -> str:
    """The section of a heading in capitals that has other words before or behind its own."""
    if words[-1] in _CORE_WORDS:
        name = _CORE_WORDS[words[-1]]
        allowed = _list("@beside-findings" if name in ("findings", "impression") else "@beside-context")
        return name if allowed.issuperset(words[:-1]) else ""
    if len(words) > 1 and words[0] in _CORE_WORDS and words[1] in ("of", "for", "from", "on", "in", "note", "study"):
        return _CORE_WORDS[words[0]]
    return ""


def _all_misspelt(parts: list[str]) -> tuple[str, ...]:
    if len(parts) < 2:
        return ()
    known = _phrases()
    found = [(known[part],) if part in known else _misspelt(part) for part in parts]
    return tuple(dict.fromkeys(names[0] for names in found)) if all(found) else ()


def _misspelt(plain: str) -> tuple[str, ...]:
    """The section whose heading differs by one letter, or by two in a long word that begins alike."""
    if len(plain) < 6:
        return ()
    from rapidfuzz.distance import OSA

    for phrase, name in _long_phrases():
        if abs(len(phrase) - len(plain)) > 2:
            continue
        limit = 2 if len(phrase) >= 8 and phrase[0] == plain[0] else 1
        if OSA.distance(plain, phrase, score_cutoff=limit) <= limit:
            return (name,)
    return ()


@cache
def _lists() -> dict[str, list[str]]:
    return {str(name): [str(phrase) for phrase in phrases] for name, phrases in read("headings").items()}


@cache
def _phrases() -> dict[str, str]:
    named = {name: phrases for name, phrases in _lists().items() if not name.startswith("@")}
    return {phrase: name.split("@")[0] for name, phrases in named.items() for phrase in phrases}


@cache
def _list(name: str) -> frozenset[str]:
    return frozenset(_lists()[name])


@cache
def _long_phrases() -> tuple[tuple[str, str], ...]:
    """Phrases long enough to be recognised when misspelt, the most usual headings first."""
    usual = [(phrase, name) for phrase, name in _phrases().items() if len(phrase) >= 7]
    return tuple(sorted(usual, key=lambda entry: entry[1] not in CORE))
