"""Files that are either whole or not there: written beside the place and renamed into it."""

from __future__ import annotations

import csv
import hashlib
import math
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import orjson

from reref.core.errors import BadDataError

#: A formula, or a formula behind apostrophes: those get one more, so that taking one off is always right.
_RUNS_IN_A_SPREADSHEET = re.compile(r"'*\s*[=+\-@]|'*[\t\r]")


@contextmanager
def whole_file(path: Path, mode: str = "wb") -> Iterator[IO[Any]]:
    """Open a temporary file that becomes ``path`` when the block ends well, and is removed when it does not.

    Args:
        path: where the finished file shall stand; its folder is made.
        mode: ``"wb"`` or ``"w"`` (text is UTF-8 with Unix line ends).
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    text = {} if "b" in mode else {"encoding": "utf-8", "newline": "\n"}
    try:
        with part.open(mode, **text) as file:  # type: ignore[call-overload]
            yield file
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def read_json(path: Path) -> dict[str, Any]:
    """Read one JSON object.

    Raises:
        BadDataError: the file does not hold one.
    """
    try:
        value = orjson.loads(path.read_bytes())
    except orjson.JSONDecodeError as error:
        raise BadDataError(f"{path}: not JSON ({error}); restore or delete it") from None
    if not isinstance(value, dict):
        raise BadDataError(f"{path}: holds no JSON object; restore or delete it")
    return value


def read_jsonl(path: Path, required: Iterable[str] = ()) -> Iterator[dict[str, Any]]:
    """Yield the objects of a JSON lines file; empty lines are passed over.

    Args:
        path: the file.
        required: keys that every object must have.

    Raises:
        BadDataError: the file is not there, a line is no JSON object, or lacks a key; the message names the line.
    """
    if not path.is_file():
        raise BadDataError(f"{path}: no such file")
    needed = tuple(required)
    with path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                row = orjson.loads(line)
            except orjson.JSONDecodeError as error:
                raise BadDataError(f"{path}: line {number} is not JSON ({error}); one object per line") from None
            if not isinstance(row, dict):
                raise BadDataError(f"{path}: line {number} is not a JSON object; one object per line")
            missing = [name for name in needed if name not in row]
            if missing:
                raise BadDataError(f"{path}: line {number} has no {', '.join(missing)}; found {', '.join(row)}")
            yield row


def write_json(path: Path, value: object) -> None:
    """Write JSON with sorted keys, whole or not at all. NaN is refused: say ``None`` where a number is missing."""
    with whole_file(path) as file:
        file.write(orjson.dumps(value, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE))


def write_jsonl(path: Path, rows: Iterable[Mapping[str, Any]]) -> int:
    """Write rows as JSON lines, whole or not at all; returns how many."""
    count = 0
    with whole_file(path) as file:
        for row in rows:
            file.write(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))
            count += 1
    return count


def write_csv(path: Path, rows: Iterable[Mapping[str, Any]], columns: Iterable[str] | None = None) -> int:
    """Write rows as UTF-8 CSV, whole or not at all; the columns are given or those of the first row.

    A text cell that a spreadsheet would run as a formula gets a leading apostrophe, which :func:`unguarded`
    takes off again.
    """
    rows = list(rows)
    names = list(columns) if columns is not None else list(rows[0]) if rows else []
    with whole_file(path, "w") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(names)
        # Only a line end of its own kind makes the writer quote a cell; a lone return would split the row for readers.
        quoting = csv.writer(file, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
        for row in rows:
            cells = [_cell(row.get(name)) for name in names]
            has_return = any(isinstance(cell, str) and "\r" in cell for cell in cells)
            (quoting if has_return else writer).writerow(cells)
    return len(rows)


def _cell(value: object) -> object:
    if isinstance(value, float) and math.isnan(value):
        return ""
    if isinstance(value, str) and _RUNS_IN_A_SPREADSHEET.match(value):
        return f"'{value}"
    return value


def unguarded(cell: str) -> str:
    """Return the text that :func:`write_csv` was given for this cell."""
    return cell[1:] if cell.startswith("'") and _RUNS_IN_A_SPREADSHEET.match(cell[1:]) else cell


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file, or of all files below a folder in name order."""
    total = hashlib.sha256()
    for file in [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file()):
        total.update(file.name.encode() if file != path else b"")
        with file.open("rb") as data:
            while block := data.read(1 << 20):
                total.update(block)
    return total.hexdigest()
