"""The fact verifier: the same facts, told in the form that the target asks for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from reref.perturbations.engine import Verdict
from reref.perturbations.verify.allowances import ALLOWANCES
from reref.perturbations.verify.difference import Difference, differences
from reref.perturbations.verify.forms import FORMS, Form
from reref.perturbations.verify.guards import not_a_report
from reref.perturbations.verify.reading import Reading, read
from reref.report import Report

if TYPE_CHECKING:
    from reref.taxonomy.models import Target

_FILE = Path(__file__).with_name("equivalence.yaml")


@dataclass(frozen=True, slots=True)
class Equivalence:
    """What a target may change.

    Attributes:
        form: the form that it asks for.
        kinds: kinds of difference that it may make freely.
        excuses: names of allowances.
    """

    form: Form
    kinds: frozenset[str] = frozenset()
    excuses: tuple[str, ...] = ()

    def harmful(self, found: list[Difference], before: Reading, after: Reading) -> list[Difference]:
        """Return the differences that the target may not make."""
        return [
            difference
            for difference in found
            if difference.kind not in self.kinds
            and not any(ALLOWANCES[name](difference, before, after) for name in self.excuses)
        ]


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    return table


@cache
def equivalence(name: str) -> Equivalence:
    """Return what the target of this name may change; an unknown name (a user's axis) may change no fact."""
    entry = _table()["targets"].get(name, _table()["default"])
    return Equivalence(FORMS[entry["form"]], frozenset(entry.get("kinds", ())), tuple(entry.get("unless_harmful", ())))


class FactVerifier:
    """Judges alternatives by comparing what both texts claim. Deterministic, offline, the same for every engine."""

    def judge(self, original: Report, alternative: Report, target: Target) -> Verdict:
        """Return the verdict on an alternative.

        Args:
            original: what is taken as true.
            alternative: what a rule, a model or a person made of it.
            target: what it was to change.
        """
        same = equivalence(target.name)
        before = read(original)
        if _same_text(original, alternative):
            return _unchanged(before, same)
        odd = not_a_report(original, alternative)
        if odd:
            return Verdict(is_clinically_consistent=False, is_valid_perturbation=False, reason=odd)
        after = read(alternative)
        harmful = same.harmful(differences(original, alternative), before, after)
        missing = same.form.reached(before, after)
        if harmful:
            return Verdict(
                is_clinically_consistent=False, is_valid_perturbation=not missing, reason=harmful[0].sentence()
            )
        if missing:
            return _not_reached(before, same, missing)
        return Verdict(is_clinically_consistent=True, is_valid_perturbation=True, reason="all facts are the same")


def _same_text(one: Report, other: Report) -> bool:
    return one.findings.split() == other.findings.split() and one.impression.split() == other.impression.split()


def _unchanged(before: Reading, same: Equivalence) -> Verdict:
    return _not_reached(before, same, "nothing was changed although it could have been")


def _not_reached(before: Reading, same: Equivalence, reason: str) -> Verdict:
    lacks, has = same.form.lacks(before), same.form.has(before)
    if lacks:
        return Verdict(
            True, True, does_not_contain_required_info=True, reason="the original holds nothing that this changes"
        )  # noqa: FBT003
    if has:
        return Verdict(True, True, is_already_in_expected_form=True, reason="the original is in this form already")  # noqa: FBT003
    return Verdict(is_clinically_consistent=True, is_valid_perturbation=False, reason=reason)


def status(verdict: Verdict) -> str:
    """Return a verdict in one word: accept, reject, infeasible_missing_info or infeasible_already_in_form."""
    if not (verdict.is_clinically_consistent and verdict.is_valid_perturbation):
        return "reject"
    if verdict.does_not_contain_required_info:
        return "infeasible_missing_info"
    return "infeasible_already_in_form" if verdict.is_already_in_expected_form else "accept"
