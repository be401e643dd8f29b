"""Answers about one attribute of a finding, graded by its type (after CT-FineBench): 1 right, 0.5 nearly, 0 wrong."""

from __future__ import annotations

import re

from reref.qa.items import Item

_NUMBER = re.compile(r"(\d+(?:[.,]\d+)?)\s*(mm|cm|millimet(?:er|re)s?|centimet(?:er|re)s?)?", re.IGNORECASE)
_WORD = re.compile(r"[a-z0-9]+")
_SILENT = frozenset(("the", "a", "an", "of", "in", "is", "it", "at", "on", "and", "lung", "both"))
#: Relative errors up to which a number is right, and half right.
RIGHT, NEAR = 0.1, 0.3


def graded(item: Item, text: str) -> float:
    """Return how right an answer is: the best over all answers that are right."""
    return max(_graded_against(item.attribute, text, answer) for answer in item.answers)


def _graded_against(attribute: str, text: str, answer: str) -> float:
    if attribute == "existence":
        return float(_yes(text) == _yes(answer))
    if attribute == "size":
        return _numeric(text, answer)
    given, wanted = _words(text), _words(answer)
    if given == wanted:
        return 1.0
    return 0.5 if given and wanted and (given <= wanted or wanted <= given) else 0.0


def _yes(text: str) -> bool | None:
    first = re.match(r"\W*(yes|no|1|0|true|false)\b", text.lower())
    return None if first is None else first.group(1) in ("yes", "1", "true")


def _numeric(text: str, answer: str) -> float:
    given, wanted = _millimetres(text), _millimetres(answer)
    if given is None or wanted is None or not wanted:
        return 0.0
    off = abs(given - wanted) / wanted
    return 1.0 if off < RIGHT else 0.5 if off < NEAR else 0.0


def _millimetres(text: str) -> float | None:
    found = _NUMBER.search(text)
    if found is None:
        return None
    value = float(found.group(1).replace(",", "."))
    return value * 10 if (found.group(2) or "").lower().startswith("c") else value


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower())) - _SILENT
