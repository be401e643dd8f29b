"""What is left of a sentence when its numbers are taken out, and whether it still reads on."""

from __future__ import annotations

import re

#: A word that waits for the number that was taken away.
_DANGLING = re.compile(
    r"\b(?:measuring|measured|measures?|reaching|approximately|about|than|causing|of|up\s+to|and|with|is|are|was|were)"
    r"\s*(?:[.,;:)]|$|\b(?:in\s+the|on\s+the)\s+(?:widest|deepest))"
    r"|\bto\s+an?\s+(?:depth|thickness|size|diameter)\b(?!\s+of)"
    r"|\bmeasured\s+(?:at|in|with)\s+a\s+(?:depth|thickness|size|diameter)\b",
    re.IGNORECASE,
)

#: "The diameter has increased by 45": a size whose unit was left out.
_NO_UNIT = re.compile(r"(?<=increased)\s+(?:by|to)\s+\d+(?:[.,]\d+)?(?=\s*(?:[.;,]|$))", re.IGNORECASE)
_AT_ITS_DEEPEST = re.compile(
    r",?\s+(?:at|in)\s+(?:its|the)\s+(?:deepest|widest|thickest)\s+(?:point|part|place)(?!\s*(?:,\s*)?(?:\w+\s+){0,6}?\d)",
    re.IGNORECASE,
)
#: "Is seen in the widest part of the pericardial space".
_DEEPEST_OF = re.compile(
    r"\s+in\s+the\s+(?:deepest|widest|thickest)\s+(?:point|part|place)\s+of\s+(?=(?:the|both)\b)(?!.*\d)", re.IGNORECASE
)
#: A unit whose number is gone.
_UNIT_LEFT = re.compile(r"(?<![\d.])\s(?:mm|cm|m)\b")
_LARGEST_LEFT = re.compile(r"\bof\s+(?:the|an?)\s+(?:few\s+)?(?:[\w-]+\s+)?larg(?:e|er|est)\s+ones?\b", re.IGNORECASE)
#: What only says which number is meant.
_AXIS = re.compile(
    r"\s+with\s+(?:an?\s+)?(?:short|long)\s+ax[ei]s(?=\s+in\s+the\b)"
    r"|\b(?:short|long)(?:[- ]axis)?\s+(?=(?:small\s+)?lymph)",
    re.IGNORECASE,
)


def without_axis(text: str) -> str:
    """Return a sentence whose number is gone without the axis that it was measured along: "short axis lymph nodes"."""
    return _AXIS.sub("", text)


def has_bare_size(text: str) -> bool:
    """Return whether a sentence states a size without its unit ("has increased by 45")."""
    return bool(_NO_UNIT.search(text))


def without_remains(text: str) -> str:
    """Return a sentence without the words that only led to a number that is gone ("at its deepest point")."""
    return _NO_UNIT.sub("", _AT_ITS_DEEPEST.sub("", _DEEPEST_OF.sub(" in ", text)))


def reads_broken(old: str, new: str) -> bool:
    """Return whether something in a sentence without its numbers waits for one of them."""
    dangling = len(_DANGLING.findall(new)) > len(_DANGLING.findall(old))
    return dangling or bool(_LARGEST_LEFT.search(new) or _UNIT_LEFT.search(new))
