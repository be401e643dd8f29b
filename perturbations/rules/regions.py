"""Under which heading of a chest report a statement stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from reref.perturbations.rules.phrases import PhraseBook, lexicon
from reref.report import Fact
from reref.report.anatomy import path

#: "Mild curvature of the spine, this may be positional": what it points to stands in the same statement.
_OWN_CLAUSE = re.compile(r", (?:this|these) (?:may|could|is|are|likely|probably)\b", re.IGNORECASE)
#: How many characters of a statement's beginning may point back.
_NEAR = 60


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a chest report.

    Attributes:
        name: its key in ``regions.yaml``.
        heading: what stands before the colon in a template, in lower case.
        subject: how a whole sentence names it ("the lungs"), empty when it has no such name.
        plural: whether the subject is plural.
    """

    name: str
    heading: str
    subject: str
    plural: bool


@cache
def regions() -> dict[str, Region]:
    """Return all regions by name, in a usual order."""
    found = {}
    for name, entry in lexicon("regions.yaml")["regions"].items():
        subject, number = entry.get("subject", ("", "singular"))
        found[name] = Region(name, entry["heading"], subject, number == "plural")
    return found


@cache
def _by_finding() -> dict[str, str]:
    entries = lexicon("regions.yaml")["regions"].items()
    return {finding: name for name, entry in entries for finding in entry.get("findings", ())}


@cache
def _by_site() -> dict[str, str]:
    entries = lexicon("regions.yaml")["regions"].items()
    return {site: name for name, entry in entries for site in entry.get("sites", ())}


@cache
def _words() -> PhraseBook[str]:
    entries = lexicon("regions.yaml")["regions"].items()
    return PhraseBook((word, name) for name, entry in entries for word in entry["words"])


def in_order(names: Iterable[str]) -> tuple[str, ...]:
    """Return region names without repeats, in the usual order."""
    wanted = set(names)
    return tuple(name for name in regions() if name in wanted)


def fact_region(fact: Fact) -> str | None:
    """Return the region of one fact; the finding decides, or else its place."""
    if fact.finding in _by_finding():
        return _by_finding()[fact.finding]
    for site in fact.sites:
        region = site_region(site)
        if region is not None:
            return region
    return None


@cache
def site_region(site: str) -> str | None:
    """Return the region of a name of the anatomy tree, the nearest one above it."""
    for name in path(site):
        if name in _by_site():
            return _by_site()[name]
    return None


@lru_cache(maxsize=8192)
def text_regions(text: str) -> tuple[str, ...]:
    """Return the regions that the words of a statement name, in the order in which it names them."""
    return tuple(dict.fromkeys(found.entry for found in _words().find(text)))


@cache
def joint_heading(names: frozenset[str]) -> str | None:
    """Return the heading for statements about these regions; ``None`` when no usual heading holds them all."""
    if len(names) == 1:
        return regions()[next(iter(names))].heading
    holding = [
        (len(members), str(h)) for h, members in lexicon("regions.yaml")["joint_headings"] if names <= {*members}
    ]
    return min(holding, key=lambda found: found[0])[1] if holding else None


@cache
def _phrases(key: str) -> re.Pattern[str]:
    words = sorted(lexicon("regions.yaml")[key], key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b", re.IGNORECASE)


def leans_on_previous(text: str) -> bool:
    """Whether a statement cannot stand without the one before it ("This may represent …")."""
    near = _phrases("pointing_back").search(text, 0, _NEAR)
    if near and _OWN_CLAUSE.match(text, max(0, near.start() - 2)):
        near = None
    return bool(near or _phrases("leaning").match(text) or _phrases("said_before").search(text))


def grouped(blocks: Sequence[tuple[str, ...]]) -> list[tuple[tuple[str, ...], list[int]]]:
    """Put blocks of statements under headings.

    Regions of which one block speaks share a heading where a usual one holds them all; another block that speaks of
    several regions stands under the first of them.

    Args:
        blocks: the regions of each block, never empty; the first is the one that it is mainly about.

    Returns:
        (regions under one heading, numbers of its blocks in their order), in the usual order of headings.
    """
    group_of = {name: frozenset([name]) for names in blocks for name in names[:1]}
    for names in sorted(blocks, key=len):
        joined = frozenset(names).union(*(group_of.get(name, frozenset()) for name in names))
        if joint_heading(joined) is not None:
            group_of.update(dict.fromkeys(joined, joined))
    _heart_beside_mediastinum(group_of)
    found: dict[tuple[str, ...], list[int]] = {}
    for i, names in enumerate(blocks):
        found.setdefault(in_order(group_of[names[0]]), []).append(i)
    order = list(regions())
    return sorted(found.items(), key=lambda group: order.index(group[0][0]))


def _heart_beside_mediastinum(group_of: dict[str, frozenset[str]]) -> None:
    """Put the heart under the heading that the mediastinum shares with something else, and the other way round."""
    heart, mediastinum = group_of.get("heart"), group_of.get("mediastinum")
    if heart is None or mediastinum is None or heart == mediastinum or len(heart | mediastinum) == 2:
        return
    if joint_heading(heart | mediastinum) is not None:
        group_of.update(dict.fromkeys(heart | mediastinum, heart | mediastinum))
