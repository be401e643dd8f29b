"""The clinical facts of a report: what is found, whether it is there, where, how much, and since when."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from reref.report import attributes
from reref.report.clauses import Clause, Reading, read_sentence
from reref.report.mentions import Context, Mention, Scene, find_mentions
from reref.report.model import TARGET_SECTIONS, Fact, Report
from reref.report.normality import find_normalities
from reref.report.phrases import Tag
from reref.report.places import places
from reref.report.scope import Stand, coordinated, stand
from reref.report.sentences import sentences
from reref.report.settings import Setting, location_words, settings
from reref.report.sizes import Size, sizes, sizes_at
from reref.report.statements import find_comparison, find_statements, is_set_aside

_CACHE = 32768
_LONGEST = 1500


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
    context = Context()
    heading = ""
    for sentence in sentences(text):
        if sentence.heading != heading:
            heading = sentence.heading
            context = Context(_site_of(heading)) if heading else Context()
        for offset, piece in _pieces(sentence.text):
            read, context = _sentence_facts(piece, context)
            _append(
                found,
                [_shifted(fact, section, sentence.start + offset) for fact in read],
                text,
            )
    return found


def _pieces(sentence: str) -> list[tuple[int, str]]:
    """Cut a text without sentence ends into pieces that are read one by one, so that reading stays linear."""
    if len(sentence) <= _LONGEST:
        return [(0, sentence)]
    pieces = []
    start = 0
    while start < len(sentence):
        end = sentence.rfind(" ", start, start + _LONGEST) + 1 if start + _LONGEST < len(sentence) else len(sentence)
        end = end if end > start else min(start + _LONGEST, len(sentence))
        pieces.append((start, sentence[start:end]))
        start = end
    return pieces


def _append(found: list[Fact], read: list[Fact], text: str) -> None:
    """Add a sentence's facts, or widen the device before it by the place of its tip ("The tip is in …")."""
    found.extend(read)


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
def _site_of(heading: str) -> str | None:
    named = [place for place in places(read_sentence(heading)) if place.sites]
    return named[0].sites[0] if named else None


@lru_cache(maxsize=_CACHE)
def _sentence_facts(text: str, context: Context) -> tuple[tuple[Fact, ...], Context]:
    """Return a sentence's facts with offsets into it, and what the next sentence may speak of."""
    sentence = read_sentence(text)
    scene = Scene(sentence, places(sentence), context)
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
    found.sort(key=lambda mention: (mention.first, mention.last))
    return tuple(_facts(scene, found)), _next_context(scene, found)


def _next_context(scene: Scene, found: list[Mention]) -> Context:
    for place in scene.placed:
        if place.sites:
            return Context(place.sites[0], place.side)
    return Context(next((mention.sites[0] for mention in found if mention.sites), None))


def _facts(scene: Scene, found: list[Mention]) -> list[Fact]:
    sentence = scene.sentence
    where = settings(sentence, found, scene.placed)
    change = attributes.changes(sentence, found)
    measured = sizes(sentence, found)
    made: list[Fact] = []
    merged = _merge_rest(found, where, measured)
    for number, mention in enumerate(found):
        if number in merged:
            continue
        claim = stand(sentence, mention, _group(sentence, found, number))
        if claim.polarity != "absent" and _restates(sentence, found, number):
            continue
        for setting in where[number] or [Setting([], None)]:
            lengths = sizes_at(setting, where[number], measured[number])
            made.append(_fact(sentence, mention, claim, setting, change[number], lengths))
    return made


def _merge_rest(found: list[Mention], where: list[list[Setting]], measured: list[list[Size]]) -> set[int]:
    """Give "the largest …" to the finding it belongs to, unless it stands on a side of its own.

    Returns:
        The numbers of the mentions that are merged into another.
    """
    merged: set[int] = set()
    for number, mention in enumerate(found):
        if not mention.rest:
            continue
        main = max((n for n in range(number) if not found[n].rest and found[n].entry is mention.entry), default=None)
        if main is None:
            continue
        side = where[number][0].side if where[number] else None
        sides = {setting.side for setting in where[main]}
        if where[number] and side not in sides and where[main] and sides != {None}:
            continue
        measured[main] = measured[main] or measured[number]
        where[main] = where[main] or where[number]
        if sides == {None}:
            where[main] = [Setting(setting.places, side) for setting in where[main]]
        merged.add(number)
    return merged


def _restates(sentence: Reading, found: list[Mention], number: int) -> bool:
    """Whether a finding only says what the one before it means, in the same name ("calcifications suggest granulomas")."""
    mention = found[number]
    for before in found[:number]:
        if before.finding != mention.finding or before.entry is None or mention.entry is None or mention.rest:
            continue
        between = (before.last, mention.first)
        if sentence.has(*between, "interpretation", "hedge before") or mention.clause.opener == "(":
            return not sentence.has(*between, "coordinator", "boundary") or mention.clause.opener == "("
    return False


def _group(sentence: Reading, found: list[Mention], number: int) -> list[Mention]:
    """Return the list that a mention is a member of."""
    first = last = number
    while first and coordinated(sentence, found[first - 1], found[first]):
        first -= 1
    while last + 1 < len(found) and coordinated(sentence, found[last], found[last + 1]):
        last += 1
    return found[first : last + 1]


def _fact(
    sentence: Reading,
    mention: Mention,
    claim: Stand,
    setting: Setting,
    change: Tag | None,
    lengths: tuple[float, ...],
) -> Fact:
    tokens = sentence.tokens
    start, end = _span(sentence, mention.clause)
    start = min(start, tokens.starts[mention.first])
    end = max(end, tokens.ends[mention.last - 1])
    words = location_words(sentence, mention, setting)
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
        sizes_mm=lengths,
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
    while first < last - 1 and words[first] in (
        ",",
        "and",
        "but",
        ";",
        ":",
        ")",
        ".",
        "or",
    ):
        first += 1
    while last > first + 1 and words[last - 1] in (",", ";", ":", "(", ".", ")"):
        last -= 1
    return sentence.tokens.starts[first], sentence.tokens.ends[last - 1]
