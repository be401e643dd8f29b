"""What the judging programs are told, and a hash of it. Cheap to import: nothing that asks is loaded."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from reref.core.seeding import digest

#: Raised when the same reply would be scored otherwise.
VERSION = 1


@cache
def wording() -> dict[str, Any]:
    """Return the words of all programs."""
    import yaml

    return dict(yaml.safe_load(files("reref.analysis.judges").joinpath("wording.yaml").read_text(encoding="utf-8")))


def prompt_hash(name: str) -> str:
    """Return a short hash of everything that a program is told."""
    return digest(wording()["data_rule"], repr(wording()["programs"][name]), size=6).hex()
