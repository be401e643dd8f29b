"""The offline engine: rules propose, the fact verifier judges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reref.perturbations.engine import Attempt, Engine, Infeasible, Proposal, Verdict
from reref.perturbations.rules.registry import rules
from reref.report import Report

if TYPE_CHECKING:
    from reref.taxonomy.models import Target

#: Its rule makes no edit on purpose.
_WITHOUT_EDITS = "control/identity"


class RulesGenerator:
    """Proposes what the rule of the target's name proposes."""

    def propose(self, report: Report, target: Target, attempt: Attempt) -> Proposal | Infeasible:
        """Return the rule's edits.

        Raises:
            UnknownNameError: no rule has the target's name.
        """
        proposed = rules().get(target.name)(report, attempt.rng)
        if isinstance(proposed, Infeasible):
            return proposed
        edits = tuple(proposed)
        if not edits and target.name != _WITHOUT_EDITS:
            return Infeasible("missing_information", "the report holds nothing that this target changes")
        return Proposal(edits=edits)


class _AcceptAll:
    def judge(self, original: Report, alternative: Report, target: Target) -> Verdict:
        return Verdict(is_clinically_consistent=True, is_valid_perturbation=True)


def rules_engine(max_attempts: int = 5) -> Engine:
    """Return the engine that needs no model, no network and no key."""
    return Engine("rules", RulesGenerator(), _AcceptAll(), max_attempts)
