"""The fact verifier: whether a rewrite says the same facts in the form that was asked for, and what differs if not."""

from reref.perturbations.verify.difference import Difference, differences
from reref.perturbations.verify.entailment import entailment
from reref.perturbations.verify.verifier import FactVerifier, status

__all__ = ["Difference", "FactVerifier", "differences", "entailment", "status"]
