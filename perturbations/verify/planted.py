"""Judging targets that mean to change what a report says: planted errors and graded changes; and the controls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reref.perturbations.engine import Verdict
from reref.perturbations.verify.difference import Difference, differences
from reref.perturbations.verify.equivalence import table
from reref.report import Report

if TYPE_CHECKING:
    from reref.taxonomy.models import Target


def judge_control(original: Report, alternative: Report, target: Target) -> Verdict:
    """Judge a change that no reader would notice: only case, only white space, or nothing at all."""
    before, after = _texts(original), _texts(alternative)
    if target.name == "control/identity":
        same, changed = before == after, True
    elif target.name == "control/whitespace":
        same, changed = [t.split() for t in before] == [t.split() for t in after], before != after
    else:
        same, changed = [t.casefold() for t in before] == [t.casefold() for t in after], before != after
    reason = "" if same and changed else "nothing was changed" if same else "more than the control's own change"
    return Verdict(is_clinically_consistent=same, is_valid_perturbation=changed, reason=reason)


def judge_planted(original: Report, alternative: Report, target: Target) -> Verdict:
    """Judge a planted error or a graded change: only what it is about may differ.

    ``is_clinically_consistent`` then says that nothing else differs, ``is_valid_perturbation`` that the text changed.
    """
    if _texts(original) == _texts(alternative):
        return Verdict(is_clinically_consistent=True, is_valid_perturbation=False, reason="nothing was changed")
    allowed = _allowed(target)
    found = differences(original, alternative)
    other = [] if allowed is None else [difference for difference in found if difference.kind not in allowed]
    if other:
        return Verdict(is_clinically_consistent=False, is_valid_perturbation=True, reason=f"also {other[0].sentence()}")
    return Verdict(is_clinically_consistent=True, is_valid_perturbation=True, reason=_seen(found))


def _allowed(target: Target) -> frozenset[str] | None:
    """Return the kinds of difference that a target may make; ``None`` when it may make any."""
    group, _, name = target.name.partition("/")
    if group == "dose":
        kinds = table()["doses"].get(name.rpartition("-")[0])
    else:
        kinds = None if name in table()["lexical"] else table()["errors"].get(name)
    return None if kinds is None else frozenset(kinds)


def _seen(found: list[Difference]) -> str:
    return found[0].sentence() if found else "no fact of the verifier's vocabulary changed"


def _texts(report: Report) -> list[str]:
    return [report.findings, report.impression]
