"""A finding that the report does not tell any more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.errors.reading import Reading, names_another_part, same_finding
from reref.perturbations.errors.room import Slip, error, shuffled
from reref.perturbations.errors.sentence_edits import take_out
from reref.report import TARGET_SECTIONS, Fact, Sentence

if TYPE_CHECKING:
    from numpy.random import Generator


#: A part of a sentence that is no longer tells nothing by itself.
_FEW_WORDS = 3


@error("omission", needs="finding told in sentences of its own that can go")
def leave_out(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Take out every sentence that tells one finding, with the sentences that point back at it.

    Only sentences that tell of one finding alone go.
    """
    told = shuffled(rng, reading.told)
    for fact in (f for f in told if reading.is_backed(f) and len(_findings_of(reading, f)) == 1):
        edits = _without(reading, fact)
        if edits and not _is_left(reading, fact, edits):
            yield Slip(tuple(edits))


def _is_left(reading: Reading, fact: Fact, edits: list[Edit]) -> bool:
    """Say whether the other section still tells of the finding, if less exactly."""
    beyond = reading.told_beyond(fact) if reading.carry_through else []
    return any(not any(e.section == f.section and e.start <= f.start < e.end for e in edits) for f in beyond)


def _findings_of(reading: Reading, fact: Fact) -> set[str]:
    sentence = reading.sentence(fact.section, fact.start)
    return {f.finding for f in reading.facts_in(fact.section, sentence)}


def _without(reading: Reading, fact: Fact) -> list[Edit] | None:
    """Return the edits that leave a finding out of the report, ``None`` when that cannot be done cleanly."""
    sentence = reading.sentence(fact.section, fact.start)
    if names_another_part(sentence, fact) or _begins("notes").search(sentence.text):
        return None
    going = reading.facts_in(fact.section, sentence)
    if any(f not in reading.told for f in going):
        return None  # the sentence also says what is normal or absent
    again = [other for f in going for other in reading.partners(f) if other not in going]
    if again and not reading.carry_through:
        return _gone(reading, fact, {fact.section: [sentence]}, again[0].section)
    by_section: dict[str, list[Sentence]] = {name: [] for name in TARGET_SECTIONS}
    for f in [*going, *again]:
        around = reading.sentence(f.section, f.start)
        if f in again and any(not _goes_with(g, going) for g in reading.facts_in(f.section, around)):
            return None  # that sentence tells of something else too
        if f in again and _tells_beyond(reading, f.section, around):
            return None
        if around not in by_section[f.section]:
            by_section[f.section].append(around)
    return _gone(reading, fact, by_section, "")


def _tells_beyond(reading: Reading, section: str, sentence: Sentence) -> bool:
    """Say whether a part of a sentence, between commas, tells what was not read as a fact."""
    facts, at = reading.facts_in(section, sentence), sentence.start
    for part in re.split(r"([,;])", sentence.text):
        end = at + len(part)
        if len(part.split()) > _FEW_WORDS and not any(at <= f.cue_start < end for f in facts):
            return True
        at = end
    return False


def _goes_with(fact: Fact, going: list[Fact]) -> bool:
    return any(same_finding(fact.finding, other.finding) for other in going)


def _gone(reading: Reading, fact: Fact, by_section: dict[str, list[Sentence]], mismatch: str) -> list[Edit] | None:
    edits: list[Edit] = []
    told = [f for section, gone in by_section.items() for s in gone for f in reading.facts_in(section, s)]
    also = sorted({f.finding for f in told if not same_finding(f.finding, fact.finding)})
    for section in sorted(by_section, key=lambda name: name != fact.section):
        sentences = by_section[section]
        if not sentences:
            continue
        taken = take_out(
            "omission", reading, section, _with_followers(reading, section, sentences),
            role="error" if section == fact.section else "carried", finding=fact.finding,
            attribute="existence", also=", ".join(also), mismatch=mismatch,
        )  # fmt: skip
        if taken is None:
            return None
        edits += taken
    return edits


def _with_followers(reading: Reading, section: str, gone: list[Sentence]) -> list[Sentence]:
    """Return the sentences with those behind them that point back ("It has smooth margins")."""
    everything = reading.sentences(section)
    all_gone = list(gone)
    for place, sentence in enumerate(everything[:-1]):
        following = everything[place + 1]
        if sentence not in all_gone or following in all_gone:
            continue
        told = reading.facts_in(section, following)
        going = [f for s in all_gone for f in reading.facts_in(section, s)]
        if points_back(following.text) or (_names_again(following.text) and all(_goes_with(f, going) for f in told)):
            all_gone.append(following)
    return all_gone


def points_back(sentence: str) -> bool:
    """Say whether a sentence speaks of what the one before it told."""
    return _begins("points_back").match(sentence) is not None


def _names_again(sentence: str) -> bool:
    return _begins("names_again").match(sentence) is not None


@cache
def _begins(how: str) -> re.Pattern[str]:
    return re.compile("|".join(lexicon("omission")[how]), re.IGNORECASE)
