from __future__ import annotations

from pathlib import Path

from fake_engine import GOOD, ScriptedVerifier

from reref.perturbations import Attempt, Edit, Engine, Infeasible, Proposal, make_alternatives, replay
from reref.perturbations.alternative import Alternative
from reref.perturbations.compound import make_compound
from reref.report import Report
from reref.taxonomy.models import Persona, Target

REPORT = Report("a b c", "")
STEPS = [Target(name=f"step/{s}", group="axis", description="x", expected_effect="preserve") for s in "abc"]
PERSONA = Persona(name="persona/test", description="x", steps=("step/a", "step/b", "step/c"))


class Swaps:
    """Step ``x`` turns the letter x into X; a step is infeasible on a text that holds one of its blockers."""

    def __init__(self, **blockers: str) -> None:
        self.blockers = blockers

    def propose(self, report: Report, target: Target, attempt: Attempt) -> Proposal | Infeasible:
        letter = target.name[-1]
        if any(b in report.findings for b in self.blockers.get(letter, "")):
            return Infeasible("missing_information", f"no {letter}")
        at = report.findings.index(letter)
        return Proposal(edits=[Edit("findings", at, at + 1, letter.upper(), letter)])


def made(steps: list[Target] = STEPS, **blockers: str) -> list[Alternative]:
    engine = Engine("fake", Swaps(**blockers), ScriptedVerifier(lambda r: GOOD))
    return make_compound("s", "d", REPORT, PERSONA, steps, engine, seed=0)


def outcome(rows: list[Alternative]) -> list[tuple[int, str, str]]:
    return [(r.order, "".join(s[-1] for s in r.steps), r.findings) for r in rows if r.status == "accepted"]


def test_both_orders_of_the_first_two_steps_are_made() -> None:
    rows = made()
    assert outcome(rows) == [(0, "abc", "A B C"), (1, "bac", "A B C")]
    assert all(replay(REPORT, row.edits).findings == row.findings for row in rows)
    assert rows[0].signature != rows[1].signature
    assert {row.target for row in rows} == {"persona/test"}


def test_an_infeasible_third_step_leaves_the_two_step_texts_of_both_orders() -> None:
    assert outcome(made(c="A")) == [(0, "ab", "A B c"), (1, "ba", "A B c")]


def test_only_the_order_that_got_furthest_counts() -> None:
    assert outcome(made(b="A")) == [(1, "bac", "A B C")]


def test_without_a_two_step_text_both_single_steps_count() -> None:
    assert outcome(made(a="B", b="A")) == [(0, "a", "A b c"), (1, "b", "a B c")]


def test_one_feasible_single_step_counts_alone() -> None:
    rows = made(a="abc")
    assert outcome(rows) == [(1, "b", "a B c")]
    assert rows[0].explanation == "step/a is infeasible: no a"


def test_a_study_without_a_feasible_step_keeps_its_original_in_one_row() -> None:
    rows = made(a="abc", b="abc")
    assert [(r.status, r.steps, r.findings, r.edits) for r in rows] == [("infeasible", (), "a b c", ())]


def test_a_persona_of_the_taxonomy_finds_its_steps() -> None:
    from reref.taxonomy import get_target

    class Nothing:
        def propose(self, report: Report, target: Target, attempt: Attempt) -> Infeasible:
            return Infeasible("already_in_form", target.name)

    engine = Engine("fake", Nothing(), ScriptedVerifier(lambda r: GOOD))
    rows = make_alternatives("s", "d", REPORT, get_target("persona/minimalist"), engine, seed=0, variants=2)
    assert [(r.status, r.infeasible_reason) for r in rows] == [("infeasible", "already_in_form")]


def test_a_user_writes_a_persona_in_yaml(tmp_path: Path) -> None:
    from reref.perturbations import rules_engine
    from reref.taxonomy import get_target, load_taxonomy, registry

    (tmp_path / "terse.yaml").write_text(
        "name: terse\ndescription: Leaves the normal out and numbers the rest.\n"
        "steps: [findings-scope/minimal, structure/structured]\nversion: 1\n"
    )
    load_taxonomy(tmp_path / "terse.yaml")
    try:
        report = Report("Small left effusion. The mediastinum is normal. Old fracture of the right sixth rib.", "")
        rows = make_alternatives("s", "d", report, get_target("persona/terse"), rules_engine(), seed=0)
    finally:
        registry.reset()
    assert [row.steps for row in rows] == [
        ("findings-scope/minimal", "structure/structured"),
        ("structure/structured", "findings-scope/minimal"),
    ]
    for row in rows:
        assert "normal" not in row.findings
        assert row.findings.count("\n") == 1
        assert replay(report, row.edits).findings == row.findings
