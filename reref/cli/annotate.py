"""``reref annotate``: blinded sheets for readers of rewritten reports, and what the filled sheets say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from reref.cli._console import note, table

if TYPE_CHECKING:
    from reref.analysis.readers import Share


@click.group()
def command() -> None:
    """Prepare a reader study of rewritten reports, and work out its figures."""


@command.command(epilog="Example: reref annotate sheets run -o study --per-target 40 --readers 2")
@click.argument("run", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="Folder for the sheets.")
@click.option("--per-target", default=40, show_default=True, type=click.IntRange(min=1), help="Reports per target.")
@click.option("--target", "targets", multiple=True, metavar="NAME", help="Only these targets.")
@click.option("--readers", default=2, show_default=True, type=click.IntRange(min=1), help="How many readers.")
@click.option("--seed", default=0, show_default=True, help="Any integer; draw a new sample with a new one.")
def sheets(run: Path, output: Path, per_target: int, targets: tuple[str, ...], readers: int, seed: int) -> None:
    """Draw accepted alternatives of RUN and write two blinded sheets a reader, a guide, and the key."""
    from reref.runs import RunFolder
    from reref.workflows.reader_study import draw_sample, write_sheets
    from reref.workflows.references import read_run

    sample = draw_sample(read_run(RunFolder(run)), per_target, seed, targets)
    for path in write_sheets(sample, output, readers=readers, seed=seed):
        click.echo(path)
    note(f"{len(sample)} pairs; keep key.json from the readers")


@command.command(epilog="Example: reref annotate results study study/reader-*/*.csv")
@click.argument("study", type=click.Path(path_type=Path))
@click.argument("ratings", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def results(study: Path, ratings: tuple[Path, ...]) -> None:
    """Work out the figures of a reader study from its filled sheets, and write them into STUDY."""
    from reref.core.errors import BadDataError
    from reref.core.files import read_json, write_csv
    from reref.workflows.reader_results import reader_results
    from reref.workflows.reader_study import read_ratings

    if not (study / "key.json").is_file():
        raise BadDataError(f"{study / 'key.json'}: not there; name the folder that `reref annotate sheets` wrote")
    found = reader_results(read_json(study / "key.json")["items"], read_ratings(ratings))
    rows = [
        {"figure": figure, "target": target, **share._asdict()}
        for figure, shares in found.figures.items()
        for target, share in shares.items()
    ]
    write_csv(study / "figures.csv", rows, ("figure", "target", "hits", "n", "share", "low", "high"))
    write_csv(study / "comments.csv", found.comments, ("reader", "item", "study_id", "target", "rating", "comment"))
    columns = {figure: dict(shares) for figure, shares in found.figures.items()}
    table(
        "Reader study",
        ("target", "n", *columns),
        [
            (target, max(shares[target].n for shares in columns.values() if target in shares),
             *(_percent(shares.get(target)) for shares in columns.values()))
            for target in dict.fromkeys(target for shares in columns.values() for target in shares)
        ],
        caption="per cent [95 % Wilson interval]",
    )  # fmt: skip
    for (what, first, second), (value, n) in found.agreement.items():
        click.echo(f"kappa, {what}, {first} and {second}: {value:.2f} (n={n})")
    if found.undecided:
        note(f"{found.undecided} items on which readers are split count as the worse rating; a third reader can decide")
    click.echo(f"{study / 'figures.csv'}\n{study / 'comments.csv'}")


def _percent(share: Share | None) -> str:
    if share is None or not share.n:
        return "–"
    return f"{100 * share.share:.1f} [{100 * share.low:.0f}, {100 * share.high:.0f}]"
