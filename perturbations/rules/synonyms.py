"""Swaps within groups of words that mean the same, as a lexicon file lists them (see ``terminology.yaml``)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from reref.perturbations.edits import Edit
from reref.perturbations.rules.choice import shuffled
from reref.perturbations.rules.grammar import Number, agreement, cased_like, has_article, with_article
from reref.perturbations.rules.phrases import Found, PhraseBook, lexicon
from reref.report import TARGET_SECTIONS, Report, Sentence, sentences

if TYPE_CHECKING:
    from numpy.random import Generator

FormNumber = Number | Literal["any"]
_NUMBERS: tuple[FormNumber, ...] = ("singular", "plural", "mass", "any")
#: Shorter words may stand twice in one sentence without jarring.
_NOTICED_TWICE = 4
#: How often a small change is left out, so that variants differ.
_WITHOUT_A_MINOR = 0.4


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing, or one strength of doubt, and the ways to say it.

    Attributes:
        name: what it is.
        forms: (words, number) that may be written.
        minor: whether the change is too small to stand alone.
        guards: (side, wanted, pattern): what has to stand, or must not stand, before or after the words.
        not_in_section: what must not stand anywhere in the section.
    """

    name: str
    forms: tuple[tuple[str, FormNumber], ...]
    minor: bool
    guards: tuple[tuple[Literal["before", "after"], bool, re.Pattern[str]], ...]
    not_in_section: re.Pattern[str] | None

    def fits(self, before: str, after: str, section: str) -> bool:
        """Return whether the words around a form show that this concept is meant."""
        if self.not_in_section is not None and self.not_in_section.search(section):
            return False
        return all(
            bool(pattern.search(before) if side == "before" else pattern.match(after)) is wanted
            for side, wanted, pattern in self.guards
        )


@dataclass(frozen=True, slots=True)
class _Form:
    """A written form; several concepts may share it ("normal"), the guards tell which is meant."""

    words: str
    readings: tuple[tuple[Concept, FormNumber], ...]


@dataclass(frozen=True, slots=True)
class Swap:
    """Other words at one place: the edit of the words first, then edits of what has to agree with them."""

    concept: Concept
    edits: tuple[Edit, ...]


def swaps(report: Report, rng: Generator, lexicon_file: str, label: str) -> Iterator[Swap]:
    """Yield every safe swap; a concept gets the same new words wherever it stands in the report.

    Args:
        report: the original.
        rng: orders the alternatives.
        lexicon_file: YAML file beside the rules.
        label: label of the edits.
    """
    book = _book(lexicon_file)
    order: dict[str, list[tuple[str, FormNumber]]] = {}
    for section in TARGET_SECTIONS:
        text = report.section(section)
        for sentence in sentences(text):
            taken = 0
            for found in book.find(sentence.text):
                concept, number = _reading(text, sentence, found)
                if concept is None:
                    continue
                options = order.get(concept.name)
                if options is None:
                    options = order[concept.name] = shuffled(rng, concept.forms)
                changes = _changes(sentence.text, found, number, options)
                if not changes or min(start for start, _, _ in changes) < taken:
                    continue
                taken = max(end for _, end, _ in changes)
                yield Swap(
                    concept,
                    tuple(
                        Edit(
                            section, sentence.start + start, sentence.start + end, new, label if i == 0 else "agreement"
                        )
                        for i, (start, end, new) in enumerate(changes)
                    ),
                )


def some_swaps(report: Report, rng: Generator, lexicon_file: str, label: str, *, share_left: float) -> list[Edit]:
    """Return the edits of most swaps; a share of the concepts keeps its wording, so that variants differ.

    Empty when there is no swap but minor ones.
    """
    found = list(swaps(report, rng, lexicon_file, label))
    major = sorted({swap.concept.name for swap in found if not swap.concept.minor})
    if not major:
        return []
    minor = sorted({swap.concept.name for swap in found if swap.concept.minor})
    kept = shuffled(rng, major)[int(len(major) * share_left) :] + shuffled(rng, minor)[int(len(minor) * share_left) :]
    if minor and share_left and rng.random() < _WITHOUT_A_MINOR:
        kept = kept[:-1] if len(kept) > 1 and kept[-1] in minor else kept
    return [edit for swap in found if swap.concept.name in kept for edit in swap.edits]


@cache
def _book(lexicon_file: str) -> PhraseBook[_Form]:
    data = lexicon(lexicon_file)
    readings: dict[str, list[tuple[Concept, FormNumber]]] = {phrase: [] for phrase in data.get("fixed", ())}
    for entry in data["concepts"]:
        concept = _concept(entry)
        for number in _NUMBERS:
            for words in [*entry.get(number, ()), *entry.get("read", {}).get(number, ())]:
                readings.setdefault(words, []).append((concept, number))
    return PhraseBook((words, _Form(words, tuple(meanings))) for words, meanings in readings.items())


def _concept(entry: dict[str, Any]) -> Concept:
    sides: tuple[Literal["before", "after"], ...] = ("before", "after")
    guards = tuple(
        (side, wanted == "only", re.compile(entry[key], re.IGNORECASE))
        for side in sides
        for wanted in ("only", "not")
        if (key := f"{wanted}_{side}") in entry
    )
    forms = tuple((words, number) for number in _NUMBERS for words in entry.get(number, ()))
    elsewhere = re.compile(entry["not_in_section"], re.IGNORECASE) if "not_in_section" in entry else None
    return Concept(entry["name"], forms, bool(entry.get("minor", False)), guards, elsewhere)


def _reading(section: str, sentence: Sentence, found: Found[_Form]) -> tuple[Concept | None, FormNumber]:
    before, after = sentence.text[: found.start], sentence.text[found.end :]
    for concept, number in found.entry.readings:
        if concept.fits(before, after, section):
            return concept, number
    return None, "any"


def _changes(
    text: str, found: Found[_Form], number: FormNumber, options: Sequence[tuple[str, FormNumber]]
) -> list[tuple[int, int, str]]:
    """Return the changes of the first option that reads well here, its own first; empty when none does."""
    old = text[found.start : found.end]
    around = f"{text[: found.start]} {text[found.end :]}".lower()
    for words, new_number in options:
        if words.lower() == found.entry.words.lower() or _repeats(words, old, around):
            continue
        along: list[tuple[int, int, str]] | None = []
        if number != "any" and new_number != "any":
            if new_number == "mass" != number and has_article(text, found.start):
                continue
            along = agreement(text, found.start, found.end, number, new_number)
        if along is None:
            continue
        start, after = with_article(text, found.start, cased_like(old, words, at_start=not text[: found.start].strip()))
        return [(start, found.end, after), *along]
    return []


def _repeats(words: str, old: str, around: str) -> bool:
    """Return whether the new words would say a word again that stands elsewhere in the sentence."""
    said = old.lower()
    return any(
        len(word) >= _NOTICED_TWICE and word not in said and re.search(rf"\b{re.escape(word.rstrip('s'))}", around)
        for word in re.split(r"[\s-]", words.lower())
    )
