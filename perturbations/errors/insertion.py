"""Lesions that the radiologist did not report: added, put in the place of a normal statement, or made up at the end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reref.perturbations.edits import Edit
from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.errors.planting import (
    Said,
    denials,
    is_spoken_of,
    normal_part,
    saying,
    sayings,
    tells_more,
    withdrawn,
)
from reref.perturbations.errors.reading import Reading
from reref.perturbations.errors.room import Slip, error, label, shuffled
from reref.perturbations.errors.sentence_edits import in_style, put_in
from reref.perturbations.errors.surroundings import beside
from reref.report import Fact, Sentence

if TYPE_CHECKING:
    from numpy.random import Generator

#: A sentence that says more things normal than this is left alone.
_MOST_TOGETHER = 3


@error("insertion", needs="room for a lesion that it does not tell of")
def add_lesion(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Add a sentence about a lesion behind what is said of its region, and take out what denies it.

    A lesion in the place of a statement that its organ is normal is a false finding, and one of an organ that the
    report does not speak of a false prediction: neither is made here.
    """
    section = "findings" if reading.sentences("findings") else "impression"
    if not reading.sentences(section):
        return
    for said in sayings(reading, rng, "insertion"):
        if not is_spoken_of(reading, said):
            continue
        against = denials(reading, said.finding, said.side)
        if any(f.section == section and f.normal and f.finding != "no_acute_abnormality" for f in against):
            continue
        if not reading.carry_through:
            against = [f for f in against if f.section == section]
        taken_back = withdrawn("insertion", reading, against, said)
        if taken_back is None:
            continue
        instead = _instead(taken_back, section, said)
        if instead:
            yield Slip(instead)
            continue
        behind = beside(reading, section, said.region, [e for e in taken_back if e.section == section])
        edit = put_in(
            "insertion", reading, section, behind, said.sentence,
            role="error", finding=said.finding, attribute="existence",
        )  # fmt: skip
        yield Slip((edit, *taken_back))


def _instead(taken_back: Sequence[Edit], section: str, said: Said) -> tuple[Edit, ...]:
    """Return the edits of a section that now says nothing but the lesion: there the lesion stands in its full words."""
    told = next((e for e in taken_back if e.section == section and (e.detail or {})["role"] == "carried"), None)
    if told is None:
        return ()
    detail = {**(told.detail or {}), "role": "error", "new": said.sentence, "attribute": "existence"}
    others = [e for e in taken_back if e is not told]
    return (replace(told, after=said.sentence, detail=detail), *others)


@error("false-prediction", needs="subject that it leaves untouched")
def make_up(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Add, where it would be dictated, something about an organ or device that the report does not speak of."""
    section = "findings" if reading.sentences("findings") else "impression"
    if not reading.sentences(section):
        return
    for said in sayings(reading, rng, "false-prediction"):
        if is_spoken_of(reading, said) or denials(reading, said.finding, said.side):
            continue
        yield Slip(
            (
                put_in(
                    "false-prediction", reading, section, beside(reading, section, said.region), said.sentence,
                    role="error", finding=said.finding, attribute="existence",
                ),
            )
        )  # fmt: skip


@error("false-finding", needs="normal statement with a sentence of its own")
def abnormal_instead(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Put an abnormal statement about the same structure in the place of a normal one."""
    for fact in shuffled(rng, [f for f in reading.facts if f.normal]):
        sentence = reading.sentence(fact.section, fact.start)
        together = reading.facts_in(fact.section, sentence)
        entries = [_normal_entry(f) for f in together]
        if len({f.finding for f in together}) > _MOST_TOGETHER or not all(entries) or not _is_normal(sentence):
            continue
        for name in shuffled(rng, (_normal_entry(fact) or {})["wrong"]):
            said = saying(reading, rng, name)
            if said is None:
                continue
            against = [
                f for f in denials(reading, said.finding, said.side)
                if reading.carry_through or f.section == fact.section
            ]  # fmt: skip
            taken_back = withdrawn("false-finding", reading, against, said, keep=sentence)
            if taken_back is None:
                continue
            again = [
                e["again"] for f, e in zip(together, entries, strict=True) if e and f is not fact and f not in against
            ]
            told = in_style(reading.text(fact.section), " ".join(dict.fromkeys([said.sentence, *again])))
            told = told if sentence.text.endswith(".") else told.rstrip(".")
            edit = label(
                "false-finding", fact.section, sentence.start, sentence.end, told,
                finding=said.finding, attribute="existence", old=sentence.text, new=told,
            )  # fmt: skip
            yield Slip((edit, *taken_back))
            break


def _is_normal(sentence: Sentence) -> bool:
    """Say whether a sentence read as normal statements tells of nothing else, and of nothing abnormal."""
    return not tells_more(sentence) and not re.search(lexicon("statements")["not_normal"], sentence.text, re.IGNORECASE)


def _normal_entry(fact: Fact) -> Mapping[str, Any] | None:
    """Return what may be said instead of a normal statement: that of the part it names, else that of its finding."""
    if not fact.normal:
        return None
    entries: Mapping[str, Mapping[str, Any]] = lexicon("statements")["normal"]
    return entries.get(normal_part(fact))
