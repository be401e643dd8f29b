"""Tuned programs as JSON files: instructions and examples, never a model, an address or a key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from reref.core.errors import BadDataError, UsageError
from reref.core.files import read_json, write_json
from reref.perturbations.llm.signatures import program, program_names

_FORMAT = "reref-program"
#: What would decide where reports go; no part of a program file may have such a key.
_ADDRESS = frozenset(
    {"lm", "model", "engine", "async_engine", "api_base", "base_url", "api_key", "endpoint", "headers", "provider"}
)


def save(tuned: Any, name: str, path: Path, made_by: dict[str, Any]) -> None:
    """Write a tuned program, whole or not at all.

    Args:
        tuned: the program.
        name: which of ours it is.
        path: the file.
        made_by: what a reader wants to know about its making (optimizer, scores, counts).
    """
    from reref import __version__

    state = {key: value for key, value in tuned.dump_state().items() if key != "lm"}
    _refuse_addresses(state, path)
    write_json(path, {"format": _FORMAT, "program": name, "reref": __version__, "made_by": made_by, "state": state})


def load(path: Path, name: str) -> Any:
    """Read a tuned program.

    Args:
        path: the file.
        name: which of ours it shall stand in for.

    Raises:
        UsageError: no program of this name, a file for another one, or one that would say where reports go.
        BadDataError: not a program file.
    """
    if name not in program_names():
        raise UsageError(f"no program is called '{name}'; known: {', '.join(program_names())}")
    if not path.is_file():
        raise BadDataError(f"{path}: no such file")
    found = read_json(path)
    state = found.get("state")
    if found.get("format") != _FORMAT or not isinstance(state, dict):
        raise BadDataError(f"{path}: not a program file; make one with reref tune")
    if found.get("program") != name:
        raise UsageError(f"{path}: holds the program '{found.get('program')}', not '{name}'")
    _refuse_addresses(state, path)
    fresh = program(name)
    wanted = [field["prefix"] for field in fresh.dump_state()["signature"]["fields"]]
    try:
        fields = [field["prefix"] for field in state["signature"]["fields"]]
        if fields != wanted:
            raise BadDataError(f"{path}: its fields are not those of '{name}' in this reref; tune it again")
        fresh.load_state({**state, "lm": None})
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadDataError(f"{path}: a damaged program file ({type(error).__name__}); tune it again") from None
    return fresh


def _refuse_addresses(value: Any, path: Path) -> None:
    if isinstance(value, dict):
        named = sorted(_ADDRESS & value.keys())
        if named:
            raise UsageError(f"{path}: a program must not say where reports go, but holds '{named[0]}'; not used")
        for inner in value.values():
            _refuse_addresses(inner, path)
    elif isinstance(value, list):
        for inner in value:
            _refuse_addresses(inner, path)
