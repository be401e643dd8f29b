"""The fact verifier: the same facts, told in the form that the target asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reref.perturbations.engine import Verdict
from reref.perturbations.verify.difference import differences
from reref.perturbations.verify.equivalence import Equivalence, equivalence
from reref.perturbations.verify.guards import not_a_report
from reref.perturbations.verify.planted import judge_control, judge_planted
from reref.perturbations.verify.reading import Reading, read
from reref.report import Report

if TYPE_CHECKING:
    from reref.taxonomy.models import Target


class FactVerifier:
    """Judges alternatives by comparing what both texts claim. Deterministic, offline, the same for every engine."""

    def judge(self, original: Report, alternative: Report, target: Target) -> Verdict:
        """Return the verdict on an alternative.

        Args:
            original: what is taken as true.
            alternative: what a rule, a model or a person made of it.
            target: what it was to change.
        """
        if target.group == "control":
            return judge_control(original, alternative, target)
        if target.group == "dose":  # the highest dose of omission is an empty report
            return judge_planted(original, alternative, target)
        odd = not_a_report(original, alternative)
        if odd:
            return Verdict(is_clinically_consistent=False, is_valid_perturbation=False, reason=odd)
        if target.group == "error":
            return judge_planted(original, alternative, target)
        return _judge_rewrite(original, alternative, equivalence(target))


def _judge_rewrite(original: Report, alternative: Report, allowed: Equivalence) -> Verdict:
    before = read(original)
    if _same_text(original, alternative):
        return _not_reached(before, before, allowed, "nothing was changed although it could have been")
    after = read(alternative)
    harmful = allowed.harmful(differences(original, alternative), before, after)
    missed = allowed.missed(before, after)
    if harmful:
        return Verdict(is_clinically_consistent=False, is_valid_perturbation=not missed, reason=harmful[0].sentence())
    if missed:
        return _not_reached(before, after, allowed, missed)
    return Verdict(is_clinically_consistent=True, is_valid_perturbation=True, reason="all facts are the same")


def _same_text(one: Report, other: Report) -> bool:
    return one.findings.split() == other.findings.split() and one.impression.split() == other.impression.split()


def _not_reached(before: Reading, after: Reading, allowed: Equivalence, reason: str) -> Verdict:
    """Say whether the form could not be reached, or was there already and still is; else that it was missed."""
    lacks = all(form.lacks(before) for form in allowed.forms)
    has = all((form.has(before) and form.has(after)) or form.lacks(before) for form in allowed.forms)
    if lacks:
        reason = "the original holds nothing that this changes"
    elif has:
        reason = "the original is in this form already"
    return Verdict(
        is_clinically_consistent=True,
        is_valid_perturbation=lacks or has,
        does_not_contain_required_info=lacks,
        is_already_in_expected_form=has and not lacks,
        reason=reason,
    )


def status(verdict: Verdict) -> str:
    """Return a verdict in one word: accept, reject, infeasible_missing_info or infeasible_already_in_form."""
    if not (verdict.is_clinically_consistent and verdict.is_valid_perturbation):
        return "reject"
    if verdict.does_not_contain_required_info:
        return "infeasible_missing_info"
    return "infeasible_already_in_form" if verdict.is_already_in_expected_form else "accept"
