"""The gap between two models under every target with its interval: the reref paper's figure 7a."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reref.analysis.figures.model import BLUE, GREY, ORANGE, Plot, Row, Tables, known, names, panels, where

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Pairs that are drawn: those whose verdict changes most often, at most one a metric and data set.
SHOWN = 4
COLOURS = {"win": BLUE, "tie": GREY, "loss": ORANGE, "unknown": "white"}


def rows(tables: Tables) -> list[Row]:
    """Return the pair rows (all studies) of the pairs whose order or verdict changes most often."""
    pairs = where(tables.get("pairs", ()), view="all")
    chosen: dict[tuple[str, str], tuple[tuple[int, int], str]] = {}
    for pair in dict.fromkeys(map(_pair, pairs)):
        of_pair = [row for row in pairs if _pair(row) == pair]
        weight = (sum(row["significant"] for row in of_pair), sum(row["reversed"] for row in of_pair))
        place = (of_pair[0]["metric"], of_pair[0]["dataset"])
        if weight > (0, 0) and (place not in chosen or weight > chosen[place][0]):
            chosen[place] = (weight, pair)
    wanted = [pair for _, pair in sorted(chosen.values(), key=lambda item: item[0], reverse=True)[:SHOWN]]
    columns = ("metric", "dataset", "model_a", "model_b", "target", "difference", "low", "high", "verdict")
    return [
        {"pair": pair, **{column: row[column] for column in columns}, "original": row["original_difference"]}
        for pair in wanted
        for row in pairs
        if _pair(row) == pair
    ]


def _pair(row: Row) -> str:
    return f"{row['model_a']} − {row['model_b']}\n{row['metric']}, {row['dataset']}"


def figure(rows: Sequence[Row]) -> Figure:
    """Return one panel a pair: a bar for the original and for each target, coloured by verdict."""
    pairs = names(rows, "pair")
    most = max(len(where(rows, pair=pair)) for pair in pairs)
    drawn, axes = panels(len(pairs), width=3.1, height=0.32 * most + 1.5, share_y=True)
    for ax, pair in zip(axes, pairs, strict=True):
        of_pair = where(rows, pair=pair)
        ax.axvline(0, color="0.3", linewidth=0.8)
        for place, row in enumerate(of_pair):
            ax.barh(place, row["difference"], color=COLOURS[row["verdict"]], edgecolor="0.2", linewidth=0.5)
            if known(row["low"]):
                ax.plot([row["low"], row["high"]], [place, place], color="0.1", linewidth=1.2)
        ax.set_title(pair, fontsize=8)
    axes[0].set_yticks(range(most), [row["target"] for row in where(rows, pair=pairs[0])], fontsize=8)
    axes[0].invert_yaxis()
    drawn.supxlabel("difference of the two scores, 95 % interval (blue: win, grey: tie, orange: loss)", fontsize=9)
    return drawn


PLOT = Plot(
    "gaps",
    "Pairs of models whose comparison depends on reporting practice",
    "The difference of two models' scores under the original references and under each target, over all studies (a "
    "study that could not be rewritten keeps its original score), with 95 % paired bootstrap intervals. Shown are the "
    "pairs whose verdict changes most often.",
    rows,
    figure,
)
