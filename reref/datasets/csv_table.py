"""CSV as people have it: any delimiter, line breaks inside quotes, huge cells; a broken row is named, not guessed."""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterable, Iterator

from reref.core.errors import BadDataError
from reref.core.files import unguarded
from reref.datasets.study import Dropped

#: Some spreadsheets put a line before the header that tells the delimiter.
_TOLD = re.compile(r"sep=(.)", re.IGNORECASE)
_DELIMITERS = (",", "\t", ";", "|")


def header(lines: Iterable[str], name: str) -> tuple[str, ...]:
    """Return the names of the columns.

    Args:
        lines: the file's lines.
        name: the file's name, for messages.
    """
    _, names = _start(iter(lines), name)
    return tuple(names)


def rows(lines: Iterable[str], name: str) -> Iterator[tuple[str, dict[str, str | None]] | Dropped]:
    """Yield (where, cells by column); a row with more cells than the header is :class:`Dropped`.

    A short row keeps its cells, the absent ones are ``None``. Cells that our own CSV guards are restored.

    Raises:
        BadDataError: a quote is never closed or is followed by text, so that rows can't be told apart.
    """
    reader, names = _start(iter(lines), name)
    number = 0
    try:
        for cells in reader:
            if not cells:
                continue
            number += 1
            where = f"{name}:{number}"
            if len(cells) > len(names):
                yield Dropped(where, cells[0][:80], "row has more cells than the header (a delimiter outside quotes?)")
                continue
            values: list[str | None] = [unguarded(cell) for cell in cells]
            values += [None] * (len(names) - len(cells))
            yield where, dict(zip(names, values, strict=True))
    except csv.Error as problem:
        raise BadDataError(
            f"{name}:{number + 1}: broken quotes near line {reader.line_num}: {problem}; "
            'write a quote inside a quoted cell as ""'
        ) from problem


def _start(lines: Iterator[str], name: str) -> tuple[csv.Reader, list[str]]:  # type: ignore[name-defined]
    # The limit is the process's; a report is never so long that it protects anyone.
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    first = next((line for line in lines if line.strip()), "")
    told = _TOLD.fullmatch(first.strip())
    if told:
        first = next(lines, "")
    delimiter = (
        told[1] if told else max(_DELIMITERS, key=lambda mark: len(next(csv.reader([first], delimiter=mark), [])))
    )

    def all_lines() -> Iterator[str]:
        yield first
        yield from lines

    reader = csv.reader(all_lines(), delimiter=delimiter, strict=True)
    try:
        names = [cell.strip() for cell in next(reader, [])]
    except csv.Error as problem:
        raise BadDataError(f"{name}: the header row has broken quotes: {problem}") from problem
    twice = sorted({each for each in names if each and names.count(each) > 1})
    if twice:
        raise BadDataError(f"{name}: the header names column {', '.join(map(repr, twice))} twice; rename one")
    return reader, names
