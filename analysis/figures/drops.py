"""What a metric ignores and what it punishes, target by target: the idea of ct-finebench's table 3."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from reref.analysis.figures.model import Plot, Row, Tables, known, names, where

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Groups in the order of the columns; within a group targets keep their order.
GROUPS = ("control", "axis", "paraphrase", "persona", "error", "dose")


def rows(tables: Tables) -> list[Row]:
    """Return one row per (metric, data set, target) with a known drop."""
    found = [row for row in tables.get("drops", ()) if known(row["drop"])]
    return sorted(found, key=lambda row: GROUPS.index(row["group"]) if row["group"] in GROUPS else len(GROUPS))


def figure(rows: Sequence[Row]) -> Figure:
    """Return a map: targets down, metrics across, the drop as colour and number."""
    import numpy as np
    from matplotlib.figure import Figure

    metrics, targets = names(rows, "metric"), names(rows, "target")
    grid = np.full((len(targets), len(metrics)), np.nan)
    for row in rows:
        of_cell = [r["drop"] for r in where(rows, metric=row["metric"], target=row["target"])]
        grid[targets.index(row["target"]), metrics.index(row["metric"])] = sum(of_cell) / len(of_cell)
    drawn = Figure(figsize=(0.85 * len(metrics) + 3.2, 0.26 * len(targets) + 1.6), layout="constrained")
    ax = drawn.subplots()
    image = ax.imshow(grid, cmap="cividis", vmin=0, vmax=1, aspect="auto")
    for (down, across), value in np.ndenumerate(grid):
        if known(float(value)):
            ax.text(across, down, f"{value:.2f}", ha="center", va="center", fontsize=7,
                    color="black" if value > 0.55 else "white")  # fmt: skip
    group_of = {row["target"]: row["group"] for row in rows}
    for place, (before, after) in enumerate(pairwise(targets)):
        if group_of[before] != group_of[after]:
            ax.axhline(place + 0.5, color="white", linewidth=2.5)
    ax.set_xticks(range(len(metrics)), metrics, rotation=40, ha="right", fontsize=8)
    ax.set_yticks(range(len(targets)), targets, fontsize=8)
    drawn.colorbar(image, ax=ax, shrink=0.5, label="drop (0: as the same text, 1: as another patient's)")
    return drawn


PLOT = Plot(
    "drops",
    "What each metric ignores and what it punishes",
    "Drop of the score when the report is rewritten (upper blocks: should be 0) or wrong (lower blocks: the more, the "
    "better the metric notices), as a share of the way from the same text to another patient's report.",
    rows,
    figure,
)
