"""Personas: axis steps one after another, in both orders of the first two (appendix F of the reref paper).

The first two steps are made in both orders, because the order matters, and scores against the results are averaged.
For a study on which a step is infeasible, the longest feasible prefix of either order stands in; when that is a single
step, both single steps count if both are feasible; when there is none, the study is infeasible and keeps its original.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from reref.perturbations.alternative import Alternative, Sample, signature
from reref.perturbations.compose import compose
from reref.perturbations.edits import AppliedEdit
from reref.perturbations.loop import make_alternative
from reref.report import Report

if TYPE_CHECKING:
    from reref.perturbations.engine import Engine
    from reref.taxonomy.models import Persona, Target


def make_compound(
    study_id: str,
    dataset: str,
    report: Report,
    persona: Persona,
    steps: Sequence[Target],
    engine: Engine,
    *,
    seed: int,
    variant: int = 0,
    taken: Collection[Report] = (),
) -> list[Alternative]:
    """Make a persona's alternatives of one report.

    Args:
        study_id: the study, part of the random streams' key.
        dataset: the dataset's name.
        report: the original.
        persona: the target.
        steps: the persona's steps as targets, in its order.
        engine: what proposes and judges each step.
        seed: the user's seed.
        variant: which of several wanted alternatives.
        taken: texts that the last step must not repeat (earlier variants).

    Returns:
        One row, or two when both orders (or both single steps) give a text of the same number of steps; rows differ in
        ``order``, and ``steps`` names what was applied. A study without any feasible step is one infeasible row.
    """
    rows = [
        _apply_in_order(study_id, dataset, report, persona, ordered, engine, seed, variant, taken, order)
        for order, ordered in enumerate([[*steps], [steps[1], steps[0], *steps[2:]]])
    ]
    longest = max(_applied(row) for row in rows)
    if longest == 0:
        return rows[:1]
    return [row for row in rows if _applied(row) == longest]


def _applied(row: Alternative) -> int:
    return len(row.steps) if row.status == "accepted" else 0


def _apply_in_order(
    study_id: str,
    dataset: str,
    report: Report,
    persona: Persona,
    steps: Sequence[Target],
    engine: Engine,
    seed: int,
    variant: int,
    taken: Collection[Report],
    order: int,
) -> Alternative:
    """Apply steps until one is not accepted."""
    text, edits = report, tuple[AppliedEdit, ...]()
    applied: list[str] = []
    samples: list[Sample] = []
    last: Alternative | None = None
    stopped = ""
    for step in steps:
        avoid = (*taken, report) if applied else taken  # a later step must not lead back to the original
        one = make_alternative(study_id, dataset, text, step, engine, seed=seed, variant=variant, taken=avoid)
        samples += one.attempts
        if one.status != "accepted":
            stopped = f"{step.name} is {one.status}: {one.explanation}"
            last = last or one
            break
        edits = compose(report, edits, one.edits)
        text = report.with_sections({"findings": one.findings, "impression": one.impression})
        applied.append(step.name)
        last = one
    assert last is not None, "a persona has at least two steps"
    return replace(
        last,
        target=persona.name,
        steps=tuple(applied),
        expected_effect=persona.expected_effect,
        findings=text.findings,
        impression=text.impression,
        edits=edits,
        attempts=tuple(samples),
        explanation=stopped,
        signature=signature(persona.name, persona.version, engine.name, seed, variant, order),
        order=order,
    )
