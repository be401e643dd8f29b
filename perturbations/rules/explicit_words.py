"""How a denial is worded: in the manner of the report's own denials."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from reref.perturbations.rules.choice import chosen
from reref.perturbations.rules.grammar import capital, uncapital
from reref.perturbations.rules.normal_statements import NormalStatement
from reref.report import Report

if TYPE_CHECKING:
    from numpy.random import Generator

#: "There is no X", "No X", "No X was detected", "No X was observed".
Manner = Literal["there", "no", "detected", "observed"]

_THERE = re.compile(r"\bthere(?:'s|\s+(?:is|are|was|were))\s+no\b", re.IGNORECASE)
_NO = re.compile(r"(?:^|[.;]\s*)No\b")
_WAS = re.compile(r"\b(?:was|were)\s+(?:not\s+)?(detected|observed)\b", re.IGNORECASE)
#: So many denials in the past tense make it the report's manner.
_OFTEN = 2


def manner_of(report: Report, rng: Generator) -> Manner:
    """Return how the report words its denials; drawn when it shows no preference."""
    text = f"{report.findings}\n{report.impression}"
    past = [match.group(1).lower() for match in _WAS.finditer(text)]
    if len(past) >= _OFTEN:
        return "detected" if past.count("detected") * 2 >= len(past) else "observed"
    there, no = len(_THERE.findall(text)), len(_NO.findall(text))
    if there != no:
        return "there" if there > no else "no"
    return "there" if chosen(rng, ("there", "no")) == "there" else "no"


def worded(what: str, manner: Manner, statement: NormalStatement | None = None) -> str:
    """Return the sentence, without its stop, that denies ``what`` in place of a normal statement."""
    opening = statement.introduction if statement is not None else ""
    telegram = statement is not None and not statement.verb
    appears = statement is not None and statement.verb.lower().startswith("appear")
    if manner in {"detected", "observed"} and not telegram:
        thing, place = what, ""
        if " in the " in what and " of the " not in what and not re.search(r",| or ", what.rsplit(" in the ", 1)[1]):
            thing, place = what.rsplit(" in the ", 1)
            place = f" in the {place}"
        said = f"no {thing} was {manner}{place}"
    elif appears:
        said = f"there is no visible {what}" if manner == "there" else f"no {what} is seen"
    elif (manner == "there" and not telegram) or opening.lower().startswith("in "):
        said = f"there is no {what}"
    else:
        said = f"no {what}"
    return opening + said if opening else capital(said)


def worded_all(
    whats: Sequence[str], manner: Manner, statement: NormalStatement, *, grossly: bool, goes_on: bool
) -> str:
    """Return the sentences, without the last stop, that deny each of ``whats`` in place of one normal statement.

    Args:
        whats: one list of things for each sentence.
        manner: how the report words its denials.
        statement: the normal statement; its introduction reaches all that is denied.
        grossly: whether it is said with that reservation.
        goes_on: whether words of an earlier sentence reach all that is denied.
    """
    if grossly:
        said = [capital(f"no {what} is grossly evident") for what in whats]
    else:
        said = [worded(what, manner, replace(statement, introduction="")) for what in whats]
    opening = statement.introduction
    if not opening and not goes_on:
        return ". ".join(said)
    return capital(opening + ", and ".join(uncapital(one) for one in said))
