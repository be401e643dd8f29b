"""Left for right, or right for left, of one finding or device."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.errors.planting import denials
from reref.perturbations.errors.reading import Reading, same_finding
from reref.perturbations.errors.room import Role, Slip, error, label, shuffled
from reref.perturbations.errors.word_slips import fact_about
from reref.perturbations.rules.grammar import cased_like
from reref.report import TARGET_SECTIONS, Fact

if TYPE_CHECKING:
    from numpy.random import Generator

_SIDE = re.compile(r"(?<![\w-])(?:(?:left|right)(?=-sided\b|(?![\w-]))|(?-i:LLL|LUL|RLL|RUL)\b)", re.IGNORECASE)
_OTHER = {"left": "right", "right": "left", "lll": "RLL", "lul": "RUL", "rll": "LLL", "rul": "LUL"}

_Place = tuple[str, int, int, Fact]


@error("direction", needs="finding on one side that could be on the other")
def wrong_side(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Swap the side word of one finding wherever the report tells it; fixed names and one-sided organs stay."""
    places = list(_places(reading))
    for chosen in shuffled(rng, places):
        section, start, end, fact = chosen
        side = _side(reading.text(section)[start:end])
        if fact.laterality != side or _on_the_other_side(reading, fact):
            continue
        sentence = reading.sentence(section, start)
        alone = [p for p in places if p[0] == section and sentence.start <= p[1] < sentence.end]
        if _crosses(alone) or _names_both(reading, section, chosen, alone):
            continue
        slip = _slip(reading, chosen, places, side)
        if slip is not None:
            yield slip


def _side(word: str) -> str:
    return {"l": "left", "r": "right"}[word[0].lower()]


def _places(reading: Reading) -> Iterator[_Place]:
    for section in TARGET_SECTIONS:
        text = reading.text(section)
        for found in _SIDE.finditer(text):
            if _is_side_of_a_finding(text, found.start(), found.end()):
                fact = fact_about(reading, section, found.start(), found.end())
                if fact is not None and fact.finding not in lexicon("direction")["one_sided_findings"]:
                    yield section, found.start(), found.end(), fact


def _is_side_of_a_finding(text: str, start: int, end: int) -> bool:
    reach = lexicon("direction")["reach"]
    return not (
        _pattern("not_before").match(text, end)
        or _pattern("not_after").search(text[max(0, start - 40) : start])
        or _one_sided_part(_side(text[start:end])).search(text[max(0, start - reach) : end + reach])
    )


@cache
def _pattern(name: str) -> re.Pattern[str]:
    options = "|".join(lexicon("direction")[name])
    form = r"\s*(?:-sided\s+)?(?:{})" if name == "not_before" else r"(?:{})\s*$"
    return re.compile(form.format(options), re.IGNORECASE)


@cache
def _one_sided_part(side: str) -> re.Pattern[str]:
    return re.compile("|".join(lexicon("direction")["only"][side]), re.IGNORECASE)


def _on_the_other_side(reading: Reading, fact: Fact) -> bool:
    """Say whether the report speaks of the same finding on the other side, which would then contradict or repeat."""
    other = _OTHER[fact.laterality or "left"]
    told = any(
        same_finding(f.finding, fact.finding) and f.laterality in (other, "bilateral") and f is not fact
        for f in reading.facts
    )
    return told or any(f.laterality == other for f in denials(reading, fact.finding, other))


def _crosses(places: list[_Place]) -> bool:
    """Say whether one finding of the sentence has several side words, as a line that crosses over."""
    owners = [id(place[3]) for place in places]
    return len(set(owners)) < len(owners)


def _names_both(reading: Reading, section: str, chosen: _Place, alone: list[_Place]) -> bool:
    """Say whether the sentence has a side word that stays, said of anything but another finding."""
    sentence = reading.sentence(section, chosen[1])
    said = [at for m in _SIDE.finditer(sentence.text) if (at := sentence.start + m.start()) != chosen[1]]
    of_others = {place[1] for place in alone if not same_finding(place[3].finding, chosen[3].finding)}
    return any(at not in of_others for at in said)


def _slip(reading: Reading, chosen: _Place, places: list[_Place], side: str) -> Slip | None:
    fact = chosen[3]
    told_again = [f for f in reading.partners(fact) if f.laterality == side and reading.is_same_statement(fact, f)]
    if told_again and not reading.carry_through:
        return Slip((_edit(reading, chosen, "error", told_again[0].section),))
    again = [place for place in places if any(place[3] is f for f in told_again)]
    if len({id(place[3]) for place in again}) < len(told_again):
        return None  # the side is told there in words that cannot be swapped
    return Slip((_edit(reading, chosen, "error"), *(_edit(reading, place, "carried") for place in again)))


def _edit(reading: Reading, place: _Place, role: Role, mismatch: str = "") -> Edit:
    section, start, end, fact = place
    old = reading.text(section)[start:end]
    new = _OTHER[old.lower()]
    new = new.upper() if old.isupper() else cased_like(old, new)
    return label(
        "direction", section, start, end, new,
        role=role, finding=fact.finding, attribute="laterality", old=old, new=new, mismatch=mismatch,
    )  # fmt: skip
