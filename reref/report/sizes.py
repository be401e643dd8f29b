"""Which lengths belong to which finding, and to which of its places."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from reref.report.clauses import Clause, Reading, is_verb
from reref.report.measurements import measurements
from reref.report.places import Place
from reref.report.scene import Mention
from reref.report.sided import Setting
from reref.report.tokens import NUMBER

_PRIOR = frozenset(("previous", "prior", "old", "earlier", "previously"))
_PRONOUNS = frozenset(("it", "they", "which"))
_OPENING = 3  # tokens, with ", and"
_PRIOR_REACH = 6  # tokens after a length
_SIDE_REACH = 9  # tokens between a length and the side it is measured on


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
        first = bisect_left(sentence.tokens.starts, measure.start)
        last = bisect_left(sentence.tokens.starts, measure.end)
        if measure.unit != "mm" or measure.prior or _is_of_prior_exam(sentence, last):
            continue
        number = _measured(sentence, found, candidates, first, last)
        if number is not None:
            result[number].append(Size(measure.values, first, measure.start, measure.end))
    return result


def _is_of_prior_exam(sentence: Reading, last: int) -> bool:
    """Whether "in the previous examination" follows a length, before the next one."""
    words = sentence.tokens.words
    for position in range(last, min(last + _PRIOR_REACH, len(words))):
        if words[position] in _PRIOR:
            return True
        if words[position] in (NUMBER, ",", ";", "and", "("):
            return False
    return False


def _measured(sentence: Reading, found: list[Mention], candidates: list[int], first: int, last: int) -> int | None:
    """Return the mention that a length belongs to: the one right after it ("5 mm nodule"), else the one before it.

    A clause that names a site but no finding ("the descending aorta is 30 mm") keeps its length to itself.
    """
    clause = next(clause for clause in sentence.clauses if clause.first <= first < clause.last)
    inside = [number for number in candidates if found[number].clause is clause]
    following = next((number for number in inside if found[number].first >= last), None)
    if following is not None:
        start = found[following].first
        parted = any(is_verb(sentence, tag) for tag in sentence.tags_in(last, start))
        parted = parted or not {".", ";", ","}.isdisjoint(sentence.words(last, start))
        if not parted and not sentence.has(last, start, "preposition", "coordinator"):
            return following
    before = [number for number in inside if found[number].last <= first]
    if before:
        return before[-1]
    if inside:
        return inside[0]
    if sentence.has(clause.first, clause.last, "site"):
        return _said_after(sentence, found, candidates, clause)
    earlier = [number for number in candidates if found[number].last <= clause.first]
    bracketed = [number for number in candidates if found[number].clause.opener == "("]
    return next(iter([*earlier[-1:], *bracketed]), None)


def _said_after(sentence: Reading, found: list[Mention], candidates: list[int], clause: Clause) -> int | None:
    """Return the mention that the next clause says of what was measured ("the aorta is 39 mm and it is dilated")."""
    following = sentence.clause_after(clause)
    if following is None or _PRONOUNS.isdisjoint(sentence.words(following.first, following.first + _OPENING)):
        return None
    return next((number for number in candidates if found[number].clause is following), None)


def with_sizes(placed: list[Place], where: list[Setting], measured: list[Size]) -> list[tuple[Setting, Size | None]]:
    """Return where a finding is, each place with its length.

    A finding in one place with a length on each side ("2 cm on the right and 1 cm on the left") is on both sides.
    """
    if len(where) < 2 and len(measured) > 1:
        sided = _by_side(placed, where, measured)
        if len(sided) > 1:
            return sided
    if len(where) < 2 or len(measured) < 2:
        settings = where or [Setting([], None)]
        return [(setting, measured[0] if measured and setting is settings[0] else None) for setting in settings]
    return [(setting, _size_at(setting, where, measured)) for setting in where]


def _by_side(placed: list[Place], where: list[Setting], measured: list[Size]) -> list[tuple[Setting, Size | None]]:
    found: dict[str, tuple[Setting, Size | None]] = {}
    shared = where[0].places if where else []
    for number, size in enumerate(measured):
        end = measured[number + 1].token if number + 1 < len(measured) else size.token + _SIDE_REACH
        near = [p for p in placed if p.side in ("left", "right") and size.token <= p.first < end]
        if near and near[0].side is not None and near[0].side not in found:
            found[near[0].side] = (Setting([*shared, near[0]], near[0].side), size)
    return list(found.values())


def _size_at(setting: Setting, where: list[Setting], measured: list[Size]) -> Size | None:
    """Return the length that stands nearest before a place."""
    for size in measured:
        following = [other for other in where if any(place.first >= size.token for place in other.places)]
        nearest = min(following, key=lambda other: _distance(other, size.token)) if following else where[-1]
        if nearest is setting:
            return size
    return None


def _distance(setting: Setting, token: int) -> int:
    return min(place.first - token for place in setting.places if place.first >= token)
