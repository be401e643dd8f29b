"""Figures of an analysis, legible in print and by colour-blind readers: one room a figure, each also as CSV."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from reref.analysis.figures import (
    agreement,
    compound,
    drops,
    fidelity_plane,
    gaps,
    metric_matrix,
    reversals,
    score_changes,
    uneven,
)
from reref.analysis.figures.model import Plot, Tables
from reref.core.files import whole_file, write_csv
from reref.core.registry import Registry

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PLOTS: Registry[Plot] = Registry("figure")
for _room in (score_changes, gaps, reversals, uneven, compound, drops, fidelity_plane, agreement, metric_matrix):
    PLOTS.add(_room.PLOT.name, _room.PLOT)


class Drawn(NamedTuple):
    """A figure on disk, with its rows as CSV beside it.

    Attributes:
        path: the picture.
        title: what it shows, in a few words.
        caption: how to read it.
    """

    path: Path
    title: str
    caption: str


def draw(tables: Tables, folder: Path, *, only: Sequence[str] = (), form: str = "png") -> list[Drawn]:
    """Draw every figure that the tables have rows for.

    Args:
        tables: result tables by name (`Analysis.tables()`).
        folder: where pictures and CSV files go.
        only: names of figures; all by default.
        form: ``png``, ``pdf`` or ``svg``.

    Raises:
        UnknownNameError: no figure of that name.
    """
    drawn = []
    for plot in [PLOTS.get(name) for name in only] or list(PLOTS):
        rows = plot.rows(tables)
        if not rows:
            continue
        path = folder / f"{plot.name}.{form}"
        _save(plot.figure(rows), path, form)
        write_csv(path.with_suffix(".csv"), rows)
        drawn.append(Drawn(path, plot.title, plot.caption))
    return drawn


def _save(figure: Figure, path: Path, form: str) -> None:
    """Save without date and version, so that the bytes depend on the numbers alone."""
    from matplotlib import rc_context

    metadata: dict[str, dict[str, None]] = {
        "png": {"Software": None},
        "pdf": {"Creator": None, "Producer": None, "CreationDate": None},
        "svg": {"Date": None},
    }
    with whole_file(path) as file, rc_context({"svg.hashsalt": path.stem}):
        figure.savefig(file, format=form, dpi=180, metadata=metadata[form])


__all__ = ["PLOTS", "Drawn", "Plot", "draw"]
