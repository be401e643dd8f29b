"""``reref sensitivity``: score models against originals and alternatives, and say which conclusions hold."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from reref.cli._console import note, progress

if TYPE_CHECKING:
    from reref.analysis.metrics import Metric
    from reref.analysis.multiplicity import Correction
    from reref.analysis.scoring import RowError
    from reref.runs import RunFolder
    from reref.workflows.references import RunData, Scope


@click.command(
    epilog="Example: reref sensitivity run --candidates a=a.jsonl --candidates b=b.csv --metric bleu-4 "
    "--metric my_metric.py:score",
)
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--candidates", "specs", multiple=True, metavar="[NAME=]FILE",
              help="A model's reports, or one file of several models. Without any: cards of the metrics.")  # fmt: skip
@click.option("--metric", "names", multiple=True, metavar="NAME|module:function|file.py:function",
              help="Repeat for several; without it bleu-4, rouge-l and finding-f1.")  # fmt: skip
@click.option("--section", "scope", type=click.Choice(["both", "findings", "impression"]), default="both",
              show_default=True, help="What is scored.")  # fmt: skip
@click.option("--resamples", default=10_000, show_default=True, type=click.IntRange(min=1), help="Bootstrap resamples.")
@click.option("--seed", default=0, show_default=True, help="Of the bootstrap; any integer.")
@click.option("--correction", type=click.Choice(["none", "holm", "max-t"]), default="none", show_default=True,
              help="Control over the many pairs of models.")  # fmt: skip
@click.option("--workers", type=click.IntRange(min=1), help="Processes; the cores by default. Never changes a number.")
@click.option("--max-failures", default=0, show_default=True, type=click.IntRange(min=0),
              help="Exit with 1 when a metric failed on more cells than this.")  # fmt: skip
@click.pass_context
def command(
    ctx: click.Context,
    run: Path,
    specs: tuple[str, ...],
    names: tuple[str, ...],
    scope: Scope,
    resamples: int,
    seed: int,
    correction: Correction,
    workers: int | None,
    max_failures: int,
) -> None:
    """Score models against the originals and alternatives in RUN and say what holds.

    Writes scores.parquet, results/*.csv and *.json, figures and report.html into RUN. Without candidates it makes a
    card of every metric from the references alone: what it ignores and what it punishes (cards.html).
    """
    from reref.analysis.metrics import get_metric
    from reref.analysis.scoring import NO_CANDIDATE
    from reref.runs import RunFolder
    from reref.workflows.finished_scores import FinishedScores
    from reref.workflows.references import read_run
    from reref.workflows.sensitivity import DEFAULT_METRICS

    metrics = [get_metric(name) for name in names or DEFAULT_METRICS]
    folder = RunFolder(run)
    data = read_run(folder)
    with progress("scoring") as on_progress, folder.store() as opened:
        how = {
            "scope": scope,
            "resamples": resamples,
            "seed": seed,
            "workers": workers or os.cpu_count() or 1,
            "store": FinishedScores(opened),
            "on_progress": on_progress,
        }
        found = _conclude(data, metrics, specs, correction, how) if specs else _cards(data, metrics, how)
    found.show(folder)
    failed = sum(row.error != NO_CANDIDATE for row in found.unscored)
    if failed > max_failures:
        note(f"reref: {failed} scores failed (more than --max-failures {max_failures}); see results/unscored.csv")
        ctx.exit(1)


class _Found(NamedTuple):
    """What a job found and how it is shown and written."""

    unscored: Sequence[RowError]
    show: Callable[[RunFolder], None]


def _conclude(
    data: RunData, metrics: Sequence[Metric], specs: Sequence[str], correction: Correction, how: dict[str, Any]
) -> _Found:
    from reref.cli._conclusions import show
    from reref.datasets import load_candidates
    from reref.workflows.sensitivity import conclude
    from reref.workflows.writing import write_all

    found = conclude(data, load_candidates(specs), metrics, correction=correction, **how)

    def tell(folder: RunFolder) -> None:
        for warning in found.warnings:
            note(warning)
        show(found, write_all(folder, found))

    return _Found(found.unscored, tell)


def _cards(data: RunData, metrics: Sequence[Metric], how: dict[str, Any]) -> _Found:
    from reref.cli._conclusions import show_cards
    from reref.workflows.cards import check_warnings, make_cards, write_cards

    found = make_cards(data, metrics, **how)

    def tell(folder: RunFolder) -> None:
        for warning in check_warnings(found.checks):
            note(warning)
        show_cards(found, write_cards(folder, found))

    return _Found(found.unscored, tell)
