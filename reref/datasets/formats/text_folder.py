"""A folder of plain text files, one report each, named by the study."""

from __future__ import annotations

from collections.abc import Iterator

from reref.datasets.registry import dataset_format
from reref.datasets.row import Odd, Row
from reref.datasets.source import Source
from reref.datasets.study import Dropped


@dataset_format(
    "text-folder",
    detects=lambda source: source.kind == "folder" and bool(source.files("*.txt")),
    expects="a folder of .txt files, one report each",
    fallback=True,
    names_dataset=False,
)
def read(source: Source) -> Iterator[Row | Dropped | Odd]:
    """Yield a row for each ``.txt`` file of the folder; the file's name is the study's id."""
    for path in source.files("*.txt"):
        try:
            text = path.read_text(encoding="utf-8-sig")
        except (UnicodeDecodeError, OSError) as problem:
            yield Dropped(path.name, path.stem, f"file cannot be read ({type(problem).__name__})")
            continue
        yield Row(path.name, path.stem, report=text)
