"""Sentences that deny things by name ("No A, B, or C is seen"): what is denied, and how firmly."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from reref.perturbations.rules.phrases import lexicon

#: ``plain``; only what is that ``large``; as far as can be ``seen``; only what is ``acute``.
Strength = Literal["plain", "large", "seen", "acute"]

_SEEN = (
    r"(?:seen|identified|noted|detected|observed|demonstrated|visuali[sz]ed|evident|present|appreciated|found|apparent)"
)
_PLACE = (
    r"(?:\s+(?:bilaterally|on either side"
    r"|(?:within|in) (?:the|both|either) (?:lungs?|lung parenchyma|chest|thorax|hemithora\w+)))?"
)
_WHOLE = re.compile(
    r"(?:(?:specifically|overall|also|additionally),?\s+)?(?P<there>there(?:'s|\s+(?:is|are|was|were))\s+)?"
    rf"(?:no|negative\s+for)\s+(?P<list>.+?)(?P<verb>\s+(?:(?:is|are|was|were)\s+)?{_SEEN})?{_PLACE}",
    re.IGNORECASE,
)
_LUNGS_WITHOUT = re.compile(
    r"(?P<main>(?:otherwise,?\s+)?(?:the\s+)?(?:both\s+)?lungs\s+(?:are|appear|remain)\s+(?P<state>[\w\s-]+?)),?\s+(?:and\s+)?(?:without|with\s+no)\s+(?P<list>.+?)",
    re.IGNORECASE,
)
_LUNGS_FREE = re.compile(
    r"(?P<main>(?:otherwise,?\s+)?(?:the\s+)?(?:both\s+)?lungs\s+(?:are|appear|remain)\s+(?:(?P<state>[\w\s-]+?)\s+and\s+)?)(?P<of>free|clear)\s+of\s+(?P<list>.+?)",
    re.IGNORECASE,
)
_NOT_SEEN = re.compile(rf"(?P<list>[A-Z][\w\s,-]+?)\s+(?:is|are|was|were)\s+not\s+{_SEEN}{_PLACE}", re.IGNORECASE)
_NOT_ENLARGED = re.compile(
    r"(?:the\s+)?(?:heart|cardiac\s+silhouette)\s+is\s+not\s+(?P<much>significantly\s+)?enlarged", re.IGNORECASE
)
_SHARED_NOUN = re.compile(r"\bpleural\s+(or|and)\s+pericardial\s+effusions?\b", re.IGNORECASE)
#: Qualifiers that do not end the reach of an earlier one.
_OF = frozenset({"evidence of ", "evidence for ", "sign of ", "signs of ", "any ", "other ", "associated "})
_BETWEEN = re.compile(r"\s*,\s*(?:(?:and|or|nor)\s+)?(?:no\s+)?|\s+(?:and|or|nor)\s+(?:no\s+)?|\s*/\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Denied:
    """One thing that is denied.

    Attributes:
        words: as written.
        key: what it is, a key of ``denied`` in ``normality.yaml``; empty when the lexicon does not know it.
        strength: how far the denial goes.
    """

    words: str
    key: str
    strength: Strength


@dataclass(frozen=True, slots=True)
class Denial:
    """A sentence that denies.

    Attributes:
        items: what it denies.
        full: whether it is a full sentence ("There is no …"), not a telegram ("No …").
        main: what it says of the lungs before "without" or "free of", empty otherwise.
        state: the state of the lungs in ``main`` ("clear", "normally inflated"), empty for "free of".
    """

    items: tuple[Denied, ...]
    full: bool
    main: str = ""
    state: str = ""


@lru_cache(maxsize=8192)
def denial(sentence: str) -> Denial | None:
    """Return what a sentence denies; ``None`` when it is no plain denial or holds more than that."""
    text = sentence.rstrip(" .;")
    enlarged = _NOT_ENLARGED.fullmatch(text)
    if enlarged:
        strength: Strength = "large" if enlarged.group("much") else "plain"
        return Denial((Denied("cardiomegaly", "cardiomegaly", strength),), full=True)
    whole = _WHOLE.fullmatch(text)
    if whole:
        return Denial(_items(whole.group("list")), full=bool(whole.group("there") or whole.group("verb")))
    free = _LUNGS_FREE.fullmatch(text)
    if free:
        return Denial(_items(free.group("list")), full=True, main=free.group("main"), state=free.group("state") or "")
    without = _LUNGS_WITHOUT.fullmatch(text)
    if without:
        return Denial(
            _items(without.group("list")), full=True, main=without.group("main"), state=without.group("state")
        )
    unseen = _NOT_SEEN.fullmatch(text)
    if unseen:
        return Denial(_items(unseen.group("list")), full=True)
    return None


def _items(written: str) -> tuple[Denied, ...]:
    written = _SHARED_NOUN.sub(r"pleural effusion \1 pericardial effusion", written)
    written = re.sub(r"\bacute,\s+(?=displaced\b)", "acute ", written, flags=re.IGNORECASE)
    alone, _ = _known(written)
    if alone.key:
        return (alone,)
    items: list[Denied] = []
    carried: Strength = "plain"
    for words in _BETWEEN.split(written):
        item, qualified = _known(words)
        if not item.key and carried != "plain":  # the qualifier may reach what is not understood
            return (*items, Denied(words, "", "plain"))
        if qualified or not items:
            carried = item.strength
        elif carried != "acute":  # "no large A or B" may mean a large B
            item = Denied(item.words, item.key, carried)
        items.append(item if item.key != "pneumonia" else Denied(item.words, "airspace", item.strength))
    return tuple(items)


def _known(words: str) -> tuple[Denied, bool]:
    """Return what is denied, and whether a qualifier stands before it."""
    left, strength, qualified = " ".join(words.lower().split()), "plain", False
    names, qualifiers = _names()
    while left not in names:
        for qualifier, meant in qualifiers:
            if left.startswith(qualifier):
                left = left[len(qualifier) :]
                strength = meant if meant != "plain" else strength
                qualified = qualified or qualifier not in _OF
                break
        else:
            return Denied(words, "", "plain"), qualified
    return Denied(words, names[left], strength), qualified  # type: ignore[arg-type]


@cache
def _names() -> tuple[dict[str, str], list[tuple[str, str]]]:
    data = lexicon("normality.yaml")
    names = {words.lower(): key for key, phrases in data["denied"].items() for words in phrases}
    qualifiers = [(f"{words} ", kind) for kind in ("plain", "large", "seen") for words in data[kind]]
    qualifiers += [("acute ", "acute"), ("suspicious ", "plain")]
    return names, sorted(qualifiers, key=lambda q: -len(q[0]))
