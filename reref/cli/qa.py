"""``reref qa``: make questions about reports, and score what answers them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from reref.cli._console import note, progress, table

if TYPE_CHECKING:
    from reref.qa.score import Row


@click.group(short_help="Error-finding and attribute questions: build them, score answers.")
def command() -> None:
    """Make a benchmark of questions about reports, and score a model's answers."""


@command.command(
    epilog="Example: reref qa build reports.csv -o questions.jsonl --type size --type direction --per-type 200"
)
@click.argument("data", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="JSON lines, one question a line.")
@click.option("--kind", type=click.Choice(["errors", "attributes"]), default="errors", show_default=True,
              help="Planted errors to find, or findings and their attributes to name.")  # fmt: skip
@click.option("--type", "types", multiple=True, metavar="NAME",
              help="An error type, or 'all'; the six of mederr-ct by default.")  # fmt: skip
@click.option("--per-type", default=100, show_default=True, type=click.IntRange(min=1), help="Reports with each error.")
@click.option("--controls", type=click.IntRange(min=0), help="Error-free reports; as many as erroneous by default.")
@click.option("--schema", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="Attributes to ask about, as 'reref taxonomy mine' writes them.")  # fmt: skip
@click.option("--split", "shares", nargs=3, type=float, default=(0.7, 0.1, 0.2), show_default=True,
              help="Shares of train, validation and test, by patient.")  # fmt: skip
@click.option("--format", "format_", metavar="NAME", help="Format of DATA; found out by default.")
@click.option("--dataset", metavar="NAME", help="Name of the dataset; DATA's name by default.")
@click.option("--seed", default=0, show_default=True, help="Any integer; the same seed gives the same bytes.")
@click.option("--limit", type=click.IntRange(min=1), help="Only the first N studies.")
def build(
    data: Path,
    output: Path,
    kind: str,
    types: tuple[str, ...],
    per_type: int,
    controls: int | None,
    schema: Path | None,
    shares: tuple[float, float, float],
    format_: str | None,
    dataset: str | None,
    seed: int,
    limit: int | None,
) -> None:
    """Make questions from the reports in DATA."""
    from collections import Counter

    from reref.core.files import write_jsonl
    from reref.datasets import load_studies
    from reref.qa.attributes import build_attributes
    from reref.qa.build import TYPES
    from reref.qa.build import build as build_errors

    loaded = load_studies(data, format=format_, dataset=dataset)
    for warning in loaded.warnings:
        note(f"{data}: {warning}")
    studies = loaded.studies[:limit]
    if kind == "attributes":
        items = build_attributes(studies, schema=schema, seed=seed, shares=shares)
    else:
        wanted = _all_types() if types == ("all",) else types or TYPES
        with progress("planting errors") as on_progress:
            items = build_errors(
                studies, wanted, per_type=per_type, controls=controls, seed=seed, shares=shares, progress=on_progress
            )
    write_jsonl(output, [item.to_dict() for item in items])
    counted = Counter((item.type, item.level) for item in items)
    table("Questions", ("type", "level", "n"), [(t, level, n) for (t, level), n in counted.items()])
    note(f"{len(items)} questions about {len({item.study_id for item in items})} studies: {output}")


def _all_types() -> tuple[str, ...]:
    from reref.taxonomy import expand

    return tuple(target.name.removeprefix("error/") for target in expand(["error"]))


@command.command()
@click.argument("questions", type=click.Path(path_type=Path))
@click.argument("predictions", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Also write the table as JSON lines.")
@click.option("--metric", "metrics", multiple=True, metavar="NAME", help="Scores corrections; may be given again.")
@click.option("--split", type=click.Choice(["train", "validation", "test"]), help="Only this split.")
def score(questions: Path, predictions: Path, output: Path | None, metrics: tuple[str, ...], split: str | None) -> None:
    """Score PREDICTIONS (JSON lines with id and prediction) of QUESTIONS.

    An unanswered question is not right and is counted; corrections are scored over the answered ones.
    """
    from reref.core.errors import BadDataError
    from reref.core.files import write_jsonl
    from reref.qa import score as scoring
    from reref.qa.items import read_items

    items = read_items(questions)
    given = scoring.read_predictions(predictions, items)
    chosen = [item for item in items if split is None or item.split == split]
    if not chosen:
        raise BadDataError(f"{questions}: no question is in the split '{split}'")
    rows = scoring.table(scoring.answers(chosen, given), metrics or scoring.METRICS)
    for level in dict.fromkeys(row.level for row in rows):
        _show(level, [row for row in rows if row.level == level])
    if output is not None:
        write_jsonl(output, [row.to_dict() for row in rows])
        note(f"table: {output}")


def _show(level: str, rows: Sequence[Row]) -> None:
    names = list(dict.fromkeys(name for row in rows for name in row.scores))
    head = (level, "n", "unanswered", "over-long", "accuracy", *names)
    cells = [
        (row.type, row.n, *map(_number, (row.unanswered, row.overlong, row.accuracy)),
         *(_number(row.scores.get(name, float("nan"))) for name in names))
        for row in rows
    ]  # fmt: skip
    table("", head, cells)


def _number(value: float) -> str:
    return "–" if value != value else f"{value:.3f}"
