"""What a rule makes of an authored text, for tests of rules."""

from __future__ import annotations

from reref.core.seeding import generator
from reref.perturbations.edits import apply_edits
from reref.perturbations.engine import Infeasible
from reref.perturbations.rules.registry import rules
from reref.report import Report


def rewritten(target: str, findings: str, impression: str = "", *, seed: int = 0) -> Report | Infeasible:
    """Return the rule's alternative, or why there is none."""
    report = Report(findings, impression)
    proposed = rules().get(target)(report, generator(seed, "test"))
    return proposed if isinstance(proposed, Infeasible) else apply_edits(report, proposed)[0]


def findings_after(target: str, findings: str, *, seed: int = 0) -> str:
    """Return the rewritten findings; the reason in brackets when there is no rewrite."""
    alternative = rewritten(target, findings, seed=seed)
    return f"[{alternative.reason}]" if isinstance(alternative, Infeasible) else alternative.findings


def ways(target: str, findings: str, *, seeds: int = 12) -> set[str]:
    """Return the different rewrites of some seeds."""
    return {findings_after(target, findings, seed=seed) for seed in range(seeds)}
