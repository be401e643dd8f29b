from __future__ import annotations

import pytest
from fake_engine import GOOD, TARGET, fake_engine, findings

from reref.core.errors import UsageError
from reref.perturbations import (
    Alternative,
    Edit,
    Engine,
    Infeasible,
    Proposal,
    Source,
    Verdict,
    make_alternative,
    make_alternatives,
    replay,
)
from reref.perturbations.placeholders import ABOUT_PLACEHOLDER
from reref.report import Report
from reref.taxonomy.models import Target

REPORT = Report("Heart is normal. XXXX opacity.", "No acute disease.")
BAD = Verdict(is_clinically_consistent=False, is_valid_perturbation=True, reason="opacity is gone")


def make(engine: Engine, report: Report = REPORT, target: Target = TARGET, variant: int = 0) -> Alternative:
    return make_alternative("s1", "demo", report, target, engine, seed=0, variant=variant)


def text_of(row: Alternative) -> Report:
    return Report(row.findings, row.impression)


def test_an_accepted_proposal_is_taken_with_its_edits() -> None:
    row = make(fake_engine(findings("Heart is fine. XXXX opacity.")))
    assert (row.status, row.findings, row.impression) == ("accepted", "Heart is fine. XXXX opacity.", REPORT.impression)
    assert [(e.before, e.after) for e in row.edits] == [("normal", "fine")]
    assert replay(REPORT, row.edits) == text_of(row)
    assert row.attempts == ()


def test_rejected_samples_are_kept_and_their_reasons_are_fed_back() -> None:
    def judge(report: Report) -> Verdict:
        return GOOD if "large" in report.findings else BAD

    engine = fake_engine(findings("Heart. XXXX."), findings("Heart is not large. XXXX opacity."), judge=judge)
    row = make(engine)
    assert row.status == "accepted"
    assert [(s.number, s.findings, s.verdict) for s in row.attempts] == [(0, "Heart. XXXX.", BAD)]
    assert [a.feedback for a in engine.generator.attempts] == [(), ("opacity is gone",)]  # type: ignore[attr-defined]


def test_the_last_of_only_rejected_samples_is_kept_with_its_verdict() -> None:
    row = make(fake_engine(findings("A XXXX"), findings("B XXXX"), findings("C XXXX"), judge=lambda r: BAD))
    assert (row.status, row.findings, row.verdict, row.explanation) == ("rejected", "C XXXX", BAD, BAD.reason)
    assert [s.findings for s in row.attempts] == ["A XXXX", "B XXXX", "C XXXX"]
    assert replay(REPORT, row.edits) == text_of(row)


@pytest.mark.parametrize("reason", ["missing_information", "already_in_form"])
def test_infeasible_is_told_apart_from_wrong(reason: str) -> None:
    row = make(fake_engine(Infeasible(reason, "no size is stated")))  # type: ignore[arg-type]
    assert (row.status, row.infeasible_reason, row.explanation) == ("infeasible", reason, "no size is stated")
    assert text_of(row) == REPORT
    assert row.edits == ()


def test_a_verifier_that_calls_it_infeasible_is_believed() -> None:
    verdict = Verdict(
        is_clinically_consistent=True, is_valid_perturbation=True, is_already_in_expected_form=True, reason="done"
    )
    row = make(fake_engine(findings(REPORT.findings), judge=lambda r: verdict))
    assert (row.status, row.infeasible_reason, row.findings) == ("infeasible", "already_in_form", REPORT.findings)


def test_an_unchanged_text_is_never_accepted() -> None:
    row = make(fake_engine(Proposal(edits=())))
    assert (row.status, row.explanation) == ("rejected", "nothing was changed")


def test_only_the_identity_control_may_leave_the_text_unchanged() -> None:
    identity = Target(name="control/identity", group="control", description="x", expected_effect="preserve")
    row = make(fake_engine(Proposal(edits=())), target=identity)
    assert (row.status, row.edits, row.findings) == ("accepted", (), REPORT.findings)
    assert make(fake_engine(findings("Other XXXX")), target=identity).status == "rejected"


def test_a_lost_placeholder_is_rejected_unless_the_edit_is_about_it() -> None:
    at = REPORT.findings.index("XXXX")
    lost = Edit("findings", at, at + 4, "Patchy", "guess")
    row = make(fake_engine(Proposal(edits=[lost])))
    assert (row.status, "loses 1 XXXX" in row.explanation) == ("rejected", True)
    meant = Edit("findings", at, at + 4, "Patchy", "guess", detail={ABOUT_PLACEHOLDER: "filled"})
    assert make(fake_engine(Proposal(edits=[meant]))).status == "accepted"


def test_a_moved_placeholder_is_no_lost_placeholder() -> None:
    at = REPORT.findings.index(" XXXX opacity.")
    move = [
        Edit("findings", at, len(REPORT.findings), "", "move"),
        Edit("impression", 0, 0, "XXXX opacity. ", "move", (Source("findings", at + 1, len(REPORT.findings)),)),
    ]
    assert make(fake_engine(Proposal(edits=move))).status == "accepted"


def test_a_failing_generator_is_recorded_and_tried_again() -> None:
    row = make(fake_engine(RuntimeError("no answer"), findings("Fine. XXXX")))
    assert row.status == "accepted"
    assert [s.error for s in row.attempts] == ["RuntimeError: no answer"]
    row = make(fake_engine(RuntimeError("no answer")))
    assert (row.status, row.explanation, text_of(row)) == ("failed", "RuntimeError: no answer", REPORT)
    assert len(row.attempts) == 3


def test_a_user_mistake_ends_the_run() -> None:
    with pytest.raises(UsageError):
        make(fake_engine(UsageError("no model named")))


def test_every_try_has_random_numbers_of_its_own_and_the_same_again() -> None:
    def numbers(study: str, variant: int = 0, seed: int = 0) -> list[int]:
        engine = fake_engine(findings("A XXXX"), judge=lambda r: BAD)
        make_alternative(study, "demo", REPORT, TARGET, engine, seed=seed, variant=variant)
        return [int(a.rng.integers(1 << 60)) for a in engine.generator.attempts]  # type: ignore[attr-defined]

    assert numbers("s1") == numbers("s1")
    everything = numbers("s1") + numbers("s2") + numbers("s1", variant=1) + numbers("s1", seed=1)
    assert len(set(everything)) == 12


def test_the_row_survives_the_file_and_names_what_it_depends_on() -> None:
    edit = Edit("findings", 0, 5, "Cardiac size", "word", (Source("findings", 0, 5),), {"term": "heart"})
    row = make(
        fake_engine(findings("Bad. XXXX"), Proposal(edits=[edit]), judge=lambda r: BAD if "Bad" in r.findings else GOOD)
    )
    assert row.attempts
    assert Alternative.from_dict(row.to_dict()) == row
    assert row.to_dict()["schema_version"] == 1
    assert row.signature.startswith("target:fake/target@1|engine:fake|seed:0|v:")


def test_variants_differ_or_say_that_there_is_no_other() -> None:
    engine = fake_engine(findings("A XXXX"), findings("B XXXX"))
    rows = make_alternatives("s1", "demo", REPORT, TARGET, engine, seed=0, variants=3)
    assert [(r.variant, r.status, r.findings) for r in rows][:2] == [
        (0, "accepted", "A XXXX"),
        (1, "accepted", "B XXXX"),
    ]
    assert (rows[2].status, rows[2].explanation) == ("rejected", "it repeats an earlier variant")
    assert rows[0] == make_alternatives("s1", "demo", REPORT, TARGET, engine, seed=0)[0]


def test_one_row_says_that_no_variant_is_feasible() -> None:
    engine = fake_engine(Infeasible("missing_information", "nothing there"))
    assert len(make_alternatives("s1", "demo", REPORT, TARGET, engine, seed=0, variants=5)) == 1
