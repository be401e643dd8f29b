"""What a normal statement says, denied by name; nothing is denied that the statement does not imply."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.rules.choice import chosen
from reref.perturbations.rules.grammar import capital, listed, uncapital
from reref.perturbations.rules.negation_implicit import affirmed
from reref.perturbations.rules.normal_statements import CLAUSES, NormalStatement, normal_statement
from reref.perturbations.rules.phrases import lexicon
from reref.perturbations.rules.registry import rule
from reref.report import TARGET_SECTIONS, Report, sentences

if TYPE_CHECKING:
    from numpy.random import Generator

_DENIES = re.compile(r"\b(?:no|not|without|negative\s+for|free\s+of|clear\s+of|absence\s+of|absent)\b", re.IGNORECASE)
_NORMAL = re.compile(
    r"\b(?:normal|unremarkable|clear|intact|preserved|midline|sharp|natural|patent|open|symmetrical)\b", re.IGNORECASE
)
_LUNG = re.compile(r"\b(?:lungs?|lobes?|pulmonary|lingula\w*|airspace)\b", re.IGNORECASE)
#: Places whose masses and nodules are none of the lung.
_ELSEWHERE = re.compile(
    r"\b(?:mediastin\w+|adrenal|liver|hepatic|renal|kidneys?|thyroid|breasts?|ribs?|spine|vertebra\w*|bon[ey]\w*|osseous|soft"
    r"\s+tissue|axilla\w*|spleen|pancrea\w+|node\w*)\b",
    re.IGNORECASE,
)
#: States that say no more than that all is normal.
_GENERAL_STATES = frozenset({"normal", "size", "contour", "size_contour", "appearance"})
#: Denied as "other …" when something of the kind is stated elsewhere in the report.
_OTHERWISE = {
    "focal pulmonary opacity": "lung",
    "osseous abnormality": "bone", "soft tissue abnormality": "soft_tissue",
}  # fmt: skip


@rule("negation/explicit")
def deny_by_name(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Replace normal statements by denials of what they rule out."""
    present = affirmed(report)
    abnormal = frozenset(kind for kind, pattern in _abnormal().items() if _stated(kind, pattern, present))
    edits: list[Edit] = []
    left = denied = 0
    for section in TARGET_SECTIONS:
        for sentence in sentences(report.section(section)):
            new = _rewritten(sentence.text, rng, abnormal=abnormal)
            if new:
                edits.append(Edit(section, sentence.start, sentence.end, new, "explicit"))
            elif _DENIES.search(sentence.text):
                denied += 1
            elif _NORMAL.search(sentence.text):
                left += 1
    if edits and left <= 2 * len(edits):
        return edits
    if edits or left:
        return Infeasible("missing_information", "what the report calls normal names no single finding to deny")
    if denied:
        return Infeasible("already_in_form", "everything normal is said by denying findings by name")
    return Infeasible("missing_information", "the report says of nothing that it is normal")


def _rewritten(text: str, rng: Generator, *, abnormal: frozenset[str]) -> str:
    """Return the sentence as a denial; empty when it is no normal statement or cannot be turned."""
    stop = text[len(text.rstrip(" .;")) :]
    clauses = [normal_statement(clause) for clause in CLAUSES.split(text.rstrip(" .;"))]
    whole = normal_statement(text)
    parts = [whole] if whole is not None else clauses
    written: list[str] = []
    for part in parts:
        denial = _denial(part, rng, abnormal=abnormal) if part is not None else ""
        if not denial:
            return ""
        written.append(denial)
    return ". ".join(written) + stop


def _denial(statement: NormalStatement, rng: Generator, *, abnormal: frozenset[str]) -> str:
    if any(subject.name == "chest" for subject in statement.subjects):
        return _exam(statement, rng)
    table = _denies()
    things: list[str] = []
    for subject in statement.subjects:
        by_state = table[subject.name]
        for state in statement.states:
            denied = by_state.get(state) or (by_state.get("normal") if state in _GENERAL_STATES else None)
            if denied is None:
                return ""
            things += [thing for thing in denied if thing not in things]
    before = "gross " if statement.adverb == "grossly" else ""
    if not before:
        otherwise = statement.adverb == "otherwise"
        things = [
            f"other {thing}" if (kind := _OTHERWISE.get(thing)) and (otherwise or kind in abnormal) else thing
            for thing in things
        ]
    if before:
        things = [f"{before}{thing}" for thing in things]
    what = listed(_together(things), "or")
    age = re.search(r"for\s+(?:patient\s+)?age$", statement.predicate, re.IGNORECASE)
    if age:
        what = f"{what} beyond what is expected {age.group()}"
    seen = statement.verb.lower().startswith("appear")
    full = statement.verb and not statement.introduction
    start = chosen(rng, ("There is no ", "No ")) if full else "no " if statement.introduction else "No "
    end = " is seen" if seen and start.lower() == "no " else ""
    if seen and not end:
        start = "There is no visible "
    sentence = f"{start}{what}{end}"
    return f"{statement.introduction}{uncapital(sentence)}" if statement.introduction else capital(sentence)


def _exam(statement: NormalStatement, rng: Generator) -> str:
    if len(statement.subjects) > 1 or statement.states not in (("normal",), ("clear",)) or statement.adverb:
        return ""
    name = uncapital(statement.subjects[0].words)
    if name.lower() == "findings":
        return chosen(rng, ("No abnormality", "No abnormal finding"))
    return (
        chosen(rng, (f"No abnormality on the {name}", f"No abnormality is seen on the {name}"))
        if " " in name
        else (
            chosen(rng, ("No abnormality of the chest", "No abnormality is seen in the chest"))
            if name.lower() == "chest"
            else f"No abnormality on this {name}"
        )
    )


@cache
def _denies() -> dict[str, dict[str, list[str]]]:
    return {entry["names"][0]: entry["denies"] for entry in lexicon("normal_statements.yaml")["subjects"]}


def _stated(kind: str, pattern: re.Pattern[str], present: str) -> bool:
    pieces = present.split("|")
    if kind == "lung":
        pieces = [piece for piece in pieces if _LUNG.search(piece) or not _ELSEWHERE.search(piece)]
    return any(pattern.search(piece) for piece in pieces)


@cache
def _abnormal() -> dict[str, re.Pattern[str]]:
    data = lexicon("normal_statements.yaml")["abnormal"]
    return {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in data.items()}


def _together(things: list[str]) -> list[str]:
    """Say a shared last word once ("osseous or soft tissue abnormality"); what is abnormal in shape comes last."""
    ordered = sorted(things, key=lambda thing: thing.startswith("abnormal "))
    heads = [thing.rsplit(" ", 1) for thing in ordered]
    if len(ordered) > 1 and all(len(head) == 2 for head in heads) and len({head[1] for head in heads}) == 1:
        return [*(head[0] for head in heads[:-1]), ordered[-1]]
    return ordered
