"""Side, place, degree, change and kind: what a claim's surrounding words say of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from reref.perturbations.verify.lexicon import lexicon
from reref.report.phrases import Tag

_SIDE = r"\b(left|right|l|r)\b"
_NO_SIDE = r"(?:(?!\b(?:left|right)\b)[\w ,-])"
_GREATER = re.compile(
    rf"{_SIDE}{_NO_SIDE}{{0,24}}?(?:greater|worse|larger|more|bigger|>)"
    rf"[\w ,-]{{0,12}}?(?: than|>)?[\w ,-]{{0,16}}?{_SIDE}"
    r"|\b(?:more|greater|worse|larger|bigger|predominantly|most)\b[\w ,-]{0,24}? on (?:the )?(left|right)\b",
    re.IGNORECASE,
)
#: Without one of these no side is said to be worse; looked for first, as most sentences have none.
_COMPARING = (
    "reat",
    "ors",
    "arge",
    "ore",
    "igge",
    ">",
    "redominant",
    "ost ",
    "REAT",
    "ORS",
    "ARGE",
    "ORE",
    "IGGE",
    "OST",
)
_KINDS = frozenset(("side", "site", "grade", "change", "quality", "inner_site", "inner_quality"))
_BOTH = frozenset(("left", "right"))


class Attributes(NamedTuple):
    """Attributes as sets; an empty set means that nothing is said.

    Attributes:
        sides: left, right; both for "bilateral".
        sites: parts of the body.
        grades: 1 trace to 4 large; 5 borderline.
        changes: new, increased, decreased, unchanged, resolved, removed.
        qualities: acute, calcified, loculated, …
        home: parts of the body that the names of findings hold ("rib" in "rib fracture").
    """

    sides: frozenset[str] = frozenset()
    sites: frozenset[str] = frozenset()
    grades: frozenset[int] = frozenset()
    changes: frozenset[str] = frozenset()
    qualities: frozenset[str] = frozenset()
    home: frozenset[str] = frozenset()


NOTHING = Attributes()


def merged(several: Iterable[Attributes]) -> Attributes:
    """Return all that some attributes say together."""
    distinct = list(dict.fromkeys(several))
    if len(distinct) < 2:
        return distinct[0] if distinct else NOTHING
    return Attributes(*(frozenset().union(*parts) for parts in zip(*distinct, strict=True)))


def attributes_of(tags: Iterable[Tag]) -> Attributes:
    """Collect the attributes that phrases of the lexicon name."""
    listed = [tag for tag in tags if not _KINDS.isdisjoint(tag.senses)]
    if not listed:
        return NOTHING
    sides: set[str] = set()
    sites: set[str] = set()
    grades: set[int] = set()
    changes: set[str] = set()
    qualities: set[str] = set()
    home: set[str] = set()
    for place, tag in enumerate(listed):
        senses = tag.senses
        if "side" in senses:
            sides |= _BOTH if senses["side"] == "bilateral" else {senses["side"]}
        if "site" in senses:
            sites.add(senses["site"])
        if "grade" in senses and not _grades_a_change(listed, place):
            grades.add(senses["grade"])
        if "change" in senses:
            changes.add(senses["change"])
        if "quality" in senses:
            qualities.add(senses["quality"])
        home |= senses.get("inner_site", frozenset())
        qualities |= senses.get("inner_quality", frozenset())
    return Attributes(
        frozenset(sides),
        frozenset(sites),
        frozenset(grades),
        frozenset(changes),
        frozenset(qualities),
        frozenset(home),
    )


def _grades_a_change(tags: list[Tag], place: int) -> bool:
    """Whether a degree word belongs to a change: "slightly increased", "grown a little"."""
    tag = tags[place]
    neighbours = [
        t for t in (tags[place - 1 : place] + tags[place + 1 : place + 2]) if t.last == tag.first or t.first == tag.last
    ]
    return any(t.senses.get("change") in ("increased", "decreased") for t in neighbours)


def implied_sides(attributes: Attributes) -> frozenset[str]:
    """Return the stated sides with those that the sites have by nature (the lingula is left)."""
    natural = lexicon().natural_side
    return attributes.sides | {natural[site] for site in attributes.sites if site in natural}


@lru_cache(maxsize=8192)
def worse_side(sentence: str) -> str:
    """Return the side that is said to be more affected, empty when none is."""
    if not any(word in sentence for word in _COMPARING):
        return ""
    found = _GREATER.search(sentence)
    if not found:
        return ""
    side = (found[1] or found[3]).lower()
    return "left" if side.startswith("l") else "right"
