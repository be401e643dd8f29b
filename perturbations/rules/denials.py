"""Sentences that deny things by name ("No A, B, or C is seen"): what is denied, and how firmly."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from reref.perturbations.rules.phrases import lexicon

#: ``plain``; only what is that ``large``; as far as can be ``seen``.
Strength = Literal["plain", "large", "seen"]

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
    r"(?P<main>(?:the\s+)?(?:both\s+)?lungs\s+(?:are|appear|remain)\s+(?P<state>[\w\s-]+?)),?\s+(?:without|with\s+no)\s+(?P<list>.+?)",
    re.IGNORECASE,
)
_LUNGS_FREE = re.compile(
    r"(?P<main>(?:the\s+)?(?:both\s+)?lungs\s+(?:are|appear|remain)\s+(?:(?P<state>[\w\s-]+?)\s+and\s+)?)(?P<of>free|clear)\s+of\s+(?P<list>.+?)",
    re.IGNORECASE,
)
_NOT_SEEN = re.compile(rf"(?P<list>[A-Z][\w\s,-]+?)\s+(?:is|are|was|were)\s+not\s+{_SEEN}{_PLACE}", re.IGNORECASE)
_NOT_ENLARGED = re.compile(r"(?:the\s+)?heart\s+is\s+not\s+(?P<much>significantly\s+)?enlarged", re.IGNORECASE)
_SHARED_NOUN = re.compile(r"\bpleural\s+(or|and)\s+pericardial\s+effusions?\b", re.IGNORECASE)
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
    alone = _known(written)
    if alone.key:
        return (alone,)
    items: list[Denied] = []
    for words in _BETWEEN.split(written):
        item = _known(words)
        if not item.key and items and items[-1].strength == "seen":  # "no definite A or B": the qualifier may reach B
            return (*items, Denied(words, "", "plain"))
        items.append(item)
    return tuple(items)


def _known(words: str) -> Denied:
    left, strength = " ".join(words.lower().split()), "plain"
    names, qualifiers = _names()
    while left not in names:
        for qualifier, meant in qualifiers:
            if left.startswith(qualifier):
                left = left[len(qualifier) :]
                strength = meant if meant != "plain" else strength
                break
        else:
            return Denied(words, "", "plain")
    if "displaced" in left and strength == "plain":  # what is not displaced may still be there
        strength = "seen"
    return Denied(words, names[left], strength)  # type: ignore[arg-type]


@cache
def _names() -> tuple[dict[str, str], list[tuple[str, str]]]:
    data = lexicon("normality.yaml")
    names = {words.lower(): key for key, phrases in data["denied"].items() for words in phrases}
    qualifiers = [(f"{words} ", kind) for kind in ("plain", "large", "seen") for words in data[kind]]
    qualifiers += [("acute ", "plain"), ("suspicious ", "plain")]
    return names, sorted(qualifiers, key=lambda q: -len(q[0]))
