"""Whether the numbers are the same and belong to the same thing and time; and whether redactions survive."""

from __future__ import annotations

from collections.abc import Iterator

from reref.perturbations.verify.attributes import implied_sides
from reref.perturbations.verify.compare_details import PARTS_OF_ANY
from reref.perturbations.verify.difference import Difference
from reref.perturbations.verify.lexicon import lexicon
from reref.perturbations.verify.reading import Reading, near
from reref.perturbations.verify.retold import EVERYWHERE
from reref.perturbations.verify.sameness import sameness
from reref.perturbations.verify.sentence import NumberInContext

_Key = tuple[float, str]
_SUBCENTIMETER: _Key = (10.0, "mm")
#: Units of numbers that name a part, whatever is found there: a rib, a vertebra.
_NAMING = frozenset(("level", "T", "L", "C"))


def compare(before: Reading, after: Reading) -> Iterator[Difference]:
    """Yield differences of numbers and of redactions."""
    old, new = _by_key(before.numbers), _by_key(after.numbers)
    changed = False
    for key, places in new.items():
        if key in old:
            yield from _same_number(key, old[key], places, before, after)
        elif not all(place.number.spelled and (place.number.unit == "" or key == _SUBCENTIMETER) for place in places):
            changed = True
            yield Difference("number changed", _written(key), _like(key, old), _written(key))
    if not changed:
        yield from _counts(old, new)
    for key, places in old.items():
        if key not in new and not all(place.number.spelled for place in places):
            yield Difference("number lost", _written(key), before=_written(key))
    yield from _redactions(before, after, changed=changed)


def _by_key(numbers: list[NumberInContext]) -> dict[_Key, list[NumberInContext]]:
    found: dict[_Key, list[NumberInContext]] = {}
    for entry in numbers:
        found.setdefault((entry.number.value, entry.number.unit), []).append(entry)
    return found


def _counts(old: dict[_Key, list[NumberInContext]], new: dict[_Key, list[NumberInContext]]) -> Iterator[Difference]:
    """Compare counts in words: "two lesions" may go, but not become three."""
    gone, come = (
        [k for k in one if k not in other and k[1] == "" and k[0] > 1] for one, other in ((old, new), (new, old))
    )
    if gone and come:
        yield Difference("number changed", _written(come[0]), _written(gone[0]), _written(come[0]))


def _same_number(
    key: _Key, was: list[NumberInContext], now: list[NumberInContext], before: Reading, after: Reading
) -> Iterator[Difference]:
    times_old, times_new = {e.number.prior for e in was}, {e.number.prior for e in now}
    if not times_new <= times_old and key[1] == "mm":
        yield Difference("number swapped", _written(key), _time(times_old), _time(times_new - times_old))
        return
    old_sites = frozenset(s for e in was for s in e.around.sites | e.around.home)
    old_names = frozenset(n for e in was for n in e.names)
    old_sides = frozenset(s for e in was for s in implied_sides(e.around))
    for entry in now:
        sides = implied_sides(entry.around)
        crossed = sides and old_sides and not sides & old_sides
        if (
            crossed
            or _other_place(entry.around.sites | entry.around.home, old_sites)
            or (key[1] not in _NAMING and _other_thing(entry.names, old_names, before, after))
            or _is_another_place(key, entry, was, before)
            or _measures_another(key, entry, was, before)
        ):
            was_at = _context(old_names, old_sides, old_sites)
            yield Difference("number moved", _written(key), was_at, _context(entry.names, sides, entry.around.sites))
            return


def _other_place(now: frozenset[str], was: frozenset[str]) -> bool:
    """Whether the number stands in one of two rival places and stood in the other."""
    above = lexicon().above
    now, was = now - PARTS_OF_ANY, was - PARTS_OF_ANY
    for group in sameness().rivals:
        here = {part for site in now for part in above[site] & group}
        there = {part for site in was for part in above[site] & group}
        if here and there and not here & there:
            return True
    return False


def _other_thing(now: frozenset[str], was: frozenset[str], before: Reading, after: Reading) -> bool:
    """Whether the number now measures another finding of the same report."""
    if not now or not was or not any(name in after.present for name in was):
        return False
    table = sameness()
    same = frozenset(other for name in was for other in table.like(name) | table.general.get(name, frozenset()))
    same |= frozenset(name for name in now for narrow in table.general.get(name, ()) if narrow in was)
    return not now & same and all(name in before.present for name in now) and not _may_be_one(now, was, before)


def _may_be_one(now: frozenset[str], was: frozenset[str], before: Reading) -> bool:
    """Whether two findings may be one thing under two names: a cavity and the mass that it is in.

    They stand in one place, on no opposite sides, and the other name has no size of its own.
    """
    if any(number.names & now and number.number.unit == "mm" for number in before.numbers):
        return False
    here, there = (near([c for name in names for c in before.present.get(name, ())]) for names in (now, was))
    apart = implied_sides(here) and implied_sides(there) and not implied_sides(here) & implied_sides(there)
    places = here.sites | here.home, there.sites | there.home
    return not apart and all(places) and _meet(*places)


def _is_another_place(key: _Key, now: NumberInContext, was: list[NumberInContext], before: Reading) -> bool:
    """Whether the number stands at a part of the body that has another number of its kind in the original."""
    here = (now.around.sites | now.around.home) - EVERYWHERE - PARTS_OF_ANY
    there = [n.around.sites | n.around.home for n in was]
    if not here or not all(there) or any(_meet(here, sites) for sites in there):
        return False
    return any(
        n.number.unit == key[1] and n.number.value != key[0] and _meet(here, n.around.sites | n.around.home)
        for n in before.numbers
    )


def _meet(some: frozenset[str], others: frozenset[str]) -> bool:
    related = lexicon().related
    return any(related(one, other) for one in some for other in others)


def _measures_another(key: _Key, now: NumberInContext, was: list[NumberInContext], before: Reading) -> bool:
    """Whether the number measured an unnamed thing elsewhere and now a finding that has another number."""
    if not now.names or any(e.names or not e.around.sites for e in was):
        return False
    places = now.around.sites | now.around.home
    own = [n for n in before.numbers if n.names & now.names and n.number.unit == key[1] and not n.number.prior]
    apart = not any(_meet(e.around.sites, places) for e in was)
    return bool(own) and bool(places) and apart and all(n.number.value != key[0] for n in own)


def _redactions(before: Reading, after: Reading, *, changed: bool) -> Iterator[Difference]:
    old = sum(s.placeholders for s in before.sentences)
    new = sum(s.placeholders for s in after.sentences)
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


def _context(names: frozenset[str], sides: frozenset[str], sites: frozenset[str]) -> str:
    return " ".join(sorted(sides) + sorted(n.replace("_", " ") for n in (names or sites))) or "elsewhere"
