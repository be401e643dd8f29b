"""Places named as finely as the report allows: lobes carried to where they lack, zones and sides spelt out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.rules.carried_places import carried
from reref.perturbations.rules.grammar import cased_like
from reref.perturbations.rules.lung_places import PLACE
from reref.perturbations.rules.place_swaps import place_swaps
from reref.perturbations.rules.registry import rule
from reref.perturbations.rules.spelled_lungs import spelled, spelled_lungs
from reref.report import TARGET_SECTIONS, Report, Sentence, sentences

if TYPE_CHECKING:
    from numpy.random import Generator

_NORMAL = re.compile(
    r"\b(?:normal|unremarkable|stable|unchanged|within\s+(?:\w+\s+)?limits|clear|intact)\b", re.IGNORECASE
)
_NOT_NORMAL = re.compile(
    r"\b(?:enlarg\w*|widen\w*|promin\w*|increas\w*|shift\w*|deviat\w*|obscur\w*|abnormal\w*|tortuo\w*|although|but|upper\s+limits?"
    r"|borderline|mild\w*|calcif\w*|cardiomegaly|rotat\w*|exagg\w*|accentuat\w*|evaluat\w*)\b",
    re.IGNORECASE,
)
_CARDIOMEDIASTINAL = re.compile(
    r"\bcardio[- ]?mediastinal\s+(?:silhouette|contour)s?\b"
    r"(?:(?P<verb>\s+(?:is|was|appears|remains|has)\b)|(?P<and>,?\s+and\s+(?:the\s+)?))?",
    re.IGNORECASE,
)
_LARGE_HEART = re.compile(
    r"\b(?:cardiomegaly|cardiac\s+enlargement|(?:heart|cardiac|cardiomediastinal)\b[^.;]*\benlarg\w+|enlarged\s+(?:heart|card\w+))",
    re.IGNORECASE,
)
_PLURAL_VERB = {"is": "are", "was": "were", "appears": "appear", "remains": "remain", "has": "have"}
_NOT_ABNORMAL = re.compile(r"\b(?:no|not|without|normal|clear)\b", re.IGNORECASE)


@rule("anatomical-granularity/high")
def spell_places_out(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Name lobes, zones, both sides and each organ where the report names the whole."""
    edits = carried(report)
    exact = bool(edits)
    told = {(edit.section, edit.start) for edit in edits}
    read = [(section, sentence) for section in TARGET_SECTIONS for sentence in sentences(report.section(section))]
    state = spelled(report, clear=not any(PLACE.search(s.text) and not _NOT_ABNORMAL.search(s.text) for _, s in read))
    large_heart = bool(_LARGE_HEART.search(report.findings) or _LARGE_HEART.search(report.impression))
    done: set[str] = set()
    for section, sentence in read:
        if any(where == section and sentence.start <= start < sentence.end for where, start in told):
            continue
        lungs = state.lungs
        found = spelled_lungs(section, sentence, state, rng)
        exact = exact or state.lungs > lungs
        silhouette = _cardiac_and_mediastinal(section, sentence)
        exact = exact or silhouette is not None
        found += [silhouette] if silhouette is not None else []
        found += _swapped(section, sentence, done, large_heart=large_heart)
        edits += _apart(found)
    if not exact:
        return Infeasible(
            "missing_information", "the report names no part, and no whole whose parts its text would let one name"
        )
    return sorted(edits, key=lambda edit: (edit.section, edit.start))


def _apart(found: list[Edit]) -> Iterator[Edit]:
    """Yield the edits that do not overlap an earlier one."""
    end = -1
    for edit in sorted(found, key=lambda e: (e.start, -e.end)):
        if edit.start >= end:
            yield edit
            end = edit.end


def _cardiac_and_mediastinal(section: str, sentence: Sentence) -> Edit | None:
    """Return the edit that names heart and mediastinum where they are called normal in one word."""
    text = sentence.text
    found = _CARDIOMEDIASTINAL.search(text)
    if found is None or not _NORMAL.search(text) or _NOT_NORMAL.search(text):
        return None
    before = text[: found.start()]
    if re.search(
        r"(?:\ban?\s+(?:[\w-]+\s+)?|\b(?:and|in)\s+(?:the\s+)?|\bthere\s+is\s+(?:\w+\s+)?|,\s*)$", before, re.IGNORECASE
    ):
        return None
    verb, more = found.group("verb") or "", found.group("and") or ""
    if more:
        new = f"cardiac silhouette, mediastinal contours{',' if ',' in more else ''} {more.lstrip(', ')}"
    else:
        if not re.search(r"\bof\s+(?:the\s+)?$", before, re.IGNORECASE):
            verb = re.sub(r"\w+", lambda m: _PLURAL_VERB[m.group().lower()], verb)
        new = f"cardiac silhouette and mediastinal contours{verb}"
    at = sentence.start + found.start()
    return Edit(section, at, sentence.start + found.end(), cased_like(found.group(), new), "place")


def _swapped(section: str, sentence: Sentence, done: set[str], *, large_heart: bool) -> Iterator[Edit]:
    """Yield the edits that name both parts of a pair, each pair of organs once in a report."""
    text = sentence.text
    for swap in place_swaps("anatomy_high.yaml"):
        if swap.of in done or (swap.heart and large_heart):
            continue
        found = swap.words.search(text)
        if found is None or not swap.suits(text):
            continue
        if swap.of:
            done.add(swap.of)
        new = cased_like(found.group(), found.expand(swap.to), at_start=found.start() == 0)
        yield Edit(section, sentence.start + found.start(), sentence.start + found.end(), new, "place")
