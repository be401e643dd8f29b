"""What a report itself calls the size of a finding: one report has one scale."""

from __future__ import annotations

import re
from collections.abc import Iterable

from reref.perturbations.rules.sizes import Thing, group_start, nouns, sized_already
from reref.report import sentences

#: Steps of size, for telling words that agree from words that do not.
_STEP = {
    "tiny": 1, "minute": 1, "millimetric": 1, "punctate": 1, "minimal": 1, "trace": 1,
    "small": 2, "mild": 2, "subcentimeter": 2,
    "moderate": 3, "moderate-sized": 3, "mildly enlarged": 3,
    "large": 4, "massive": 4, "huge": 4, "moderately enlarged": 4, "markedly enlarged": 4, "bulky": 4,
}  # fmt: skip
#: Up to which size (mm) a word can be said at all.
_AT_MOST = {"tiny": 10.0, "minute": 10.0, "millimetric": 10.0, "punctate": 5.0, "subcentimeter": 10.0}
_FLUID = frozenset({"pleural effusion", "pericardial effusion"})
_FLUID_ONLY = frozenset({"minimal", "trace", "mild", "massive"})
_LARGE = 4
_SIDES = re.compile(r"\b(left|right|bilateral|both)\b", re.IGNORECASE)
_LUNG = "nodule"


class OwnSizes:
    """The words for sizes that a report has."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._said: list[tuple[str, frozenset[str], str]] = []
        for text in texts:
            for sentence in sentences(text):
                if sized_already().search(sentence.text):
                    self._said += _sizes_said(sentence.text)

    def agreed(self, thing: Thing, word: str, value: float, sentence: str) -> str:
        """Return the report's own word for a finding where it has one, else the word given.

        Empty when the report calls it something that does not go with the number.
        """
        said = self._words(thing, sentence)
        usable = sorted({one for one in said if value < _AT_MOST.get(one, value + 1)})
        if len(usable) != 1:
            return word
        own = usable[0]
        apart = _STEP[own] - _STEP.get(word, _STEP[own])
        if apart > 0 and _STEP[own] == _LARGE and thing.name not in _FLUID:
            return ""  # "large" would stand alone, and be taken for larger than it is
        if abs(apart) > 1 and thing.name not in _FLUID:
            return ""
        return own

    def _words(self, thing: Thing, sentence: str) -> list[str]:
        sides = _sides(sentence)
        here = [word for name, at, word in self._said if name == thing.name and (at == sides or not at or not sides)]
        if here or thing.name != _LUNG:
            return here
        # small nodules are called by one word wherever they are
        anywhere = [word for name, _, word in self._said if name == _LUNG]
        return anywhere if set(anywhere) & _AT_MOST.keys() else []


def _sizes_said(sentence: str) -> list[tuple[str, frozenset[str], str]]:
    found: list[tuple[str, frozenset[str], str]] = []
    for start, end, thing in nouns(sentence):
        group = sentence[group_start(sentence, start) : end]
        words = [word.lower() for word in sized_already().findall(group)]
        if len(words) == 1 and words[0] in _STEP and (words[0] not in _FLUID_ONLY or thing.name in _FLUID):
            found.append((thing.name, _sides(sentence), words[0]))
    return found


def _sides(sentence: str) -> frozenset[str]:
    sides = {side.lower() for side in _SIDES.findall(sentence)}
    return frozenset({"left", "right"}) if sides & {"bilateral", "both"} else frozenset(sides)
