"""Lesions that the radiologist did not report: added, put in the place of a normal statement, or made up at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from reref.perturbations.edits import Edit
from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.errors.planting import Said, denials, saying, sayings, withdrawn
from reref.perturbations.errors.reading import Reading
from reref.perturbations.errors.room import Slip, error, label, shuffled
from reref.perturbations.errors.sentence_edits import in_style, put_in
from reref.perturbations.verify.entailment import entailment
from reref.report import Sentence

if TYPE_CHECKING:
    from numpy.random import Generator


@error("insertion", needs="room for a lesion that it does not tell of")
def add_lesion(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Add a sentence about a lesion behind what is said of its region, and take out what denies it."""
    section = "findings" if reading.sentences("findings") else "impression"
    for said in sayings(reading, rng, "insertion"):
        against = denials(reading, said.finding, said.side)
        if not reading.carry_through:
            against = [f for f in against if f.section == section]
        taken_back = withdrawn("insertion", reading, against, said)
        if taken_back is None:
            continue
        edit = put_in(
            "insertion", reading, section, _behind(reading, section, said), said.sentence,
            role="error", finding=said.finding, attribute="existence",
        )  # fmt: skip
        if all(_apart(edit, other) for other in taken_back):
            yield Slip((edit, *taken_back))


def _behind(reading: Reading, section: str, said: Said) -> Sentence | None:
    """Return the last sentence about the planted finding's part of the body, else the last of the section."""
    everything = reading.sentences(section)
    if not everything:
        return None
    organ_of = entailment().organ_of
    organ = organ_of.get(said.finding)
    place = everything[-1]
    for sentence in everything:
        found = reading.facts_in(section, sentence)
        if any(organ_of.get(f.finding) == organ and f.polarity != "absent" for f in found):
            place = sentence
    return place


def _apart(one: Edit, other: Edit) -> bool:
    """Say whether an insertion lies outside another edit."""
    return one.section != other.section or not other.start < one.start < other.end


@error("false-prediction", needs="subject that it leaves untouched")
def make_up(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Add, at the end of the findings, something that the report neither tells nor denies."""
    section = "findings" if reading.sentences("findings") else "impression"
    everything = reading.sentences(section)
    if not everything:
        return
    for said in sayings(reading, rng, "false-prediction"):
        if denials(reading, said.finding, said.side):
            continue
        yield Slip(
            (
                put_in(
                    "false-prediction", reading, section, everything[-1], said.sentence,
                    role="error", finding=said.finding, attribute="existence",
                ),
            )
        )  # fmt: skip


@error("false-finding", needs="normal statement with a sentence of its own")
def abnormal_instead(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Put an abnormal statement about the same structure in the place of a normal one."""
    normal: Mapping[str, Mapping[str, Any]] = lexicon("statements")["normal"]
    for fact in shuffled(rng, [f for f in reading.facts if f.normal and f.finding in normal]):
        sentence = reading.sentence(fact.section, fact.start)
        others = list(dict.fromkeys(f.finding for f in reading.facts_in(fact.section, sentence) if f is not fact))
        others = [name for name in others if name != fact.finding]
        if not all(f.normal and f.finding in normal for f in reading.facts_in(fact.section, sentence)):
            continue
        for name in shuffled(rng, normal[fact.finding]["wrong"]):
            said = saying(reading, rng, name)
            if said is None or len(others) > 2:
                continue
            against = [
                f for f in denials(reading, said.finding, said.side)
                if reading.carry_through or f.section == fact.section
            ]  # fmt: skip
            taken_back = withdrawn("false-finding", reading, against, said, keep=sentence)
            if taken_back is None:
                continue
            told = " ".join([said.sentence, *(normal[other]["again"] for other in others)])
            told = in_style(reading.text(fact.section), told)
            told = told if sentence.text.endswith(".") else told.rstrip(".")
            edit = label(
                "false-finding", fact.section, sentence.start, sentence.end, told,
                finding=said.finding, attribute="existence", old=sentence.text, new=told,
            )  # fmt: skip
            yield Slip((edit, *taken_back))
            break
