"""What the commands show: tables on stdout, notes and progress on stderr."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, Protocol

import click

if TYPE_CHECKING:
    from rich.console import Console

#: A column that is broken into lines keeps at least this many characters; every column has this much room around it.
NARROWEST, GAP = 14, 4


def console() -> Console:
    """Return a console on stdout; a file or pipe gets plain text of a fixed width."""
    from rich.console import Console

    return Console() if sys.stdout.isatty() else Console(width=120, force_terminal=False)


def note(text: str) -> None:
    """Say something to the user without mixing it into the output."""
    click.echo(text, err=True)


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]], *, caption: str = "") -> None:
    """Print a table; numbers are aligned to the right."""
    from rich import box
    from rich.table import Table

    shown = Table(
        title=title, caption=caption or None, box=box.SIMPLE_HEAD, title_justify="left", caption_justify="left"
    )
    screen = console()
    folded = _folded([max(len(str(row[at])) for row in (columns, *rows)) for at in range(len(columns))], screen.width)
    for at, column in enumerate(columns):
        numeric = all(_is_number(row[at]) for row in rows)
        justify: Literal["left", "right"] = "right" if numeric else "left"
        shown.add_column(column, justify=justify, overflow="fold", no_wrap=at not in folded)
    for row in rows:
        shown.add_row(*(str(cell) for cell in row))
    screen.print(shown)


def _folded(widths: Sequence[int], screen: int) -> set[int]:
    """Return the columns that may be broken into lines: the widest ones, as few as let the others stay whole."""
    folded: set[int] = set()
    for at in sorted(range(len(widths)), key=lambda at: -widths[at]):
        kept = sum(width for place, width in enumerate(widths) if place not in folded)
        if kept + NARROWEST * len(folded) + GAP * len(widths) <= screen:
            break
        folded.add(at)
    return folded


def _is_number(cell: object) -> bool:
    return str(cell).lstrip("+-−<")[:1].isdigit() or str(cell) in ("", "–")


class Update(Protocol):
    """Takes note of how far a job is."""

    def __call__(self, done: int, total: int, words: str = "") -> None:
        """Show that so many items of all are done; ``words`` replace the rate."""
        ...


@contextmanager
def progress(what: str) -> Iterator[Update | None]:
    """Show a bar with rate and time left on a terminal; elsewhere yield ``None``."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None, rate="")

        def update(done: int, total: int, words: str = "") -> None:
            speed = bar.tasks[task].speed
            bar.update(task, completed=done, total=total, rate=words or (f"{speed:,.0f}/s" if speed else ""))

        yield update
