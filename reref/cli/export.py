"""``reref export``: rewritten reports as a CSV table, or as one text file a study."""

from __future__ import annotations

from pathlib import Path

import click

from reref.cli._console import note


@click.command(epilog="Example: reref export run/alternatives.jsonl --target findings-scope/minimal -o minimal.csv")
@click.argument("data", type=click.Path(exists=True, path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="A .csv file, or a folder.")
@click.option("--target", metavar="NAME", help="Only this target's accepted alternatives (of an alternatives.jsonl).")
def command(data: Path, output: Path, target: str | None) -> None:
    """Write the reports in DATA as CSV, or as one text file a study.

    DATA is any file of studies, or an alternatives.jsonl with --target. In the CSV, text that a spreadsheet would run
    as a formula gets a quote mark in front; reref takes it away again when it reads the file.
    """
    from reref.core.files import write_csv
    from reref.datasets.export import report_text, write_text_files

    rows = _alternatives(data, target) if target else _studies(data)
    if output.suffix.lower() == ".csv":
        write_csv(output, rows)
    else:
        write_text_files(output, {row["study_id"]: report_text(row["findings"], row["impression"]) for row in rows})
    click.echo(f"{output}: {len(rows)} reports")


def _studies(data: Path) -> list[dict[str, str]]:
    from reref.datasets import load_studies

    loaded = load_studies(data)
    for warning in loaded.warnings:
        note(f"{data}: {warning}")
    return [
        {
            "study_id": study.study_id,
            "dataset": study.dataset,
            "findings": study.report.findings,
            "impression": study.report.impression,
        }
        for study in loaded.studies
    ]


def _alternatives(data: Path, target: str) -> list[dict[str, str]]:
    from reref.core.errors import BadDataError
    from reref.datasets import Dropped, Source

    columns = ("study_id", "dataset", "findings", "impression")
    rows: dict[tuple[str, ...], dict[str, str]] = {}
    for item in Source(data).rows():
        if isinstance(item, Dropped):
            note(f"{item.where}: {item.reason}")
            continue
        _, row = item
        if row.get("target") == target and row.get("status") == "accepted":
            made = {name: str(row.get(name) or "") for name in columns}
            rows.setdefault((made["dataset"], made["study_id"]), made)  # the first variant and order
    if not rows:
        raise BadDataError(f"{data}: no accepted alternative of target '{target}' in it")
    return list(rows.values())
