"""The word for a size, put before the noun that it belongs to, or made part of what is said of its width."""

from __future__ import annotations

import re
from dataclasses import dataclass

from reref.perturbations.rules.grammar import article, capital, is_plural, uncapital
from reref.perturbations.rules.own_sizes import OwnSizes
from reref.perturbations.rules.sizes import Thing, across, below, first, group_start, nouns, sized_already, things_in
from reref.report import Measurement

#: What a report itself says of how wide a vessel or how large an organ is.
_SAYS_WIDTH = re.compile(
    r"\b(?:dilat(?:at)?ions?|ectasia|enlargement|widening|dilated|ectatic|wider|larger|enlarged|widened|increased?|increase"
    r"|above\s+normal|prominent|normal|natural|\w+megaly)\b",
    re.IGNORECASE,
)
#: Words that can follow "small to".
_MIDDLE = frozenset({"moderate-sized", "mildly enlarged", "moderately enlarged"})
_VERY = frozenset({"large", "huge", "massive", "big", "bulky", "moderately enlarged", "markedly enlarged"})
_LITTLE = frozenset({"small", "tiny", "minute", "millimetric", "punctate"})
_BRACKETED = re.compile(r"\([^()]*\)")
#: "Right upper, left lower paratracheal nodes": the word would stand in the midst of the places.
_HALF_A_PLACE = re.compile(r"\b(?:upper|lower|middle|right|left|anterior|posterior)\s*,\s*$", re.IGNORECASE)
#: "There is effusion": with its size it is "a small effusion".
_THERE_IS = re.compile(r"\bthere\s+(?:is|was)\s+$", re.IGNORECASE)
_LONG_AXIS = re.compile(r"\blong(?:est)?\s+(?:ax[ei]s|diameter)", re.IGNORECASE)
_LARGEST = re.compile(r"\b(?:larg(?:est|er)|up\s+to|biggest)\b", re.IGNORECASE)
_NAMED_DENSITY = re.compile(
    r"adenoma|cyst|lipoma|\bfat|lipid|fluid|calcif|h(?:a)?ematoma|hemorrh|hypodens|hyperdens", re.I
)


class Unsafe(Exception):  # noqa: N818 - it is a way out of a sentence, not a failure
    """The number stands where no word can take its place."""


@dataclass(frozen=True, slots=True)
class Sizing:
    """A sentence whose numbers give way to words, and what its report calls such sizes."""

    sentence: str
    things: tuple[Thing, ...]
    own: OwnSizes

    @classmethod
    def of(cls, sentence: str, own: OwnSizes) -> Sizing:
        """Return the sizing of a sentence."""
        return cls(sentence, things_in(sentence), own)

    def word(self, thing: Thing, m: Measurement) -> str:
        """Return the word for a measurement of a thing.

        Raises:
            Unsafe: none fits.
        """
        if m.unit not in ("mm", "", "%") or (m.unit == "%") != (thing.unit == "%"):
            raise Unsafe
        value = across(thing, m.values)
        word = below(thing.words, value)
        if thing.name == "lymph node" and word != "small" and _LONG_AXIS.search(self.sentence):
            raise Unsafe  # how long a node is does not tell whether it is enlarged
        word = self.own.agreed(thing, word, value, self.sentence) if word else ""
        if not word:
            raise Unsafe
        return word


def joined(stem: str, word: str, rest: str) -> str:
    """Return a text with a word before its noun group, the article before it made to fit."""
    if word and rest.startswith("more "):  # "a small, more inferior opacity"
        word += ","
    new = f"{word} {rest}" if word else rest
    last = re.search(r"\b(an?)\s+$", stem, re.IGNORECASE)
    if last:
        fitting = article(new)
        fitting = capital(fitting) if last.group(1)[0].isupper() else fitting
        return f"{stem[: last.start()]}{fitting} {new}"
    if not stem.strip():
        return stem + capital(new)
    return stem + new


def sized(before: str, m: Measurement, sizing: Sizing, *, gone: str = "") -> str:
    """Put the word for a size before the last noun group of a text, unless it says its size already.

    Args:
        before: what stands before the size.
        m: the size.
        sizing: the whole sentence.
        gone: the words that go with the number; "the largest of which" speaks of one of several.

    Raises:
        Unsafe: no word fits, or there is no noun that it could stand before.
    """
    if m.unit not in ("mm", "", "%"):
        if m.unit == "HU" and not _NAMED_DENSITY.search(sizing.sentence):
            raise Unsafe
        return before  # a density or uptake in brackets only goes
    start, end, thing = _last_noun(before, sizing)
    whole = re.search(r"\b\w+\s+(?:of|with)\s+(?:(?!(?:of|with|an?|the)\b)[\w-]+\s+){0,4}$", before[:start])
    owner = first(whole.group(), sizing.things) if whole else None
    if (
        whole and owner is not None
    ):  # "a lesion of fluid density", "nodules with calcification": the lesion has the size
        start, thing = whole.start(), owner
    if re.search(r"\b(?:ax[ei]s|diameters?|sizes?|thickness|dimensions?)\s*$", before, re.IGNORECASE):
        raise Unsafe
    if re.search(r"[.;:]", before[end:]) or thing.tip:
        raise Unsafe
    if thing.width:
        return wide(before, sizing)
    group = group_start(before, start)
    if says_size(before[max(0, group - 16) : end], thing, m):
        return before
    word = sizing.word(thing, m)
    if is_plural(before[start:end]) and _LARGEST.search(gone):
        word = _of_the_largest(word)
    head, noun_group = before[:group], before[group:]
    if _HALF_A_PLACE.search(head):
        raise Unsafe
    if not head.strip():
        noun_group = uncapital(noun_group)
    if _THERE_IS.search(head) and not is_plural(before[start:end]):
        head = f"{head}a "
    return joined(head, word, noun_group)


def says_size(text: str, thing: Thing, m: Measurement) -> bool:
    """Return whether a text says the size of a thing already.

    Raises:
        Unsafe: it says "large" of what is not, or "small", so that only the number tells how large it is.
    """
    said = sized_already().findall(text)
    is_large = below(thing.words, across(thing, m.values)) in _VERY
    if any(word.lower() in (_LITTLE if is_large else _VERY) for word in said):
        raise Unsafe
    return bool(said)


def _of_the_largest(word: str) -> str:
    """Return what several things are when the word is that of the largest of them."""
    if word in _MIDDLE:
        return f"small to {word}"
    if word in _VERY:
        raise Unsafe
    return word


def _last_noun(before: str, sizing: Sizing) -> tuple[int, int, Thing]:
    last: tuple[int, int, Thing] | None = None
    outside = _BRACKETED.sub(lambda m: " " * len(m.group()), before)
    for thing in sizing.things:
        for noun in thing.noun.finditer(outside):
            if last is None or noun.end() > last[1] or (noun.end() == last[1] and noun.start() < last[0]):
                last = (noun.start(), noun.end(), thing)
    if last is None:
        raise Unsafe
    return last


def wide(text: str, sizing: Sizing) -> str:
    """Return a text of which the number of a vessel or the spleen is gone, if its sentence says how wide it is.

    Raises:
        Unsafe: only the number says it, of this vessel or of another of the sentence.
    """
    said = len(_SAYS_WIDTH.findall(sizing.sentence))
    if not said or said < len([thing for _, _, thing in nouns(sizing.sentence) if thing.width]):
        raise Unsafe
    return text
