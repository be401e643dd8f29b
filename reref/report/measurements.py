"""Numbers with a unit: sizes, densities, uptake, shares, volumes, angles and ratios, with exact offsets.

A number counts only when its unit says so, so vertebrae, dates, times, image numbers, ages, doses, catheter gauges and
list numbers are never taken. One pass over the numbers, linear in the length of the text.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from reref.report.comparing import follows_change_from, is_arrow, is_prior, relation
from reref.report.model import Measurement
from reref.report.shadow import shadow
from reref.report.units import NAMED, TECHNIQUE, as_number, prefix_unit, unit_after

# One digit first: the regex engine then looks for digits only.
_NUMBER = re.compile(r"\d(?:\d{0,2}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d*(?:[.,]\d+)?)")
# "One millimeter-sized lesions" are lesions of some millimetres.
_NAMED_NUMBER = re.compile(
    r"(?<![A-Za-z])(?!one millimet\w{1,3}[ -]sized)(?:" + "|".join(NAMED) + r")(?=[ -](?:mm|cm|milli|centi))", re.I
)
_AXIS = r"(?:\s?\([^()\d]{1,16}\)|\s(?:AP|CC|TR|TRV|TV|SI|ML|LR|transverse|craniocaudal|anteroposterior))?"
_TIMES = re.compile(_AXIS + r"\s{0,2}(?:[xX×*✕]|by)\s{0,2}")
_TO = re.compile(r"\s{0,2}(?:-|–|—|‐|‑|−|to|~|up to)\s{0,2}")
_AFTER_SIZE = re.compile(r"(?:\d|[mc]m)$", re.I)
_AND = re.compile(r"\s{0,2}(?:and|or|&|,)\s{0,2}")
_LIST_END = re.compile(r"\s{0,2}(?:and|or|&)")
_BETWEEN = re.compile(r"between\s{1,2}$", re.I)
_COUNTED = re.compile(
    r"(?:segments?|series|serial|images?|levels?|ribs?|grades?|stages?|numbers?|nos?\.?|stations?|types?|zones?|slices?|vertebrae?)\s{0,2}$",
    re.I,
)  # fmt: skip

_BRACKETED_PRODUCT = re.compile(r"\s?\(\s?\d+(?:\.\d+)?\s?[xX×*]\s?\d+(?:\.\d+)?")
_END = re.compile(r"\s?(?:[),;.]|$)")
_LARGEST_PLAIN = 1000  # in a product without unit
_BESIDE = 30
NO_UNIT = "none"

Kind = Literal["value", "product", "range"]


@dataclass(slots=True)
class _Number:
    start: int
    end: int
    value: float
    unit: str
    written: str
    unit_end: int
    counted: bool


def has_number(text: str) -> bool:
    """Whether a text holds a number at all, in digits or as a word before a unit."""
    return _NUMBER.search(text) is not None or _NAMED_NUMBER.search(text) is not None


def measurements(text: str) -> list[Measurement]:
    """Find the measurements in a text.

    Lengths are in mm, volumes in ml; other units as written. A product without any unit ("5x4x5") has an empty
    ``unit``. "2 and 3 mm" are two values. Slice thickness, contrast volumes, doses and rates are left out.
    """
    s = shadow(text)
    found: list[Measurement] = []
    unit = ""
    for group, kind in _groups(s, list(_numbers(s))):
        unit = _unit(s, group, kind, found[-1].end if found else 0, unit)
        if unit and unit != TECHNIQUE:
            found.append(_measurement(text, s, group, kind, unit, found[-1].end if found else 0))
    return [m for m in found if all(map(math.isfinite, m.values))]


def _numbers(s: str) -> Iterator[_Number]:
    spans = [(m.start() - _has_bare_point(s, m.start()), m.end()) for m in _NUMBER.finditer(s)]
    if any(word in s for word in ("mm", "cm", "meter", "metre")):
        spans = sorted([*spans, *((m.start(), m.end()) for m in _NAMED_NUMBER.finditer(s))])
    for start, end in spans:
        value = as_number(s[start:end])
        if value is None:
            continue
        unit = unit_after(s, end)
        name, written, unit_end = unit if unit else ("", "", end)
        counted = _is_glued(s, start) or (not unit and _COUNTED.search(s, max(0, start - 14), start) is not None)
        yield _Number(start, end, value, name, written, unit_end, counted)


def _has_bare_point(s: str, digit: int) -> bool:
    """Whether a decimal point without a digit before it stands before the digit (".5 cm")."""
    return s[digit - 1 : digit] == "." and (digit == 1 or s[digit - 2] in " (<>~x")


def _is_glued(s: str, start: int) -> bool:
    """Whether the number is part of a word ("T9"), a fraction or a deviation, rather than of a product ("13x12")."""
    before = s[start - 1] if start else " "
    if before in "/±":
        return before == "±" or (start > 1 and s[start - 2].isdigit())
    if before == " " and start > 1 and s[start - 2] == "±":
        return True
    if not before.isalnum() and before != "_":
        return False
    return not (before in "xX" and _AFTER_SIZE.search(s, max(0, start - 5), start - 1))


def _groups(s: str, numbers: list[_Number]) -> Iterator[tuple[list[_Number], Kind]]:
    """Join numbers that stand together: products, ranges, and lists that share a unit."""
    at = 0
    while at < len(numbers):
        stop = at + 1
        while stop < len(numbers) and _TIMES.fullmatch(s, numbers[stop - 1].unit_end, numbers[stop].start):
            stop += 1
        if stop > at + 1:
            yield numbers[at:stop], "product"
        elif stop < len(numbers) and numbers[stop].unit and _is_change(s, numbers[at], numbers[stop]):
            numbers[at].unit = numbers[at].unit or numbers[stop].unit
            yield numbers[at:stop], "value"
        elif stop < len(numbers) and _is_range(s, numbers[at], numbers[stop]):
            stop += 1
            yield (numbers[at + 1 : stop], "value") if numbers[at].counted else (numbers[at:stop], "range")
        elif not numbers[at].unit:
            yield from _list_members(s, numbers, at)
        else:
            yield numbers[at:stop], "value"
        at = stop


def _is_change(s: str, first: _Number, second: _Number) -> bool:
    """Whether the two numbers are an earlier and a later value ("from 8 to 12 mm", "8 → 12 mm")."""
    joint = s[first.unit_end : second.start]
    return is_arrow(joint) or (joint.strip() == "to" and follows_change_from(s, first.start))


def _is_range(s: str, first: _Number, second: _Number) -> bool:
    joint = s[first.unit_end : second.start]
    if not second.unit and (first.unit or not _TO.fullmatch(joint) or prefix_unit(s, first.start) is None):
        return False
    if not _TO.fullmatch(joint):
        return joint.strip() == "and" and _BETWEEN.search(s, max(0, first.start - 10), first.start) is not None
    return not (first.unit and first.unit != second.unit)


def _list_members(s: str, numbers: list[_Number], at: int) -> Iterator[tuple[list[_Number], Kind]]:
    """A number without a unit that shares the unit of the list it stands in ("2, 4 and 5 mm"), or stands alone."""
    stop, ended = at, False
    while stop + 1 < len(numbers) and not numbers[stop].unit and not ended and stop - at < 6:
        joint = s[numbers[stop].end : numbers[stop + 1].start]
        if not _AND.fullmatch(joint) or (joint.strip() == "," and joint == ","):
            break
        ended = bool(_LIST_END.match(joint))
        stop += 1
    last = numbers[stop]
    if ended and last.unit and not numbers[at].counted:
        numbers[at].unit = last.unit
    yield [numbers[at]], "value"


def _unit(s: str, group: list[_Number], kind: Kind, after: int, previous: str) -> str:
    """The unit of the group, whatever place it is written at; empty when it is no measurement."""
    first, last = group[0], group[-1]
    if first.counted:
        return ""
    written = next((n.unit for n in reversed(group) if n.unit), "")
    if written:
        return written
    named = prefix_unit(s, first.start)
    if named is not None:
        return named.name
    if kind == "product" and all(n.value < _LARGEST_PLAIN for n in group):
        return _unit_in_bracket(s, last.end) or NO_UNIT
    beside = previous and after and first.start - after < _BESIDE and _END.match(s, last.end)
    return previous if beside and is_prior(s, first.start, last.end, after) else ""


def _measurement(text: str, s: str, group: list[_Number], kind: Kind, unit: str, after: int) -> Measurement:
    start, end = group[0].start, group[-1].unit_end
    values = [_common(number, unit) for number in group]
    if unit == "HU" and start and s[start - 1] in "-−" and not s[max(0, start - 2) : start - 1].isalnum():
        start, values[0] = start - 1, -values[0]
    named = prefix_unit(s, group[0].start) if not any(n.written for n in group) else None
    written = named.written if named else next((n.written for n in reversed(group) if n.written), "")
    name = "" if unit == NO_UNIT else _COMMON.get(unit, (unit, 1.0))[0]
    return Measurement(
        start, end, text[start:end], tuple(values), name, written, kind,
        relation(s, start, end), is_prior(s, start, end, after),
    )  # fmt: skip


_COMMON: dict[str, tuple[str, float]] = {"cm": ("mm", 10.0), "in": ("mm", 25.4), "l": ("ml", 1000.0)}


def _common(number: _Number, unit: str) -> float:
    factor = _COMMON.get(number.unit or unit, ("", 1.0))[1]
    return round(number.value * factor, 6)


def _unit_in_bracket(s: str, at: int) -> str:
    """The unit of "17x11 (16x12 mm before)" stands only in the bracket."""
    found = _BRACKETED_PRODUCT.match(s, at)
    if found is None:
        return ""
    unit = unit_after(s, found.end())
    return unit.name if unit else ""
