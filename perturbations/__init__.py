"""How a report is varied: rules, planted errors, language-model programs, and the verifier that judges them."""

if __name__ != "reref.perturbations":  # a second copy of this package would register everything twice
    raise ImportError("import this package as reref.perturbations")

from reref.perturbations.alternative import Alternative, Sample
from reref.perturbations.edits import AppliedEdit, Edit, Source, apply_edits, replay
from reref.perturbations.engine import Attempt, Engine, Infeasible, Proposal, Verdict
from reref.perturbations.loop import make_alternative
from reref.perturbations.make import make_alternatives
from reref.perturbations.rules.engine import rules_engine
from reref.perturbations.rules.registry import rule, rules

__all__ = [
    "Alternative",
    "AppliedEdit",
    "Attempt",
    "Edit",
    "Engine",
    "Infeasible",
    "Proposal",
    "Sample",
    "Source",
    "Verdict",
    "apply_edits",
    "make_alternative",
    "make_alternatives",
    "replay",
    "rule",
    "rules",
    "rules_engine",
]
