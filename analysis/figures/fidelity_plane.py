"""Clinical fidelity against semantic stability: csm-ccta's figure 5."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reref.analysis.figures.model import BLUE, Plot, Row, Tables, known, panels

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def rows(tables: Tables) -> list[Row]:
    """Return the cards that have both a slope under omission and a stability drop."""
    columns = ("metric", "dataset", "slope", "r2", "boundary_error", "stability_drop")
    return [
        {column: row[column] for column in columns}
        for row in tables.get("cards", ())
        if known(row["slope"]) and known(row["stability_drop"])
    ]


def figure(rows: Sequence[Row]) -> Figure:
    """Return a scatter of metrics: right is faithful, up is stable."""
    drawn, (ax,) = panels(1, width=4.2, height=3.8)
    for row in rows:
        ax.plot(row["slope"], -row["stability_drop"], linestyle="", marker="o", color=BLUE)
        ax.annotate(row["metric"], (row["slope"], -row["stability_drop"]), xytext=(4, 4), textcoords="offset points",
                    fontsize=8)  # fmt: skip
    ax.axvline(1, color="0.6", linewidth=0.8, linestyle=":")
    ax.axhline(0, color="0.6", linewidth=0.8, linestyle=":")
    ax.set_xlabel("slope of score against share of information kept (1 is faithful)", fontsize=9)
    ax.set_ylabel("change for words as percentages (0 is stable)", fontsize=9)
    ax.margins(0.18)
    return drawn


PLOT = Plot(
    "fidelity_plane",
    "Fidelity and stability",
    "Each dot is a metric. To the right: its score falls in step with the information that is left out. Near the top: "
    "it stays when degree words are replaced by percentages that mean the same. The best place is where the dotted "
    "lines meet.",
    rows,
    figure,
)
