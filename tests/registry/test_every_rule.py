"""One test a property, over every registered rule: a new rule is held to all of them without a line here."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from fake_engine import GOOD, ScriptedVerifier

from reref.perturbations import Alternative, Engine, make_alternatives, replay, rules
from reref.perturbations.placeholders import PLACEHOLDER
from reref.perturbations.rules.engine import RulesGenerator
from reref.report import Report
from reref.taxonomy import get_target, targets

HERE = Path(__file__).parent
REPORTS = {
    name: Report(row["findings"], row["impression"])
    for name, row in yaml.safe_load((HERE / "reports.yaml").read_text("utf-8")).items()
}

RULES = rules().names()
ENGINE = Engine("rules", RulesGenerator(), ScriptedVerifier(lambda report: GOOD), max_attempts=1)


def made(rule: str, name: str, seed: int = 0, variants: int = 1) -> list[Alternative]:
    return make_alternatives(name, "authored", REPORTS[name], get_target(rule), ENGINE, seed=seed, variants=variants)


@pytest.fixture(params=RULES)
def rule(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=list(REPORTS))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_every_rule_has_a_target(rule: str) -> None:
    assert rule in targets()


def test_no_rule_fails_on_any_report(rule: str, name: str) -> None:
    for row in made(rule, name, variants=3):
        assert row.status != "failed", row.explanation


def test_an_accepted_text_differs_and_its_edits_replay(rule: str, name: str) -> None:
    for seed in range(3):
        row = made(rule, name, seed)[0]
        text = Report(row.findings, row.impression)
        assert replay(REPORTS[name], row.edits) == text
        if row.status == "accepted" and rule != "control/identity":
            assert text != REPORTS[name]
        if row.status == "infeasible":
            assert row.infeasible_reason in ("missing_information", "already_in_form")
            assert row.explanation
            assert text == REPORTS[name]


def test_the_same_seed_gives_the_same_row(rule: str, name: str) -> None:
    assert made(rule, name, seed=0) == made(rule, name, seed=0)


def test_sources_point_at_statements_of_the_original(rule: str, name: str) -> None:
    for row in made(rule, name):
        for edit in row.edits:
            for source in edit.sources:
                assert REPORTS[name].section(source.section)[source.start : source.end].strip()


def test_meaning_preserving_targets_keep_every_placeholder(rule: str, name: str) -> None:
    row = made(rule, name)[0]
    if get_target(rule).expected_effect == "preserve" and row.status == "accepted":
        report = REPORTS[name]
        before = sorted(PLACEHOLDER.findall(report.findings + " " + report.impression))
        assert sorted(PLACEHOLDER.findall(row.findings + " " + row.impression)) == before


def test_variants_of_one_report_differ_from_each_other(rule: str, name: str) -> None:
    accepted = [(r.findings, r.impression) for r in made(rule, name, variants=3) if r.status == "accepted"]
    if rule != "control/identity":
        assert len(set(accepted)) == len(accepted)


def test_seeds_differ_where_there_is_a_choice() -> None:
    with_choice = {
        rule
        for rule in RULES
        for name in REPORTS
        if len({(r.findings, r.impression) for seed in range(6) for r in made(rule, name, seed)}) > 1
    }
    assert {"structure/structured", "structure/free-text", "control/whitespace"} <= with_choice
    changed = [r for r in with_choice if any(made(r, n, 0)[0].edits != made(r, n, 1)[0].edits for n in REPORTS)]
    assert len(changed) > len(with_choice) / 2


_PRINT_ALL = """
import sys
sys.path.insert(0, {tests!r})
from registry.test_every_rule import RULES, REPORTS, made
for rule in RULES:
    for name in REPORTS:
        for row in made(rule, name, variants=2):
            print(repr(row))
"""


def test_another_process_and_hash_seed_give_the_same_bytes() -> None:
    script = _PRINT_ALL.format(tests=str(HERE.parent))
    printed = {
        subprocess.run(
            [sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1
    assert printed != {b""}
