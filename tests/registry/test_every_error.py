"""What every error type must keep to, on authored reports of different kinds."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from reref.core.seeding import generator
from reref.perturbations.edits import AppliedEdit, apply_edits
from reref.perturbations.engine import Infeasible
from reref.perturbations.errors import errors
from reref.perturbations.errors.room import plant
from reref.perturbations.placeholders import placeholder_change
from reref.perturbations.verify import FactVerifier
from reref.report import TARGET_SECTIONS, Report
from reref.taxonomy import ErrorType, get_target, targets

REPORTS = {
    name: Report(row["findings"], row["impression"])
    for name, row in yaml.safe_load(Path(__file__).with_name("reports.yaml").read_text("utf-8")).items()
}
RICH = Report(
    "Left PICC with its tip in the superior vena cava. There is a 9 mm smooth round solid nodule in the right upper "
    "lobe, unchanged from the prior exam. Stable small left effusion. Mild diffuse centrilobular emphysema. Patchy "
    "opacity at the left base, possibly due to pneumonia. The heart is normal in size. No pericardial effusion. The "
    "bones are intact.",
    "Right upper lobe nodule. Small left effusion. Left basal opacity, possibly due to pneumonia.",
)
REPORTS["rich"] = RICH
TYPES = errors().names()


def planted(kind: str, report: Report, seed: int = 0, *, carry_through: bool = True) -> list[AppliedEdit] | None:
    edits = plant(kind, report, generator(seed, kind), carry_through=carry_through)
    return None if isinstance(edits, Infeasible) else apply_edits(report, edits)[1]


def roles(applied: list[AppliedEdit]) -> list[str]:
    return [(edit.detail or {})["role"] for edit in applied]


def test_rooms_and_taxonomy_name_the_same_types() -> None:
    assert {f"error/{name}" for name in TYPES} == {t.name for t in targets() if isinstance(t, ErrorType)}


@pytest.mark.parametrize("kind", TYPES)
def test_every_type_can_be_made_on_a_rich_report(kind: str) -> None:
    assert planted(kind, RICH) is not None


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("name", REPORTS)
def test_one_labelled_error_and_every_other_byte_stays(kind: str, name: str) -> None:
    report = REPORTS[name]
    for seed in range(4):
        applied = planted(kind, report, seed)
        if applied is None:
            continue
        assert roles(applied).count("error") == 1
        assert set(roles(applied)) <= {"error", "carried", "contradiction", "numbering"}
        assert {edit.label for edit in applied} == {f"error/{kind}"}
        new, _ = apply_edits(report, plant(kind, report, generator(seed, kind)))  # type: ignore[arg-type]
        for section in TARGET_SECTIONS:
            before, after, at, out = report.section(section), new.section(section), 0, 0
            for edit in (e for e in applied if e.section == section):
                assert before[at : edit.start] == after[out : edit.out_start]
                assert (before[edit.start : edit.end], after[edit.out_start : edit.out_end]) == (
                    edit.before,
                    edit.after,
                )
                at, out = edit.end, edit.out_end
            assert before[at:] == after[out:]
        assert not placeholder_change(applied)


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("name", REPORTS)
def test_the_verifier_accepts_it(kind: str, name: str) -> None:
    report = REPORTS[name]
    applied = planted(kind, report)
    if applied is not None:
        new, _ = apply_edits(report, plant(kind, report, generator(0, kind)))  # type: ignore[arg-type]
        verdict = FactVerifier().judge(report, new, get_target(f"error/{kind}"))
        assert verdict.accepted, verdict.reason


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("name", REPORTS)
def test_an_error_that_is_not_carried_through_stays_in_its_section(kind: str, name: str) -> None:
    applied = planted(kind, REPORTS[name], carry_through=False)
    if applied is not None and "carried" not in roles(applied):
        main = next(edit for edit in applied if (edit.detail or {})["role"] == "error")
        assert all(edit.section == main.section for edit in applied)


@pytest.mark.parametrize("kind", TYPES)
def test_an_infeasible_type_says_what_is_missing(kind: str) -> None:
    made = plant(kind, Report("", ""), generator(0))
    assert isinstance(made, Infeasible)
    assert made.explanation.startswith("the report has no ")
