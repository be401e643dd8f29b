"""Normalised score change per target: the reref paper's figure 4."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reref.analysis.figures.model import ORANGE, Plot, Row, Tables, box, known, names, panels, where

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def rows(tables: Tables) -> list[Row]:
    """Return one row per (metric, data set, model, target) with a normalised change."""
    share = {(row["metric"], row["target"]): row["perturbed"] for row in tables.get("sensitivity", ())}
    iqr = {row["metric"]: (row["mean_iqr"], row["max_iqr"]) for row in tables.get("metrics", ())}
    return [
        {
            "metric": row["metric"],
            "dataset": row["dataset"],
            "model": row["model"],
            "target": row["target"],
            "normalised": row["normalised"],
            "share_changed": share.get((row["metric"], row["target"])),
            "mean_iqr": iqr[row["metric"]][0],
            "max_iqr": iqr[row["metric"]][1],
        }
        for row in tables.get("shifts", ())
        if known(row["normalised"])
    ]


def figure(rows: Sequence[Row]) -> Figure:
    """Return one panel a metric: a box and the single models for each target."""
    metrics, targets = names(rows, "metric"), names(rows, "target")[::-1]
    drawn, axes = panels(len(metrics), width=3.1, height=0.32 * len(targets) + 1.5, share_y=True)
    for ax, metric in zip(axes, metrics, strict=True):
        ax.axvline(0, color="0.6", linewidth=1, zorder=0)
        for place, target in enumerate(targets):
            values = [row["normalised"] for row in where(rows, metric=metric, target=target)]
            if values:
                box(ax, values, place)
                ax.plot(values, [place] * len(values), linestyle="", marker="o", markersize=3.2, color=ORANGE)
        first = where(rows, metric=metric)[0]
        iqr = f"IQR mean {first['mean_iqr']:.2f}, max {first['max_iqr']:.2f}" if known(first["mean_iqr"]) else ""
        ax.set_title(f"{metric}\n{iqr}", fontsize=9)
        ax.margins(x=0.08)
    axes[0].set_yticks(range(len(targets)), [_label(rows, target) for target in targets], fontsize=8)
    drawn.supxlabel("change of a model's score (standard deviations of the original scores)", fontsize=9)
    return drawn


def _label(rows: Sequence[Row], target: str) -> str:
    share = where(rows, target=target)[0]["share_changed"]
    return f"{target} ({share:.0%})" if known(share) else target


PLOT = Plot(
    "score_changes",
    "Change of the models' scores under each target",
    "One dot is one model on one data set: the change of its score over the studies that were rewritten (their share "
    "in brackets), in standard deviations of the metric's original scores over models and data sets. Whiskers reach "
    "from the 5th to the 95th percentile. A metric that sees only clinical content stays at zero; wide boxes mean that "
    "models move apart, and that is what turns rankings over.",
    rows,
    figure,
)
