"""The noun of a phrase, and whether it is plural, as far as the lexicon knows."""

from __future__ import annotations

import re
from functools import cache

from reref.perturbations.placeholders import PLACEHOLDER
from reref.perturbations.rules.phrases import lexicon

_WORD = re.compile(r"[\w'’/-]+|[,;:(]")
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)")
_SIDES = frozenset({"left", "right", "upper", "middle", "lower", "anterior", "posterior", "medial", "lateral"})
_TWO_PLACES = re.compile(r"(?:[\w-]+ ){1,4}and (?:[\w-]+ ){1,4}(?P<noun>[a-z]+)", re.IGNORECASE)


@cache
def nouns(key: str) -> frozenset[str]:
    """Return the words of a list of ``prose.yaml``."""
    return frozenset(lexicon("prose.yaml")[key])


def noun_of(bare: str) -> str | None:
    """Return the noun of the first phrase when the lexicon knows it."""
    last = None
    for found in _WORD.finditer(bare.lower()):
        word = found.group() if found.group() in nouns("joints") else found.group().partition("/")[0]
        if word == "to" and last in ("mild", "minimal", "moderate", "small"):
            continue  # "mild to moderate"
        if word == "and" and last is not None and _ORDINAL.fullmatch(last):
            continue  # "4th and 5th"
        if word == "," and last in ("stable", "small", "mild", "large", "moderate", "persistent"):
            continue  # "Stable, mild volume loss"
        if word == "and" and last in _SIDES and _other_side_follows(bare, found.end()):
            continue  # "right and left atrial enlargement"
        if last is not None and _is_known(last) and (PLACEHOLDER.match(bare, found.start()) or _goes_on(word)):
            break
        if word in ",;:(" or (last is not None and word in nouns("joints")):
            break
        last = word
    two_places = _TWO_PLACES.fullmatch(bare)
    joints = sum(word in nouns("joints") for word in bare.lower().split())
    if two_places and joints == 1 and two_places["noun"].lower() in nouns("plural"):
        return two_places["noun"].lower()  # "Left clavicle and right rib fractures"
    return last if last is not None and _is_known(last) else None


def _is_known(word: str) -> bool:
    return any(word in nouns(key) for key in ("count", "mass", "plural", "events", "counted_events"))


def _goes_on(word: str) -> bool:
    """Whether a participle goes on from the noun before it ("volumes causing …"); "scarring" is a noun itself."""
    return word.endswith("ing") and not _is_known(word)


def _other_side_follows(bare: str, at: int) -> bool:
    following = _WORD.search(bare.lower(), at)
    return following is not None and following.group() in _SIDES


def first_is_plural(phrase: str) -> bool:
    """Whether the first noun of a denied list is plural ("effusions", "enlarged nodes")."""
    words: list[str] = []
    for found in _WORD.finditer(phrase.lower()):
        if found.group() == "," and words and words[-1] in ("acute", "displaced", "focal", "large"):
            continue  # "acute, displaced fractures"
        if found.group() in ",;:(" or (words and found.group() in nouns("joints")):
            break
        words.append(found.group())
    return bool(words) and (
        words[-1] in nouns("plural") or words[-1].endswith(("ies", "sions", "ures", "ules", "rates"))
    )
