"""section-assignment/alternative: the same statements, some of them in the other section."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.rules.labels import is_made_of_labels, label
from reref.perturbations.rules.minimal import is_routine
from reref.perturbations.rules.moving import added_after, added_at_end, has_text, without
from reref.perturbations.rules.phrases import lexicon
from reref.perturbations.rules.registry import rule
from reref.perturbations.rules.standing_alone import (
    OTHERWISE,
    Run,
    is_only_mention,
    leaves_an_orphan,
    said,
    stands_alone,
)
from reref.perturbations.rules.statements import Statement, blocks, statements
from reref.perturbations.rules.told_once import told_once
from reref.perturbations.rules.wording import sentence
from reref.report import Report

if TYPE_CHECKING:
    from numpy.random import Generator

LABEL = "moved"

#: How often the next kind of statement is moved although there is one of a kind that comes first.
_NEXT_KIND = 0.3

#: A statement of more characters reads oddly behind the short conclusions of an impression.
_BRIEF = 120

#: Not only "no acute disease".
_ALL_NORMAL = re.compile(
    r"\bwithin normal limits|\bnormal (?:\w+ ){0,2}(?:chest|exam\w*|study|radiographs?|x-?rays?|ct)\b"
    r"|\b(?:chest|exam\w*|study) (?:is )?normal",
    re.IGNORECASE,
)
_IN_FEW_WORDS = re.compile(
    r"(?:there (?:is|are|was|were) )?(?:no|negative for|without) (?:(?!thickening|section|both|hemithorax)[\w ,/])+"
    r"(?:(?:is|are|was|were) (?:seen|identified|noted|present|detected|observed))?\.?"
    r"|(?:(?!thickening|section|both|hemithorax)[\w ])+ (?:is|are|was|were) not (?:seen|observed|detected)\.?",
    re.IGNORECASE,
)
_LUNGS_ARE = re.compile(r"\blungs? (?:\w+ )*?(?:is|are|appear|clear|without)\b|\bclear lungs?\b", re.IGNORECASE)
#: What is described, and what an impression may call it.
_DESCRIPTIONS = frozenset(
    {"lung_opacity", "consolidation", "infiltrate", "interstitial_markings", "ground_glass", "vascular_congestion"}
)
_DIAGNOSES = frozenset({"edema", "pneumonia", "atelectasis"})


@dataclass(frozen=True, slots=True)
class _Sections:
    report: Report
    findings: Sequence[Statement]
    impression: Sequence[Statement]


@rule("section-assignment/alternative")
def move(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Move statements between the sections: what a reader would look for in either of them."""
    findings = statements(report.findings, "findings") if has_text(report.findings) else ()
    impression = statements(report.impression, "impression") if has_text(report.impression) else ()
    if not findings and not impression:
        return Infeasible("missing_information", "the report has no text")
    if any(s.is_label for s in (*findings, *impression)):
        return Infeasible("missing_information", "the statements belong to several exams, each under its name")
    both = _Sections(report, findings, impression)
    if not findings:
        moved = _describe_in_findings(both)
    elif not impression:
        moved = _conclude(both, rng)
    else:
        moved = (
            _to_impression(both, rng)
            or _to_findings(both, rng)
            or told_once(report.findings, findings, impression, LABEL)
        )
    return moved or Infeasible("missing_information", "no statement could as well stand in the other section")


def _describe_in_findings(both: _Sections) -> list[Edit]:
    """Part a report that is all impression: descriptions become findings, conclusions stay."""
    runs = blocks(both.impression)
    described = [run for run in runs if all(is_routine(s) for s in run)]
    if len(described) == len(runs):
        lungs = [run for run in described if any("lungs" in s.regions for s in run)]
        described = [run for run in described if run not in (lungs or described)[:1]]
    if not described:  # nothing routine: what is said first is the conclusion, the lesser half describes
        lesser = runs[(len(runs) + 1) // 2 :]
        described = [run for run in lesser if stands_alone(run) and not _recommends(run) and not run[0].reports]
    return _moved(both, described, "impression") if described else []


def _conclude(both: _Sections, rng: Generator) -> list[Edit]:
    """Part a report without an impression: one or two of its main abnormal findings become the impression."""
    weight = lexicon("scope.yaml")["main_findings"]
    abnormal = sorted((run for run in blocks(both.findings) if _is_abnormal(run)), key=lambda run: _rank(run, weight))
    movable = _movable(both)
    chosen: list[Run] = []
    for run in abnormal[: 1 + int(rng.integers(2))]:
        if run in movable and sum(map(len, [*chosen, run])) * 2 <= len(both.findings):
            chosen.append(run)
        elif not chosen:
            return []  # the main finding cannot leave its place, and a lesser one makes no impression
    if abnormal and _rank(abnormal[0], weight) == len(weight):
        return []  # nothing that one would conclude with
    if not abnormal:
        chosen = [run for run in movable if _is_key_negative(run)][:1]
    chosen.sort(key=lambda run: run[0].start)
    return _moved(both, chosen, "findings") if chosen else []


def _rank(run: Run, weight: Sequence[str]) -> int:
    found = [weight.index(f.finding) for s in run for f in s.facts if f.polarity != "absent" and f.finding in weight]
    return min(found, default=len(weight))


def _movable(both: _Sections) -> list[Run]:
    """Return the runs of the findings that mean the same in the impression, and are not said there."""
    runs = blocks(both.findings)
    return [
        run
        for i, run in enumerate(runs)
        if stands_alone(run) and not said(run, both.impression) and not _needed_by(run, runs[i + 1 :])
    ]


def _needed_by(run: Run, after: Sequence[Run]) -> bool:
    return leaves_an_orphan(run, after) or bool(after and _is_advice_on(run, after[0][0]))


def _is_advice_on(run: Run, following: Statement) -> bool:
    """Whether the next statement advises something, and only the run tells for what."""
    return following.recommends and following.names_no_finding and not _recommends(run)


def _to_impression(both: _Sections, rng: Generator) -> list[Edit]:
    """Move a recommendation, else an interpretation, comparison, key negative or lesser finding to the impression."""
    if any(OTHERWISE.search(s.text) for s in both.impression):
        return []  # "other findings are stable" comes last
    listed, findings = any(s.marker for s in both.impression), both.findings
    runs = [
        run
        for run in _movable(both)
        if not (_clashes(run, both) or is_only_mention(run, findings) or _is_interpreted(run, both))
        and not (listed and len(run) > 1)
    ]
    first: tuple[Callable[[Run], bool], ...] = (_recommends, _interprets, _compares)
    if _concludes_normally(both.impression):
        order = (*first, _is_bare_denial, _is_abnormal, _is_clear)
    elif any(s.recommends for s in both.impression):
        order = (*first, _is_abnormal, _is_brief_denial)  # a denial reads oddly behind advice
    else:
        order = (*first, _is_brief_denial, _is_abnormal)  # no routine behind a list of what is there
    if any(_ALL_NORMAL.search(s.text) for s in both.impression):
        order = (_is_key_negative, _is_clear)  # something abnormal would speak against it
    kinds = [[run for run in runs if wanted(run) and len(run) < len(both.findings)] for wanted in order]
    kinds = [kind for kind in kinds if kind]
    if not kinds:
        return []
    at = 0
    while at + 1 < len(kinds) and not _recommends(kinds[at][0]) and rng.random() < _NEXT_KIND:
        at += 1
    brief = [run for run in kinds[at] if sum(len(s.text) for s in run) <= _BRIEF] or kinds[at]
    return _moved(both, [brief[int(rng.integers(len(brief)))]], "findings")


def _concludes_normally(impression: Sequence[Statement]) -> bool:
    """Whether the impression says that nothing acute is there, beside one finding at most."""
    if any(s.recommends for s in impression):
        return False
    return sum(s.abnormal for s in impression) <= 1 and any(s.is_global or s.only_normal for s in impression)


def _clashes(run: Run, both: _Sections) -> bool:
    """Whether a denial would stand in the impression beside what it denies, or something abnormal of the lungs."""
    if _is_abnormal(run) or not all(s.only_normal for s in run):
        return False
    absent = {f.finding for s in run for f in s.facts if f.polarity == "absent"}
    if any(f.finding in absent and f.polarity != "absent" for s in both.impression for f in s.facts):
        return True
    denied = {name for s in run for name in s.regions}
    stated = {name for s in both.impression if s.abnormal for name in s.regions}
    return "lungs" in denied & stated


def _is_interpreted(run: Run, both: _Sections) -> bool:
    """Whether the impression calls by another name what the run describes ("opacities", "most suggestive of edema")."""
    described = {f.finding for s in run for f in s.facts if f.polarity != "absent"}
    return bool(described & _DESCRIPTIONS) and any(
        f.finding in _DESCRIPTIONS | _DIAGNOSES and f.polarity != "absent" for s in both.impression for f in s.facts
    )


def _to_findings(both: _Sections, rng: Generator) -> list[Edit]:
    """Move one of several conclusions to the findings, but never the first, which weighs most."""
    runs = blocks(both.impression)
    fitting = [
        run
        for i, run in enumerate(runs)
        if i and stands_alone(run) and not said(run, both.findings) and not _recommends(run) and not run[0].is_global
        and not run[0].reports and run[0].facts and _still_concludes(both.impression, run)
        and not _needed_by(run, runs[i + 1 :]) and (run[0].marker or runs[i - 1][-1].text.endswith((".", "?", "!")))
    ]  # fmt: skip
    if not fitting:
        return []
    return _moved(both, [fitting[int(rng.integers(len(fitting)))]], "impression")


def _still_concludes(impression: Sequence[Statement], gone: Run) -> bool:
    """Whether the impression says something without the run, and not only what was taken out of it."""
    return any(s.facts and not s.has_placeholder for s in impression if s not in gone)


def _moved(both: _Sections, runs: Sequence[Run], away: str) -> list[Edit]:
    """Return edits that take the runs out of one section and write them into the other."""
    gone = [s for run in runs for s in run]
    as_labels = away == "findings" and len(gone) == 1 and is_made_of_labels(both.impression)
    sentences = [(label(s.text) if as_labels and "-thick" not in s.text else sentence(s.text), s.source) for s in gone]
    if away == "findings" and any(s.heading for s in both.impression):
        return []  # it would come to stand under the last heading
    if away == "findings":
        edits = without(both.report.findings, both.findings, gone, LABEL)
        return edits + added_at_end("impression", both.report.impression, both.impression, sentences, LABEL)
    edits = without(both.report.impression, both.impression, gone, LABEL)
    neighbour = _neighbour(gone, both.findings)
    if neighbour is None and any(s.heading for s in both.findings):
        return []
    if neighbour is None:
        return edits + added_at_end("findings", both.report.findings, both.findings, sentences, LABEL)
    text, source = sentences[0]
    return [*edits, added_after(neighbour, both.report.findings, text, source, LABEL)]


def _neighbour(gone: Sequence[Statement], findings: Sequence[Statement]) -> Statement | None:
    """Return the last statement of the findings about the same region, behind which one more would be written."""
    if len(gone) != 1 or any(s.marker for s in findings):
        return None
    same = [i for i, s in enumerate(findings) if {*s.regions} & {*gone[0].regions}]
    if not same:
        return None
    last = same[-1]
    while last + 1 < len(findings) and findings[last + 1].leans:
        last += 1
    return findings[last]


def _recommends(run: Run) -> bool:
    return any(s.recommends for s in run)


def _interprets(run: Run) -> bool:
    return any(s.uncertain for s in run) and _is_abnormal(run)


def _compares(run: Run) -> bool:
    return any(s.compares for s in run) and _is_abnormal(run)


def _is_abnormal(run: Run) -> bool:
    return any(s.abnormal for s in run)


def _is_key_negative(run: Run) -> bool:
    keys = ("pneumothorax", "pleural_effusion", "consolidation", "fracture", "mass", "nodule", "pneumonia", "edema")
    facts = [f for s in run for f in s.facts]
    denied = all(f.polarity == "absent" and not f.normal for f in facts)
    return denied and all(is_routine(s) for s in run) and any(f.finding in keys for f in facts)


def _is_bare_denial(run: Run) -> bool:
    """Whether it denies without telling how the lungs are: that is missed in the findings."""
    return _is_key_negative(run) and not any(_LUNGS_ARE.search(s.text) for s in run)


def _is_brief_denial(run: Run) -> bool:
    """Whether it denies in few words what one looks for beside an acute finding ("No pneumothorax.")."""
    acute = {"pneumothorax", "pleural_effusion", "consolidation", "pneumonia", "edema"}
    return (
        _is_key_negative(run)
        and len(run) == 1
        and {f.finding for f in run[0].facts} <= acute
        and bool(_IN_FEW_WORDS.fullmatch(run[0].text))
    )


def _is_clear(run: Run) -> bool:
    """Whether it says in one sentence that the lungs, or lungs and pleura, are clear."""
    return len(run) == 1 and is_routine(run[0]) and {*run[0].regions} <= {"lungs", "pleura"}
