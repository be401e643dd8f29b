"""Numbers of a sentence with unit and time, in a form in which the same number written otherwise is equal."""

from __future__ import annotations

import re
from typing import NamedTuple


class Number(NamedTuple):
    """One number.

    Attributes:
        value: in the common unit (mm for lengths).
        unit: ``"mm"``, ``"%"``, ``"hu"``, ``"week"``, a vertebra's region (``"T"``), ``"level"`` for numbered ribs,
            or empty.
        prior: whether it belongs to an earlier exam.
        start: first character of its expression in the sentence.
        end: one past the last character.
        spelled: whether it stands as a word.
    """

    value: float
    unit: str
    prior: bool
    start: int
    end: int
    spelled: bool = False


_UNITS = {
    "mm": ("mm", 1.0), "millimeter": ("mm", 1.0), "millimeters": ("mm", 1.0), "millimetre": ("mm", 1.0),
    "millimetres": ("mm", 1.0), "cm": ("mm", 10.0), "centimeter": ("mm", 10.0), "centimeters": ("mm", 10.0),
    "centimetre": ("mm", 10.0), "centimetres": ("mm", 10.0), "%": ("%", 1.0), "percent": ("%", 1.0), "hu": ("hu", 1.0),
    "ml": ("ml", 1.0), "cc": ("ml", 1.0), "mhz": ("mhz", 1.0), "mmhg": ("mmhg", 1.0), "suv": ("suv", 1.0),
    "day": ("day", 1.0), "days": ("day", 1.0), "week": ("week", 1.0), "weeks": ("week", 1.0), "wk": ("week", 1.0),
    "wks": ("week", 1.0), "month": ("month", 1.0), "months": ("month", 1.0), "mo": ("month", 1.0),
    "mos": ("month", 1.0),
    "year": ("year", 1.0), "years": ("year", 1.0), "yr": ("year", 1.0), "hour": ("hour", 1.0), "hours": ("hour", 1.0),
    "hr": ("hour", 1.0), "hrs": ("hour", 1.0), "minute": ("minute", 1.0), "minutes": ("minute", 1.0),
}  # fmt: skip
_SPELLED = {
    word: value
    for value, words in enumerate(
        (
            "zero", "one first single", "two second", "three third", "four fourth", "five fifth", "six sixth",
            "seven seventh", "eight eighth", "nine ninth", "ten tenth", "eleven eleventh", "twelve twelfth",
        )
    )
    for word in words.split()
}  # fmt: skip
_VALUE = (
    r"(?:(?<![\w.%])[-\u2212](?=\d)|(?<![A-Za-z])|(?<=[\dm][xX]))\d+(?:[.,]\d+)?(?:st|nd|rd|th)?|\b(?:"
    + "|".join(_SPELLED)
    + r")\b"
)
_LEVEL = re.compile(r"\b([CTDLS])(\d{1,2})\b(?:\s*(?:-|–|/|to|through|and)\s*\1?(\d{1,2})\b)?")
_UNIT = (
    r"(?:mm|millimet(?:er|re)s?|cm|centimet(?:er|re)s?|%|percent\b|HU|hu|ml|mL|cc|mmHg|SUV|days?|weeks?|wks?|months?|mos?"
    r"|years?|yrs?|hours?|hrs?|minutes?)"
)
#: A number of a product or range ends before a sign, the next factor, or a unit without a blank.
_END = rf"(?![A-WYZa-wyz]|[xX](?!\d))|(?={_UNIT}(?![A-Za-z]))"
_NUMBER = re.compile(
    rf"(?:(?<![\w.])|(?<=m[xX]))({_VALUE})"
    rf"((?:\s*(?:-|–|—|to|through|x|×|by|\*|and|and/or)\s*(?:{_VALUE})(?:{_END}))*)\s*[- ]?"
    rf"({_UNIT})?(?![A-WYZa-wyz\d]|[xX](?!\d))",
    re.IGNORECASE,
)
#: "Subcentimeter" holds a number: "less than 1 cm".
_CENTIMETER = 10.0
_SUBCENTIMETER = re.compile(r"\bsub-?centimet(?:er|re|ric)\b", re.IGNORECASE)
_ONE = re.compile(_VALUE, re.IGNORECASE)
_PRIOR_BEFORE = re.compile(
    r"\b(?:previously|formerly|prior|from|compared (?:to|with)|versus|vs\.?|before|earlier|up|down|against"
    r"|(?:having|had) been)"
    r"\s*(?:measur\w+|of|at|about|approximately|up to|from|size|exam|it|:|,|was)*\s*$",
    re.IGNORECASE,
)
_WAS = re.compile(r"[,(;]\s*(?:it\s+)?was\s*(?:about|approximately)?\s*$", re.IGNORECASE)
_PRIOR_AFTER = re.compile(
    r"^\s*(?:,\s*)?\(?(?:previously|before|formerly|on (?:the )?(?:prior|previous|earlier)|earlier|prior)\b(?!\s*\d)",
    re.IGNORECASE,
)
_TO = re.compile(r"to|through|-|–|—")
_NUMBERED_BONE = re.compile(r"\bribs?\b|\bcostal\b", re.IGNORECASE)
_RANGE_LIMIT = 13


def numbers(sentence: str) -> list[Number]:
    """Return the numbers of a sentence from left to right; ranges of ribs and vertebrae are written out."""
    found: list[Number] = []
    taken: list[tuple[int, int]] = []
    for level in _LEVEL.finditer(sentence):
        first, last = int(level[2]), int(level[3] or level[2])
        if level[3] and level[0].find("and") > 0:
            steps = [first, last]
        else:
            steps = list(range(min(first, last), max(first, last) + 1))[:_RANGE_LIMIT]
        region = "T" if level[1] == "D" else level[1]
        found += [Number(float(step), region, False, level.start(), level.end()) for step in steps]  # noqa: FBT003
        taken.append(level.span())
    has_numbered_bone = _NUMBERED_BONE.search(sentence) is not None
    for match in _NUMBER.finditer(sentence):
        if any(start < match.end() and match.start() < end for start, end in taken):
            continue
        found += _expression(sentence, match, has_numbered_bone=has_numbered_bone)
    found += [Number(_CENTIMETER, "mm", False, m.start(), m.end(), True) for m in _SUBCENTIMETER.finditer(sentence)]  # noqa: FBT003
    return sorted(found, key=lambda n: (n.start, n.value))


def _expression(sentence: str, match: re.Match[str], *, has_numbered_bone: bool) -> list[Number]:
    start, end = match.span()
    unit, factor = _UNITS.get((match[3] or "").lower(), ("", 1.0))
    pieces = [piece[0] for piece in _ONE.finditer(sentence, start, match.end(2))]
    values = [_value(piece) * factor for piece in pieces]
    spelled = all(piece.lower() in _SPELLED for piece in pieces)
    joined = (match[2] or "").lower()
    whole = unit == "" and all(value == int(value) and 0 < value < _RANGE_LIMIT for value in values)
    if has_numbered_bone and whole:
        unit = "level"
        if len(values) == 2 and _TO.search(joined) and values[0] < values[1]:
            values = [float(step) for step in range(int(values[0]), int(values[1]) + 1)]
    before, after = sentence[max(0, start - 40) : start], sentence[end : end + 30]
    prior = (
        _PRIOR_BEFORE.search(before) is not None
        or _WAS.search(before) is not None
        or _PRIOR_AFTER.match(after) is not None
    )
    if unit == "mm" and len(values) == 2 and re.search(r"\bto\b", joined) and re.search(r"\bfrom\s*$", before):
        return [
            Number(values[0], unit, True, start, end, spelled),  # noqa: FBT003
            Number(values[1], unit, False, start, end, spelled),  # noqa: FBT003
        ]
    return [Number(round(value, 4), unit, prior, start, end, spelled) for value in values]


def _value(piece: str) -> float:
    word = piece.lower()
    if word in _SPELLED:
        return float(_SPELLED[word])
    word = re.sub(r"(?:st|nd|rd|th)$", "", word).replace("\u2212", "-").replace(",", ".")
    return float(word)
