"""What is installed is what is there, and what is imported is what is declared."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ROOMS = PROJECT["tool"]["setuptools"]["package-dir"]
#: Import name to distribution name where they differ.
DISTRIBUTIONS = {"yaml": "pyyaml"}
#: Imported only where installed, each behind an error that says what to install.
OPTIONAL = PROJECT["project"]["optional-dependencies"]


def source_files() -> list[Path]:
    return [path for folder in ROOMS.values() for path in (ROOT / folder).rglob("*.py") if not in_link(path)]


def in_link(path: Path) -> bool:
    return any(parent.is_symlink() for parent in path.parents if parent != ROOT and ROOT in parent.parents)


def test_every_folder_with_code_is_in_the_wheel() -> None:
    found = set()
    for package, folder in ROOMS.items():
        for init in (ROOT / folder).rglob("__init__.py"):
            if not in_link(init):
                inside = init.parent.relative_to(ROOT / folder).parts
                found.add(".".join((package, *inside)))
    assert found == set(PROJECT["tool"]["setuptools"]["packages"])


def top_level_imports(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module.split(".")[0])
    return names


def test_every_import_is_declared() -> None:
    declared = {
        re.split(r"[<>=!~\[; ]", requirement)[0].lower()
        for requirement in chain(PROJECT["project"]["dependencies"], *OPTIONAL.values())
    }
    optional = {"pandas"}
    # The published metric packages are called where they are installed; a missing one is told with its install line.
    called = ROOT / "analysis" / "metrics" / "adapters" / "calls"
    used = set().union(*(top_level_imports(path) for path in source_files() if path.parent != called))
    third_party = {name for name in used if name not in sys.stdlib_module_names and name != "reref"}
    assert {DISTRIBUTIONS.get(name, name).lower() for name in third_party} - declared - optional == set()


def test_rooms_lean_only_on_those_they_may() -> None:
    may = {
        "taxonomy": {"core", "taxonomy"},
        "perturbations": {"core", "perturbations", "taxonomy", "report", "llm"},
        "analysis": {"core", "analysis", "taxonomy", "report", "llm"},
        "reref/core": {"core"},
        "reref/report": {"core", "report"},
        "reref/datasets": {"core", "datasets", "report"},
        "reref/runs": {"core", "runs", "report"},
        "reref/llm": {"core", "llm"},
    }
    wrong = []
    for folder, allowed in may.items():
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("reref."):
                    room = str(node.module).split(".")[1]
                    if room not in allowed:
                        wrong.append(f"{path.relative_to(ROOT)} imports reref.{room}")
    assert wrong == []
