"""The answer on the terminal: what moved, which pairs reverse, how sure that is, and where the rest stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from reref.analysis.headline import headline
from reref.cli._console import console, table

if TYPE_CHECKING:
    from reref.analysis import Analysis
    from reref.workflows.cards import MetricCards
    from reref.workflows.sensitivity import Conclusions

SHOWN_PAIRS = 12
#: More metrics than this get one number a target, so that the table stays readable.
SHOWN_RANGES = 4


def show(found: Conclusions, files: Mapping[str, Path]) -> None:
    """Print the short answer."""
    analysis = found.analysis
    _shifts(analysis)
    _reversals(analysis)
    click.echo(headline(analysis))
    for what, path in files.items():
        click.echo(f"  {what:13} {path}")


def _shifts(analysis: Analysis) -> None:
    """Print the change of the models' mean scores per target and metric, in the metric's own units."""
    metrics = list(dict.fromkeys(row.metric for row in analysis.shifts))
    targets = list(dict.fromkeys(row.target for row in analysis.shifts))
    shares = {row.target: row.perturbed for row in analysis.sensitivity}
    several = len(metrics) > SHOWN_RANGES
    rows = []
    for target in targets:
        cells: list[str] = []
        for metric in metrics:
            moved = [row.shift for row in analysis.shifts if (row.target, row.metric) == (target, metric)]
            known = [value for value in moved if value == value]
            cells.append("–" if not known else f"{max(known, key=abs):+.3f}" if several else _range(known))
        rows.append((target, f"{shares.get(target, 0):.0%}", *cells))
    what = "largest" if several else "lowest … highest"
    table(
        "How far the models' scores move",
        ("target", "changed", *metrics),
        rows,
        caption=f"{what} change of a model's score on changed studies; divided by the spread of the models in "
        "results/sensitivity.csv",
    )


def _range(values: Sequence[float]) -> str:
    return f"{min(values):+.3f} … {max(values):+.3f}"


def _reversals(analysis: Analysis) -> None:
    """Print the reversed pairs, significant ones first."""
    found = [row for row in analysis.pairs if row.view == "all" and row.reversed]
    if not found:
        if any(row.pairs for row in analysis.stability):
            console().print("No pair of models changes its order under any target.\n")
        return
    found.sort(key=lambda row: (not row.significant, -abs(row.difference - row.original_difference)))
    rows = [
        (
            row.metric,
            row.target,
            f"{row.model_a} – {row.model_b}",
            f"{row.original_difference:+.4f} ({row.original_verdict})",
            f"{row.difference:+.4f} [{row.low:+.4f}, {row.high:+.4f}] ({row.verdict})",
            "yes" if row.significant else "no",
        )
        for row in found[:SHOWN_PAIRS]
    ]
    more = len(found) - len(rows)
    table(
        "Pairs of models whose order reverses",
        ("metric", "target", "pair", "original", "rewritten [95 % interval]", "significant"),
        rows,
        caption=f"and {more} more in results/pairs.csv" if more > 0 else "",
    )


def show_cards(found: MetricCards, files: Mapping[str, Path]) -> None:
    """Print the metric cards."""
    rows = [
        (
            card["metric"],
            _plain(card["style_drop"]),
            f"{card['worst_style']} {_plain(card['worst_style_drop'])}".strip(),
            _plain(card["error_drop"]),
            f"{card['weakest_error']} {_plain(card['weakest_error_drop'])}".strip(),
            f"{_plain(card['auc'])} [{_plain(card['auc_low'])}, {_plain(card['auc_high'])}]",
            _plain(card["slope"]),
        )
        for card in found.tables["cards"]
    ]
    table(
        f"What each metric ignores and what it punishes ({found.studies} references)",
        ("metric", "style drop", "worst style", "error drop", "least noticed error", "AUC", "slope"),
        rows,
        caption="drops are shares of the way from the same text to another patient's report; AUC: a rewrite that keeps "
        "the meaning scores above one with a planted error; empty figures need errors or doses in the run",
    )
    for what, path in files.items():
        click.echo(f"  {what:13} {path}")


def _plain(value: float) -> str:
    return f"{value:.2f}" if value == value else "–"
