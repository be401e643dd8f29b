"""The findings and devices that a clause names, each with the attribute words that belong to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from reref.perturbations.verify.attributes import NOTHING, Attributes, attributes_of
from reref.perturbations.verify.lexicon import lexicon
from reref.perturbations.verify.sameness import sameness
from reref.perturbations.verify.scope import Clause
from reref.report.phrases import Tag

_NODE_STATIONS = frozenset(("hilum", "mediastinum", "axilla"))
#: What a heading's part may be said to have: "HEART: Borderline in size".
_MEASURES = frozenset(("size", "contour", None))
_RELATIVE = frozenset(("where", "which"))
_SEGMENT_BREAKS = frozenset((",", "and", "or", "with", "without", "/", "plus", ">", "nor"))


class Head(NamedTuple):
    """A finding or device named in a clause.

    Attributes:
        first: its first word.
        last: one past its last word.
        kind: finding or device.
        name: its name in the lexicon.
        near: attributes that stand with it.
        pairs: side and degree that stand together.
    """

    first: int
    last: int
    kind: Literal["finding", "device"]
    name: str
    near: Attributes = NOTHING
    pairs: frozenset[tuple[str, int]] = frozenset()


def heads_of(clause: Clause, topic: tuple[Tag, ...], words: tuple[str, ...]) -> list[Head]:
    """Return the findings and devices of a clause from left to right.

    Args:
        clause: the clause.
        topic: sites that stand in its heading, for a clause that names none.
        words: the words of the sentence.
    """
    found = sorted([*_named(clause), *_composed(clause, topic, words)])
    if not found:
        return []
    mine: list[list[Tag]] = [[] for _ in found]
    pairs: list[set[tuple[str, int]]] = [set() for _ in found]
    for first, last in _segments(clause, words):
        owned: dict[int, list[Tag]] = {}
        for tag in clause.tags:
            if first <= tag.first < last and not _is_of_clause_before(tag, found, clause, last, words):
                owned.setdefault(_owner(tag, found, first, last), []).append(tag)
        for owner, tags in owned.items():
            mine[owner] += tags
            together = attributes_of(tags)
            if (
                len(together.sides) == 1
                and len(together.grades) == 1
                and not _is_about_else(clause, first, last, words)
            ):
                pairs[owner].add((next(iter(together.sides)), next(iter(together.grades))))
    return [
        head._replace(near=attributes_of(tags), pairs=frozenset(pair))
        for head, tags, pair in zip(found, mine, pairs, strict=True)
    ]


def _named(clause: Clause) -> Iterator[Head]:
    for tag in clause.tags:
        if "finding" in tag.senses:
            yield Head(tag.first, tag.last, "finding", tag.senses["finding"])
        elif "device" in tag.senses:
            yield Head(tag.first, tag.last, "device", tag.senses["device"])


def _composed(clause: Clause, topic: tuple[Tag, ...], words: tuple[str, ...]) -> Iterator[Head]:
    """Yield findings said by a site and a quality: "the heart is enlarged"."""
    qualities = [tag for tag in clause.tags if "quality" in tag.senses]
    if not qualities:
        return
    sites = {t.senses.get("site") or t.senses.get("part") for t in clause.tags} - {None}
    if not sites - _MEASURES and is_bare(clause, words):
        sites |= {t.senses["site"] for t in topic if "site" in t.senses}
    if "node" in sites:  # "enlarged hilar nodes" are no enlarged hila
        sites -= _NODE_STATIONS
    named = {t.senses["finding"] for t in clause.tags if "finding" in t.senses}
    for tag in qualities:
        if "finding" in tag.senses and tag.senses["finding"] not in sameness().loose:
            continue
        for finding, site in lexicon().compose.get(tag.senses["quality"], ()):
            if site in sites and finding not in named:
                named.add(finding)
                yield Head(tag.first, tag.last, "finding", finding)
    if not named:  # "a little fluid on the left" does not say where
        yield from (Head(t.first, t.last, "finding", "fluid") for t in qualities if t.senses["quality"] == "fluid")


def is_bare(clause: Clause, words: tuple[str, ...]) -> bool:
    """Whether a clause holds nothing but words of the lexicon, so that only its heading can be its subject."""
    known = {p for tag in clause.tags for p in range(tag.first, tag.last)}
    neutral = lexicon().neutral
    return all(p in known or words[p] in neutral or not words[p].isalpha() for p in range(clause.first, clause.last))


def _segments(clause: Clause, words: tuple[str, ...]) -> list[tuple[int, int]]:
    inside = {p for tag in clause.tags for p in range(tag.first + 1, tag.last)}
    cuts = [clause.first]
    cuts += [p for p in range(clause.first + 1, clause.last) if words[p] in _SEGMENT_BREAKS and p not in inside]
    return list(zip(cuts, [*cuts[1:], clause.last], strict=True))


def _is_about_else(clause: Clause, first: int, last: int, words: tuple[str, ...]) -> bool:
    """Whether a part of a clause has a noun that the lexicon does not know, and no finding."""
    tags = [tag for tag in clause.tags if first <= tag.first < last]
    if any(tag.senses.keys() & {"finding", "device"} for tag in tags):
        return False
    known = {p for tag in tags for p in range(tag.first, tag.last)}
    return any(p not in known and words[p].isalpha() and words[p] not in lexicon().neutral for p in range(first, last))


def _is_of_clause_before(tag: Tag, heads: list[Head], clause: Clause, last: int, words: tuple[str, ...]) -> bool:
    """Whether a phrase says where the clause before ends: "ends where the SVC meets the atrium, the other tube …"."""
    return words[clause.first] in _RELATIVE and heads[0].first >= last > tag.first


def _owner(tag: Tag, heads: list[Head], first: int, last: int) -> int:
    """Return whose attribute a phrase is: the next head's in its segment, else the one's before, else the first's."""
    here = [n for n, head in enumerate(heads) if first <= head.first < last]
    if here:
        return next((n for n in here if heads[n].last > tag.first), here[-1])
    before = [n for n, head in enumerate(heads) if head.first < first]
    return before[-1] if before else 0
