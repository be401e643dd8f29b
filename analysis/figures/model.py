"""What a figure is: rows that stand beside it as CSV, and a drawing of just those rows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Row: TypeAlias = dict[str, Any]
#: The result tables by name, as `Analysis.tables()` gives them.
Tables: TypeAlias = Mapping[str, Sequence[Row]]

#: Okabe and Ito's colours, told apart by colour-blind readers and in grey print.
BLUE, ORANGE, GREEN, SKY, GREY = "#0072B2", "#D55E00", "#009E73", "#56B4E9", "#6b6b6b"
PALE_BLUE = "#cfe0ee"


@dataclass(frozen=True)
class Plot:
    """One kind of figure.

    Attributes:
        name: of its files, and what users type.
        title: what it shows, in a few words.
        caption: how to read it.
        rows: picks its rows from the result tables; no rows mean that there is nothing to draw.
        figure: draws the rows.
    """

    name: str
    title: str
    caption: str
    rows: Callable[[Tables], list[Row]]
    figure: Callable[[Sequence[Row]], Figure]


def known(value: object) -> bool:
    """Return whether a cell holds a number."""
    return isinstance(value, int | float) and math.isfinite(value)


def where(rows: Iterable[Row], **wanted: object) -> list[Row]:
    """Return the rows whose cells have these values."""
    return [row for row in rows if all(row.get(name) == value for name, value in wanted.items())]


def names(rows: Iterable[Row], column: str) -> list[str]:
    """Return the distinct values of a column, in order."""
    return list(dict.fromkeys(str(row[column]) for row in rows))


def panels(count: int, *, width: float, height: float, share_y: bool = False) -> tuple[Figure, list[Axes]]:
    """Return a figure with panels side by side, without the frame lines that carry nothing.

    Args:
        count: how many panels.
        width: of one panel, in inches.
        height: of the figure, in inches.
        share_y: whether they share the y axis.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width * count + 1.6, height), layout="constrained")
    axes = list(figure.subplots(1, count, sharey=share_y, squeeze=False)[0])
    for ax in axes:
        ax.spines[["top", "right"]].set_visible(False)
        ax.tick_params(labelsize=8)
    return figure, axes


def box(ax: Axes, values: Sequence[float], place: float, *, vertical: bool = False, colour: str = PALE_BLUE) -> None:
    """Draw a box from the 25th to the 75th percentile with its median; whiskers reach the 5th and the 95th."""
    ax.boxplot(
        [list(values)],
        positions=[place],
        orientation="vertical" if vertical else "horizontal",
        widths=0.55,
        whis=(5, 95),
        showfliers=False,
        patch_artist=True,
        manage_ticks=False,
        boxprops={"facecolor": colour, "edgecolor": BLUE},
        medianprops={"color": BLUE, "linewidth": 1.8},
        whiskerprops={"color": BLUE},
        capprops={"color": BLUE},
    )
