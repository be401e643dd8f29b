"""Every alternative of one study and target: variants of an axis, an error or a control, both orders of a persona."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reref.perturbations.alternative import Alternative
from reref.perturbations.compound import make_compound
from reref.perturbations.loop import IDENTITY, make_alternative
from reref.report import Report

if TYPE_CHECKING:
    from reref.perturbations.engine import Engine
    from reref.taxonomy.models import Target


def make_alternatives(
    study_id: str,
    dataset: str,
    report: Report,
    target: Target,
    engine: Engine,
    *,
    seed: int,
    variants: int = 1,
) -> list[Alternative]:
    """Make the alternatives of one report under one target; no two accepted variants have the same text.

    Variant 0 does not depend on how many are wanted. A target that cannot be made is one row that says so; a variant
    for which no further text was found is a ``rejected`` row.

    Args:
        study_id: the study.
        dataset: the dataset's name.
        report: the original.
        target: an axis variation, error type, control or persona.
        engine: what proposes and judges.
        seed: the user's seed.
        variants: how many different alternatives are wanted, at least 1.

    Returns:
        One row a variant; for a persona up to two (see :func:`reref.perturbations.compound.make_compound`).
    """
    made: list[Alternative] = []
    taken: list[Report] = []
    for variant in range(variants):
        rows = _make_variant(study_id, dataset, report, target, engine, seed, variant, tuple(taken))
        made += rows
        if rows[0].status == "infeasible":
            break
        if target.name != IDENTITY:
            taken += [_text(report, row) for row in rows if row.status == "accepted"]
    return made


def _make_variant(
    study_id: str,
    dataset: str,
    report: Report,
    target: Target,
    engine: Engine,
    seed: int,
    variant: int,
    taken: tuple[Report, ...],
) -> list[Alternative]:
    if target.group != "persona":
        return [
            make_alternative(study_id, dataset, report, target, engine, seed=seed, variant=variant, taken=taken)
        ]  # fmt: skip
    from reref.taxonomy import Persona, get_target

    assert isinstance(target, Persona)
    steps = [get_target(name) for name in target.steps]
    return make_compound(
        study_id, dataset, report, target, steps, engine, seed=seed, variant=variant, taken=taken
    )  # fmt: skip


def _text(report: Report, row: Alternative) -> Report:
    return report.with_sections({"findings": row.findings, "impression": row.impression})
