"""How alike metrics are: a heat map of their correlations with each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reref.analysis.figures.model import Plot, Row, Tables, known, names, panels

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def rows(tables: Tables) -> list[Row]:
    """Return the correlation of every two metrics; nothing for a single metric."""
    found = list(tables.get("between_metrics", ()))
    return found if len({row["metric"] for row in found}) > 1 else []


def figure(rows: Sequence[Row]) -> Figure:
    """Return the matrix with its numbers written in."""
    import numpy as np

    metrics = names(rows, "metric")
    size = len(metrics)
    values = np.full((size, size), np.nan)
    for row in rows:
        values[metrics.index(row["metric"]), metrics.index(row["other"])] = (
            row["value"] if known(row["value"]) else np.nan
        )
    side = 0.42 * size + 1.4
    drawn, (ax,) = panels(1, width=side, height=side + 0.4)
    image = ax.imshow(values, vmin=-1, vmax=1, cmap="RdBu", aspect="auto")
    for i in range(size):
        for j in range(size):
            value = values[i, j]
            text = "–" if value != value else f"{value:.2f}".replace("0.", ".", 1)
            ax.text(j, i, text, ha="center", va="center", fontsize=6, color="white" if abs(value) > 0.6 else "black")
    ax.set_xticks(range(size), metrics, rotation=90, fontsize=7)
    ax.set_yticks(range(size), metrics, fontsize=7)
    drawn.colorbar(image, ax=ax, shrink=0.7, label="Spearman's rho")
    return drawn


PLOT = Plot(
    "metric-matrix",
    "Agreement of metrics with each other",
    "Spearman's correlation of every two metrics over the same reports. Metrics that stand in one block say nearly the "
    "same, so their agreement with people is no independent evidence.",
    rows,
    figure,
)
