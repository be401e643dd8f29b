"""``reref figures``: draw the figures of a finished run again, for a paper or one at a time."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(epilog="Example: reref figures run --only gaps --only reversals --form pdf")
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--only", multiple=True, metavar="NAME", help="One figure; repeat for several, all by default.")
@click.option("--form", type=click.Choice(["png", "pdf", "svg"]), default="png", show_default=True, help="File type.")
def command(run: Path, only: tuple[str, ...], form: str) -> None:
    """Draw the figures of RUN into RUN/figures, each with its numbers as CSV."""
    from reref.analysis.figures import draw
    from reref.core.errors import BadDataError
    from reref.core.files import read_json

    results = run / "results" / "analysis.json"
    if not results.is_file():
        raise BadDataError(f"{results}: not there; run `reref sensitivity {run} --candidates …` first")
    drawn = draw(read_json(results), run / "figures", only=only, form=form)
    for figure in drawn:
        click.echo(f"{figure.path}  {figure.title}")
    if not drawn:
        click.echo("nothing to draw: the run has no rows for these figures", err=True)
