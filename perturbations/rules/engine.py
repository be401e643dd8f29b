"""The offline engine: rules propose, the fact verifier judges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reref.perturbations.engine import Attempt, Engine, Infeasible, Proposal
from reref.perturbations.errors.room import errors, plant
from reref.perturbations.rules.letters import as_written
from reref.perturbations.rules.registry import rules
from reref.perturbations.verify.verifier import FactVerifier
from reref.report import Report

if TYPE_CHECKING:
    from reref.taxonomy.models import Target

#: Its rule makes no edit on purpose.
_WITHOUT_EDITS = "control/identity"


class RulesGenerator:
    """Proposes what the rule of the target's name proposes.

    Args:
        carry_through: whether a planted error is told wherever the report tells its fact; else it is made in one place
            and labelled as a mismatch with the other.
    """

    def __init__(self, *, carry_through: bool = True) -> None:
        self.carry_through = carry_through

    def propose(self, report: Report, target: Target, attempt: Attempt) -> Proposal | Infeasible:
        """Return the rule's edits.

        Raises:
            UnknownNameError: no rule has the target's name.
        """
        rule = rules().get(target.name)
        if self.carry_through or target.name.removeprefix("error/") not in errors():
            proposed = rule(report, attempt.rng)
        else:
            proposed = plant(target.name.removeprefix("error/"), report, attempt.rng, carry_through=False)
        if isinstance(proposed, Infeasible):
            return proposed
        is_rewrite = target.group in ("axis", "paraphrase")  # controls change letters; errors are labelled as planted
        edits = as_written(report, proposed) if is_rewrite else tuple(proposed)
        if not edits and target.name != _WITHOUT_EDITS:
            return Infeasible("missing_information", "the report holds nothing that this target changes")
        return Proposal(edits=edits)


def rules_engine(max_attempts: int = 5, *, carry_through: bool = True) -> Engine:
    """Return the engine that needs no model, no network and no key (``carry_through``: see :class:`RulesGenerator`)."""
    name = "rules" if carry_through else "rules+mismatch"  # a part of every signature
    return Engine(name, RulesGenerator(carry_through=carry_through), FactVerifier(), max_attempts)
