"""The clinical facts of a report: what is found, whether it is there, where, how much, and since when."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from reref.report import attributes
from reref.report.clauses import Clause, Reading, read_sentence
from reref.report.mentions import Mention, mentions
from reref.report.model import TARGET_SECTIONS, Fact, Report
from reref.report.places import Place, places
from reref.report.scope import Stand, coordinated, stand
from reref.report.sentences import sentences

_CACHE = 32768


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
    found: list[Fact] = []
    context: str | None = None
    heading = ""
    for sentence in sentences(text):
        if sentence.heading != heading:
            heading = sentence.heading
            context = _context_of(heading) if heading else None
        read, context = _sentence_facts(sentence.text, context)
        for fact in read:
            found.append(_shifted(fact, section, sentence.start))
    return found


def _shifted(fact: Fact, section: str, offset: int) -> Fact:
    return replace(
        fact,
        section=section,
        start=fact.start + offset,
        end=fact.end + offset,
        cue_start=fact.cue_start + offset,
        cue_end=fact.cue_end + offset,
    )


@lru_cache(maxsize=1024)
def _context_of(heading: str) -> str | None:
    named = [place for place in places(read_sentence(heading)) if place.sites]
    return named[0].sites[0] if named else None


@lru_cache(maxsize=_CACHE)
def _sentence_facts(text: str, context: str | None) -> tuple[tuple[Fact, ...], str | None]:
    """Return a sentence's facts with offsets into it, and the site that the next sentence may speak of."""
    sentence = read_sentence(text)
    placed = places(sentence)
    found: list[Mention] = []
    for clause in sentence.clauses:
        found.extend(mentions(sentence, clause, placed, context))
    made = _facts(sentence, found, placed)
    return tuple(made), _next_context(found, placed)


def _next_context(found: list[Mention], placed: list[Place]) -> str | None:
    for place in placed:
        if place.sites:
            return place.sites[0]
    return next((mention.sites[0] for mention in found if mention.sites), None)


def _facts(sentence: Reading, found: list[Mention], placed: list[Place]) -> list[Fact]:
    where = attributes.settings(sentence, found, placed)
    change = attributes.changes(sentence, found)
    sizes = attributes.sizes(sentence, found)
    made: list[Fact] = []
    for number, mention in enumerate(found):
        claim = stand(sentence, mention, _group(sentence, found, number))
        for setting in where[number] or [attributes.Setting([], None)]:
            made.append(_fact(sentence, mention, claim, setting, change[number], sizes[number]))
    return made


def _group(sentence: Reading, found: list[Mention], number: int) -> list[Mention]:
    """Return the list that a mention is a member of."""
    first = last = number
    while first and coordinated(sentence, found[first - 1], found[first]):
        first -= 1
    while last + 1 < len(found) and coordinated(sentence, found[last], found[last + 1]):
        last += 1
    return found[first : last + 1]


def _fact(sentence: Reading, mention: Mention, claim: Stand, setting: attributes.Setting, change, sizes) -> Fact:
    tokens = sentence.tokens
    start, end = _span(sentence, mention.clause)
    start = min(start, tokens.starts[mention.first])
    end = max(end, tokens.ends[mention.last - 1])
    words = attributes.location_words(mention, setting)
    degree = attributes.severity(sentence, mention)
    return Fact(
        section="",
        start=start,
        end=end,
        span=sentence.text[start:end],
        finding=mention.finding,
        polarity=claim.polarity,
        laterality=setting.side,
        location=None if words is None else sentence.text[tokens.starts[words[0]] : tokens.ends[words[1] - 1]],
        severity=None if degree is None or mention.normal else degree.senses["severity"],
        sizes_mm=sizes,
        change=None if change is None else change.senses["change"],
        normal=mention.normal,
        tier=claim.tier,
        sites=setting.sites or mention.sites,
        cue_start=tokens.starts[mention.first],
        cue_end=tokens.ends[mention.last - 1],
    )


def _span(sentence: Reading, clause: Clause) -> tuple[int, int]:
    words = sentence.tokens.words
    first, last = clause.first, clause.last
    while first < last - 1 and words[first] in (",", "and", "but", ";", ":", ")", ".", "or"):
        first += 1
    while last > first + 1 and words[last - 1] in (",", ";", ":", "(", ".", ")"):
        last -= 1
    return sentence.tokens.starts[first], sentence.tokens.ends[last - 1]
