"""``reref metrics``: which metrics there are, what one is, and one metric on pairs of texts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reref.cli._console import note, progress, table

if TYPE_CHECKING:
    from reref.analysis.metrics import Metric


@click.group()
def command() -> None:
    """List and describe metrics, and run one on pairs."""


@command.command("list")
def list_() -> None:
    """List the built-in and installed metrics."""
    from reref.analysis.metrics import get_metric, metric_names

    metrics = [get_metric(name) for name in metric_names()]
    offline = [_row(metric) for metric in metrics if not metric.needs]
    table("Metrics that run offline", ("name", "better", "range", "what it is"), offline)
    others = [_row(metric) for metric in metrics if metric.needs]
    table(
        "Metrics that need something first ('reref metrics show NAME')",
        ("name", "better", "range", "what it is"),
        others,
    )


@command.command()
@click.argument("name")
def show(name: str) -> None:
    """Show what is known of one metric: NAME, module:function or file.py:function."""
    import inspect

    from reref.analysis.metrics import get_metric

    metric = get_metric(name)
    facts = {
        "name": metric.name,
        "better": "higher" if metric.higher_is_better else "lower",
        "range": _range(metric),
        "version": metric.version,
        "system score": "from summed statistics" if metric.corpus_level else "mean over studies",
        "depends on the batch": "yes" if metric.batch_dependent else "no",
        "called with": f"{metric.style}: {', '.join(metric.arguments)}",
        "needs": metric.needs or "nothing: runs offline",
    }
    for what, value in facts.items():
        click.echo(f"{what:22}{value}")
    click.echo(f"\n{inspect.getdoc(metric.function) or metric.description}")


@command.command()
@click.argument("name")
@click.option("--pairs", required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="JSON lines with id, candidate, reference.")  # fmt: skip
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="JSON lines with id, score, detail."
)
@click.option("--workers", default=1, show_default=True, type=click.IntRange(min=1), help="Processes.")
@click.option("--python", type=click.Path(path_type=Path),
              help="Run the metric in another environment, by its interpreter.")  # fmt: skip
def run(name: str, pairs: Path, output: Path, workers: int, python: Path | None) -> None:
    """Score the pairs of a file with one metric. An unscored pair has a null score and its error.

    With --python, NAME is a published metric, module:function or file.py:function of that environment, where reref
    itself need not be installed.
    """
    from reref.analysis.metrics import get_metric
    from reref.core.files import read_jsonl

    rows = list(read_jsonl(pairs, ("id", "candidate", "reference")))
    if python is None:
        _score(get_metric(name), rows, output, workers)
        return
    from reref.analysis.metrics.adapters.remote import RemoteMetric

    with RemoteMetric(name, python) as remote:
        versions = ", ".join(f"{package} {version or 'not found'}" for package, version in remote.versions.items())
        note(f"{name} in {python}: Python {remote.python_version}{', ' if versions else ''}{versions}")
        _score(remote.metric, rows, output, 1)


def _score(metric: Metric, rows: list[dict[str, Any]], output: Path, workers: int) -> None:
    from reref.analysis.scoring import score_pairs
    from reref.core.files import write_jsonl

    with progress(metric.name) as on_progress:
        found = score_pairs(
            metric,
            [(row["candidate"], row["reference"]) for row in rows],
            workers=workers,
            progress=None if on_progress is None else lambda done: on_progress(done, len(rows)),
        )
    scored = [_score_row(row["id"], result.scores, result.error) for row, result in zip(rows, found, strict=True)]
    write_jsonl(output, scored)
    missing = sum(row["score"] is None for row in scored)
    note(f"{len(rows) - missing} pairs scored, {missing} unscored: {output}")
    first = next((row for row in scored if row["score"] is None), None)
    if first is not None:
        note(
            f"unscored: {first['id']} ({first['detail'].get('error', 'no reason given')}); reasons are in detail.error"
        )


def _score_row(pair_id: str, scores: Any, error: str) -> dict[str, Any]:
    known = {name: float(value) for name, value in scores.items() if value == value}
    main = known.get("", next(iter(known.values()), None))
    detail: dict[str, Any] = {name: value for name, value in known.items() if name}
    if error:
        detail["error"] = error
    return {"id": pair_id, "score": main, "detail": detail}


def _row(metric: Metric) -> tuple[str, str, str, str]:
    return (metric.name, "higher" if metric.higher_is_better else "lower", _range(metric), metric.description)


def _range(metric: Metric) -> str:
    low, high = ("" if bound is None else f"{bound:g}" for bound in metric.range)
    return f"{low} … {high}"
