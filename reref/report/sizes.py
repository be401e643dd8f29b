"""Which lengths belong to which finding, and to which of its places."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from reref.report.clauses import Reading, is_verb
from reref.report.measurements import measurements
from reref.report.scene import Mention
from reref.report.settings import Setting


class Size(NamedTuple):
    """A length: its values in mm (two or three for a product), its token, and its characters in the sentence."""

    values: tuple[float, ...]
    token: int
    start: int
    end: int


def sizes(sentence: Reading, found: list[Mention]) -> list[list[Size]]:
    """Return the lengths that belong to each mention, in the order of the text. Values of a prior exam are left out."""
    result: list[list[Size]] = [[] for _ in found]
    if not any(character.isdigit() for character in sentence.text):
        return result
    candidates = [number for number, mention in enumerate(found) if mention.entry is not None]
    for measure in measurements(sentence.text):
        if measure.unit != "mm" or measure.prior:
            continue
        first = bisect_left(sentence.tokens.starts, measure.start)
        last = bisect_left(sentence.tokens.starts, measure.end)
        number = _measured(sentence, found, candidates, first, last)
        if number is not None:
            result[number].append(Size(measure.values, first, measure.start, measure.end))
    return result


def _measured(sentence: Reading, found: list[Mention], candidates: list[int], first: int, last: int) -> int | None:
    """Return the mention right after the measure ("5 mm nodule"), else the one before it, else the first."""
    following = next((number for number in candidates if found[number].first >= last), None)
    if following is not None:
        between = sentence.tags_in(last, found[following].first)
        words = sentence.words(last, found[following].first)
        parted = any(is_verb(sentence, tag) for tag in between) or not {".", ";", ","}.isdisjoint(words)
        if not parted and not sentence.has(last, found[following].first, "preposition", "coordinator", "boundary"):
            return following
    before = [number for number in candidates if found[number].last <= first]
    if before:
        return before[-1]
    return candidates[0] if candidates else None


def size_at(setting: Setting, where: list[Setting], measured: list[Size]) -> Size | None:
    """Return the length of a finding at one of its places: the one that stands nearest before the place."""
    if len(where) < 2 or len(measured) < 2:
        return measured[0] if measured and (len(where) < 2 or setting is where[0]) else None
    for size in measured:
        following = [other for other in where if any(place.first >= size.token for place in other.places)]
        nearest = min(following, key=lambda other: _distance(other, size.token)) if following else where[-1]
        if nearest is setting:
            return size
    return None


def _distance(setting: Setting, token: int) -> int:
    return min(place.first - token for place in setting.places if place.first >= token)
