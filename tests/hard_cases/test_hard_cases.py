"""Authored hard cases of real-world failures, read where they stand (or from $REREF_HARD_CASES)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hard_cases.runner import NotAvailableError, cases, checker, failed_properties, run

_ALL = cases()


@pytest.mark.skipif(not _ALL, reason="the hard cases are not here; set REREF_HARD_CASES to their file")
@pytest.mark.parametrize("case", _ALL, ids=lambda case: f"{case['id']}-{case['operation']}")
def test_every_property_of_the_case_holds(case: dict[str, Any]) -> None:
    check = checker()
    if check is None:
        pytest.skip("the shared checker tools/check_must.py is not here; set REREF_SHARED")
    try:
        outcome = run(case)
    except NotAvailableError as missing:
        pytest.skip(str(missing))
    failed = failed_properties(case, outcome, check)
    assert not failed, f"{case['why']}\nfailed: {failed}\noutcome: {outcome}"
    if any("deterministic" in item for item in case["must"]):
        assert _in_new_process(case["id"], "1") == _in_new_process(case["id"], "2")


def _in_new_process(case_id: str, hash_seed: str) -> Any:
    runner = Path(__file__).with_name("runner.py")
    done = subprocess.run(
        [sys.executable, str(runner), case_id],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return json.loads(done.stdout)
