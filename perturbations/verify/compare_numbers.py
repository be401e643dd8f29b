"""Whether the numbers are the same, belong to the same thing and to the same time; and redactions, requests, odd words."""

from __future__ import annotations

from collections.abc import Iterator

from reref.perturbations.verify.attributes import implied_sides
from reref.perturbations.verify.claims import NumberInContext
from reref.perturbations.verify.difference import Difference
from reref.perturbations.verify.lexicon import lexicon
from reref.perturbations.verify.reading import Reading

_Key = tuple[float, str]


def compare(before: Reading, after: Reading) -> Iterator[Difference]:
    """Yield differences of numbers and of redactions."""
    old, new = _by_key(before.numbers), _by_key(after.numbers)
    changed = False
    for key, places in new.items():
        if key in old:
            yield from _same_number(key, old[key], places)
        elif not all(place.number.spelled and place.number.unit == "" for place in places):
            changed = True
            yield Difference("number changed", _written(key), _like(key, old), _written(key))
    for key, places in old.items():
        if key not in new and not all(place.number.spelled and place.number.unit == "" for place in places):
            yield Difference("number lost", _written(key), before=_written(key))
    yield from _redactions(before, after, changed=changed)


def _by_key(numbers: list[NumberInContext]) -> dict[_Key, list[NumberInContext]]:
    found: dict[_Key, list[NumberInContext]] = {}
    for entry in numbers:
        found.setdefault((entry.number.value, entry.number.unit), []).append(entry)
    return found


def _same_number(key: _Key, was: list[NumberInContext], now: list[NumberInContext]) -> Iterator[Difference]:
    times_old, times_new = {e.number.prior for e in was}, {e.number.prior for e in now}
    if not times_new <= times_old and key[1] == "mm":
        yield Difference("number swapped", _written(key), _time(times_old), _time(times_new - times_old))
        return
    related = lexicon().related
    old_sites = frozenset(s for e in was for s in e.around.sites)
    old_names = frozenset(n for e in was for n in e.names)
    old_sides = frozenset(s for e in was for s in implied_sides(e.around))
    for entry in now:
        places = entry.around.sites
        moved = places and old_sites and not any(related(a, b) for a in places for b in old_sites)
        sides = implied_sides(entry.around)
        crossed = sides and old_sides and not sides & old_sides
        if crossed or (moved and not entry.names & old_names):
            yield Difference(
                "number moved", _written(key), _context(old_names, old_sides), _context(entry.names, sides)
            )
            return


def _redactions(before: Reading, after: Reading, *, changed: bool) -> Iterator[Difference]:
    old = sum(s.placeholders for readings in before.sections.values() for s in readings)
    new = sum(s.placeholders for readings in after.sections.values() for s in readings)
    if new and not old:
        yield Difference("placeholder added", "redaction", after=f"{new}")
    elif old and not new:
        yield Difference("placeholder lost", "redaction", before=f"{old}")


def _like(key: _Key, old: dict[_Key, list[NumberInContext]]) -> str:
    same_unit = sorted((abs(value - key[0]), value) for value, unit in old if unit == key[1])
    return _written((same_unit[0][1], key[1])) if same_unit else "no such number"


def _written(key: _Key) -> str:
    return f"{key[0]:g} {key[1]}".strip()


def _time(prior: set[bool]) -> str:
    return "prior" if prior == {True} else "current"


def _context(names: frozenset[str], sides: frozenset[str]) -> str:
    return " ".join(sorted(sides) + sorted(n.replace("_", " ") for n in names)) or "elsewhere"
