"""``reref report``: draw the figures and write the page of a finished run again."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(epilog="Example: reref report run")
@click.argument("run", type=click.Path(path_type=Path))
def command(run: Path) -> None:
    """Write RUN/report.html again from the results that are there, without scoring anything."""
    from reref.runs import RunFolder
    from reref.workflows.writing import read_conclusions, write_page

    folder = RunFolder(run)
    click.echo(write_page(folder, read_conclusions(folder)))
