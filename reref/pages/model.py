"""What a page is made of, and how it becomes one HTML file that needs nothing else."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
#: Columns that are shown in percent.
SHARES = ("share", "share changed", "share of variance", "P(first)", "P(leader changes)")


@dataclass(frozen=True)
class Cell:
    """One table cell, already worded."""

    text: str
    number: bool = False


@dataclass(frozen=True)
class Row:
    """One table row; ``mark`` is a CSS class such as ``"significant"``."""

    cells: Sequence[Cell]
    mark: str = ""


@dataclass(frozen=True)
class Table:
    """A table; a folded one opens on a click."""

    caption: str
    columns: Sequence[str]
    rows: Sequence[Row]
    folded: bool = False


@dataclass(frozen=True)
class Figure:
    """A picture that is carried inside the page."""

    alt: str
    caption: str
    kind: str
    data: str


@dataclass(frozen=True)
class Piece:
    """A run of report text; ``mark`` is ``"gone"``, ``"new"`` or empty, ``title`` says what the change is."""

    text: str
    mark: str = ""
    title: str = ""


@dataclass(frozen=True)
class Part:
    """One section of a report."""

    section: str
    pieces: Sequence[Piece]


@dataclass(frozen=True)
class Side:
    """One of the two reports that stand beside each other."""

    name: str
    parts: Sequence[Part]


@dataclass(frozen=True)
class Pair:
    """Original and alternative side by side."""

    heading: str
    why: str
    sides: Sequence[Side]


@dataclass(frozen=True)
class Section:
    """One part of the page."""

    anchor: str
    heading: str
    texts: Sequence[str] = ()
    figures: Sequence[Figure] = ()
    tables: Sequence[Table] = ()
    pairs: Sequence[Pair] = ()


@dataclass(frozen=True)
class Page:
    """A whole page."""

    title: str
    lead: str
    sections: Sequence[Section] = field(default_factory=list)
    signature: str = ""


def picture(path: Path, *, alt: str, caption: str) -> Figure:
    """Read a PNG or SVG file into a figure."""
    kind = "svg+xml" if path.suffix == ".svg" else path.suffix.lstrip(".")
    return Figure(alt, caption, kind, base64.b64encode(path.read_bytes()).decode("ascii"))


def table(
    caption: str,
    columns: Mapping[str, str],
    rows: Sequence[Mapping[str, object]],
    *,
    folded: bool = False,
    marks: Mapping[str, str] | None = None,
) -> Table:
    """Return a table of some fields of long rows.

    Args:
        caption: what it shows.
        columns: field name to column heading, in order.
        rows: the rows.
        folded: whether it opens on a click.
        marks: field name to CSS class: rows in which that field is true are marked.
    """
    marks = marks or {}
    shown = [
        Row(
            [_cell(row.get(name), share=title in SHARES) for name, title in columns.items()],
            next((mark for name, mark in marks.items() if row.get(name)), ""),
        )
        for row in rows
    ]
    return Table(caption, list(columns.values()), shown, folded)


def _cell(value: object, *, share: bool = False) -> Cell:
    if value is None or (isinstance(value, float) and value != value):
        return Cell("–", number=True)
    if isinstance(value, bool):
        return Cell("yes" if value else "no")
    if isinstance(value, float) and share:
        return Cell(f"{value:.1%}", number=True)
    if isinstance(value, float) and abs(value) >= 1000:
        return Cell(f"{value:,.0f}", number=True)
    if isinstance(value, float):
        return Cell(f"{value:.4g}" if abs(value) >= 1 else f"{value:.4f}", number=True)
    if isinstance(value, int):
        return Cell(f"{value:,}", number=True)
    return Cell(str(value))


def render(page: Page) -> str:
    """Return the page as one HTML document; every text in it is escaped."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    style = (HERE / "report.css").read_text(encoding="utf-8")
    return environment.get_template("report.html.j2").render(**vars(page), style=style)
