"""Other words for the same strength of doubt: swaps within a group of ``hedging.yaml``, questions as statements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.rules.choice import chosen
from reref.perturbations.rules.grammar import capital, is_plural, uncapital
from reref.perturbations.rules.registry import rule
from reref.perturbations.rules.synonyms import some_swaps
from reref.report import TARGET_SECTIONS, Report, sentences

if TYPE_CHECKING:
    from numpy.random import Generator

#: "(cyst?)", "(infection? edema?)": one or two short questions in brackets.
_ASKED = re.compile(r"\(\s*([^()?.;:\d]{3,40}?)\s*\?\s*(?:,?\s*([^()?.;:\d]{3,40}?)\s*\?\s*)?\)")
#: "(lymph node? Follow-up …": the bracket was never closed.
_ASKED_OPEN = re.compile(r"\(\s*([^()?.;:\d]{3,40}?)\s*\?(?=\s+[A-Z][^()]*(?:\Z|\())")
#: "?pneumonia": a question mark in front of what is asked.
_ASKED_BEFORE = re.compile(r"(?<![\w?.])\?\s?([a-z][a-z -]{2,38}[a-z])(?=\s*[.,;)]|\s*$)")
#: "Viral pneumonia?" as a sentence of its own.
_ASKED_ALONE = re.compile(r"([A-Z][^?.,;:()\d]{3,45}?)\s*\?")
#: Two phrases without a stop between them.
_RUN_ON = re.compile(r"\s(?!Covid)[A-Z][a-z]")
#: Words that "possible" cannot stand before.
_NO_NOUN = re.compile(
    r"(?:secondary|due|related|because|post\w*ly)\b|(?:[a-z]+ly\s+)?[a-z]*(?:ic|al|ous|ive|ated|ized|ary)$",
    re.IGNORECASE,
)
_POSSIBLE = re.compile(r"Possible ([^,.;:()?]{3,60}?)\.?")
_TOO_RICH = re.compile(
    r"\b(?:and|or|versus|vs|with|that|which|is|are|no|not|possible|may|but|however)\b", re.IGNORECASE
)


#: How many doubts are to be reworded for each that stays.
_REWORDED_FOR_ONE_LEFT = 3
#: Words of doubt about a finding.
_DOUBT = re.compile(
    r"\b(?:(?:may|might|could)\s+(?:represent|reflect|indicate|suggest|belong|correspond|relate|be\s+(?:due|related|secondary"
    r"|an?|the|from|atelecta\w+|pneumonia|scar\w*))|possibl[ey]|probabl[ey]|likely|presum\w+|perhaps"
    r"|favor(?:s|ed|ing)?(?!\s+(?:over|of\s+the\s+heart))|suspected|(?:suspicious|concern(?:ing)?|worrisome)\s+(?:for|in\s+terms)"
    r"|suggest(?:s|ing|ive|ion)|consistent\s+with|compatible\s+with|in\s+keeping\s+with|(?:thought|felt|believed)\s+to"
    r"|(?:considered|evaluated)\s+(?:primarily\s+)?(?:as|in)\s+(?!sub-?optimal|normal|the\s+separate|favor)"
    r"|versus|vs|can\s*not\s+be\s+(?:excluded|ruled)|can(?:\s+also)?\s+be\s+(?:considered|seen)\s+in\s+(?!the\s+(?:sec|stu|ima|ex|non))"
    r"|questionable)\b|\w\?",
    re.IGNORECASE,
)


@rule("hedging/alternative")
def reword_doubt(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Say every doubt in other words of the same strength."""
    whole = list(_questions(report)) + list(_possibilities(report, rng))
    words = [
        edit
        for edit in some_swaps(report, rng, "hedging.yaml", "hedge", share_left=0.0)
        if not any(e.section == edit.section and e.start < edit.end and edit.start < e.end for e in whole)
    ]
    edits = whole + words
    if not edits:
        return Infeasible("missing_information", "the report holds no doubt that has another wording")
    if _doubts_left(report, edits) * _REWORDED_FOR_ONE_LEFT > len(edits):
        return Infeasible(
            "missing_information", "too many doubts of the report have no other wording of their strength"
        )
    return edits


def _doubts_left(report: Report, edits: list[Edit]) -> int:
    """Return how many doubts stand where no edit is."""
    return sum(
        not any(e.section == section and e.start < match.end() and match.start() < e.end for e in edits)
        for section in TARGET_SECTIONS
        for match in _DOUBT.finditer(report.section(section))
    )


def _questions(report: Report) -> Iterator[Edit]:
    for section in TARGET_SECTIONS:
        text = report.section(section)
        for match in _ASKED.finditer(text):
            asked = [words.strip() for words in match.groups() if words]
            if not any(_TOO_RICH.search(words) for words in asked):
                yield Edit(section, *match.span(), f"({_wondered(' or '.join(map(uncapital, asked)))})", "hedge")
        for match in _ASKED_OPEN.finditer(text):
            if not _TOO_RICH.search(match.group(1)):
                yield Edit(section, *match.span(), f"({_wondered(uncapital(match.group(1)))}).", "hedge")
        for match in _ASKED_BEFORE.finditer(text):
            if not _TOO_RICH.search(match.group(1)):
                yield Edit(section, *match.span(), _wondered(match.group(1)), "hedge")
        for sentence in sentences(text):
            whole = _ASKED_ALONE.fullmatch(sentence.text)
            if whole and not _TOO_RICH.search(whole.group(1)) and not _RUN_ON.search(whole.group(1)):
                new = f"{capital(_wondered(uncapital(whole.group(1))))}."
                yield Edit(section, sentence.start, sentence.end, new, "hedge")


def _wondered(asked: str) -> str:
    """Return what was asked as a possibility: "possible cyst", "possibly due to infection"."""
    return f"possibly {asked}" if all(map(_NO_NOUN.match, asked.split(" or "))) else f"possible {asked}"


def _possibilities(report: Report, rng: Generator) -> Iterator[Edit]:
    ending = chosen(rng, ("possible", "a possibility"))
    for section in TARGET_SECTIONS:
        for sentence in sentences(report.section(section)):
            match = _POSSIBLE.fullmatch(sentence.text)
            if match is None or _TOO_RICH.search(match.group(1)):
                continue
            verb = "are" if is_plural(match.group(1)) else "is"
            stop = sentence.text[match.end(1) :]
            new = f"{capital(match.group(1))} {verb} {ending}{stop}"
            yield Edit(section, sentence.start, sentence.end, new, "hedge")
