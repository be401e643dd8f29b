"""Which lengths belong to which finding, and to which of its places."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import NamedTuple

from reref.report.clauses import Clause, Reading, is_verb
from reref.report.measurements import has_number, measurements
from reref.report.model import Measurement
from reref.report.places import Place
from reref.report.scene import Mention
from reref.report.sided import Setting
from reref.report.tokens import NUMBER

_PRIOR = frozenset(("previous", "prior", "old", "earlier", "former", "previously"))
_PRONOUNS = frozenset(("it", "they", "which"))
_PARTICIPLES = frozenset(("measuring", "reaching"))
_OPENING = 3  # tokens, with ", and"
_NOW = frozenset(("current", "currently", "now", "present", "today"))
_PRIOR_OPENING = 4  # tokens, as "in the old examination"
_PRIOR_REACH = 6  # tokens after a length
_SIDE_REACH = 14  # tokens between a length and the side it is measured on
_FAR = 16  # tokens in which "in the previous examination" may follow
_LEADS = frozenset(("in", "on", "the", "his", "her"))
_COMPARING = frozenset(("compared", "comparison", "since", "than", "but"))
_SEVERAL = 2
_ANEW = frozenset(("with", "measuring", "measured", "and"))
_LAYERS = frozenset(("pleural_effusion", "pericardial_effusion", "pleural_thickening", "other: abdominal free fluid"))
_DEPTHS = frozenset(("thickness", "thick", "depth", "deep", "thickest", "deepest"))
_BESIDE = 4  # tokens between a length and the word for what it measures
_WITHOUT_SIZE = frozenset(("other: air bronchograms", "other: volume loss", "other: architectural distortion"))
_WITHOUT_SIZE |= {"other: spiculation"}
_OF_DENSITY = (("of",), ("with",), ("with", "a"), ("with", "an"))
_ONE_LIST = re.compile(r"(?:[\d.]{1,6}(?:\s?[mc]m)?(?: and |, |, and )){1,6}")


class Size(NamedTuple):
    """A length: its values in mm (two or three for a product), its token, and its characters in the sentence.

    ``listed`` lengths stand side by side ("5 mm and 8 mm") and may be those of several places.
    """

    values: tuple[float, ...]
    token: int
    start: int
    end: int
    listed: bool = False


def sizes(sentence: Reading, found: list[Mention]) -> list[list[Size]]:
    """Return the lengths that belong to each mention, in the order of the text. Values of a prior exam are left out."""
    result: list[list[Size]] = [[] for _ in found]
    if not has_number(sentence.text):
        return result
    candidates = [n for n, m in enumerate(found) if m.entry is not None and m.finding not in _WITHOUT_SIZE]
    for measure in measurements(sentence.text):
        first = bisect_left(sentence.tokens.starts, measure.start)
        last = bisect_left(sentence.tokens.starts, measure.end)
        if not _is_length(measure) or measure.prior or _is_of_prior_exam(sentence, first, last):
            continue
        number = _measured(sentence, found, candidates, first, last)
        if number is None:
            continue
        while number and _is_second_name(sentence, found[number - 1], found[number]):
            number -= 1
        size = Size(measure.values, first, measure.start, measure.end)
        before = result[number][-1] if result[number] else None
        if before is not None and _is_one_size(sentence.text[before.start : size.start]):
            size = Size((*before.values, *size.values), before.token, before.start, size.end, listed=True)
            result[number].pop()
        result[number].append(size)
    return result


def _is_length(measure: Measurement) -> bool:
    """Whether a measurement is a length; a product without unit is one in mm unless it looks like one in cm."""
    whole = all(value.is_integer() for value in measure.values)
    return measure.unit == "mm" or (measure.kind == "product" and not measure.unit and whole)


def only_length(sentence: Reading) -> tuple[float, ...]:
    """Return the length of a sentence that tells only one, as "The aortic arch measures 33 mm" does."""
    if not has_number(sentence.text):
        return ()
    lengths = [measure for measure in measurements(sentence.text) if measure.unit == "mm"]
    return lengths[0].values if len(lengths) == 1 and not lengths[0].prior else ()


def _is_one_size(text: str) -> bool:
    """Whether a length and the next one stand side by side ("4 and 6 mm", "a diameter of 14 mm and 8 mm")."""
    return _ONE_LIST.fullmatch(text) is not None


def _is_of_prior_exam(sentence: Reading, first: int, last: int) -> bool:
    """Whether "in the previous examination" opens the sentence of a length, or follows it before the next one."""
    words = sentence.tokens.words
    if not _PRIOR.isdisjoint(words[:_PRIOR_OPENING]) and words[0] in _LEADS and _NOW.isdisjoint(words[:first]):
        return True
    for position in range(last, min(last + _FAR, len(words))):
        near = position < last + _PRIOR_REACH or _LEADS.issuperset(words[position - 2 : position])
        if words[position] in _PRIOR and near:
            return True
        if words[position] in _COMPARING:
            return False
        if words[position] in (NUMBER, ",", ";", "and", "("):
            return False
    return False


def _measured(sentence: Reading, found: list[Mention], candidates: list[int], first: int, last: int) -> int | None:
    """Return the mention that a length belongs to: the one right after it ("5 mm nodule"), else the one before it.

    A clause that names a site but no finding ("the descending aorta is 30 mm") keeps its length to itself.
    """
    clause = sentence.clause_at(first)
    inside = [number for number in candidates if found[number].clause is clause]
    following = next((number for number in inside if found[number].first >= last), None)
    if following is not None:
        start = found[following].first
        parted = any(is_verb(sentence, tag) for tag in sentence.tags_in(last, start))
        parted = (
            parted or not {".", ";", ","}.isdisjoint(sentence.words(last, start)) or sentence.accompanied(last, start)
        )
        if not parted and not sentence.has(last, start, "preposition", "coordinator"):
            return following
    before = [number for number in inside if found[number].last <= first]
    layers = [number for number in before if found[number].finding in _LAYERS]
    if layers and not _DEPTHS.isdisjoint(sentence.words(max(clause.first, first - _BESIDE), last + _BESIDE)):
        return layers[-1]  # "effusion and atelectasis measuring 26 mm in thickness"
    if before:
        return before[-2] if _is_only_part(sentence, found, before, first) else before[-1]
    if inside:
        return inside[0]
    placed = [n for n in candidates if found[n].place is not None and _within(found[n].place, clause)]
    if placed:
        return placed[0]
    return _measured_elsewhere(sentence, found, candidates, clause)


def _measured_elsewhere(sentence: Reading, found: list[Mention], candidates: list[int], clause: Clause) -> int | None:
    """Return the mention of another clause that a clause with a length but without a finding tells of."""
    opening = sentence.words(clause.first, clause.first + _OPENING)
    earlier = [number for number in candidates if found[number].last <= clause.first]
    opens = sentence.has(clause.first, clause.last, "rest") or not sentence.has(clause.first, clause.last, "verb")
    if opens and not earlier:  # "the largest in segment 4, 12 mm, cysts are seen", "in the left lung, 5 mm, there is …"
        ahead = (number for number in candidates if found[number].first >= clause.last)
        return next((number for number in ahead if found[number].clause.opener != "which"), None)
    speaks_on = clause.opener == "which" or not _PARTICIPLES.isdisjoint(opening)
    if sentence.has(clause.first, clause.last, "site") and not speaks_on:
        return _said_after(sentence, found, candidates, clause)
    bracketed = [number for number in candidates if found[number].clause.opener == "("]
    named = next(iter([*earlier[-1:], *bracketed]), None)
    return named if named is not None else _said_after(sentence, found, candidates, clause)


def is_of_glass(sentence: Reading, one: Mention, other: Mention) -> bool:
    """Whether ground glass is only what a finding is made of ("nodule of ground-glass density")."""
    return other.finding == "ground_glass" and sentence.words(one.last, other.first) in _OF_DENSITY


def _is_second_name(sentence: Reading, one: Mention, other: Mention) -> bool:
    """Whether two names are those of one thing; the first has the length."""
    one_word = one.first == other.first and one.entry is other.entry and one.place is other.place
    return one_word or is_of_glass(sentence, one, other)


def _within(place: Place | None, clause: Clause) -> bool:
    return place is not None and clause.first <= place.first < clause.last


def _is_only_part(sentence: Reading, found: list[Mention], before: list[int], first: int) -> bool:
    """Whether the last finding is but what another has ("a mass with calcification in it, with a diameter of …")."""
    if len(before) < _SEVERAL:
        return False
    main, part = found[before[-2]], found[before[-1]]
    if not sentence.accompanied(main.last, part.first):
        return False
    between = sentence.words(part.last, first)
    return "," in between and not _ANEW.isdisjoint(between)


def _said_after(sentence: Reading, found: list[Mention], candidates: list[int], clause: Clause) -> int | None:
    """Return the mention that the next clause says of what was measured ("the aorta is 39 mm and it is dilated")."""
    following = sentence.clause_after(clause)
    if following is None or _PRONOUNS.isdisjoint(sentence.words(following.first, following.first + _OPENING)):
        return None
    return next((number for number in candidates if found[number].clause is following), None)


def with_sizes(placed: list[Place], where: list[Setting], measured: list[Size]) -> list[tuple[Setting, Size | None]]:
    """Return where a finding is, each place with its length; several lengths in one place make several entries.

    A finding with a length at each of several places ("2 cm on the right and 1 cm on the left") is at all of them;
    as many listed lengths as places are theirs in turn ("in the right and left lung, 5 mm and 8 mm, respectively").
    """
    settings = where or [Setting([], None)]
    if not measured:
        return [(setting, None) for setting in settings]
    if len(measured) == 1 and measured[0].listed and len(settings) == len(measured[0].values):
        return [(s, measured[0]._replace(values=(v,))) for s, v in zip(settings, measured[0].values, strict=True)]
    if len(measured) == 1:
        return [(setting, measured[0] if setting is settings[0] else None) for setting in settings]
    if len(settings) == 1:
        return _at_each(placed, settings[0], measured)
    pairs: list[tuple[Setting, Size | None]] = [
        (_setting_of(size, _next(measured, number), settings), size) for number, size in enumerate(measured)
    ]
    told = {(given.sites, given.side) for given, _ in pairs}
    bare = [setting for setting in settings if (setting.sites, setting.side) not in told]
    return [*pairs, *((setting, None) for setting in bare)]


def _next(measured: list[Size], number: int) -> int:
    """Return the token up to which what follows a length is about it."""
    return measured[number + 1].token if number + 1 < len(measured) else measured[number].token + _SIDE_REACH


def _at_each(placed: list[Place], shared: Setting, measured: list[Size]) -> list[tuple[Setting, Size | None]]:
    """Return one entry a length, at the place that follows it when a place follows more than one of them."""
    near = [
        [place for place in placed if size.token <= place.first < _next(measured, number)]
        for number, size in enumerate(measured)
    ]
    if sum(map(bool, near)) < _SEVERAL:
        return [(shared, size) for size in measured]
    pairs: list[tuple[Setting, Size | None]] = []
    side = None
    for size, places in zip(measured, near, strict=True):
        side = next((place.side for place in places if place.side), side)
        if not places:
            pairs.append((pairs[-1][0] if pairs else shared, size))
        else:
            beside = [] if any(place.sites for place in places) else [p for p in shared.places if p.side is None]
            pairs.append((Setting([*beside, *places], side), size))
    return pairs


def _setting_of(size: Size, end: int, where: list[Setting]) -> Setting:
    """Return the place that follows a length, else the last one before it."""
    following = [(place.first, n) for n, s in enumerate(where) for place in s.places if size.token <= place.first < end]
    before = [(place.last, n) for n, s in enumerate(where) for place in s.places if place.last <= size.token]
    if following:
        return where[min(following)[1]]
    return where[max(before)[1]] if before else where[-1]
