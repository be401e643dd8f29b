"""Two statements of one report that cannot both be true."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.errors.planting import Said, denials, is_prose, normal_part, region_of, saying
from reref.perturbations.errors.reading import Reading, names_another_part
from reref.perturbations.errors.room import Slip, error, shuffled
from reref.perturbations.errors.sentence_edits import put_in
from reref.perturbations.errors.surroundings import beside, is_denied_in_words
from reref.report import Fact, Sentence

if TYPE_CHECKING:
    from numpy.random import Generator

#: How often a sentence is drawn anew until it says what the denial excludes.
_DRAWS = 6
#: A denial of several things ("nodes", but "stenosis", "mass", "thrombus").
_MANY = re.compile(r"[^isu]s\.$")


@error("contradiction", needs="statement that could be denied in a sentence of its own")
def deny(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Add to a section, where its region is told, a sentence that denies one of its statements.

    Statements that the denial need not follow directly come first.
    """
    for fact, behind in _placed(reading, shuffled(rng, reading.facts)):
        said = _opposite(reading, rng, fact)
        if said is None:
            continue
        yield Slip(
            (
                put_in(
                    "contradiction", reading, fact.section, behind, said,
                    role="error", finding=fact.finding, attribute="existence", old=fact.span,
                ),
            )
        )  # fmt: skip


def _placed(reading: Reading, facts: list[Fact]) -> Iterator[tuple[Fact, Sentence | None]]:
    """Yield facts with the sentences behind which they may be denied; those of which that is their own come last."""
    at_once: list[tuple[Fact, Sentence | None]] = []
    for fact in facts:
        behind = beside(reading, fact.section, region_of(fact))
        if behind == reading.sentence(fact.section, fact.start):
            at_once.append((fact, behind))
        else:
            yield fact, behind
    yield from at_once


def _opposite(reading: Reading, rng: Generator, fact: Fact) -> str | None:
    """Return a sentence that cannot be true beside a statement, ``None`` where there is none that surely cannot."""
    sentence = reading.sentence(fact.section, fact.start)
    if names_another_part(sentence, fact):
        return None
    if fact in reading.told:
        told_now = fact.polarity == "present" and not _pattern("earlier").search(sentence.text)
        return _denial(reading, fact, sentence) if told_now else None
    if _pattern("limits").search(fact.span) or (fact.normal and _pattern("one_side").search(fact.span)):
        return None
    if not fact.normal:
        said = _drawn(reading, rng, fact.finding, fact)
        return said.sentence if said and _is_alone(reading, fact, sentence, said) else None
    wrong = lexicon("statements")["normal"].get(normal_part(fact), {}).get("wrong", ())
    if not wrong or not _pattern("plainly_normal").search(fact.span):
        return None
    said = _drawn(reading, rng, wrong[0], None)
    return said.sentence if said and _is_alone(reading, fact, sentence, said) else None


def _is_alone(reading: Reading, fact: Fact, sentence: Sentence, said: Said) -> bool:
    """Say whether no other sentence of the section denies what is said too: which of them is meant would be open."""
    against = [f for f in denials(reading, said.finding, said.side) if f.section == fact.section]
    if any(not sentence.start <= f.start < sentence.end for f in against):
        return False
    return not is_denied_in_words(reading, said.finding, said.region, fact.section, sentence)


def _denial(reading: Reading, fact: Fact, sentence: Sentence) -> str | None:
    """Return the denial of a told finding where the report tells it by a name that the denial excludes."""
    entry: Mapping[str, Any] | None = lexicon("statements")["findings"].get(fact.finding)
    excludes = lexicon("contradiction")["excludes"].get(fact.finding)
    if entry is None or excludes is None or not re.search(excludes, fact.span, re.IGNORECASE):
        return None
    also = lexicon("contradiction")["only_where"].get(fact.finding)
    if also is not None and not re.search(also, sentence.text, re.IGNORECASE):
        return None
    denial = str(entry["denies"])
    in_prose = denial.startswith("No ") and is_prose(reading, fact.section)
    if not in_prose:
        return denial
    return f"There {'are' if _MANY.search(denial) else 'is'} n{denial[1:]}"


def _drawn(reading: Reading, rng: Generator, finding: str, denied: Fact | None) -> Said | None:
    """Return a sentence about a finding within the limits of its denial."""
    if denied is not None and denied.laterality not in (None, "bilateral"):
        return None
    sites: Mapping[str, str] = lexicon("contradiction")["sites"].get(finding, {})
    limits = [words for name, words in sites.items() if denied and re.search(name, denied.span, re.IGNORECASE)]
    if denied is not None and not sites and denied.location and not _pattern("anywhere").search(denied.location):
        return None
    wanted = re.compile("|".join(limits) or ".", re.IGNORECASE)
    for _ in range(_DRAWS):
        said = saying(reading, rng, finding)
        if said is None:
            return None
        if wanted.search(said.sentence) and not _pattern("of_a_kind").search(said.sentence):
            return said
    return None


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(lexicon("contradiction")[name], re.IGNORECASE)
