"""A place that one section tells exactly, carried to the other, where the finding has its lung only or no place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from reref.perturbations.edits import Edit, Source
from reref.perturbations.placeholders import PLACEHOLDER
from reref.perturbations.rules.lung_places import PLACE, SEGMENT, side_of
from reref.report import Report, Sentence, sentences

_HEAD = re.compile(
    r"\b(?P<head>atelecta|emphysem|bronchiecta|granulom|nodul|mass(?:es)?\b|consolidat|ground[- ]glass|scar|cyst"
    r"|infiltrat|airspace|air\s+space|opacit|pneumon|cavit|bulla|fibro|sequela|mosaic)",
    re.IGNORECASE,
)
_NOT_THERE = re.compile(
    r"\b(?:no|not|without|resol\w+|clear(?:ed)?|other|also|largest|larger|previous\w*)\b", re.IGNORECASE
)
_DENIES = re.compile(
    r"(?:[^,;:.]*[,;]\s*)?(?:there\s+(?:is|are|was|were)\s+)?no\b|.*\b(?:was|were|is|are)\s+not\s+\w+\W*$",
    re.IGNORECASE,
)
_LUNG_AFTER = re.compile(
    r"(?<=\bin\s)(?:the\s+(?P<side>right|left)\s+lung|(?P<both>both)\s+lungs)\b(?!\s+(?:\w+\s+)?lobe)", re.IGNORECASE
)
_LUNG_BEFORE = re.compile(
    r"\b(?P<side>right|left)\s+lung(?=\s+(?:[\w-]+\s+){0,2}?(?:atelecta|nodul|granulom|opacit|infiltrat|consolidat|scar))",
    re.IGNORECASE,
)
#: A finding told by its name alone: "Calcified granuloma."
_NO_PLACE = re.compile(
    r"(?:\d+[.)]\s*)?(?:(?!(?:no|with|old|possible)\b)[A-Za-z-]+\s+){0,4}?"
    r"(?:atelectas[ie]s|granulomas?|(?<!multiple\s)nodules?|mass|consolidations?|scarring|opacit(?:y|ies)|infiltrates?|airspace\s+disease)(?=\s*\.?$)",
    re.IGNORECASE,
)
_FINE = re.compile(r"\b(?:lobes?|segments?|zones?|apex|apices|bas(?:al|es?|ilar)|apical|lingul\w+)\b", re.IGNORECASE)
_SIDE = re.compile(r"\b(?:right|left|both|bilateral\w*|lungs?|lobes?)\b", re.IGNORECASE)
_WHOLE_PLACE = re.compile(r"(?:lobes?|segments?|lungs?|lingula|apex|apices|bases?)$", re.IGNORECASE)
_LOBE = re.compile(r"(?:right|left)\s+(?:upper|middle|lower)\s+lobe", re.IGNORECASE)
_ONE_RUN = re.compile(r"(?:\s*,)?\s+and\s+(?:(?:in|of)\s+)?(?:the\s+)?|\s*,\s*(?:the\s+)?", re.IGNORECASE)
#: After a place: it goes on with a finer one that was not read.
_RUNS_ON = re.compile(rf"\s*(?:,\s*|and\s+)?(?:{SEGMENT}|segments?|subsegments?)\b", re.IGNORECASE)
_MANY = re.compile(r"\b(?:nodules|granulomas|masses|cysts|opacities|infiltrates)\b", re.IGNORECASE)
#: How a finding behaves in time; a place told of a new one is not that of a stable one.
_COURSE = re.compile(r"\b(?:new(?:ly)?|stable|unchanged|progress\w*|regress\w*)\b", re.IGNORECASE)
_IN = re.compile(r"\b(?:in|of|within|at|involving)\s+(?:the\s+)?$", re.IGNORECASE)
#: Places as adjectives, and the noun of each.
_NOUNS = {
    "right basilar": "right lung base", "left basilar": "left lung base", "right basal": "right lung base",
    "left basal": "left lung base", "bibasilar": "both lung bases", "bibasal": "both lung bases",
    "right apical": "right lung apex", "left apical": "left lung apex", "biapical": "both lung apices",
    "lingular": "lingula",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Told:
    """A sentence that tells its findings at one exact place."""

    heads: frozenset[str]
    place: str
    side: str
    many: bool
    course: frozenset[str]
    sentence: Sentence


def carried(report: Report) -> list[Edit]:
    """Return edits that name the lobe or segment in one section where only the other names it."""
    return [*_carried(report, "findings", "impression"), *_carried(report, "impression", "findings")]


def _carried(report: Report, there: str, here: str) -> Iterator[Edit]:
    told: dict[str, list[_Told | None]] | None = None
    for sentence in sentences(report.section(here)):
        text = sentence.text
        heads = _heads(text)
        if not heads or _NOT_THERE.search(text) or PLACE.search(text) or _FINE.search(text):
            continue
        after, before = _LUNG_AFTER.search(text), _LUNG_BEFORE.search(text)
        alone = None if _SIDE.search(text) or PLACEHOLDER.search(text) else _NO_PLACE.match(text)
        coarse = after or before or alone
        if coarse is None or (coarse is not alone and len(re.findall(r"\blungs?\b", text, re.IGNORECASE)) != 1):
            continue
        told = _told(report.section(there)) if told is None else told
        exact = _one_told(heads, told)
        if exact is None or exact.many != bool(_MANY.search(text)) or exact.course != _course(text):
            continue
        source = (Source(there, exact.sentence.start, exact.sentence.end),)
        if coarse is alone:
            at = sentence.start + alone.end() if alone else 0
            yield Edit(here, at, at, f" in {_with_the(exact.place)}", "place", sources=source)
            continue
        if exact.side != (coarse.group("side") or "both").lower() or not (after or _LOBE.fullmatch(exact.place)):
            continue
        place = _with_the(exact.place) if after else exact.place
        if not after and text[coarse.start()].isupper():
            place = place[0].upper() + place[1:]
        yield Edit(here, sentence.start + coarse.start(), sentence.start + coarse.end(), place, "place", sources=source)


def _one_told(heads: frozenset[str], told: dict[str, list[_Told | None]]) -> _Told | None:
    """Return the one sentence that tells all of these findings, each of them nowhere else."""
    where = [entry for head in sorted(heads) for entry in told.get(head, [None])]
    first = where[0]
    return first if first is not None and len(where) == len(heads) and all(entry is first for entry in where) else None


def _told(text: str) -> dict[str, list[_Told | None]]:
    """Return, by finding, where a section tells it; ``None`` for a mention without one exact place."""
    told: dict[str, list[_Told | None]] = {}
    for sentence in sentences(text):
        heads = _heads(sentence.text)
        if not heads or (_DENIES.match(sentence.text) and not PLACE.search(sentence.text)):
            continue
        exact = None if _NOT_THERE.search(sentence.text) else _exact(sentence, heads)
        for head in sorted(heads):
            told.setdefault(head, []).append(exact)
    return told


def _exact(sentence: Sentence, heads: frozenset[str]) -> _Told | None:
    """Return what a sentence tells at one place, or at several that stand in one list."""
    text = sentence.text
    places = list(PLACE.finditer(text))
    if not places or PLACEHOLDER.search(text):
        return None
    start, end = places[0].start(), places[-1].end()
    if any(not _ONE_RUN.fullmatch(text[one.end() : two.start()]) for one, two in pairwise(places)):
        return None
    if _SIDE.search(text[:start] + text[end:]) or (len(places) > 1 and not _IN.search(text[:start])):
        return None
    words = text[start:end]
    words = _NOUNS.get(words.lower(), words[0].lower() + words[1:])
    if not _WHOLE_PLACE.search(words):
        return None
    if len(heads) > 1 and len({found.start() < start for found in _HEAD.finditer(text)}) > 1:
        return None  # "emphysema in the apices, linear atelectasis"
    if _RUNS_ON.match(text[end:]):
        return None
    sides = {side_of(place) for place in places}
    side = sides.pop() if len(sides) == 1 else "both"
    return _Told(heads, words, side, bool(_MANY.search(text)), _course(text), sentence)


def _course(text: str) -> frozenset[str]:
    return frozenset(found.lower() for found in _COURSE.findall(text))


def _heads(text: str) -> frozenset[str]:
    return frozenset(found.group("head").lower()[:5] for found in _HEAD.finditer(text))


def _with_the(place: str) -> str:
    return place if re.match(r"(?:the|both|bilateral)\b", place, re.IGNORECASE) else f"the {place}"
