"""Figures of an analysis, legible in print and by colour-blind readers; the numbers are those of the result tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from reref.analysis.results import Analysis
from reref.core.files import whole_file

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Drawn(NamedTuple):
    """A figure on disk.

    Attributes:
        path: the PNG file.
        title: what it shows, in a few words.
        caption: how to read it.
    """

    path: Path
    title: str
    caption: str


def draw(analysis: Analysis, folder: Path) -> list[Drawn]:
    """Draw every figure that the analysis has data for.

    Args:
        analysis: the results.
        folder: where the PNG files go.
    """
    if not analysis.shifts:
        return []
    return [
        _save(
            score_changes(analysis),
            folder / "score_changes.png",
            "Change of the models' scores under each target",
            "One dot is one model on one data set: the change of its mean score on changed studies, in standard "
            "deviations of the metric's original scores over models. A metric that sees only the clinical content "
            "stays at zero; wide boxes mean that the models move apart, which is what turns rankings over.",
        )
    ]


def score_changes(analysis: Analysis) -> Figure:
    """Return one panel a metric: normalised score changes of all models under each target (box, median, dots)."""
    from matplotlib.figure import Figure

    metrics = list(dict.fromkeys(row.metric for row in analysis.shifts))
    targets = list(dict.fromkeys(row.target for row in analysis.shifts))[::-1]
    figure = Figure(figsize=(3.6 * len(metrics) + 2.2, 0.32 * len(targets) + 1.4), layout="constrained")
    axes = figure.subplots(1, len(metrics), sharey=True, squeeze=False)[0]
    for ax, metric in zip(axes, metrics, strict=True):
        ax.axvline(0, color="0.6", linewidth=1, zorder=0)
        for place, target in enumerate(targets):
            values = [
                row.normalised
                for row in analysis.shifts
                if (row.metric, row.target) == (metric, target) and row.normalised == row.normalised
            ]
            if values:
                _box(ax, values, place)
        ax.set_title(metric, fontsize=10)
        ax.set_yticks(range(len(targets)), targets, fontsize=8)
        ax.tick_params(axis="x", labelsize=8)
        ax.spines[["top", "right"]].set_visible(False)
        ax.margins(x=0.08)
    figure.supxlabel("change of a model's score (standard deviations of the original scores)", fontsize=9)
    return figure


def _box(ax: object, values: Sequence[float], place: int) -> None:
    from matplotlib.axes import Axes

    assert isinstance(ax, Axes)
    ax.boxplot(
        [values],
        positions=[place],
        orientation="horizontal",
        widths=0.55,
        whis=(0, 100),
        showfliers=False,
        patch_artist=True,
        manage_ticks=False,
        boxprops={"facecolor": "#cfe0ee", "edgecolor": "#2f5d82"},
        medianprops={"color": "#2f5d82", "linewidth": 1.6},
        whiskerprops={"color": "#2f5d82"},
        capprops={"color": "#2f5d82"},
    )
    ax.plot(values, [place] * len(values), linestyle="", marker="o", markersize=3.2, color="#b3541e")


def _save(figure: Figure, path: Path, title: str, caption: str) -> Drawn:
    with whole_file(path) as file:
        # without the version of the library in it the bytes depend on the numbers alone
        figure.savefig(file, format="png", dpi=150, metadata={"Software": None})
    return Drawn(path, title, caption)
