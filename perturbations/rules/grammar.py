"""Small English: articles, number agreement, capitals and lists, for swapping words inside a written sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

Number = Literal["singular", "plural", "mass"]

#: Words that begin with a vowel letter and a consonant sound, or the other way round.
_CONSONANT_SOUND = re.compile(r"(?:eu|uni(?!n|m)|use|usu|uter|ure|one\b|once\b|u-)", re.IGNORECASE)
_SILENT_H = re.compile(r"(?:hour|honest|heir)", re.IGNORECASE)
_VOWEL_LETTER_NAMES = "AEFHILMNORSX"
_LONGEST_ABBREVIATION = 4
#: Short words that some reports write in capitals.
_SHOUTED = frozenset({"LEFT", "MILD", "NEW", "OLD", "MASS", "LUNG", "RIB", "HILA", "LOW", "SLIM"})
_VOWEL_NUMBER = re.compile(r"(?:8\d*|11|18)(?!\d)")

_ARTICLE_BEFORE = re.compile(r"\b([Aa]n?)(\s+)$")
#: "a" with up to four words between it and the noun; no noun group of a report crosses one of these words.
_ARTICLE_IN_GROUP = re.compile(
    r"\b(?:an?|another|each|this|that|every)\s+(?:(?!of\b|in\b|with\b|and\b|or\b|is\b|no\b)[\w-]+\s+){0,4}$",
    re.IGNORECASE,
)
_THERE_BEFORE = re.compile(
    r"\bthere(\s+)(is|are|was|were|has been|have been)\s+(?:(?!and\b|or\b)[\w-]+\s+){0,5}$", re.IGNORECASE
)
_VERB_AFTER = re.compile(
    r"(\s+(?:(?:also|again|otherwise|now|still|both|currently|all)\s+)?)"
    r"(is|are|was|were|has|have|appears|appear|demonstrates|demonstrate|shows|show|remains|remain|measures|measure)\b",
    re.IGNORECASE,
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|appears?|demonstrates?|shows?|remains?|measures?)\b", re.IGNORECASE
)
_COORDINATED_AFTER = re.compile(r"\s*(?:,\s*(?:and\s+)?|and\s+|/)\S", re.IGNORECASE)
_LISTED_BEFORE = re.compile(r"(?:,|\band|\bor)\s+(?:[\w-]+\s+){0,3}$", re.IGNORECASE)

_TO_PLURAL = {
    "is": "are", "was": "were", "has": "have", "appears": "appear", "demonstrates": "demonstrate", "shows": "show",
    "remains": "remain", "measures": "measure", "has been": "have been",
}  # fmt: skip
_TO_SINGULAR = {plural: singular for singular, plural in _TO_PLURAL.items()}


def article(phrase: str) -> str:
    """Return ``"a"`` or ``"an"`` for the phrase that follows."""
    word = phrase.lstrip("(\"'")
    first = re.split(r"[\s-]", word, maxsplit=1)[0]
    if not first:
        return "a"
    if first[0].isdigit():
        return "an" if _VOWEL_NUMBER.match(first) else "a"
    if word[1:2] == "-" and first.isupper():
        return "an" if first in _VOWEL_LETTER_NAMES else "a"
    if 1 < len(first) <= _LONGEST_ABBREVIATION and first.isupper() and first not in _SHOUTED:
        return "an" if first[0] in _VOWEL_LETTER_NAMES and not first.startswith("XX") else "a"
    if _SILENT_H.match(first):
        return "an"
    return "an" if first[0].lower() in "aeiou" and not _CONSONANT_SOUND.match(first) else "a"


def capital(phrase: str) -> str:
    """Return the phrase with its first letter in capitals."""
    return phrase[:1].upper() + phrase[1:]


def uncapital(phrase: str) -> str:
    """Return the phrase as it stands inside a sentence; abbreviations and placeholders keep their capitals."""
    first = re.match(r"[\w'’-]+", phrase)
    if first is None or not first.group()[0].isupper() or first.group()[1:2] == "-":
        return phrase
    rest = first.group()[1:]
    if any(c.isupper() or c.isdigit() for c in rest) or (not rest and first.group() != "A"):
        return phrase
    return phrase[0].lower() + phrase[1:]


def listed(items: Sequence[str], conjunction: str = "and") -> str:
    """Return the items as a list with a serial comma: ``a``, ``a and b``, ``a, b, and c``."""
    if len(items) < 3:
        return f" {conjunction} ".join(items)
    return f"{', '.join(items[:-1])}, {conjunction} {items[-1]}"


def cased_like(old: str, new: str, *, at_start: bool = False) -> str:
    """Return ``new`` in the case of ``old``: in capitals, with one capital, or as it is.

    Args:
        old: the words as written.
        new: the words that take their place, as inside a sentence.
        at_start: whether they begin a sentence; tells a capital that an abbreviation has anyway from one that is due.
    """
    letters = [c for c in old if c.isalpha()]
    if len(letters) > 5 and all(c.isupper() for c in letters):
        return new.upper()
    if re.match(r"[A-Z][A-Z0-9]", old):
        return capital(new) if at_start else new
    return capital(new) if old[:1].isupper() else new


def with_article(text: str, start: int, new: str) -> tuple[int, str]:
    """Return where the edit has to begin and its text, so that an article before it fits the new words."""
    before = _ARTICLE_BEFORE.search(text, max(0, start - 12), start)
    if before is None:
        return start, new
    fitting = article(new)
    if before.group(1).lower() == fitting:
        return start, new
    fitting = capital(fitting) if before.group(1)[0].isupper() else fitting
    return before.start(), f"{fitting}{before.group(2)}{new}"


def has_article(text: str, start: int) -> bool:
    """Return whether an article or "this", "each", … governs the noun that starts here."""
    return _ARTICLE_IN_GROUP.search(text, max(0, start - 70), start) is not None


def agreement(sentence: str, start: int, end: int, old: Number, new: Number) -> list[tuple[int, int, str]] | None:
    """Return what else has to change when a noun of another number takes the place of ``sentence[start:end]``.

    Args:
        sentence: one sentence.
        start: first character of the noun phrase's name.
        end: one past its last.
        old: number of the name as written.
        new: number of the name that replaces it.

    Returns:
        Changes (start, end, new text) in the sentence, empty when nothing depends on the number; ``None`` when the
        sentence is not simple enough to be sure.
    """
    if old == new:
        return []
    if has_article(sentence, start):
        return None
    singular_verb = new != "plural"
    if (old != "plural") == singular_verb:
        return []
    table = _TO_SINGULAR if singular_verb else _TO_PLURAL
    in_list = _COORDINATED_AFTER.match(sentence, end) is not None or _LISTED_BEFORE.search(sentence, 0, start)
    there = _THERE_BEFORE.search(sentence, 0, start)
    after = _VERB_AFTER.match(sentence, end)
    if in_list and not (after and not singular_verb and after.group(2).lower() in _TO_PLURAL):
        verb_later = _FINITE.search(sentence, end)
        lone = verb_later is not None and verb_later.group().lower() in _TO_PLURAL  # the list is no list of subjects
        return None if there or (lone and not singular_verb) else []
    if there:
        verb = there.group(2)
        at = there.start(2)
        return [(at, at + len(verb), cased_like(verb, table.get(verb.lower(), verb)))]
    if after:
        verb = after.group(2)
        return [(after.start(2), after.end(2), table.get(verb.lower(), verb))]
    return None if _FINITE.search(sentence, end) else []


def is_plural(phrase: str) -> bool:
    """Return whether a noun phrase is plural, judged by its head: the last word before a preposition."""
    head = re.split(r"\s+(?:of|in|at|on|within|along|over|near|from|for)\b", phrase, maxsplit=1)[0].split()[-1:]
    word = head[0].lower() if head else ""
    if word in {"hila", "bronchi", "sulci", "foramina", "vertebrae", "data", "lumina", "bullae", "thrombi", "emboli"}:
        return True
    return bool(re.search(r"(?:[^sui]s|ies|ches|shes|es)$", word)) and not word.endswith(
        ("sis", "ss", "us", "pancreas")
    )
