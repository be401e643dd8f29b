"""Generator, then verifier, until an alternative is accepted or the tries are used up."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reref.core.errors import EngineUnavailableError, UsageError
from reref.core.seeding import generator as random_stream
from reref.perturbations.alternative import Alternative, Sample, Status, signature
from reref.perturbations.diff import edits_between
from reref.perturbations.edits import AppliedEdit, apply_edits
from reref.perturbations.engine import Attempt, Engine, Infeasible, InfeasibleReason, Proposal, Verdict
from reref.perturbations.placeholders import placeholder_change
from reref.report import Report

if TYPE_CHECKING:
    from reref.taxonomy.models import Target

#: The one target whose alternative is the original itself.
IDENTITY = "control/identity"


@dataclass(frozen=True, slots=True)
class _Outcome:
    status: Status
    report: Report
    edits: tuple[AppliedEdit, ...] = ()
    verdict: Verdict | None = None
    explanation: str = ""
    reason: InfeasibleReason | None = None
    is_final: bool = False  # another try would meet the same


def make_alternative(
    study_id: str,
    dataset: str,
    report: Report,
    target: Target,
    engine: Engine,
    *,
    seed: int,
    variant: int = 0,
    taken: Collection[Report] = (),
) -> Alternative:
    """Make one alternative of one report.

    The same arguments give the same alternative in any process. An accepted text differs from the original (except for
    the identity control), keeps its placeholders, and differs from every report in ``taken``.

    Args:
        study_id: the study, part of the random streams' key.
        dataset: the dataset's name.
        report: the original.
        target: what to change.
        engine: what proposes and judges.
        seed: the user's seed.
        variant: which of several wanted alternatives.
        taken: alternatives that this one must differ from (earlier variants).

    Raises:
        UsageError: the engine cannot make this target at all (no such rule, no model), whatever the report.
    """
    samples: list[Sample] = []
    judged: dict[Report, Verdict] = {}
    outcome = _Outcome("failed", report)
    for number in range(engine.max_attempts):
        outcome = _try(study_id, report, target, engine, seed, variant, number, samples, judged, taken)
        if outcome.status in ("accepted", "infeasible") or outcome.is_final:
            break
        text = None if outcome.status == "failed" else outcome.report
        samples.append(
            Sample(
                number,
                None if text is None else text.findings,
                None if text is None else text.impression,
                outcome.verdict,
                outcome.explanation if outcome.status == "failed" else "",
            )
        )
    return Alternative(
        study_id=study_id,
        dataset=dataset,
        target=target.name,
        steps=(target.name,),
        expected_effect=target.expected_effect,
        status=outcome.status,
        infeasible_reason=outcome.reason,
        explanation=outcome.explanation,
        findings=outcome.report.findings,
        impression=outcome.report.impression,
        edits=outcome.edits,
        verdict=outcome.verdict,
        attempts=tuple(samples),
        engine=engine.name,
        seed=seed,
        signature=signature(target.name, target.version, engine.name, seed, variant),
        variant=variant,
    )


def _try(
    study_id: str,
    report: Report,
    target: Target,
    engine: Engine,
    seed: int,
    variant: int,
    number: int,
    samples: list[Sample],
    judged: dict[Report, Verdict],
    taken: Collection[Report],
) -> _Outcome:
    rng = random_stream(seed, f"{target.stream}@{target.version}", study_id, variant, number)
    feedback = tuple(sample.verdict.reason for sample in samples if sample.verdict is not None)
    try:
        proposal = engine.generator.propose(report, target, Attempt(study_id, seed, variant, number, rng, feedback))
        if isinstance(proposal, Infeasible):
            return _Outcome("infeasible", report, explanation=proposal.explanation, reason=proposal.reason)
        new, edits = _apply(report, proposal, target)
        if new not in judged:
            judged[new] = _judge(report, new, edits, target, engine, taken)
    except UsageError:
        raise
    except EngineUnavailableError as error:
        return _Outcome("failed", report, explanation=str(error), is_final=True)
    except Exception as error:  # noqa: BLE001 - one study's failure is recorded with it and must not end the run
        return _Outcome("failed", report, explanation=f"{type(error).__name__}: {error}")
    verdict = judged[new]
    if verdict.accepted:
        return _Outcome("accepted", new, edits, verdict)
    if verdict.is_clinically_consistent and verdict.is_valid_perturbation:
        reason: InfeasibleReason = (
            "already_in_form" if verdict.is_already_in_expected_form else "missing_information"
        )  # fmt: skip
        return _Outcome("infeasible", report, (), verdict, verdict.reason, reason)
    return _Outcome("rejected", new, edits, verdict, verdict.reason)


def _apply(report: Report, proposal: Proposal, target: Target) -> tuple[Report, tuple[AppliedEdit, ...]]:
    if (proposal.edits is None) == (proposal.sections is None):
        raise ValueError("a proposal holds either edits or whole sections")
    edits = edits_between(report, proposal.sections, target.name) if proposal.sections is not None else proposal.edits
    new, applied = apply_edits(report, edits or ())
    return new, tuple(applied)


def _judge(
    report: Report,
    new: Report,
    edits: tuple[AppliedEdit, ...],
    target: Target,
    engine: Engine,
    taken: Collection[Report],
) -> Verdict:
    if target.name == IDENTITY:
        return Verdict(is_clinically_consistent=new == report, is_valid_perturbation=new == report)
    if new in taken:
        return Verdict(
            is_clinically_consistent=True, is_valid_perturbation=False, reason="it repeats an earlier variant"
        )
    lost = placeholder_change(edits)
    if lost:
        return Verdict(is_clinically_consistent=False, is_valid_perturbation=True, reason=lost)
    verdict = engine.verifier.judge(report, new, target)
    if new == report and verdict.accepted:
        return Verdict(is_clinically_consistent=True, is_valid_perturbation=False, reason="nothing was changed")
    return verdict
