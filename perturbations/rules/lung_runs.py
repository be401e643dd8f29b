"""Whole phrases that name places finer than a lung, however many lobes, segments and sides they string together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reref.perturbations.rules.lung_places import FINDING, SEGMENT

_SEGMENT = rf"(?:{SEGMENT}|\w*(?:basal|lateral|posterior|anterior)\b|subpleural(?=\s+segments?\b))"
_WORD = (
    rf"(?:right|left|both|bilateral|lungs?|upper|middle|mid|lower|lobes?|{_SEGMENT}|segments?|subsegments?|levels?|zones?"
    r"|fields?|parts?|portions?|sections?|superior|inferior|ap(?:ex(?:es)?|ices)|bases?|basilar|bibasilar|bibasal|biapical|perihilar|midlungs?|midzones?|bilaterally)"
)
_BETWEEN = r"(?:\s*,\s*|\s*/\s*|\s*-\s*|\s+)(?:(?:and|or)\s+)?(?:(?:of|in|at|to|on)\s+)?(?:the\s+)?"
_RUN = re.compile(rf"\b{_WORD}\b(?:{_BETWEEN}{_WORD}\b)*", re.IGNORECASE)

#: What makes a run a place in a lung.
_LOBE = re.compile(r"\b(?:upper|middle|lower|superior|inferior)\b[^.;]*\blobes?\b|\blingular?\b", re.IGNORECASE)
_SEGMENTED = re.compile(rf"\b{_SEGMENT}\s+(?:sub)?segments?\b|\bapicoposterior\b|\b\w+basal\b", re.IGNORECASE)
_PART = re.compile(
    r"\b(?:ap(?:ex(?:es)?|ices)|bases?|zones?|midlungs?|midzones?)\b|\b(?:upper|mid|lower)[ -]?lungs?\b", re.I
)
_ADJECTIVE = re.compile(r"\b(?:basilar|bibasilar|bibasal|biapical|basal|apical|perihilar)$", re.IGNORECASE)
_BASE_OF_A_LESION = re.compile(r"\s+(?:of\s+which|sits?\b)", re.IGNORECASE)
_DANGLING = re.compile(r"\s+(?:(?:in|at)\s+)?(?:the\s+)?(?:levels?|parts?|portions?|sections?|fields?)$", re.IGNORECASE)
_VOLUMES = re.compile(r"\s+volumes?\b", re.IGNORECASE)
_APICAL_LEVEL = re.compile(r"\bapical\s+levels?\b", re.IGNORECASE)
_COULD_BE = re.compile(
    r"lobe|segment|lingul|ap(?:ex|ices|ical)|bas|zone|perihilar|midlung|apico|(?:upper|mid|lower)[ -]?lung",
    re.IGNORECASE,
)
_NEEDS_LUNG = re.compile(r"\b(?:right|left|both|bilateral\w*|lungs?|midlungs?)\b", re.IGNORECASE)
_THEN_FINDING = re.compile(
    rf"\s+(?:[\w-]+\s+){{0,3}}?(?:{FINDING}|pleur|scar|thicken|cap\b|pneumothora|hydropneumothora|effusion|regions?\b)",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"\b(?:liver|hepat\w+|thyroid|kidneys?|renal|esophag\w+|caudate|pancrea\w+|splen\w+|spleen|adrenal|colon|vertebra\w*|spine|thoracic|lumbar"
    r"|aort\w+|ventric\w+|neck|skull|heart|cardiac|stomach|ribs?|clavicle|scapula|humer\w+|breast\w*|tongue|endplates?|corpus)\b",
    re.IGNORECASE,
)
#: The end of a run is a noun, or a segment's word that stands right after its lobe.
_LAST = re.compile(
    rf"(?:\b(?:lobes?|segments?|subsegments?|levels?|zones?|fields?|parts?|portions?|sections?|lungs?|ap(?:ex(?:es)?|ices)|bases?|lingular?|midlungs?|midzones?)"
    rf"|\b(?:lobes?|lungs?)\s+(?:{_SEGMENT})(?:\s*(?:,|-|and|\s)\s*{_SEGMENT})*)(?:\s+bilaterally)?$",
    re.IGNORECASE,
)
_TAIL = re.compile(rf"(?:{_BETWEEN})\w+$", re.IGNORECASE)
_ON_SIDE = re.compile(
    r"(?:\s*,)?\s+(?:on|in)\s+the\s+(?P<side>right|left)\b(?:\s+side\b)?(?=\s*(?:[.,;:)]|$|(?:and|or|was|were|is|are|with|which|that)\b))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Run:
    """A phrase that names a place in a lung.

    Attributes:
        start: first character in the sentence.
        end: one past the last.
        side: ``right``, ``left``, ``both`` (also of "the lower lobes"), or empty when the phrase does not say.
        adjective: whether it is an adjective only ("basilar").
    """

    start: int
    end: int
    side: str
    adjective: bool


def lung_runs(text: str) -> Iterator[Run]:
    """Yield the fine lung places of a sentence."""
    for found in _RUN.finditer(text):
        start, end = found.span()
        run = _fine(text, start, end)
        if run is not None:
            yield run


def _fine(text: str, start: int, end: int) -> Run | None:
    words = text[start:end]
    if not _COULD_BE.search(words):
        return None
    adjective = _ADJECTIVE.search(words) is not None and _THEN_FINDING.match(text[end:]) is not None
    if words.lower().endswith("base") and _BASE_OF_A_LESION.match(text[end:]):
        words = words[: -len("base")]
    if not adjective:
        if re.match(r"\s+of\b", text[end:]):  # "in the left upper lung at the level of the ribs"
            words = _DANGLING.sub("", words)
        while words and not _LAST.search(words):
            tail = _TAIL.search(words)
            words = words[: tail.start()] if tail else ""
        end = start + len(words)
    if not words or not (adjective or _LOBE.search(words) or _SEGMENTED.search(words) or _PART.search(words)):
        return None
    if _VOLUMES.match(text[end:]):
        return None
    lobe = _LOBE.search(words) or _SEGMENTED.search(words)
    if not lobe and not adjective and not _NEEDS_LUNG.search(words) and not _APICAL_LEVEL.search(words):
        return None
    around = " ".join([*text[:start].split()[-4:], "|", *text[end:].split()[:4]])
    near_after = " ".join(text[end:].split()[:4])
    if _ELSEWHERE.search(near_after) or (not re.search(r"\blungs?\b", words) and _ELSEWHERE.search(around)):
        return None
    on_side = _ON_SIDE.match(text[end:])
    many = bool(re.search(r"\b(?:lobes|bases|apices|apexes|zones|segments\s+of\s+the)\b", words, re.IGNORECASE))
    side = _side(words + (on_side.group() if on_side else "")) or ("both" if many else "")
    end += on_side.end() if on_side else 0
    return Run(start, end, side, adjective)


def _side(words: str) -> str:
    low = words.lower()
    named = {side for side in ("right", "left") if re.search(rf"\b{side}\b", low)}
    if re.search(r"\b(?:both|bilateral\w*|bibasilar|bibasal|biapical)\b", low):
        return "both"
    other_lobe = re.search(r"\b(?:upper|lower)\b[^.;]*\blobe", low)
    if "lingul" in low:
        named.add("left")
    if re.search(r"\bmiddle\s+lobe|\bmiddle\s*(?:,|and)", low) and (named != {"left"} or other_lobe or "lingul" in low):
        named.add("right")
    return "both" if len(named) > 1 else "".join(named)
