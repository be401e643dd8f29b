"""Whether a report still tells, in a sentence that an error does not touch, what the error tells otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from reref.perturbations.edits import Edit
from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.errors.reading import Reading, named_regions
from reref.perturbations.errors.swaps import Sense, SwapBook
from reref.perturbations.rules.regions import fact_region
from reref.report import TARGET_SECTIONS, Fact, Sentence

#: Attributes that a fact holds itself: told again in other words, they are seen all the same.
_HELD = ("change", "location", "severity")
_WORD = re.compile(r"[A-Za-z]{4,}")
#: Words that agree in so many letters are taken for forms of one word (pneumonia, pneumonic; not pneumothorax).
_STEM = 7


def tells_it_still(
    book: SwapBook, reading: Reading, sense: Sense, fact: Fact, attribute: str, edits: Sequence[Edit]
) -> bool:
    """Say whether a sentence that is not edited keeps to what was said before.

    Args:
        book: the words that may stand for each other.
        reading: the original.
        sense: what the replaced word said.
        fact: the finding that it was said of.
        attribute: what the error is about.
        edits: the edits of the error.
    """
    if attribute == "diagnosis":
        return _names_cause_still(book, reading, sense, edits)
    untouched = [(section, s) for section, s in _untouched(reading, edits) if section != fact.section]
    partners = reading.told_beyond(fact)
    if attribute == "change" and _calls_all_stable(reading, edits):
        return True
    stems = _stems(book.groups[sense.group].senses[sense.rank])
    for section, sentence in untouched:
        same = [f for f in partners if f.section == section and sentence.start <= f.start < sentence.end]
        if attribute == "change" and same and re.search(lexicon("change")["still"], sentence.text, re.IGNORECASE):
            return True
        if attribute in _HELD and any(getattr(f, attribute) is not None for f in same):
            return True
        if attribute == "certainty" and (same or fact_region(fact) in named_regions(sentence.text)):
            if same or next(book.named(sentence.text), None) is not None:
                return True
        elif (same or fact_region(fact) in named_regions(sentence.text)) and any(
            _is_like(book, sense, s) for place in book.named(sentence.text) for s in place.senses
        ):
            return True
        if attribute != "certainty" and same and stems & _stems((sentence.text,)):
            return True
    return False


def _is_like(book: SwapBook, sense: Sense, other: Sense) -> bool:
    return other.rank == sense.rank and book.groups[other.group].family == book.groups[sense.group].family


def _calls_all_stable(reading: Reading, edits: Sequence[Edit]) -> bool:
    """Say whether a sentence tells of the whole exam that nothing has changed."""
    return any(
        re.search(lexicon("change")["all_stable"], sentence.text, re.IGNORECASE)
        for _, sentence in _untouched(reading, edits)
    )


def _untouched(reading: Reading, edits: Sequence[Edit]) -> Iterator[tuple[str, Sentence]]:
    for section in TARGET_SECTIONS:
        for sentence in reading.sentences(section):
            if not any(e.section == section and sentence.start <= e.start < sentence.end for e in edits):
                yield section, sentence


def _names_cause_still(book: SwapBook, reading: Reading, sense: Sense, edits: Sequence[Edit]) -> bool:
    """Say whether a word of the old cause, in any wording, is left anywhere in the report."""
    stems = _stems(book.groups[sense.group].senses[sense.rank])
    for section in TARGET_SECTIONS:
        text, at = reading.text(section), 0
        for edit in sorted((e for e in edits if e.section == section), key=lambda e: e.start):
            if stems & _stems((text[at : edit.start],)):
                return True
            at = edit.end
        if stems & _stems((text[at:],)):
            return True
    return False


def _stems(phrases: Sequence[str]) -> frozenset[str]:
    words = {word.lower() for phrase in phrases for word in _WORD.findall(phrase)}
    return frozenset(word[:_STEM] for word in words - _common())


@cache
def _common() -> frozenset[str]:
    return frozenset(lexicon("diagnosis")["common"])
