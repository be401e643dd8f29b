"""Other words for the same thing: every swap stays within one concept of ``terminology.yaml``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.rules.registry import rule
from reref.perturbations.rules.synonyms import some_swaps
from reref.report import Report

if TYPE_CHECKING:
    from numpy.random import Generator


@rule("terminology/alternative")
def reword_terms(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Name several things by another of their names."""
    edits = some_swaps(report, rng, "terminology.yaml", "term", share_left=0.2)
    return edits or Infeasible("missing_information", "no term of the report has another name in the lexicon")
