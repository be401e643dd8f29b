"""A generator and a verifier that say what a test tells them to."""

from __future__ import annotations

from collections.abc import Callable

from reref.perturbations import Attempt, Engine, Infeasible, Proposal, Verdict
from reref.report import Report
from reref.taxonomy.models import Target

TARGET = Target(name="fake/target", group="axis", description="a made-up target", expected_effect="preserve")
GOOD = Verdict(is_clinically_consistent=True, is_valid_perturbation=True)


class ScriptedGenerator:
    """Proposes from a list, in order; an exception in the list is raised. Remembers what it was given."""

    def __init__(self, *script: Proposal | Infeasible | Exception) -> None:
        self.script = script
        self.attempts: list[Attempt] = []

    def propose(self, report: Report, target: Target, attempt: Attempt) -> Proposal | Infeasible:
        self.attempts.append(attempt)
        step = self.script[min(attempt.number, len(self.script) - 1)]
        if isinstance(step, Exception):
            raise step
        return step


class ScriptedVerifier:
    """Judges by a function of the alternative; accepts everything by default."""

    def __init__(self, judge: Callable[[Report], Verdict] = lambda report: GOOD) -> None:
        self._judge = judge

    def judge(self, original: Report, alternative: Report, target: Target) -> Verdict:
        return self._judge(alternative)


def fake_engine(
    *script: Proposal | Infeasible | Exception, judge: Callable[[Report], Verdict] = lambda report: GOOD
) -> Engine:
    return Engine("fake", ScriptedGenerator(*script), ScriptedVerifier(judge), max_attempts=3)


def findings(text: str) -> Proposal:
    return Proposal(sections={"findings": text})
