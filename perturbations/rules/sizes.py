"""What the size of a finding means in words, and the noun group that takes the word; data in ``quantity.yaml``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from reref.perturbations.rules.phrases import lexicon

Table = tuple[tuple[float, str], ...]


#: The word before, of a row of adjectives too ("hilar, mediastinal and axillary nodes").
_WORD_BEFORE = re.compile(
    r"([\w-]+(?:\s|(?<=al),\s|(?<=ar),\s|(?<=ic),\s|(?<=al)\s+and\s|(?<=ar)\s+and\s|(?<=ic)\s+and\s)\s*)$"
)


@dataclass(frozen=True, slots=True)
class Thing:
    """What numbers of one kind of finding mean; see ``quantity.yaml``.

    Attributes:
        name: what it is.
        noun: how it is named.
        where: what else has to stand in its sentence.
        words: upper limits and words.
        predicate: what "measures …" becomes.
        width: whether its number says how wide a vessel or large an organ is.
        tip: whether its number is a distance of its tip.
        unit: unit of its numbers where it is not mm.
        decides: size from which it decides what is done, if there is one.
        watched: whether no other word makes it harmless.
    """

    name: str
    noun: re.Pattern[str]
    where: re.Pattern[str] | None
    words: Table
    predicate: Table
    width: bool
    tip: bool
    unit: str
    decides: float | None
    watched: bool


def group_start(text: str, noun: int) -> int:
    """Return where the noun group begins whose noun stands at ``noun``."""
    at = noun
    while True:
        word = _WORD_BEFORE.search(text[:at])
        if word is None or word.group(1).lower().split()[0].rstrip(",") in _group_stops() or word.group(1)[0].isdigit():
            return at
        at = word.start()


@cache
def _group_stops() -> frozenset[str]:
    return frozenset(lexicon("quantity.yaml")["group_stops"].split())


def nearest(text: str, known: Sequence[Thing]) -> Thing | None:
    """Return the finding named last in a text."""
    best: tuple[int, Thing] | None = None
    for thing in known:
        for noun in thing.noun.finditer(text):
            if best is None or noun.end() > best[0]:
                best = (noun.end(), thing)
    return best[1] if best else None


def first(text: str, known: Sequence[Thing]) -> Thing | None:
    """Return the finding named first in a text."""
    best: tuple[int, Thing] | None = None
    for thing in known:
        noun = thing.noun.search(text)
        if noun and (best is None or noun.start() < best[0]):
            best = (noun.start(), thing)
    return best[1] if best else None


def below(table: Table, value: float) -> str:
    """Return the word of the first limit above a value, empty where none is used."""
    return next((word for limit, word in table if value < limit), "")


def things_in(sentence: str) -> tuple[Thing, ...]:
    """Return what may be meant in a sentence, in the order of ``quantity.yaml``."""
    return tuple(thing for thing in _things() if thing.where is None or thing.where.search(sentence))


@cache
def _things() -> tuple[Thing, ...]:
    return tuple(_thing(entry) for entry in lexicon("quantity.yaml")["things"])


def _thing(entry: dict[str, Any]) -> Thing:
    def table(key: str) -> Table:
        return tuple((float(limit), word) for limit, word in entry.get(key, ()))

    return Thing(
        entry["name"],
        re.compile(entry["noun"], re.IGNORECASE),
        re.compile(entry["where"], re.IGNORECASE) if "where" in entry else None,
        table("words"),
        table("is"),
        bool(entry.get("width", False)),
        bool(entry.get("tip", False)),
        str(entry.get("unit", "")),
        float(entry["decides"]) if "decides" in entry else None,
        bool(entry.get("watched", False)),
    )


def nouns(text: str) -> list[tuple[int, int, Thing]]:
    """Return the findings named in a sentence that have a size: start, end, and what they are."""
    found: list[tuple[int, int, Thing]] = []
    for thing in things_in(text):
        if thing.tip:
            continue
        for noun in thing.noun.finditer(text):
            if not any(start < noun.end() and noun.start() < end for start, end, _ in found):
                found.append((*noun.span(), thing))
    return sorted(found, key=lambda one: one[:2])


@cache
def sized_already() -> re.Pattern[str]:
    """Return the pattern of words that say a size."""
    return re.compile(lexicon("quantity.yaml")["sized"], re.IGNORECASE)


def across(thing: Thing, values: tuple[float, ...]) -> float:
    """Return the one size that a word goes by: the short axis of lymph nodes, the longest of anything else."""
    nodes = thing.name in {"lymph node", "lymphadenopathy"}
    return min(values) if nodes and len(values) == 2 else max(values)
