"""Which kind a target is, by its name: the first part names every kind but the axes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from reref.analysis.scores import ORIGINAL

_NOT_AXES = (ORIGINAL, "error", "persona", "control", "paraphrase", "dose")


def target_group(name: str) -> str:
    """Return ``axis``, ``error``, ``persona``, ``control``, ``paraphrase``, ``dose`` or ``original``."""
    first = name.split("/")[0]
    return first if first in _NOT_AXES else "axis"


def style_targets(names: Iterable[str]) -> list[str]:
    """Return the axis variations: what summaries over targets are made of."""
    return [name for name in names if target_group(name) == "axis"]


def preserving_targets(names: Iterable[str]) -> list[str]:
    """Return the targets that keep the meaning and change the reporting practice: axes, personas and paraphrases."""
    return [name for name in names if target_group(name) in ("axis", "persona", "paraphrase")]


def dose_series(names: Iterable[str]) -> dict[str, dict[int, str]]:
    """Return the graded changes among the targets: by series the level and name of each, levels rising."""
    series: dict[str, dict[int, str]] = {}
    for name in names:
        match = re.fullmatch(r"dose/(.+)-(\d+)", name)
        if match:
            series.setdefault(match[1], {})[int(match[2])] = name
    return {name: dict(sorted(levels.items())) for name, levels in series.items()}
