"""Other builds of a sentence that says of parts of the body that they are normal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from reref.perturbations.rules.choice import chosen
from reref.perturbations.rules.grammar import capital, is_plural, listed, uncapital
from reref.perturbations.rules.normal_statements import NormalStatement, normal_statement

if TYPE_CHECKING:
    from numpy.random import Generator

_NORMAL_IN = re.compile(
    r"(?:normal|within\s+normal\s+limits)\s+(?:in|for)\s+(?P<what>(?:size|contour|configuration)(?:\s+and\s+(?:contour|configuration))?)",
    re.IGNORECASE,
)
#: A longer subject makes no "Normal …".
_FEW = 2
_STATES = frozenset({"within normal limits", "intact", "midline"})


def says_normal(text: str, rng: Generator) -> str:
    """Turn "The heart is normal in size" into "Heart size is normal"."""
    found = normal_statement(text)
    if found is None or found.introduction or any(subject.name == "chest" for subject in found.subjects):
        return ""
    if re.search(r"\b(?:visualized|imaged|included|both)\b", text, re.IGNORECASE):
        return ""
    if any(subject.words.lower() in {"cardiac", "mediastinal", "hilar", "size"} for subject in found.subjects):
        return ""  # half of a name: "cardiac and mediastinal contours"
    the = "the " if text.lower().startswith("the ") else ""
    builds = [build for build in _normal_builds(found, the) if build.lower() != text.lower()]
    return chosen(rng, builds or [""])


def _normal_builds(found: NormalStatement, the: str) -> Iterator[str]:
    subjects = listed([subject.words for subject in found.subjects])
    names = {subject.name for subject in found.subjects}
    plural = len(found.subjects) > 1 or is_plural(re.sub(r"\s+bilaterally$", "", found.subjects[0].words))
    verb = found.verb if found.verb else "are" if plural else "is"
    clear_or_normal = len(found.states) == 1 and found.states[0] in {"normal", "clear"} and not found.adverb
    if not found.verb:
        predicate = re.sub(r"^(?=normal limits)", "within ", uncapital(found.predicate))
        yield f"The {uncapital(subjects)} {verb} {predicate}"
    if (
        len(found.subjects) == 1
        and found.subjects[0].words.lower() in {"heart size", "cardiac size"}
        and found.states == ("normal",)
    ):
        yield (
            f"The heart is {_normal_word(found)} in size"
            if found.predicate.lower() != "within normal limits"
            else "The heart is normal in size"
        )
    if (
        names == {"heart"}
        and found.states == ("size",)
        and len(found.subjects) == 1
        and found.subjects[0].words.lower() == "heart"
    ):
        yield "Heart size is normal"
    measured = _NORMAL_IN.fullmatch(found.predicate)
    if measured and found.verb and len(found.subjects) == 1 and not found.adverb:
        yield f"Normal {measured.group('what')} of the {uncapital(subjects)}"
    short = len(subjects.split()) <= _FEW
    if short and found.verb.lower() in {"is", "are"} and found.predicate.lower() in _STATES:
        state = "normal" if found.predicate.lower().startswith("within") else found.predicate
        yield f"{capital(state)} {uncapital(subjects)}"
    if (
        clear_or_normal
        and short
        and found.verb
        and found.predicate.lower() in {"normal", "clear", "unremarkable", "clear bilaterally"}
    ):
        yield f"{capital(found.predicate.split()[0])} {uncapital(subjects)}"
    if len(found.subjects) == 2 and found.verb.lower() == "are" and not found.adverb and found.states == ("normal",):
        first, second = (subject.words for subject in found.subjects)
        verbs = ["are" if is_plural(words) else "is" for words in (first, second)]
        yield (
            f"{capital(the + uncapital(first))} {verbs[0]} {found.predicate}."
            f" {capital(the + uncapital(second))} {verbs[1]} {found.predicate}"
        )
    if len(found.subjects) == 2 and found.verb and not found.adverb:
        first, second = (subject.words for subject in found.subjects)
        if len(second.split()) < len(first.split()):
            return  # "heart dimensions and compartments": what stands first may belong to both
        yield f"{capital(the + uncapital(second))} and {uncapital(first)} {verb} {found.predicate}"


def _normal_word(found: NormalStatement) -> str:
    return "unremarkable" if found.predicate.lower() == "unremarkable" else "normal"
