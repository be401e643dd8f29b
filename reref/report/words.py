"""The words that decide where a sentence ends, read once from ``splitting.yaml``."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import yaml


@cache
def words(kind: str) -> frozenset[str]:
    """Return one list of ``splitting.yaml``."""
    return _lists()[kind]


@cache
def _lists() -> dict[str, frozenset[str]]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    text = Path(__file__).with_name("splitting.yaml").read_text(encoding="utf-8")
    return {name: frozenset(entries) for name, entries in yaml.load(text, Loader=loader).items()}
