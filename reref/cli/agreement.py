"""``reref agreement``: how far metrics agree with people who rated the same reports."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from reref.cli._console import note, progress, table


@click.command(
    short_help="Compare metrics with people's ratings.",
    epilog="Example: reref agreement rated.jsonl --metric rouge-l --metric attribute-f1 -o agreement",
)
@click.argument("rated", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--metric", "metrics", multiple=True, metavar="NAME", help="A metric: name, module:function or file.")
@click.option("--scores", "score_files", multiple=True, metavar="NAME=FILE", help="Scores made elsewhere.")
@click.option(
    "--lower-is-better", "reversed_scores", multiple=True, metavar="NAME", help="Which --scores to turn round."
)
@click.option("--errors", is_flag=True, help="Ratings are counts of errors: fewer is better.")
@click.option("--resamples", default=1000, show_default=True, type=click.IntRange(min=1), help="Bootstrap resamples.")
@click.option("--seed", default=0, show_default=True, help="Any integer; the same seed gives the same bytes.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Folder for tables (CSV) and figures.")
def command(
    rated: Path,
    metrics: tuple[str, ...],
    score_files: tuple[str, ...],
    reversed_scores: tuple[str, ...],
    errors: bool,  # noqa: FBT001 - click passes flags by name
    resamples: int,
    seed: int,
    output: Path | None,
) -> None:
    """Score the reports in RATED and compare with the ratings.

    RATED is JSON lines with id, candidate, reference, and rating (a number) or ratings (by rater); perhaps study_id:
    two reports of one study are also compared as a pair, and a study is resampled as a whole.
    """
    from reref.core.files import write_csv
    from reref.workflows.agreement import compare_with_people, read_rated

    items = read_rated(rated, fewer_is_better=errors)
    with progress("scoring") as on_progress:
        found = compare_with_people(
            items, metrics, score_files, reversed_scores, resamples=resamples, seed=seed, progress=on_progress
        )
    columns = ("metric", "Pearson", "Spearman", "Kendall", "same preference", "unscored")
    caption = "95 % intervals; preferences over pairs that people decide, a metric's ties count against it"
    table("Agreement with people", columns, [_row(row) for row in found.wide()], caption=caption)
    if found.raters:
        table("Raters among themselves", ("figure", "value"), [(k, f"{v:.3f}") for k, v in found.raters.items()])
    if output is None:
        return
    from reref.analysis.figures import draw

    tables = found.tables()
    for name, rows in tables.items():
        write_csv(output / f"{name}.csv", rows)
    draw(tables, output, only=("agreement", "metric-matrix"))
    note(f"tables and figures: {output}")


def _row(row: dict[str, Any]) -> tuple[object, ...]:
    shown = [
        f"{row[name]:.3f} ({row[f'{name}_low']:.2f} … {row[f'{name}_high']:.2f})"
        for name in ("pearson", "spearman", "kendall")
    ]
    decided = row["agree"] + row["disagree"] + row["metric_ties"]
    return (row["metric"], *shown, f"{row['agree']}/{decided}", row["unscored"])
