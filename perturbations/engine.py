"""The two seams of the loop: what proposes an alternative, and what judges it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from reref.perturbations.edits import Edit
from reref.report import Report

if TYPE_CHECKING:
    from numpy.random import Generator as Rng

    from reref.taxonomy.models import Target

InfeasibleReason = Literal["missing_information", "already_in_form"]


@dataclass(frozen=True, slots=True)
class Infeasible:
    """The target cannot be made from this report.

    Attributes:
        reason: ``missing_information`` or ``already_in_form``.
        explanation: one sentence that says what is missing or already there.
    """

    reason: InfeasibleReason
    explanation: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a generator may draw on for one try.

    Attributes:
        study_id: the study, for messages and for random streams.
        seed: the user's seed.
        variant: which of several wanted alternatives (0 first).
        number: which try for this alternative (0 first).
        rng: random numbers for just this (seed, target, study, variant, number).
        feedback: why earlier tries were rejected, oldest first.
    """

    study_id: str
    seed: int
    variant: int
    number: int
    rng: Rng
    feedback: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposed alternative: edits from rules, or whole sections from a language model.

    Exactly one of the two is given; the loop turns whole sections into edits.
    """

    edits: Sequence[Edit] | None = None
    sections: dict[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The paper's four booleans and a reason that names the fact that decided."""

    is_clinically_consistent: bool
    is_valid_perturbation: bool
    does_not_contain_required_info: bool = False
    is_already_in_expected_form: bool = False
    reason: str = ""

    @property
    def accepted(self) -> bool:
        """Whether the alternative may be used: consistent, valid, and not an infeasible case."""
        return (
            self.is_clinically_consistent
            and self.is_valid_perturbation
            and not self.does_not_contain_required_info
            and not self.is_already_in_expected_form
        )


class Generator(Protocol):
    """Proposes alternatives."""

    def propose(self, report: Report, target: Target, attempt: Attempt) -> Proposal | Infeasible:
        """Return a proposal, or say why there can be none."""
        ...


class Verifier(Protocol):
    """Judges alternatives."""

    def judge(self, original: Report, alternative: Report, target: Target) -> Verdict:
        """Return the verdict on an alternative."""
        ...


@dataclass(frozen=True, slots=True)
class Engine:
    """What runs for every alternative: a generator, a verifier, and how often they try.

    Attributes:
        name: ``rules``, ``llm``, ``hybrid`` or a user's own; part of every signature.
        generator: proposes.
        verifier: judges.
        max_attempts: tries for one alternative, at least 1 (the paper's default is 5).
    """

    name: str
    generator: Generator
    verifier: Verifier
    max_attempts: int = 5

    def __post_init__(self) -> None:
        if self.max_attempts < 1:
            raise ValueError(f"max_attempts must be an int >= 1, got {self.max_attempts!r}")
