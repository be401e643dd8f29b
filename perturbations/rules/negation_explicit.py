"""What a normal statement says, denied by name; nothing is denied that the statement does not imply."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.placeholders import PLACEHOLDER
from reref.perturbations.rules.choice import chosen
from reref.perturbations.rules.grammar import capital, listed, uncapital
from reref.perturbations.rules.normal_statements import CLAUSES, NormalStatement, normal_statement
from reref.perturbations.rules.phrases import lexicon
from reref.perturbations.rules.registry import rule
from reref.perturbations.rules.stated import affirmed, of_the_lungs
from reref.report import TARGET_SECTIONS, Report, Sentence, sentences

if TYPE_CHECKING:
    from numpy.random import Generator

_DENIES = re.compile(r"\b(?:no|not|without|negative\s+for|free\s+of|clear\s+of|absence\s+of|absent)\b", re.IGNORECASE)
_NORMAL = re.compile(
    r"\b(?:normal|unremarkable|clear|intact|preserved|midline|sharp|natural|patent|open|symmetrical)\b", re.IGNORECASE
)
#: States that say no more than that all is normal.
_GENERAL_STATES = frozenset({"normal", "size", "contour", "size_contour", "appearance"})
#: Denied as "other …" when something of the kind is stated elsewhere in the report.
_OTHERWISE = {
    "focal pulmonary opacity": "lung",
    "osseous abnormality": "bone", "soft tissue abnormality": "soft_tissue",
}  # fmt: skip
_NEEDS_OTHER = frozenset(_OTHERWISE.values())


@rule("negation/explicit")
def deny_by_name(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Replace normal statements by denials of what they rule out."""
    abnormal = _kinds(affirmed(report))
    edits: list[Edit] = []
    denied = 0
    left = dict.fromkeys(TARGET_SECTIONS, 0)
    for section in TARGET_SECTIONS:
        for sentence in sentences(report.section(section)):
            told = _told_before(report, section, sentence) if abnormal & _NEEDS_OTHER else abnormal
            new = _rewritten(sentence.text, rng, abnormal=abnormal, told=told)
            if new:
                new = uncapital(new) if sentence.text[0].islower() else new
                edits.append(Edit(section, sentence.start, sentence.end, new, "explicit"))
            elif _DENIES.search(sentence.text):
                denied += 1
            elif _NORMAL.search(sentence.text) and not PLACEHOLDER.search(sentence.text):
                left[section] += 1
    in_findings = any(edit.section == "findings" for edit in edits) or not left["findings"]
    if edits and sum(left.values()) <= len(edits) and in_findings:
        return edits
    if edits or any(left.values()):
        return Infeasible("missing_information", "what the report calls normal names no single finding to deny")
    if denied:
        return Infeasible("already_in_form", "everything normal is said by denying findings by name")
    return Infeasible("missing_information", "the report says of nothing that it is normal")


def _told_before(report: Report, section: str, sentence: Sentence) -> frozenset[str]:
    """Return the kinds of abnormality that a reader has met when the sentence comes: only then is there an "other"."""
    if not _NORMAL.search(sentence.text):
        return frozenset()
    if section == "findings":
        return _kinds(affirmed(Report(report.findings[: sentence.start], "")))
    return _kinds(affirmed(Report(report.findings, report.impression[: sentence.start])))


def _kinds(present: str) -> frozenset[str]:
    return frozenset(kind for kind, pattern in _abnormal().items() if _stated(kind, pattern, present))


def _rewritten(text: str, rng: Generator, *, abnormal: frozenset[str], told: frozenset[str]) -> str:
    """Return the sentence as a denial; empty when it is no normal statement or cannot be turned."""
    stop = text[len(text.rstrip(" .;")) :]
    for pattern, says in _whole_sentences():
        match = pattern.fullmatch(text.rstrip(" .;"))
        if match:
            return capital(says.format(**match.groupdict())) + stop
    clauses = [normal_statement(clause) for clause in CLAUSES.split(text.rstrip(" .;"))]
    whole = normal_statement(text)
    parts = [whole] if whole is not None else clauses
    written: list[str] = []
    for part in parts:
        denial = _denial(part, rng, abnormal=abnormal, told=told) if part is not None else ""
        if not denial:
            return ""
        written.append(denial)
    return ". ".join(written) + stop


def _denial(statement: NormalStatement, rng: Generator, *, abnormal: frozenset[str], told: frozenset[str]) -> str:
    if any(subject.name == "chest" for subject in statement.subjects):
        return _exam(statement, rng)
    if any(_guards().get(subject.name, "") in abnormal for subject in statement.subjects):
        return ""
    table = _denies()
    things: list[str] = []
    for subject in statement.subjects:
        by_state = table[subject.name]
        for state in statement.states:
            if state == "contour" and re.search(r"\bsize\b", subject.words, re.IGNORECASE):
                state = "size_contour"  # "heart size … normal for contour" tells both
            denied = by_state.get(state) or (by_state.get("normal") if state in _GENERAL_STATES else None)
            if denied is None:
                return ""
            things += [thing for thing in denied if thing not in things]
    before = "gross " if statement.adverb == "grossly" else ""
    if not before:
        otherwise = statement.adverb == "otherwise"
        kinds = {_OTHERWISE[thing] for thing in things if thing in _OTHERWISE}
        if (kinds & abnormal) - told:
            return ""  # what is abnormal is only told later: "no other" would come too early
        things = [
            f"other {thing}" if (kind := _OTHERWISE.get(thing)) and (otherwise or kind in abnormal) else thing
            for thing in things
        ]
    what = before + listed(_together(things), "or")
    age = re.search(r"for\s+(?:patient\s+)?age$", statement.predicate, re.IGNORECASE)
    if age:
        what = f"{what} beyond what is expected {age.group()}"
    seen = statement.verb.lower().startswith("appear")
    full = statement.verb and not statement.introduction
    start = chosen(rng, ("There is no ", "No ")) if full else "no " if statement.introduction else "No "
    if statement.introduction.lower().startswith("in "):
        start = "there is no "
    end = " is seen" if seen and start.lower() == "no " else ""
    if seen and not end:
        start = "there is no visible " if statement.introduction else "There is no visible "
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
def _whole_sentences() -> tuple[tuple[re.Pattern[str], str], ...]:
    entries = lexicon("normal_statements.yaml")["sentences"]
    return tuple((re.compile(entry["as"], re.IGNORECASE), str(entry["says"])) for entry in entries)


@cache
def _guards() -> dict[str, str]:
    """Return, by subject, the kind of abnormality beside which its normal statement is not turned."""
    entries = lexicon("normal_statements.yaml")["subjects"]
    return {entry["names"][0]: entry["unless"] for entry in entries if "unless" in entry}


@cache
def _denies() -> dict[str, dict[str, list[str]]]:
    return {entry["names"][0]: entry["denies"] for entry in lexicon("normal_statements.yaml")["subjects"]}


def _stated(kind: str, pattern: re.Pattern[str], present: str) -> bool:
    return bool(pattern.search(of_the_lungs(present) if kind == "lung" else present))


@cache
def _abnormal() -> dict[str, re.Pattern[str]]:
    data = lexicon("normal_statements.yaml")["abnormal"]
    return {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in data.items()}


def _together(things: list[str]) -> list[str]:
    """Say shared words once ("osseous or soft tissue abnormality", "obstruction of the trachea or main bronchi")."""
    if len(things) > 1 and " of the " in things[0]:
        shared = things[0].split(" of the ")[0] + " of the "
        if all(thing.startswith(shared) for thing in things):
            return [things[0], *(thing.removeprefix(shared) for thing in things[1:])]
    ordered = sorted(things, key=lambda thing: thing.startswith("abnormal "))
    heads = [thing.rsplit(" ", 1) for thing in ordered]
    if len(ordered) > 1 and all(len(head) == 2 for head in heads) and len({head[1] for head in heads}) == 1:
        return [*(head[0] for head in heads[:-1]), ordered[-1]]
    return ordered
