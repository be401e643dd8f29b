"""Lesions that the radiologist did not report: added, put in the place of a normal statement, or made up at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reref.perturbations.edits import Edit
from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.errors.omission import points_back
from reref.perturbations.errors.planting import Said, denials, normal_part, saying, sayings, tells_more, withdrawn
from reref.perturbations.errors.reading import Reading
from reref.perturbations.errors.room import Slip, error, label, shuffled
from reref.perturbations.errors.sentence_edits import in_style, put_in
from reref.perturbations.verify.entailment import entailment
from reref.report import Fact, Sentence

if TYPE_CHECKING:
    from numpy.random import Generator

#: A sentence that says more things normal than this is left alone.
_MOST_TOGETHER = 3


@error("insertion", needs="room for a lesion that it does not tell of")
def add_lesion(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Add a sentence about a lesion behind what is said of its region, and take out what denies it."""
    section = "findings" if reading.sentences("findings") else "impression"
    if not reading.sentences(section):
        return
    for said in sayings(reading, rng, "insertion"):
        against = denials(reading, said.finding, said.side)
        if not reading.carry_through:
            against = [f for f in against if f.section == section]
        taken_back = withdrawn("insertion", reading, against, said)
        if taken_back is None:
            continue
        instead = _instead(taken_back, section, said)
        if instead:
            yield Slip(instead)
            continue
        behind = _behind(reading, section, said, [e for e in taken_back if e.section == section])
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


def _behind(reading: Reading, section: str, said: Said, taken_back: Sequence[Edit]) -> Sentence | None:
    """Return the last sentence about the planted finding's part of the body, else the last one of all.

    Sentences that are taken out do not count; what points back at the sentence is left behind it.
    """
    staying = [s for s in reading.sentences(section) if not any(e.start < s.end <= e.end for e in taken_back)]
    organ = _organ(said.finding)
    about = [s for s in staying if any(_organ(f.finding) == organ for f in reading.facts_in(section, s))]
    if not about:
        return staying[-1] if staying else None
    place = staying.index(about[-1])
    while place + 1 < len(staying) and points_back(staying[place + 1].text):
        place += 1
    return staying[place]


def _organ(finding: str) -> str | None:
    table = entailment()
    normal = table.normal.get(finding)
    return normal.organ if normal else table.organ_of.get(finding)


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
    for fact in shuffled(rng, [f for f in reading.facts if f.normal]):
        sentence = reading.sentence(fact.section, fact.start)
        together = reading.facts_in(fact.section, sentence)
        entries = [_normal_entry(f) for f in together]
        if len({f.finding for f in together}) > _MOST_TOGETHER or not all(entries) or tells_more(sentence):
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


def _normal_entry(fact: Fact) -> Mapping[str, Any] | None:
    """Return what may be said instead of a normal statement: that of the part it names, else that of its finding."""
    if not fact.normal:
        return None
    entries: Mapping[str, Mapping[str, Any]] = lexicon("statements")["normal"]
    return entries.get(normal_part(fact))
