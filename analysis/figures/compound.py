"""Reversals under personas, step by step: the reref paper's figures F1 and F2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reref.analysis.figures.model import BLUE, SKY, Plot, Row, Tables, known, names, panels, where
from reref.analysis.targets import target_group

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def rows(tables: Tables) -> list[Row]:
    """Return one row per (metric, persona or persona with a third step): shares of pairs that reverse."""
    found = []
    for row in where(tables.get("reversals", ()), view="all", level="target"):
        if target_group(row["name"]) == "persona" and known(row["rate"]):
            persona, _, third = row["name"].removeprefix("persona/").partition("+")
            found.append(
                {
                    "metric": row["metric"],
                    "persona": persona,
                    "third_step": third,
                    "rate": row["rate"],
                    "significant_rate": row["significant_rate"],
                    "pairs": row["pairs"],
                }
            )
    return found


def figure(rows: Sequence[Row]) -> Figure:
    """Return one panel a metric: a bar a persona, the significant part of it dark."""
    metrics = names(rows, "metric")
    labels = list(dict.fromkeys(_label(row) for row in rows))
    drawn, axes = panels(len(metrics), width=2.6, height=0.32 * len(labels) + 1.4, share_y=True)
    for ax, metric in zip(axes, metrics, strict=True):
        for row in where(rows, metric=metric):
            place = labels.index(_label(row))
            ax.barh(place, 100 * row["rate"], color=SKY, edgecolor="0.2", linewidth=0.5)
            ax.barh(place, 100 * row["significant_rate"], color=BLUE, edgecolor="0.2", linewidth=0.5)
        ax.set_title(metric, fontsize=9)
    axes[0].set_yticks(range(len(labels)), labels, fontsize=8)
    axes[0].invert_yaxis()
    drawn.supxlabel("% of pairs that reverse (dark: the verdict changes too)", fontsize=9)
    return drawn


def _label(row: Row) -> str:
    return f"{row['persona']} + {row['third_step']}" if row["third_step"] else str(row["persona"])


PLOT = Plot(
    "personas",
    "Reversals when habits come together",
    "Share of (data set, model pair) comparisons whose order reverses when several habits of a persona are applied one "
    "after the other, alone and with a third step; the dark part changes the verdict of the 95 % interval as well.",
    rows,
    figure,
)
