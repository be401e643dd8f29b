"""Which kind a target is, by its name: errors, personas, controls and paraphrases say so first; all else is an axis."""

from __future__ import annotations

from collections.abc import Iterable

_NOT_AXES = ("original", "error", "persona", "control", "paraphrase")


def target_group(name: str) -> str:
    """Return ``axis``, ``error``, ``persona``, ``control``, ``paraphrase`` or ``original``."""
    first = name.split("/")[0]
    return first if first in _NOT_AXES else "axis"


def style_targets(names: Iterable[str]) -> list[str]:
    """Return the axis variations: what summaries over targets are made of."""
    return [name for name in names if target_group(name) == "axis"]


def preserving_targets(names: Iterable[str]) -> list[str]:
    """Return the targets that keep the meaning and change the reporting practice: axes, personas and paraphrases."""
    return [name for name in names if target_group(name) in ("axis", "persona", "paraphrase")]
