"""A line or tube that ends elsewhere than it does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.errors.reading import Reading
from reref.perturbations.errors.room import Role, Slip, error, label, shuffled
from reref.report import Fact, Sentence

if TYPE_CHECKING:
    from numpy.random import Generator

    from reref.perturbations.edits import Edit


_PLACE_ALONE = re.compile(r"^in (?:the )?|^at the level of (?:the )?", re.IGNORECASE)
#: What follows the name of one place in a list of places.
_LISTED = re.compile(
    r"\s*(?:,|and|/)\s*(?:the |in |within )*(?:right|left|coronary|atri|ventric|superior|SVC|IVC)", re.IGNORECASE
)
#: Several wires, of which one may be astray, but not all.
_LEADS = re.compile(r"\b(?:leads|electrodes|wires)\b", re.IGNORECASE)
_TIP = re.compile(r"(?:the |its )?(?:distal )?tip\b", re.IGNORECASE)
_BEFORE_PLACE = (
    r"(?<![-/])\b(?:(?P<preposition>in|within|at|over|near|overlying|overlies|located in|positioned in"
    r"|project(?:ed|ing) in|approximating|approximates|to|into|project(?:s|ing|ed) over)\s+)?(?:the\s+)?"
)
#: Words that govern the place and stay; any other gives way to "in".
_KEPT = ("to", "into", "overlies", "overlying", "projects over", "projecting over", "projected over")
_DEPENDENT = (
    "and", "of", "from", "mid", "middle", "high", "low", "upper", "lower", "distal", "proximal",
    "inferior", "superior",
)  # fmt: skip
_NOT_BEFORE_PLACE = "".join(f"(?<!{word} )(?<!{word} the )" for word in _DEPENDENT)


@error("device-position", needs="line or tube whose end is named")
def misplace(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Put the named end of a device into another place that it can reach, wherever the report tells it."""
    devices = [f for f in reading.told if f.finding in lexicon("device_position")["devices"]]
    for fact in shuffled(rng, devices):
        wrong: Sequence[str] = lexicon("device_position")["devices"][fact.finding]["wrong"]
        for place in shuffled(rng, wrong):
            first = _edit(reading, fact, place, "error")
            if first is None:
                continue
            again = [f for f in reading.partners(fact) if f.finding == fact.finding and f.section != fact.section]
            carried = [_edit(reading, f, place, "carried") for f in again]
            told = [e for e in carried if e is not None]
            if told and not reading.carry_through:
                first = _edit(reading, fact, place, "error", mismatch=told[0].section) or first
            yield Slip((first, *(told if reading.carry_through else ())))
            break


def _edit(reading: Reading, fact: Fact, place: str, role: Role, mismatch: str = "") -> Edit | None:
    """Return the edit of the words that say where the device ends, in its sentence or the next one about its tip."""
    for sentence in _sentences_of(reading, fact):
        found = _ends(fact.finding).search(sentence.text)
        if found is None or _PLACE_ALONE.sub("", place).lower() in sentence.text.lower():
            continue
        several = len([*_ends(fact.finding).finditer(sentence.text)]) > 1 or _LEADS.search(sentence.text)
        if several or _LISTED.match(sentence.text, found.end()):
            return None  # several leads, or ends in turn: which of them is meant nobody knows
        start = sentence.start + found.start()
        into = found["preposition"]
        said = f"{into} {place.partition(' ')[2]}" if into and into.lower() in _KEPT else place
        said = said.upper() if sentence.text.isupper() else said
        return label(
            "device-position", fact.section, start, start + len(found.group()), said,
            role=role, finding=fact.finding, attribute="position", old=found.group(), new=said, mismatch=mismatch,
        )  # fmt: skip
    return None


def _sentences_of(reading: Reading, fact: Fact) -> list[Sentence]:
    own = reading.sentence(fact.section, fact.start)
    everything = reading.sentences(fact.section)
    place = everything.index(own)
    following = [s for s in everything[place + 1 : place + 2] if _TIP.match(s.text)]
    return [own, *following]


@cache
def _ends(device: str) -> re.Pattern[str]:
    entry: Mapping[str, Sequence[str]] = lexicon("device_position")["devices"][device]
    places = "|".join(entry["right"])
    return re.compile(rf"{_NOT_BEFORE_PLACE}{_BEFORE_PLACE}(?:{places})(?![-/])\b", re.IGNORECASE)
