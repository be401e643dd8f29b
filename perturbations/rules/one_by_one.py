"""Statements about several structures at once, said of each of them: no more, no less, and with the same attribute."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from reref.perturbations.rules.grammar import capital, uncapital
from reref.perturbations.rules.phrases import lexicon
from reref.perturbations.rules.prose import completed
from reref.perturbations.rules.statements import Statement

if TYPE_CHECKING:
    from numpy.random import Generator

_SEEN = r"(?:seen|identified|noted|observed|detected|visualized|demonstrated|present)"
_BETWEEN = re.compile(r",?\s+(?:and|or)\s+|,\s*", re.IGNORECASE)
_LININGS = re.compile(
    r"(?P<where>pleural|pericardial) (?P<one>effusion|thickening)(?: ?[-/,] ?| or | and )(?P<two>effusion|thickening)"
    rf" (?P<be>was|were|is|are) not (?P<seen>{_SEEN})(?P<place>(?: in| on) [\w ]+)?",
    re.IGNORECASE,
)
#: The cardiomediastinal silhouette is the heart's as well.
_HEART_TWICE = re.compile(r"\b(?:heart|cardiac)\b.*\bcardio ?mediastinal\b", re.IGNORECASE)
#: Words for "normal" that take turns, so that sentences in a row do not end alike.
_OTHER_WORD = {"normal": "unremarkable", "unremarkable": "normal", "within normal limits": "normal"}


def parted(statement: Statement, rng: Generator) -> list[str]:
    """Return what a statement says of several structures as one sentence for each; empty when it does not.

    Args:
        statement: a normal statement of the report.
        rng: source of the choice of wording.
    """
    text = (completed(statement.text) or statement.text).rstrip(" .")
    turn = int(rng.integers(2))
    return _named(text) or _denied(text, turn) or _linings(text)


def _named(text: str) -> list[str]:
    """Part "Heart size and mediastinal contours are normal"."""
    found = _of_list().fullmatch(text)
    if found is None:
        return []
    how = found["how"].lower()
    if "contour" in how and re.search(r"\bsize\b", found["list"], re.IGNORECASE):
        return []  # a size has no contour
    if _HEART_TWICE.search(found["list"]):
        return []
    with_article = found["list"].lower().startswith("the ")
    said: list[str] = []
    for subject in _BETWEEN.split(found["list"]):
        name = re.sub(r"^(?:the|both) ", "", subject.lower())
        bare = subject.lower().startswith(("the ", "both ")) or not with_article
        written = capital(subject if bare else f"the {uncapital(subject)}")
        words = _OTHER_WORD.get(how, how) if len(said) % 2 else how
        be = _number_of()[name]
        if found["be"].lower().startswith("appear"):
            be = "appears" if be == "is" else "appear"
        said.append(f"{written} {be} {words}.")
    return said


def _denied(text: str, turn: int) -> list[str]:
    """Part "No consolidation, effusion or pneumothorax", unless a word before the first might hold for all."""
    found = _of_denials().fullmatch(text)
    if found is None:
        return []
    items = _BETWEEN.split(found["items"])
    if items[0].lower().startswith("large ") or sum(_lung_denial().fullmatch(item) is not None for item in items) > 1:
        return []
    seen, evidence = found["seen"] or "seen", found["evidence"] or ""
    said = []
    for number, item in enumerate(items):
        be = "are" if item.lower().endswith(("s", "ces")) else "is"
        if evidence and number == 0:
            said.append(f"There is no {evidence}{item}.")
        elif (number + turn) % 2:
            said.append(f"No {item} {be} {seen}.")
        else:
            said.append(f"There {be} no {item}.")
    return said


def _linings(text: str) -> list[str]:
    """Write "Pleural effusion-thickening was not detected" as two denials."""
    found = _LININGS.fullmatch(text)
    if found is None or found["one"].lower() == found["two"].lower():
        return []
    where = found["where"].lower()
    place = (found["place"] or "").replace(" both hemithorax", " either hemithorax")
    one, two = found["one"].lower(), found["two"].lower()
    return [f"No {where} {one} {found['be']} {found['seen']}{place}, and there {found['be']} no {where} {two}."]


@cache
def _structures() -> str:
    named = "|".join(sorted(map(re.escape, _number_of()), key=len, reverse=True))
    part = rf"(?:the |both )?(?:{named})"
    return rf"(?P<list>{part}(?:, {part})*,? and {part})"


@cache
def _of_list() -> re.Pattern[str]:
    predicates = lexicon("exhaustive.yaml")["predicates"]
    return re.compile(
        rf"{_structures()} (?P<be>is|are|was|were|appears?) (?P<how>(?:grossly )?(?:{predicates}))", re.IGNORECASE
    )


@cache
def _lung_denial() -> re.Pattern[str]:
    return re.compile(lexicon("exhaustive.yaml")["denials"]["lung"], re.IGNORECASE)


@cache
def _of_denials() -> re.Pattern[str]:
    denials = lexicon("exhaustive.yaml")["denials"]
    item = rf"(?:{denials['lung']}|{denials['other']})"
    return re.compile(
        rf"(?:there (?:is|are) )?no (?P<evidence>(?:evidence|signs?) (?:of|for) )?"
        rf"(?P<items>{item}(?:, {item})*,? (?:or|and) {item})(?: (?:(?:is|are) )?(?P<seen>{_SEEN}))?",
        re.IGNORECASE,
    )


@cache
def _number_of() -> dict[str, str]:
    structures = lexicon("exhaustive.yaml")["structures"]
    return {**dict.fromkeys(structures["singular"], "is"), **dict.fromkeys(structures["plural"], "are")}
