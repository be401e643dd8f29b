"""Units of measurement as radiology reports write them."""

from __future__ import annotations

import re
from typing import NamedTuple

NAMED = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "twelve": 12, "fifteen": 15, "twenty": 20,
}  # fmt: skip

#: Name of a unit of technique (slice thickness, contrast volume): never a finding's size.
TECHNIQUE = "-"

# Unit -> its spellings, and the letters they begin with, so that most patterns need not be tried.
_SPELLINGS: dict[str, tuple[str, str]] = {
    "mm3": ("mc", r"mm(?:3|³)|mm\^3|cubic (?:mm|millimet(?:er|re)s?)"),
    "mm2": ("ms", r"mm(?:2|²)|mm\^2|sq\.? ?mm|square millimet(?:er|re)s?"),
    "ml": ("mc", r"cm(?:3|³)|cm\^3|ccm|cubic (?:cm|centimet(?:er|re)s?)|mls?|ccs?|millilit(?:er|re)s?"),
    "cm2": ("cs", r"cm(?:2|²)|cm\^2|sq\.? ?cm|square (?:cm|centimet(?:er|re)s?)"),
    "mm": ("m", r"mms?|millimet(?:er|re)s?|milimet(?:er|re)s?"),
    "cm": ("cs", r"cms?|centimet(?:er|re)s?|santimet(?:er|re)s?"),
    "in": ("i", r"inch(?:es)?"),
    "l": ("l", r"lit(?:er|re)s?"),
    "HU": ("h", r"hu|hounsfield(?: units?)?"),
    "SUV": ("s", r"suv(?: ?(?:max|mean|peak|bw))?"),
    "%": ("%p", r"%|percent|per cent|pct"),
    "deg": ("°d", r"°(?! ?[cCfF]\b)|degrees?|deg"),
}
# Not inside a word, unless the next size is glued to it ("5mmx6mm"), and no rate ("60 mL/min").
_UNIT_END = r"(?![A-WYZa-wyz0-9²³]|[xX](?!\d))(?!\s?/\s?(?:min|hr?|s|sec|kg|day|year|yr|d|dl|mg)\b)"
_UNITS = [
    (name, first, re.compile(rf"[ \n\t]{{0,8}}\+?[-‐‑]?[ \n]{{0,2}}({spelling}){_UNIT_END}", re.I))
    for name, (first, spelling) in _SPELLINGS.items()
]
_SLICES = r"slices?|sections?|cuts?|collimation|reconstructions?|intervals?|increments?"
_CONTRAST = (
    r"contrast|omnipaque|isovue|visipaque|ultravist|optiray|iohexol|iopamidol|iodixanol|iopromide|gadolinium|gadavist"
)
_TECHNIQUE_AFTER = re.compile(
    r"[ -]{1,2}(?:(?:thick(?:ness)?|axial|contiguous|thin|of|iv|intravenous|nonionic|non-ionic|iodinated) ){0,5}"
    rf"(?:{_SLICES}|{_CONTRAST})\b",
    re.I,
)
_TECHNIQUE_BEFORE = re.compile(
    r"(?:slice|section|cut|reconstruction|collimation) (?:thickness|interval)(?: (?:of|is|was|:|=))?\s?$", re.I
)
_PREFIX = re.compile(
    r"(?<![A-Za-z])(SUV ?(?:max|mean|peak|bw)?|HU|Hounsfield units?|CTR|(?:[A-Za-z/]{1,16} )?ratio|index)"
    r"(?: (?:value|values|level))?\s?[:=]?\s?(?:of|is|was|measures|measured|measuring)?"
    r"\s?(?:up to|about|approximately|at|around)?\s?[-−~<>]?\s?$",
    re.I,
)


class Unit(NamedTuple):
    """A unit found in a text: its name, how it is written, and where it ends."""

    name: str
    written: str
    end: int


def as_number(word: str) -> float | None:
    """Return the value of a written number; a thousands comma and a decimal comma are told apart by their digits."""
    if word.lower() in NAMED:
        return float(NAMED[word.lower()])
    whole, comma, rest = word.partition(",")
    if comma:
        thousands = all(len(group) == 3 for group in rest.split(".")[0].split(",")) and whole != "0"
        word = word.replace(",", "") if thousands else f"{whole}.{rest}"
    try:
        return float(word)
    except ValueError:
        return None


def unit_after(s: str, at: int) -> Unit | None:
    """Return the unit that follows a number that ends at ``at``; ``TECHNIQUE`` is the name of a unit of technique."""
    letter = s[at : at + 12].lstrip(" \n\t+-‐‑")[:1].lower()
    if not letter:
        return None
    for name, first, pattern in _UNITS:
        found = pattern.match(s, at) if letter in first else None
        if found is not None:
            technique = name in ("mm", "cm", "ml") and _is_technique(s, at, found.end())
            return Unit(TECHNIQUE if technique else name, found[1], found.end())
    return None


def _is_technique(s: str, at: int, end: int) -> bool:
    if _TECHNIQUE_AFTER.match(s, end):
        return True
    return _TECHNIQUE_BEFORE.search(s[max(0, at - 44) : at].rstrip("0123456789.,")) is not None


def prefix_unit(s: str, at: int) -> Unit | None:
    """Return the unit that stands before a number that begins at ``at`` ("SUVmax of 4.5", "HU: 30", "ratio 0.55")."""
    found = _PREFIX.search(s, max(0, at - 60), at)
    if found is None:
        return None
    word = found[1].lower()
    name = "SUV" if word.startswith("suv") else "HU" if word.startswith("h") else "ratio"
    return Unit(name, found[1], at)
