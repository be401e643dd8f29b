"""What words of size tell of a finding's course: "an increase in the effusion", "a mass, decreased", "grown since"."""

from __future__ import annotations

from reref.report.clauses import Reading, is_verb
from reref.report.phrases import Tag
from reref.report.scene import Mention

_TURNS = frozenset(("increase", "decrease"))
_GROWING = frozenset(
    ("pleural_effusion", "pericardial_effusion", "pneumothorax", "consolidation", "infiltrate", "atelectasis", "edema")
)
_EARLIER = frozenset(("previous", "prior", "old", "compared", "comparison", "interval"))
_NOUNS = frozenset(("increase", "decrease", "reduction", "interval"))
_INTERVAL = "interval"
_ENDS_OF_PHRASE = ("verb", "preposition", "coordinator", "boundary", "finding", "normal")
_PARTICIPLES = frozenset(("increased", "decreased"))
_FULL_STOPS = ((), (".",), (",",), (";",))
_NEAR = 4  # tokens between "increase in" and the finding
_MEASURED = frozenset(
    ("density", "opacity", "intensity", "attenuation", "marking", "thickness", "aeration", "height", "volume")
)
_COUNTED = frozenset(("size", "dimension", "number", "amount", "extent", "diameter"))
_GROWTH = frozenset(("increase", "increased", "decrease", "decreased", "reduction", "reduced"))
_SHOWING = frozenset(("showing", "show", "shows", "showed", "with"))
_FAR = 9  # tokens of "was observed in the size of some of the"


def told_by_size(sentence: Reading, found: list[Mention], tag: Tag) -> list[int]:
    """Return what a word of size tells the course of: a bare comparison, or a finding that grew."""
    if found and found[-1].entry is None and found[-1].first == tag.first:
        return [len(found) - 1]
    grown = tag.senses["quality"] in _TURNS
    told = _grown_since(sentence, found, tag) or _shown_to_grow(sentence, found, tag)
    return told or (_grown(sentence, found, tag) if grown else [])


def _shown_to_grow(sentence: Reading, found: list[Mention], tag: Tag) -> list[int]:
    """Return the finding that is said to show, or in whose size one sees, an increase or decrease."""
    words = sentence.tokens.words
    if _GROWTH.isdisjoint(words[tag.first : tag.last]):
        return []  # "lymph nodes with pathological size"
    named = _named_beside(sentence, found, tag)
    before = [n for n in named if found[n].last <= tag.first][-1:]
    if before and not _COUNTED.isdisjoint(words[tag.first : tag.last + _NEAR]):
        start = found[before[0]].last
        led = not _SHOWING.isdisjoint(words[start : tag.first])
        if led and all({"severity", "article"} & other.senses.keys() for other in sentence.tags_in(start, tag.first)):
            return before  # "effusion showing an increase in size"
    after = [n for n in named if found[n].first >= tag.last][:1]
    if not after or words[tag.first] not in _NOUNS:
        return []
    between = words[tag.last : found[after[0]].first]
    measured = not _COUNTED.isdisjoint(between) and {"in", "of"} <= set(between)
    return after if measured and len(between) <= _FAR else []  # "a decrease is seen in the size of the mass"


def _named_beside(sentence: Reading, found: list[Mention], tag: Tag) -> list[int]:
    """Return the findings with a name of their own in the clause of a phrase."""
    clause = sentence.clause_at(tag.first)
    return [n for n, m in enumerate(found) if m.clause is clause and m.entry is not None and m.entry.name is not None]


def _grown_since(sentence: Reading, found: list[Mention], tag: Tag) -> list[int]:
    """Return the finding that an "interval increase in" is said of, whatever its name ("… in heart size")."""
    if _INTERVAL not in sentence.words(max(0, tag.first - 1), tag.last):
        return []
    clause = sentence.clause_at(tag.first)
    inside = [n for n, mention in enumerate(found) if mention.clause is clause and mention.last > tag.first]
    return [n for n in inside if not sentence.has(tag.last, found[n].first, "verb", "coordinator")][:1]


def _grown(sentence: Reading, found: list[Mention], tag: Tag) -> list[int]:
    """Return the findings that "increase" and "decrease" tell the course of, as in "decrease in the effusion".

    They describe more often than they compare ("increase in density", "increased heart size"); only a finding with a
    name of its own can grow.
    """
    words = sentence.tokens.words
    clause = sentence.clause_at(tag.first)
    inside = _named_beside(sentence, found, tag)
    before = [n for n in inside if found[n].last <= tag.first]
    if before and _stands_alone(sentence, found[before[-1]], tag):
        return before[-1:]
    after = [n for n in inside if found[n].first >= tag.last]
    if after and words[tag.first] in _NOUNS and "in" in words[tag.first : tag.last + 1]:
        near = found[after[0]].first - tag.last <= _NEAR and not sentence.has(tag.last, found[after[0]].first, "verb")
        growing = found[after[0]].finding in _GROWING or not _EARLIER.isdisjoint(words)
        described = _MEASURED.isdisjoint(words[tag.last : found[after[0]].last + _NEAR])
        return after[:1] if near and growing and described else []
    if after and words[tag.first] in _PARTICIPLES and found[after[0]].finding in _GROWING:
        parted = sentence.has(tag.last, found[after[0]].first, *_ENDS_OF_PHRASE)
        return [] if parted else after[:1]
    if not before or "of" not in words[clause.first : found[before[-1]].first]:
        return []
    measured = not _COUNTED.isdisjoint(words[clause.first : found[before[-1]].first])
    end = found[before[-1]].last
    said = end == tag.first or any(is_verb(sentence, other) for other in sentence.tags_in(end, tag.first))
    return before[-1:] if measured and said else []


def _stands_alone(sentence: Reading, mention: Mention, tag: Tag) -> bool:
    """Whether a turn is all that is said after a comma ("right lung mass, slightly increased.")."""
    between = sentence.words(mention.last, tag.first)
    degrees = all("severity" in other.senses for other in sentence.tags_in(mention.last, tag.first))
    described = not _MEASURED.isdisjoint(sentence.words(mention.first, mention.last))
    alone = between[:1] == (",",) and degrees and sentence.words(tag.last, tag.last + 1) in _FULL_STOPS
    return alone and not described
