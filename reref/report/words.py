"""The words that decide where a sentence ends, read once from ``lexicon/splitting.yaml``."""

from __future__ import annotations

from functools import cache

from reref.report.lexicon_files import read


@cache
def words(kind: str) -> frozenset[str]:
    """Return one list of ``splitting.yaml``."""
    return _lists()[kind]


@cache
def _lists() -> dict[str, frozenset[str]]:
    return {name: frozenset(entries) for name, entries in read("splitting").items()}
