"""Starting is quick because nothing heavy is loaded before it is needed."""

import json
import subprocess
import sys

import pytest

HEAVY = (
    "numpy",
    "scipy",
    "matplotlib",
    "pyarrow",
    "dspy",
    "instructor",
    "openai",
    "pydantic",
    "nltk",
    "sacrebleu",
    "rich",
)


def loaded_by(code: str) -> set[str]:
    code = f"{code}\nimport json, sys; print(json.dumps(sorted(sys.modules)), file=sys.stderr)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(json.loads(ended.stderr.splitlines()[-1]))


@pytest.mark.parametrize(
    "code", ["import reref", "from reref.cli.main import cli; cli(['--help'], standalone_mode=False)"]
)
def test_nothing_heavy_is_loaded(code: str) -> None:
    assert loaded_by(code).isdisjoint(HEAVY)


def test_help_lists_every_command() -> None:
    ended = subprocess.run([sys.executable, "-m", "reref", "--help"], capture_output=True, text=True, check=True)
    for name in ("perturb", "sensitivity", "demo", "verify", "taxonomy", "metrics", "facts"):
        assert f"  {name} " in ended.stdout


def test_the_rooms_are_imported_under_one_name_only() -> None:
    code = "import reref.perturbations, reref.taxonomy, reref.analysis"
    assert loaded_by(code).isdisjoint({"perturbations", "taxonomy", "analysis"})
