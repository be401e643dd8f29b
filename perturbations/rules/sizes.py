"""What the size of a finding means in words, and the noun group that takes the word; data in ``quantity.yaml``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from reref.perturbations.rules.phrases import lexicon

#: What only says which number is meant.
_AXIS = re.compile(
    r"\s+with\s+(?:an?\s+)?(?:short|long)\s+ax[ei]s(?=\s+in\s+the\b)|\b(?:short|long)[- ]axis\s+(?=lymph)",
    re.IGNORECASE,
)
_EARLIER = re.compile(
    r"\b(?:previously|(?:previous|prior|earlier|old)\s+(?:\w+\s+)?(?:exam\w*|stud(?:y|ies)|ct|scans?|radiographs?))\b",
    re.IGNORECASE,
)
#: Words that compare with an earlier study.
COMPARED = re.compile(
    r"\b(?:enlarg\w+|increas\w+|decreas\w+|grow\w*|grown|larger|smaller|stable|unchanged|progress\w+|improv\w+|worsen\w+|regress\w+"
    r"|no\s+(?:\w+\s+)?(?:change|difference))\b",
    re.IGNORECASE,
)
_OWN_WORD = re.compile(r"\b(millimetric|small|tiny)\s+(?:[\w-]+\s+){0,6}?nodul", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Thing:
    """What numbers of one kind of finding mean; see ``quantity.yaml``."""

    noun: re.Pattern[str]
    words: tuple[tuple[float, str], ...]
    predicate: tuple[tuple[float, str], ...]
    width: tuple[tuple[float, str], ...]
    tip: bool
    unit: str


def group_start(text: str, noun: int) -> int:
    """Return where the noun group begins whose noun stands at ``noun``."""
    at = noun
    while True:
        word = re.search(r"([\w-]+)\s+$", text[:at])
        if word is None or word.group(1).lower() in _group_stops() or word.group(1)[0].isdigit():
            return at
        at = word.start()


@cache
def _group_stops() -> frozenset[str]:
    return frozenset(lexicon("quantity.yaml")["group_stops"].split())


def nearest(text: str) -> Thing | None:
    """Return the finding named last in a text."""
    best: tuple[int, Thing] | None = None
    for thing in things():
        for noun in thing.noun.finditer(text):
            if best is None or noun.end() > best[0]:
                best = (noun.end(), thing)
    return best[1] if best else None


def first(text: str) -> Thing | None:
    """Return the finding named first in a text."""
    best: tuple[int, Thing] | None = None
    for thing in things():
        noun = thing.noun.search(text)
        if noun and (best is None or noun.start() < best[0]):
            best = (noun.start(), thing)
    return best[1] if best else None


def below(table: tuple[tuple[float, str], ...], value: float) -> str:
    """Return the word of the first limit above a value, empty where none is used."""
    return next((word for limit, word in table if value < limit), "")


@cache
def things() -> tuple[Thing, ...]:
    """Return what ``quantity.yaml`` knows, in its order."""
    return tuple(_thing(entry) for entry in lexicon("quantity.yaml")["things"])


def _thing(entry: dict[str, Any]) -> Thing:
    def table(key: str) -> tuple[tuple[float, str], ...]:
        return tuple((float(limit), word) for limit, word in entry.get(key, ()))

    return Thing(
        re.compile(entry["noun"], re.IGNORECASE),
        table("words"),
        table("is"),
        table("width"),
        bool(entry.get("tip", False)),
        str(entry.get("unit", "")),
    )


def nouns(text: str) -> list[tuple[int, int, str]]:
    """Return the findings named in a text that have a size: start, end, and a name of their kind."""
    found: list[tuple[int, int, str]] = []
    for thing in things():
        if thing.tip:
            continue
        for noun in thing.noun.finditer(text):
            if not any(start < noun.end() and noun.start() < end for start, end, _ in found):
                found.append((*noun.span(), noun.group().lower() if thing is things()[-1] else thing.noun.pattern))
    return sorted(found)


@cache
def sized_already() -> re.Pattern[str]:
    """Return the pattern of words that say a size."""
    return re.compile(lexicon("quantity.yaml")["sized"], re.IGNORECASE)


def own_word(texts: Iterable[str]) -> str:
    """Return the word that a report has for its small nodules ("millimetric"), empty when it uses none or several."""
    words = {found.lower() for text in texts for found in _OWN_WORD.findall(text)}
    return words.pop() if len(words) == 1 else ""


def on_its_scale(own: str, old: str, new: str) -> str:
    """Return a new sentence about nodules with the report's own word for them: one report has one scale."""
    if not own or re.search(r"\b(?:small|tiny|millimetric)\b", old, re.IGNORECASE):
        return new
    return re.sub(r"\b(?:[Ss]mall|[Tt]iny)\b", lambda m: own.capitalize() if m.group()[0].isupper() else own, new)


def without_axis(text: str) -> str:
    """Return a sentence whose number is gone without the axis that it was measured along: "short axis lymph nodes"."""
    return _AXIS.sub("", text)


def says_otherwise(old: str, new: str, sizes: int) -> bool:
    """Return whether a sentence without its ``sizes`` says what it did not.

    It calls nodes enlarged that are "not pathological", or two sizes were compared by nothing but their numbers.
    """
    enlarged = new.lower().count("enlarged") > old.lower().count("enlarged") and "patholog" in old.lower()
    return enlarged or (sizes > 1 and bool(_EARLIER.search(old)) and not COMPARED.search(new))


def across(thing: Thing, values: tuple[float, ...]) -> float:
    """Return the one size that a word goes by: the short axis of lymph nodes, the longest of anything else."""
    return min(values) if "lymph node" in thing.noun.pattern and len(values) == 2 else max(values)
