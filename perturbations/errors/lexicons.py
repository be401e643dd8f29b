"""The word lists of the error rooms, each read once."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any


@cache
def lexicon(name: str) -> Any:
    """Return the content of a YAML file beside the error rooms."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load((files("reref.perturbations.errors") / f"{name}.yaml").read_text("utf-8"), Loader=loader)
