"""Who gains and who loses by a target: the reref paper's figure 6."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reref.analysis.figures.model import BLUE, GREY, ORANGE, Plot, Row, Tables, known, names, panels, where
from reref.analysis.targets import target_group

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Panels drawn: the metrics' most dividing targets, strongest first.
SHOWN = 4


def rows(tables: Tables) -> list[Row]:
    """Return, for each metric and data set, the models' shifts under the axis variation that divides them most."""
    shifts = [
        row for row in tables.get("shifts", ()) if known(row["relative"]) and target_group(row["target"]) == "axis"
    ]
    strongest: dict[tuple[str, str], tuple[float, str]] = {}
    for row in shifts:
        place = (row["metric"], row["dataset"])
        of_target = where(shifts, metric=row["metric"], dataset=row["dataset"], target=row["target"])
        spread = max(r["relative"] for r in of_target) - min(r["relative"] for r in of_target)
        if spread > strongest.get(place, (0.0, ""))[0]:
            strongest[place] = (spread, row["target"])
    found = []
    for (metric, dataset), (_, target) in list(strongest.items())[:SHOWN]:
        for row in sorted(
            where(shifts, metric=metric, dataset=dataset, target=target), key=lambda r: r["shift"], reverse=True
        ):
            columns = ("metric", "dataset", "target", "model", "shift", "low", "high", "relative", "studies")
            found.append({"panel": f"{target}\n{metric}, {dataset}", **{column: row[column] for column in columns}})
    return found


def figure(rows: Sequence[Row]) -> Figure:
    """Return one panel a metric: a bar a model, gain to the right, loss to the left."""
    titles = names(rows, "panel")
    most = max(len(where(rows, panel=title)) for title in titles)
    drawn, axes = panels(len(titles), width=3.3, height=0.34 * most + 1.4)
    for ax, title in zip(axes, titles, strict=True):
        shown = where(rows, panel=title)
        ax.axvline(0, color="0.3", linewidth=0.8)
        for place, row in enumerate(shown):
            ax.barh(place, row["shift"], color=_colour(row), edgecolor="0.2", linewidth=0.5)
            if known(row["low"]):
                ax.plot([row["low"], row["high"]], [place, place], color="0.1", linewidth=1.2)
        ax.set_yticks(range(len(shown)), [row["model"] for row in shown], fontsize=8)
        ax.locator_params(axis="x", nbins=5)
        ax.invert_yaxis()
        ax.set_title(title, fontsize=8)
    drawn.supxlabel(
        "change of the model's score on rewritten studies, 95 % interval (blue: gain, grey: unsure, orange: loss)",
        fontsize=9,
    )
    return drawn


def _colour(row: Row) -> str:
    if known(row["low"]) and row["low"] <= 0 <= row["high"]:
        return GREY
    return BLUE if row["shift"] > 0 else ORANGE


PLOT = Plot(
    "uneven_impact",
    "Who gains and who loses",
    "For each metric the axis variation that moves the models furthest apart: change of every model's score on the "
    "studies that were rewritten.",
    rows,
    figure,
)
