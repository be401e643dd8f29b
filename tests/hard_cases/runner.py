"""One runner for all hard cases: maps a case's operation to the product's API and returns an outcome to check.

An outcome is a dictionary (``out``, ``sections``, ``sentences``, ``status``, ``labels``, ``rows``, ``result``, ...) as
the shared checker reads it. Each area's operations live in a module ``op_*.py`` beside this file, as ``OPERATIONS``: a
name or the part before the colon, and a function of (what stands after the colon, input). They import the product
inside the function, so that one missing room only skips its own cases.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

SHARED = Path(os.environ.get("REREF_SHARED", Path(__file__).resolve().parents[3] / "shared"))
CASES = Path(os.environ.get("REREF_HARD_CASES") or SHARED / "data" / "cases" / "hard_cases_dev.jsonl")
CHECKER = SHARED / "tools" / "check_must.py"
AREAS = ("op_reading", "op_rewrite", "op_perturb", "op_llm", "op_files", "op_scores")

Operation = Callable[[str, Any], dict[str, Any]]


class NotAvailableError(Exception):
    """The product has no room for this operation (yet); the message says which."""


def cases() -> list[dict[str, Any]]:
    """Return the cases, none when the file is not here."""
    if not CASES.exists():
        return []
    with CASES.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def checker() -> ModuleType | None:
    """Load the shared checker by its path; None when it is not here."""
    if not CHECKER.exists():
        return None
    spec = importlib.util.spec_from_file_location("check_must", CHECKER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def operation(name: str) -> tuple[Operation, str]:
    """Return the function for an operation and the part of its name that it takes as argument.

    Raises:
        NotAvailableError: no area maps this operation.
    """
    for area in AREAS:
        if not Path(__file__).with_name(f"{area}.py").exists():
            continue
        table: dict[str, Operation] = importlib.import_module(f"hard_cases.{area}").OPERATIONS
        head, _, rest = name.partition(":")
        for key, argument in ((name, ""), (head, rest)):
            if key in table:
                return table[key], argument
    raise NotAvailableError(f"no mapping for operation '{name}'")


def text_of(given: Any) -> Any:
    """Return the input with a repeated text written out."""
    if isinstance(given, dict) and isinstance(given.get("repeat"), dict):
        repeat = given["repeat"]
        return repeat.get("prefix", "") + repeat["unit"] * repeat["times"] + repeat.get("suffix", "")
    return given


def run(case: dict[str, Any]) -> dict[str, Any]:
    """Run one case; an error of the product becomes ``{"raises": ...}``, its warnings are kept.

    Raises:
        NotAvailableError: the operation cannot be run yet.
    """
    function, argument = operation(case["operation"])
    started = time.perf_counter()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            outcome = function(argument, text_of(case["input"]))
        except NotAvailableError:
            raise
        except ImportError as missing:
            raise NotAvailableError(f"'{case['operation']}' needs a room that is not here: {missing}") from missing
        except Exception as error:  # noqa: BLE001 - whatever the product raises is the outcome
            outcome = {"raises": f"{type(error).__name__}: {error}"}
    outcome["seconds"] = time.perf_counter() - started
    outcome["warnings"] = [*outcome.get("warnings", []), *(str(w.message) for w in caught)]
    return outcome


def failed_properties(case: dict[str, Any], outcome: dict[str, Any], check: ModuleType) -> list[str]:
    """Return the properties of ``must`` that do not hold; those for a person to judge are left out."""
    failed = []
    for item in case["must"]:
        wanted = dict(item)
        message = wanted.pop("message_contains", [])
        held = check.check(wanted, case["input"], outcome) if wanted else True
        said = outcome.get("raises", "").lower()
        if held is False or not all(part.lower() in said for part in message):
            failed.append(json.dumps(item, ensure_ascii=False))
    return failed


def main() -> None:
    """Print the outcome of the case with the given id as JSON (used to compare two processes)."""
    case = next(case for case in cases() if case["id"] == sys.argv[1])
    outcome = run(case)
    outcome.pop("seconds")
    sys.stdout.write(json.dumps(outcome, sort_keys=True, default=str))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    main()
