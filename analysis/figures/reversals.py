"""Share of model pairs whose order reverses, over targets: the reref paper's figures 7b and E1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reref.analysis.figures.model import ORANGE, Plot, Row, Tables, box, known, names, panels, where
from reref.analysis.targets import target_group

if TYPE_CHECKING:
    from matplotlib.figure import Figure

KINDS = {"rate": "order reverses", "significant_rate": "order reverses and verdict changes"}


def rows(tables: Tables) -> list[Row]:
    """Return one row per (metric, axis variation): the share of pairs that reverse, over all studies."""
    return [
        {"metric": row["metric"], "target": row["name"], "pairs": row["pairs"], **{kind: row[kind] for kind in KINDS}}
        for row in where(tables.get("reversals", ()), view="all", level="target")
        if target_group(row["name"]) == "axis" and known(row["rate"])
    ]


def figure(rows: Sequence[Row]) -> Figure:
    """Return two panels: all reversals and the significant ones; a box a metric over targets."""
    metrics = names(rows, "metric")
    drawn, axes = panels(2, width=0.62 * len(metrics) + 1.6, height=3.4, share_y=True)
    for ax, (kind, title) in zip(axes, KINDS.items(), strict=True):
        for place, metric in enumerate(metrics):
            shares = [100 * row[kind] for row in where(rows, metric=metric)]
            box(ax, shares, place, vertical=True)
            ax.plot([place] * 2, [min(shares), max(shares)], linestyle="", marker="D", markersize=4.5, color=ORANGE)
        ax.set_title(title, fontsize=9)
        ax.set_xticks(range(len(metrics)), metrics, fontsize=8, rotation=35, ha="right")
    axes[0].set_ylabel("% of (data set, pair) comparisons", fontsize=9)
    axes[0].set_ylim(bottom=-1)
    return drawn


PLOT = Plot(
    "reversals",
    "How often the order of two models reverses",
    "For each metric the share of (data set, model pair) comparisons whose order reverses, over the axis variations; "
    "diamonds mark the least and the most disturbing variation. On the right only reversals that change the verdict of "
    "the 95 % interval as well.",
    rows,
    figure,
)
