"""A copy of a text that is easier to read and has the same length, so that offsets found in it hold in the original."""

from __future__ import annotations

import re

#: Characters that end a line in some system's reports.
LINE_ENDS = "\n\r\x0b\x0c\x85\u2028\u2029"

_SPACES = "\t\x00\x1c\x1d\x1e\x1f\xa0\u1680\u180e\u200b\u200c\u200d\u202f\u205f\u2060\u3000\ufeff" + "".join(
    map(chr, range(0x2000, 0x200B))
)
_TABLE = {ord(c): " " for c in _SPACES}
_TABLE |= {ord(c): "\n" for c in LINE_ENDS if c != "\r"}
_TABLE |= {
    0xFF1A: ":",
    0xFE55: ":",
    0xA789: ":",
    0x2236: ":",
    0xFF1B: ";",
    0xFF0E: ".",
    0x3002: ".",
    0xFF01: "!",
    0xFF1F: "?",
}
_TABLE |= {0x201C: '"', 0x201D: '"', 0x2018: "'", 0x2019: "'", 0xFF08: "(", 0xFF09: ")"}
_UNUSUAL = re.compile("[" + re.escape("".join(map(chr, _TABLE))) + "\r]|&[#A-Za-z]|<")
_ENTITY = re.compile(
    r"&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|(nbsp|amp|lt|gt|quot|apos|ndash|mdash|deg|plusmn|times|le|ge));"
)
_NAMED = {
    "nbsp": " ", "amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "ndash": "–", "mdash": "—", "deg": "°",
    "plusmn": "±", "times": "×", "le": "≤", "ge": "≥",
}  # fmt: skip
_TAG = re.compile(
    r"</?(?:(br|p|div|li|ul|ol|tr|h[1-6])|b|i|u|em|strong|span|font|td|th|table|tbody)(?:\s[^<>]{0,200})?/?>", re.I
)


def shadow(text: str) -> str:
    r"""Return the text with odd blanks, line ends, colons, entities and tags replaced, character for character.

    Every line end becomes ``"\n"`` (``"\r\n"`` becomes a blank and ``"\n"``), every exotic blank a space, an HTML
    entity its character followed by spaces, a tag spaces (a line tag a line end). ``len(shadow(text)) == len(text)``.
    """
    if _UNUSUAL.search(text) is None:
        return text
    text = text.replace("\r\n", " \n").replace("\r", "\n")
    if "&" in text:
        text = _ENTITY.sub(_entity, text)
    if "<" in text:
        text = _TAG.sub(lambda m: ("\n" if m[1] else " ").ljust(len(m[0])), text)
    return text.translate(_TABLE)


def _entity(found: re.Match[str]) -> str:
    number = int(found[1]) if found[1] else int(found[2], 16) if found[2] else None
    char = _NAMED[found[3]] if number is None else chr(number) if 0 < number < 0x110000 else " "
    return char.ljust(len(found[0]))
