"""The idea that many error types share: one word about a finding is replaced by a word that says something else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.errors.omission import points_back
from reref.perturbations.errors.reading import Reading, names_another_part
from reref.perturbations.errors.room import Role, Slip, label, shuffled
from reref.perturbations.errors.swaps import Place, Sense, SwapBook
from reref.perturbations.errors.told_elsewhere import tells_it_still
from reref.perturbations.rules.grammar import cased_like, with_article
from reref.report import TARGET_SECTIONS, Fact, Sentence

if TYPE_CHECKING:
    from numpy.random import Generator

#: How far from the words that name a finding another word may still be about it.
_REACH = 60
#: A word behind the finding's name must be that much nearer than one before it.
_BEHIND = 12

#: Features of another finding of their sentence, about which its words are.
_FEATURES = frozenset(("other: air bronchograms", "other: spiculation", "other: halo sign"))
#: Words that agree in so many letters are taken for forms of one word.
_STEM = 8

#: A word of a book about a finding: section, place, sense, fact.
WordFound = tuple[str, Place, Sense, Fact]


def word_slips(
    kind: str,
    book: SwapBook,
    reading: Reading,
    rng: Generator,
    *,
    attribute: str,
    wanted: Callable[[Fact], bool] = lambda fact: True,
    new_to_report: bool = False,
    only_word: bool = False,
) -> Iterator[Slip]:
    """Yield slips that replace one word of the book, and the corresponding word where the same is said again.

    Args:
        kind: the error type.
        book: which words may stand for which.
        reading: the report.
        rng: random numbers.
        attribute: what the words tell about a finding, for the label.
        wanted: which findings the error can be about.
        new_to_report: whether the wrong word must be nowhere in the report yet (else nowhere in the sentence).
        only_word: whether a sentence with several words of the book is left alone, as they may depend on each other.
    """
    found = list(words_about(book, reading))
    for section, place, sense, fact in shuffled(rng, [f for f in found if wanted(f[3])]):
        sentence = reading.sentence(section, place.start)
        if only_word and len([*book.named(sentence.text)]) > 1:
            continue
        if _leaves(book, reading, (section, place, sense, fact)):
            continue
        if names_another_part(sentence, fact):
            continue
        unsaid = new_to_report or book.groups[sense.group].unsaid
        around = _whole(reading) if unsaid else sentence.text.lower()
        for rank in shuffled(rng, book.wrong_ranks(sense)):
            new = book.written(sense.group, rank)
            if new is None or new.lower()[:_STEM] in around:
                continue
            slip = _slip(kind, book, reading, (section, place, sense, fact), rank, found, attribute)
            if slip is not None:
                yield slip
                break


def words_about(book: SwapBook, reading: Reading) -> Iterator[WordFound]:
    """Yield the words of a book that are said of a told finding."""
    for section in TARGET_SECTIONS:
        for place in book.find(reading.text(section)):
            fact = fact_about(reading, section, place.start, place.end)
            if fact is None:
                continue
            sense = book.sense_for(place, fact.finding)
            if sense is not None and book.groups[sense.group].seen_on in ("", reading.modality):
                yield section, place, sense, fact


def fact_about(reading: Reading, section: str, start: int, end: int) -> Fact | None:
    """Return the told finding that a word is about: the nearest in its sentence, rather behind the word than before it.

    ``None`` when none is near, or the nearest is absent or normal.
    """
    sentence = reading.sentence(section, start)
    nearest: Fact | None = None
    least = _REACH
    for fact in reading.facts_in(section, sentence):
        cue_start, cue_end = fact.cue_start, fact.cue_end
        if fact.finding in _FEATURES or (fact.finding.startswith("other:") and cue_start < end and start < cue_end):
            continue  # the word itself, read as a finding without a name
        distance = max(0, cue_start - end) if cue_end > start else start - cue_end + _BEHIND
        if distance < least:
            nearest, least = fact, distance
    return nearest if nearest is not None and nearest in reading.told else None


def _slip(
    kind: str, book: SwapBook, reading: Reading, chosen: WordFound, rank: int, found: list[WordFound], attribute: str
) -> Slip | None:
    _, _, sense, fact = chosen
    family = book.groups[sense.group].family
    again = [
        other
        for other in found
        if other[1] is not chosen[1]
        and other[2].rank == sense.rank
        and book.groups[other[2].group].family == family
        and reading.is_same_statement(fact, other[3])
    ]
    if attribute == "location" and any(other[0] == chosen[0] and other[3] is not fact for other in again):
        return None  # two findings in one place, told one after the other
    here = reading.sentence(chosen[0], chosen[1].start)
    if attribute == "diagnosis" and any(o[0] == chosen[0] and here.start <= o[1].start < here.end for o in again):
        return None  # "viral pneumonia (Covid-19 pneumonia)": the second name says more of the first
    mismatch = again[0][0] if again and not reading.carry_through else ""
    edits = [_edit(kind, book, reading, chosen, rank, "error", attribute, mismatch)]
    for other in again if reading.carry_through else []:
        if book.written(other[2].group, rank) is None or _leaves(book, reading, other):
            return None
        edits.append(_edit(kind, book, reading, other, rank, "carried", attribute))
    if reading.carry_through and tells_it_still(book, reading, sense, fact, attribute, edits):
        return None
    return Slip(tuple(edits))


def _leaves(book: SwapBook, reading: Reading, found: WordFound) -> bool:
    """Say whether the other words of the sentence fit no other word than the one found."""
    section, place, sense, _ = found
    sentence = reading.sentence(section, place.start)
    if (following := _goes_on(reading, section, sentence)) and book.leaves(sense.group, following, 0, 0):
        return True
    return book.leaves(sense.group, sentence.text, place.start - sentence.start, place.end - sentence.start)


def _goes_on(reading: Reading, section: str, sentence: Sentence) -> str:
    """Return the next sentence where it says more of the same, empty where it does not."""
    everything = reading.sentences(section)
    behind = everything[everything.index(sentence) + 1 :][:1]
    return behind[0].text if behind and points_back(behind[0].text) else ""


def _edit(
    kind: str,
    book: SwapBook,
    reading: Reading,
    found: WordFound,
    rank: int,
    role: Role,
    attribute: str,
    mismatch: str = "",
) -> Edit:
    section, place, sense, fact = found
    text = reading.text(section)
    old = text[place.start : place.end]
    new = book.written(sense.group, rank) or old
    inside = place.start > reading.sentence(section, place.start).start
    if not (inside and book.is_proper(old)):  # "Covid" has its capital from itself, not from its place
        new = cased_like(old, new)
    start, after = with_article(text, place.start, new)
    return label(
        kind, section, start, place.end, after,
        role=role, finding=fact.finding, attribute=attribute, old=old, new=new, mismatch=mismatch,
    )  # fmt: skip


def _whole(reading: Reading) -> str:
    return " ".join(reading.text(section).lower() for section in TARGET_SECTIONS)
