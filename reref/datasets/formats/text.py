"""Plain text files, one report each, named by the study: a folder of them, or a single one."""

from __future__ import annotations

from collections.abc import Iterator

from reref.core.errors import BadDataError
from reref.datasets.registry import dataset_format
from reref.datasets.row import Odd, Row
from reref.datasets.source import Source
from reref.datasets.study import Dropped

_LINES = 5
_LONG = 40  # characters; a line this long is a sentence or a whole report rather than a heading
_ONE_REPORT = "a text file is read as one report; where each line is one, give them ids in a CSV or JSONL file"


@dataset_format(
    "text",
    detects=lambda source: bool(source.files("*.txt")) if source.kind == "folder" else _is_text(source),
    expects="a .txt file with one report, or a folder of such files",
    fallback=True,
    names_dataset=False,
)
def read(source: Source) -> Iterator[Row | Dropped | Odd]:
    """Yield a row for each ``.txt`` file; the file's name is the study's id."""
    if source.kind != "folder":
        yield from _single(source)
        return
    for path in source.files("*.txt"):
        try:
            text = path.read_text(encoding="utf-8-sig")
        except (UnicodeDecodeError, OSError) as problem:
            yield Dropped(path.name, path.stem, f"file cannot be read ({type(problem).__name__})")
            continue
        yield Row(path.name, path.stem, report=text)


def _is_text(source: Source) -> bool:
    return source.kind == "text" and source.path.suffix.lower() == ".txt"


def _single(source: Source) -> Iterator[Row | Odd]:
    if not _is_text(source):
        raise BadDataError(f"{source.name}: needs a .txt file, or a folder of such files; found {source.describe()}")
    text = source.text()
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) >= _LINES and all(len(line) >= _LONG for line in lines):
        yield Odd(source.name, source.path.stem, _ONE_REPORT)
    yield Row(source.name, source.path.stem, report=text)
