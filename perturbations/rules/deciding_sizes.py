"""Sizes that decide what is done next: no word stands for such a number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from reref.perturbations.rules.phrases import lexicon
from reref.perturbations.rules.sizes import Thing, across, nouns
from reref.report import Measurement

_FLUID = frozenset({"pleural effusion", "pericardial effusion", "pneumothorax"})
#: "A nodule that is not definitely calcified", "nodules, one of which is calcified".
_DENIED = re.compile(r"\b(?:not|non|no|without|(?:one|some|most|part)\s+of)\b[^.,;]{0,24}$", re.IGNORECASE)

#: "May represent a granuloma or lymphadenopathy"; a redaction may hide such a word.
_DOUBTED = re.compile(r"\b(?:may|might|could|possib\w+|versus|vs|suggest\w*|suspected|XXXX)\b", re.IGNORECASE)


def decides(sentence: str, before: str, found: Sequence[Measurement]) -> bool:
    """Return whether one of the measurements of a sentence would be missed by who decides what to do.

    Args:
        sentence: the sentence that holds them.
        before: the sentence before, which names what is measured where this one does not ("It measures 8 mm").
        found: its measurements.
    """
    named = nouns(sentence)
    text, known = (sentence, named) if named else (before, nouns(before))
    for m in found:
        if m.unit != "mm":
            continue
        things = _near(m, known) if named else [thing for _, _, thing in known[-1:]]
        for thing in things:
            if thing.name in _FLUID or thing.tip:
                continue
            if m.prior or (not thing.width and (_watched().search(text) or _watched().search(sentence))):
                return True
            value = across(thing, m.values)
            harmless = not thing.watched and _says_benign(text)
            if thing.decides is None or harmless or value < thing.decides:
                continue
            if m.relation != "<" or value > thing.decides:
                return True
    return False


def _near(m: Measurement, known: Sequence[tuple[int, int, Thing]]) -> list[Thing]:
    """Return what a measurement may be of: what is named last before it, and first after it."""
    before = [thing for _, end, thing in known if end <= m.start]
    after = [thing for start, _, thing in known if start >= m.end]
    return before[-1:] + after[:1]


def _says_benign(text: str) -> bool:
    said = _benign().search(text)
    if said is None or _DENIED.search(text[: said.start()]):
        return False
    return not _DOUBTED.search(text[max(0, said.start() - 40) : said.start()]) and "?" not in text[said.end() :][:3]


@cache
def _benign() -> re.Pattern[str]:
    return re.compile(lexicon("quantity.yaml")["benign"], re.IGNORECASE)


@cache
def _watched() -> re.Pattern[str]:
    return re.compile(lexicon("quantity.yaml")["watched"], re.IGNORECASE)
