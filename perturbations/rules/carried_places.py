"""A place that the findings tell exactly, carried to the impression, where the same finding has its lung only."""

from __future__ import annotations

import re
from dataclasses import dataclass

from reref.perturbations.edits import Edit, Source
from reref.perturbations.rules.lung_places import PLACE, side_of
from reref.report import Report, Sentence, sentences

_HEAD = re.compile(
    r"\b(?P<head>atelecta|emphysem|bronchiecta|granulom|nodul|mass(?:es)?\b|consolidat|ground[- ]glass|scar|cyst"
    r"|infiltrat|airspace|air\s+space|opacit|pneumon|cavit|bulla|fibro|sequela|mosaic)",
    re.IGNORECASE,
)
_NOT_THERE = re.compile(
    r"\b(?:no|not|without|resol\w+|clear(?:ed)?|other|also|largest|larger|previous\w*)\b", re.IGNORECASE
)
_LUNG_AFTER = re.compile(
    r"(?<=\bin\s)(?:the\s+(?P<side>right|left)\s+lung|(?P<both>both)\s+lungs)\b(?!\s+(?:\w+\s+)?lobe)", re.IGNORECASE
)
_LUNG_BEFORE = re.compile(
    r"\b(?P<side>right|left)\s+lung(?=\s+(?:[\w-]+\s+){0,2}?(?:atelecta|nodul|granulom|opacit|infiltrat|consolidat|scar))",
    re.I,
)
_FINE = re.compile(r"\b(?:lobes?|segments?|zones?|apex|apices|bas(?:al|es?|ilar)|apical|lingul\w+)\b", re.IGNORECASE)
_WHOLE_PLACE = re.compile(r"(?:lobes?|segments?|lungs?|lingula|apex|bases?)$", re.IGNORECASE)
_LOBE = re.compile(r"(?:right|left)\s+(?:upper|middle|lower)\s+lobe", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Told:
    """A finding that the findings tell at one exact place."""

    place: str
    side: str
    sentence: Sentence


def carried(report: Report) -> list[Edit]:
    """Return edits that name the lobe or segment in the impression where only the findings name it."""
    edits: list[Edit] = []
    told: dict[str, list[_Told | None]] | None = None
    for sentence in sentences(report.impression):
        heads = _heads(sentence.text)
        if len(heads) != 1 or _NOT_THERE.search(sentence.text) or PLACE.search(sentence.text):
            continue
        after, before = _LUNG_AFTER.search(sentence.text), _LUNG_BEFORE.search(sentence.text)
        coarse = after or before
        if (
            coarse is None
            or _FINE.search(sentence.text)
            or len(re.findall(r"\blungs?\b", sentence.text, re.IGNORECASE)) != 1
        ):
            continue
        told = _told(report.findings) if told is None else told
        where = told.get(heads[0], [])
        exact = where[0] if len(where) == 1 else None
        side = (coarse.group("side") or "both").lower()
        if exact is None or exact.side != side or not (after or _LOBE.fullmatch(exact.place)):
            continue
        start, end = sentence.start + coarse.start(), sentence.start + coarse.end()
        source = Source("findings", exact.sentence.start, exact.sentence.end)
        place = exact.place if before and not after else _with_the(exact.place)
        if before and not after and sentence.text[coarse.start()].isupper():
            place = place[0].upper() + place[1:]
        edits.append(Edit("impression", start, end, place, "place", sources=(source,)))
    return edits


def _told(findings: str) -> dict[str, list[_Told | None]]:
    """Return, by finding, where the findings tell it; ``None`` for a mention without one exact place."""
    told: dict[str, list[_Told | None]] = {}
    for sentence in sentences(findings):
        heads = _heads(sentence.text)
        negated = re.search(r"\b(?:no|not|without)\b", sentence.text, re.IGNORECASE)
        if not heads or (negated and len(heads) == 1 and not PLACE.search(sentence.text)):
            continue
        places = list(PLACE.finditer(sentence.text))
        exact = None
        if len(heads) == len(places) == 1 and not _NOT_THERE.search(sentence.text):
            words = places[0].group()
            rest = sentence.text[: places[0].start()] + sentence.text[places[0].end() :]
            if _WHOLE_PLACE.search(words) and not re.search(r"\b(?:lungs?|lobes?|right|left)\b", rest, re.IGNORECASE):
                exact = _Told(words[0].lower() + words[1:], side_of(places[0]), sentence)
        for head in heads:
            told.setdefault(head, []).append(exact)
    return told


def _heads(text: str) -> list[str]:
    return sorted({found.group("head").lower()[:5] for found in _HEAD.finditer(text)})


def _with_the(place: str) -> str:
    return place if re.match(r"(?:the|both|bilateral)\b", place, re.IGNORECASE) else f"the {place}"
