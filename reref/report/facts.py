"""The clinical facts of a report: what is found, whether it is there, where, how much, and since when."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import cast

from reref.report.assembling import assemble
from reref.report.clauses import read_sentence
from reref.report.measured_vessels import find_measured, is_judged
from reref.report.mentions import find_likeness, find_mentions, find_resumed
from reref.report.model import TARGET_SECTIONS, Fact, Laterality, Report
from reref.report.normality import find_normalities
from reref.report.places import Place, join_sides, places
from reref.report.scene import Context, Mention, Scene
from reref.report.sentences import sentences
from reref.report.set_aside import is_set_aside
from reref.report.sizes import only_length
from reref.report.statements import STATEMENTS, find_comparing, find_comparison, find_statements
from reref.report.taking_up import (
    CuedFact,
    is_taken_up,
    speaks_on,
    told_length,
    with_its_name,
    with_later_change,
    with_length,
)
from reref.report.vocabulary import Finding

_CACHE = 32768
_COUNTED = frozenset(("nodule", "mass", "lymphadenopathy", "liver_lesion", "consolidation", "ground_glass"))
_COUNTED |= {"other: lymph nodes not enlarged", "pleural_effusion"}
_PRONOUNS = frozenset(("this", "these", "it", "they"))
_REGIONS = frozenset(("abdomen", "chest"))
_LONGEST_LABEL = 4  # words
_LONGEST = 1500  # characters of a "sentence" that is read at once


def facts(report: Report) -> list[Fact]:
    """Return the facts of the findings, then of the impression, in the order of the text."""
    return [fact for name in TARGET_SECTIONS for fact in section_facts(report.section(name), name)]


def section_facts(text: str, section: str = "findings") -> list[Fact]:
    """Return the facts of one section's text.

    Args:
        text: the section's text; all offsets are into it.
        section: the name the facts carry.

    Returns:
        Facts in the order of the text; ``text[fact.start:fact.end] == fact.span``.
    """
    return [_moved(fact, section, offset) for (fact, _), offset in _read(text)]


def cued_facts(text: str, section: str = "findings") -> list[CuedFact]:
    """Return the facts of one section's text, each with the words behind its properties.

    A property that no words of its own express ("atelectasis or scarring" is uncertain) has no cue.
    """
    return [
        (
            _moved(fact, section, offset),
            tuple(replace(cue, start=cue.start + offset, end=cue.end + offset) for cue in cues),
        )
        for (fact, cues), offset in _read(text)
    ]


def _read(text: str) -> Iterator[tuple[CuedFact, int]]:
    """Yield the facts of each sentence, with the offset of the sentence that theirs are relative to."""
    context = Context()
    heading = ""
    side: Laterality | None = None
    before: tuple[CuedFact, ...] = ()
    held: list[tuple[CuedFact, int]] = []  # what the next sentence may still judge
    for sentence in sentences(text):
        if sentence.heading != heading:
            heading = sentence.heading
            context = Context(_site_of(heading)) if heading else Context(finding=context.finding)
            side = _side_of(heading)
        for offset, piece in _pieces(sentence.text):
            read, context, placed = _sentence_facts(piece, context)
            if not read and _is_label(piece):
                side = _side_of(piece)
            if not read and speaks_on(piece):
                held, before = with_length(held, told_length(piece)), ()
                continue
            now = tuple(fact for fact, _ in read)
            yield from ((kept, at) for kept, at in held if not is_judged(kept[0], now))
            held = []
            for said, cues in read:
                fact = with_its_name(said, before)
                if not is_taken_up(fact, before, read):
                    unsaid = side is not None and not placed and fact.laterality is None
                    sided = replace(fact, laterality=side) if unsaid and fact.finding not in STATEMENTS else fact
                    held.append(((sided, cues), sentence.start + offset))
            before = read
    yield from held


def _pieces(sentence: str) -> list[tuple[int, str]]:
    """Cut a text without sentence ends into pieces that are read one by one, so that reading stays linear."""
    if len(sentence) <= _LONGEST:
        return [(0, sentence)]
    pieces = []
    start = 0
    while start < len(sentence):
        end = len(sentence)
        if start + _LONGEST < end:
            blank = sentence.rfind(" ", start, start + _LONGEST) + 1
            end = blank if blank > start else start + _LONGEST
        pieces.append((start, sentence[start:end]))
        start = end
    return pieces


def _moved(fact: Fact, section: str, offset: int) -> Fact:
    """Return a fact with its place in the section. Every fact passes here, so no slow ``replace``."""
    return Fact(
        section,
        fact.start + offset,
        fact.end + offset,
        fact.span,
        fact.finding,
        fact.polarity,
        fact.laterality,
        fact.location,
        fact.severity,
        fact.sizes_mm,
        fact.change,
        fact.normal,
        fact.tier,
        fact.sites,
        fact.cue_start + offset,
        fact.cue_end + offset,
    )


@lru_cache(maxsize=1024)
def _site_of(heading: str) -> str | None:
    named = [place for place in places(read_sentence(heading)) if place.sites]
    return named[0].sites[0] if named else None


@lru_cache(maxsize=1024)
def _side_of(heading: str) -> Laterality | None:
    """Return the side that a sub-heading says of all under it ("RIGHT LUNG"); a longer phrase only introduces."""
    if len(heading.split()) > _LONGEST_LABEL:
        return None
    side = join_sides([place.side for place in places(read_sentence(heading)) if place.side])
    return cast("Laterality | None", side)


@lru_cache(maxsize=1024)
def _is_label(text: str) -> bool:
    """Whether a sentence only names a place with its side, as a heading would ("Left ribs.")."""
    if len(text.split()) > _LONGEST_LABEL:
        return False
    named = places(read_sentence(text))
    return bool(named) and all(place.sites for place in named) and any(place.side for place in named)


@lru_cache(maxsize=_CACHE)
def _sentence_facts(text: str, context: Context) -> tuple[tuple[CuedFact, ...], Context, bool]:
    """Return a sentence's facts with offsets into it, what the next may speak of, and whether it names a place."""
    sentence = read_sentence(text)
    scene = Scene(sentence, places(sentence, context.site), context)
    statements = find_statements(scene)
    found: list[Mention] = []
    for clause in sentence.clauses:
        abnormal = find_mentions(scene, clause)
        mine = [*abnormal, *find_normalities(scene, clause, abnormal)]
        found.extend(mention for mention in mine if not is_set_aside(scene, mention, statements))
    for clause in sentence.clauses:
        comparison = find_comparison(scene, clause, [*found, *statements])
        if comparison is not None:
            found.append(comparison)
    found.extend(statements)
    if not found:
        found.extend(find_likeness(scene) or find_resumed(scene))
    if not found:
        comparing = find_comparing(scene)
        found.extend([] if comparing is None else [comparing])
    following = _next_context(scene, found)
    found.extend(find_measured(scene, found))
    found.sort(key=lambda mention: (mention.first, mention.last))
    placed = any(set(place.sites) - {"pleura"} for place in scene.placed)
    return with_later_change(tuple(assemble(scene, found))), following, placed


def _next_context(scene: Scene, found: list[Mention]) -> Context:
    size = () if found else only_length(scene.sentence)
    says_nothing = not found and not any(place.sites for place in scene.placed)
    taken_up = says_nothing or not _PRONOUNS.isdisjoint(scene.sentence.words(0, 1))
    last = _last_counted(found) or (scene.context.finding if taken_up else None)
    for place in _organs_first(scene, found):
        if place.sites:
            named = next((m.sites for m in found if m.place is place and m.sites), place.sites)
            # "a nodule in the left lobe of the thyroid" is about the thyroid
            return Context(named[0], place.side, size, last)
    site = next((mention.sites[0] for mention in found if mention.sites), None)
    return Context(site, finding=last) if site is not None else scene.context._replace(finding=last)


def _organs_first(scene: Scene, found: list[Mention]) -> list[Place]:
    """Return the places, without the region that only tells where an organ is looked at ("In the upper abdomen, …")."""
    owned = {id(mention.place) for mention in found if mention.place is not None}
    near = [place for place in scene.placed if id(place) in owned and not set(place.sites) <= _REGIONS]
    return near if near and scene.placed and set(scene.placed[0].sites) <= _REGIONS else scene.placed


def _last_counted(found: list[Mention]) -> tuple[str, Finding, tuple[str, ...]] | None:
    """Return the last finding of a sentence of which there can be a largest one."""
    for mention in reversed(found):
        if mention.finding in _COUNTED and mention.entry is not None and not mention.rest:
            return mention.finding, mention.entry, mention.sites
    return None
