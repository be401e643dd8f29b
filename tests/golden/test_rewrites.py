"""What the rules make of authored reports, to the byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from fake_engine import GOOD, ScriptedVerifier

from reref.perturbations import Engine, make_alternatives
from reref.perturbations.rules.engine import RulesGenerator
from reref.report import Report
from reref.taxonomy import get_target

FILES = ("rewrites.yaml", "wording.yaml")
CASES = [case for name in FILES for case in yaml.safe_load(Path(__file__).with_name(name).read_text("utf-8"))]
ENGINE = Engine("rules", RulesGenerator(), ScriptedVerifier(lambda report: GOOD), max_attempts=1)


@pytest.mark.parametrize(
    ("case", "target"),
    [pytest.param(case, target, id=f"{case['name']}: {target}") for case in CASES for target in case["expected"]],
)
def test_the_rewrite_is_the_one_that_was_read_and_approved(case: dict[str, Any], target: str) -> None:
    report = Report(case["findings"], case["impression"])
    row = make_alternatives(case["name"], "golden", report, get_target(target), ENGINE, seed=2)[0]
    expected = case["expected"][target]
    assert row.infeasible_reason == expected.get("infeasible")
    assert row.findings == expected.get("findings", report.findings)
    assert row.impression == expected.get("impression", report.impression)
