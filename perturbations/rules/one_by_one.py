"""Statements about several structures at once, said of each of them: no more, no less, and with the same attribute."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache
from typing import TYPE_CHECKING

from reref.perturbations.rules.grammar import capital, uncapital
from reref.perturbations.rules.phrases import lexicon
from reref.perturbations.rules.statements import Statement

if TYPE_CHECKING:
    from numpy.random import Generator

_SEEN = r"(?:seen|identified|noted|observed|detected|visualized|demonstrated|present)"
_BETWEEN = re.compile(r",?\s+(?:and|or)\s+|,\s*", re.IGNORECASE)
_LININGS = re.compile(
    r"(?P<where>pleural|pericardial) (?P<one>effusion|thickening)(?: ?[-/,] ?| or | and )(?P<two>effusion|thickening)"
    rf" (?P<seen>(?:was|were|is|are) not {_SEEN})\.?",
    re.IGNORECASE,
)


def parted(statement: Statement, troubled: Collection[str], rng: Generator) -> list[str]:
    """Return what a statement says of several structures as one sentence for each; empty when it does not.

    Args:
        statement: a statement of the report.
        troubled: regions in which something abnormal stands; one name for two structures is not parted there.
        rng: source of the choice of articles.
    """
    if not statement.only_normal or statement.uncertain or statement.leans or statement.has_placeholder:
        return []
    with_article = bool(rng.random() < 0.5)
    return (
        list(_one_name(statement.text, spoken=not {*troubled} & {*statement.regions}))
        or _named(statement.text, with_article=with_article)
        or _denied(statement.text)
        or _linings(statement.text)
    )


def _one_name(text: str, *, spoken: bool) -> Iterator[str]:
    for entry in lexicon("exhaustive.yaml")["joint"]:
        found = _of_subject(entry["subject"]).fullmatch(text)
        if found is not None and (entry.get("each_named") or spoken):
            yield from (f"{part} {found['how']}." for part in entry["parts"])
            return


def _named(text: str, *, with_article: bool) -> list[str]:
    """Part "Heart size and mediastinal contours are normal", or "Normal heart size and mediastinal contours"."""
    found = _of_list().fullmatch(text) or _list_last().fullmatch(text)
    if found is None:
        return []
    with_article |= found["list"].lower().startswith("the ")
    says = []
    for subject in _BETWEEN.split(found["list"]):
        name = re.sub(r"^(?:the|both) ", "", subject.lower())
        bare = subject.lower().startswith(("the ", "both ")) or not with_article
        written = capital(subject if bare else f"the {uncapital(subject)}")
        says.append(f"{written} {_number_of()[name]} {uncapital(found['how'])}.")
    return says


def _denied(text: str) -> list[str]:
    """Part "No consolidation, effusion or pneumothorax", unless a word before the first might hold for all."""
    found = _of_denials().fullmatch(text)
    if found is None:
        return []
    items = _BETWEEN.split(found["items"])
    if items[0].lower().startswith("large ") or sum(_lung_denial().fullmatch(item) is not None for item in items) > 1:
        return []
    said = []
    for item in items:
        be = "are" if item.lower().endswith(("s", "ces")) else "is"
        evidence = found["evidence"] or ""
        if evidence or not found["seen"]:
            said.append(f"There {'is' if evidence else be} no {evidence}{item}.")
        else:
            said.append(f"No {item} {be} {found['seen']}.")
    return said


def _linings(text: str) -> list[str]:
    found = _LININGS.fullmatch(text)
    if found is None or found["one"].lower() == found["two"].lower():
        return []
    return [f"{capital(found['where'])} {found[part].lower()} {found['seen']}." for part in ("one", "two")]


def _predicates() -> str:
    return f"(?P<how>{lexicon('exhaustive.yaml')['predicates']})"


@cache
def _of_subject(subject: str) -> re.Pattern[str]:
    return re.compile(rf"{subject} (?:(?:is|are|was|were|appears?) )?{_predicates()}\.?", re.IGNORECASE)


@cache
def _structures() -> str:
    named = "|".join(sorted(map(re.escape, _number_of()), key=len, reverse=True))
    part = rf"(?:the |both )?(?:{named})"
    return rf"(?P<list>{part}(?:, {part})*,? and {part})"


@cache
def _of_list() -> re.Pattern[str]:
    return _of_subject(_structures())


@cache
def _list_last() -> re.Pattern[str]:
    return re.compile(rf"(?P<how>normal|unremarkable) {_structures()}\.?", re.IGNORECASE)


@cache
def _lung_denial() -> re.Pattern[str]:
    return re.compile(lexicon("exhaustive.yaml")["denials"]["lung"], re.IGNORECASE)


@cache
def _of_denials() -> re.Pattern[str]:
    denials = lexicon("exhaustive.yaml")["denials"]
    item = rf"(?:{denials['lung']}|{denials['other']})"
    return re.compile(
        rf"(?:there (?:is|are) )?no (?P<evidence>(?:evidence|signs?) (?:of|for) )?"
        rf"(?P<items>{item}(?:, {item})*,? (?:or|and) {item})(?: (?:(?:is|are) )?(?P<seen>{_SEEN}))?\.?",
        re.IGNORECASE,
    )


@cache
def _number_of() -> dict[str, str]:
    structures = lexicon("exhaustive.yaml")["structures"]
    return {**dict.fromkeys(structures["singular"], "is"), **dict.fromkeys(structures["plural"], "are")}
