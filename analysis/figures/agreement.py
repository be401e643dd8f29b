"""How far each metric agrees with people: a forest plot of correlations with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reref.analysis.figures.model import BLUE, Plot, Row, Tables, known, names, panels, where

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def rows(tables: Tables) -> list[Row]:
    """Return the correlations of all metrics, the best by Kendall's tau first."""
    found = list(tables.get("agreement", ()))
    tau = {row["metric"]: row["value"] for row in where(found, coefficient="kendall")}
    order = sorted(tau, key=lambda name: (not known(tau[name]), -tau[name] if known(tau[name]) else 0.0, name))
    return [
        {column: row[column] for column in ("metric", "coefficient", "value", "low", "high", "items")}
        for name in order
        for row in where(found, metric=name)
    ]


def figure(rows: Sequence[Row]) -> Figure:
    """Return one panel a coefficient: a dot for each metric with its 95 % interval."""
    coefficients, metrics = names(rows, "coefficient"), names(rows, "metric")
    drawn, axes = panels(len(coefficients), width=2.6, height=0.3 * len(metrics) + 1.2, share_y=True)
    for ax, coefficient in zip(axes, coefficients, strict=True):
        ax.axvline(0, color="0.3", linewidth=0.8)
        for row in where(rows, coefficient=coefficient):
            place = metrics.index(row["metric"])
            if known(row["low"]):
                ax.plot([row["low"], row["high"]], [place, place], color=BLUE, linewidth=1.4)
            if known(row["value"]):
                ax.plot([row["value"]], [place], "o", color=BLUE, markersize=4)
        ax.set_title(coefficient.capitalize(), fontsize=9)
    axes[0].set_yticks(range(len(metrics)), metrics, fontsize=8)
    axes[0].invert_yaxis()
    drawn.supxlabel("correlation with people's ratings, 95 % interval", fontsize=9)
    return drawn


PLOT = Plot(
    "agreement",
    "Agreement of metrics with people",
    "Pearson's, Spearman's and Kendall's correlation of each metric's scores with people's ratings of the same reports "
    "with 95 % bootstrap intervals. All scores are turned so that higher is better.",
    rows,
    figure,
)
