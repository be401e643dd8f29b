"""Differences that a target may make, each with the condition under which it does no harm."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from reref.perturbations.verify.difference import Difference
from reref.perturbations.verify.entailment import entailment
from reref.perturbations.verify.lexicon import lexicon, read_lexicon_file
from reref.perturbations.verify.reading import Reading
from reref.perturbations.verify.sameness import sameness
from reref.perturbations.verify.sentence import NumberInContext

_EMPHASIS = re.compile(
    r"\b(?:more|most)\s+(?:prominent|pronounced|evident|marked|extensive|intense|common)(?:ly)?\s+(?:in|at|on)\b",
    re.IGNORECASE,
)
_COURSE = re.compile(
    r"\b(?:new(?:ly)?|increas\w*|enlarg\w*|grow\w*|grew|larger|progress\w*|wors\w*|previous\w*|prior)\b", re.IGNORECASE
)
Allowance = Callable[[Difference, Reading, Reading], bool]

_DEGREES = {"trace": 1, "small or mild": 2, "moderate": 3, "large or severe": 4}
_EVERYTHING = frozenset(("body", "chest"))
_ROUNDING = 1e-6
_BOUND = re.compile(r"\b(?:less|smaller|lower|larger|greater)\s+than\s+\d", re.IGNORECASE)
_UNITS = frozenset(("mm", "%", "hu", "ml", "suv", "mmhg"))


def is_measurement(value: float, unit: str) -> bool:
    """Say whether a number measures a finding; levels, counts, grades and follow-up times do not."""
    return unit in _UNITS or (unit == "" and value != int(value))


def measurement_lost(difference: Difference, before: Reading, after: Reading) -> bool:
    """A measurement may go; a rib's number or the time of a follow-up may not."""
    return difference.kind == "number lost" and is_measurement(*_number(difference))


def word_fits_number(difference: Difference, before: Reading, after: Reading) -> bool:
    """A degree word may stand where a number stood, if it fits the number, and the number of its side."""
    if difference.kind != "degree changed" or difference.before not in ("", "no degree"):
        return False
    wanted = [_DEGREES.get(word) for word in difference.after.split(" and ")]
    measured = _measured(difference.name, before)
    if not measured or not all(
        any(_fits(difference.name, grade, n.number.value) for n in measured) for grade in wanted
    ):
        return False
    if len(wanted) == 1 and not all(_fits(difference.name, wanted[0], n.number.value) for n in measured):
        return False
    pairs = {pair for claim in after.like(difference.name, before) for pair in claim.pairs}
    return all(
        _fits(difference.name, grade, n.number.value)
        for side, grade in pairs
        for n in measured
        if n.around.sides == {side}
    )


def _fits(finding: str, grade: int | None, length: float) -> bool:
    ranges = _size_table()["words"].get(finding) or _size_table()["words"]["default"]
    return grade in ranges and bool(ranges[grade][0] <= length <= ranges[grade][1])


def degree_was_number(difference: Difference, before: Reading, after: Reading) -> bool:
    """A degree word may go where the number that it stood for is carried to its place."""
    return (
        difference.kind == "degree changed"
        and difference.after == "no degree"
        and bool(_measured(difference.name, after))
    )


def course_follows_numbers(difference: Difference, before: Reading, after: Reading) -> bool:
    """A word such as "larger" may stand where a present and a prior number stood, if the numbers say so."""
    if difference.kind != "change altered":
        return False
    names = sameness().like(difference.name)
    here = [n for n in before.numbers if n.number.unit == "mm" and (not n.names or n.names & names)]
    now = [n.number.value for n in here if not n.number.prior]
    prior = [n.number.value for n in here if n.number.prior]
    if not now or not prior:
        return False
    course = "up" if max(now) > max(prior) else "down" if max(now) < max(prior) else "same"
    return difference.after == course


def bound_is_no_course(difference: Difference, before: Reading, after: Reading) -> bool:
    """The "less" of "less than 5 mm" says nothing of the course, and goes with its number."""
    gone = difference.kind == "change altered" and difference.after == "no change stated"
    return gone and any(_BOUND.search(sentence.text) for sentence in before.sentences)


def state_was_number(difference: Difference, before: Reading, after: Reading) -> bool:
    """A word such as "reduced" may stand for a number of something that is no finding of the lexicon."""
    unknown = difference.name not in before.present
    return difference.kind == "change altered" and difference.before == "no change stated" and unknown


def size_says_enlarged(difference: Difference, before: Reading, after: Reading) -> bool:
    """A part may be called dilated, enlarged or normal where its size stood, if the size says so."""
    if difference.kind not in ("finding added", "normal added", "degree changed"):
        return False
    abnormal = difference.kind != "normal added"
    for site, limits in _size_table()["limits"].items():
        for unit, limit in limits.items():
            values = [
                n.number.value
                for n in before.numbers
                if n.number.unit == unit and site in n.around.sites | n.around.home and not n.number.prior
            ]
            named = site in after.everything.sites and (
                not abnormal or _is_made_with(difference.name, site) or difference.name == "vessel_dilated"
            )
            if values and named and (max(values) >= limit) == abnormal:
                return True
    return False


def _is_made_with(finding: str, site: str) -> bool:
    return any((finding, site) in pairs for pairs in lexicon().compose.values())


def lifted_place(difference: Difference, before: Reading, after: Reading) -> bool:
    """A numbered rib or vertebra, or the kind of segment, may go where the larger part is named."""
    if difference.kind == "number lost":
        unit = _number(difference)[1]
        return unit in ("level", "T", "L", "C", "S", "")
    if difference.kind == "location changed":
        return difference.after == "no place"
    return difference.kind == "detail lost" and difference.before in ("segmental", "subsegmental", "lobar", "central")


def emphasis_lifted(difference: Difference, before: Reading, after: Reading) -> bool:
    """The emphasis on a place ("more prominent in the lower lobes") may go with it; its "more" is no change in time."""
    if difference.kind != "change altered" or difference.after != "no change stated":
        return False
    old, new = (f"{r.report.findings} {r.report.impression}" for r in (before, after))
    return len(_EMPHASIS.findall(old)) > len(_EMPHASIS.findall(new)) and len(_COURSE.findall(old)) == len(
        _COURSE.findall(new)
    )


def node_side_lifted(difference: Difference, before: Reading, after: Reading) -> bool:
    """The side of a node station may go with the station."""
    nodes = ("lymphadenopathy", "granuloma_calcified")
    return difference.kind == "side changed" and difference.name in nodes and difference.after == "no side"


def derived_number(difference: Difference, before: Reading, after: Reading) -> bool:
    """A number may be the difference of two stated ones."""
    if difference.kind != "number changed":
        return False
    value, unit = _number(difference)
    stated = [n.number.value for n in before.numbers if n.number.unit == unit]
    return any(abs(abs(a - b) - value) < _ROUNDING for a in stated for b in stated if a != b)


def denial_lifted(difference: Difference, before: Reading, after: Reading) -> bool:
    """A part's denial or normal statement may be said of the larger part."""
    if difference.kind == "normal lost":
        return bool(after.normal) or bool(_larger(difference.name) & after.everything.sites)
    if difference.kind == "normal added":
        entry = entailment().normal.get(difference.name)
        return entry is not None and any(
            before.normal.keys() & {name} or statement.covers & entry.covers
            for name, statement in entailment().normal.items()
            if name in before.normal
        )
    return False


def part_of_whole(difference: Difference, before: Reading, after: Reading) -> bool:
    """A part may be named where the whole was: the kidneys one by one, the segments of the colon."""
    if difference.kind == "normal added":
        return bool(_larger(difference.name) & before.everything.sites)
    return False


def _larger(statement: str) -> frozenset[str]:
    """Return the parts of the body that a normal statement is about, with those that they lie in."""
    above = lexicon().above
    return frozenset(part for site in sameness().sites_of(statement) for part in above.get(site, ())) - _EVERYTHING


def spelled_from_whole(difference: Difference, before: Reading, after: Reading) -> bool:
    """The statements "normal chest" and "otherwise normal" may be spelled out over what they cover."""
    return difference.kind == "denial added" and difference.name in before.denied_by_whole


ALLOWANCES: dict[str, Allowance] = {
    rule.__name__: rule
    for rule in (
        measurement_lost,
        word_fits_number,
        degree_was_number,
        course_follows_numbers,
        size_says_enlarged,
        bound_is_no_course,
        state_was_number,
        lifted_place,
        emphasis_lifted,
        denial_lifted,
        node_side_lifted,
        derived_number,
        part_of_whole,
        spelled_from_whole,
    )
}


def _number(difference: Difference) -> tuple[float, str]:
    value, _, unit = difference.name.partition(" ")
    return float(value), unit


def _measured(name: str, reading: Reading) -> list[NumberInContext]:
    """Return the present lengths of a finding; the report's only length may be anyone's."""
    names = sameness().like(name) | sameness().general.get(name, frozenset())
    lengths = [n for n in reading.numbers if n.number.unit == "mm" and not n.number.prior]
    own = [n for n in lengths if n.names & names]
    return own or (lengths if len(lengths) == 1 else [])


@cache
def _size_table() -> dict[str, Any]:
    table: dict[str, Any] = read_lexicon_file("sizes")
    return table
