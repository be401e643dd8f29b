"""MIMIC-CXR's folder of text files: files/p10/p10000032/s50414267.txt."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reref.datasets.registry import dataset_format
from reref.datasets.row import Odd, Row
from reref.datasets.source import Source
from reref.datasets.study import Dropped

_DEPTHS = ("p[0-9][0-9]/p*/s*.txt", "files/p[0-9][0-9]/p*/s*.txt", "p*/s*.txt")
_STUDY = re.compile(r"s\d+")


def _detects(source: Source) -> bool:
    return source.kind == "folder" and any(
        any(_STUDY.fullmatch(path.stem) for path in source.path.glob(depth)) for depth in _DEPTHS
    )


@dataset_format("mimic-cxr", detects=_detects, expects="a folder with p10/p10000032/s50414267.txt")
def read(source: Source) -> Iterator[Row | Dropped | Odd]:
    """Yield a row for each file, named by its study (``s50414267``); ``subject_id`` is kept."""
    for depth in _DEPTHS:
        for path in source.files(depth):
            where = str(path.relative_to(source.path))
            if not _STUDY.fullmatch(path.stem):
                yield Dropped(where, path.stem, "file name is not a study number")
                continue
            try:
                text = path.read_text(encoding="utf-8-sig")
            except (UnicodeDecodeError, OSError) as problem:
                yield Dropped(where, path.stem, f"file cannot be read ({type(problem).__name__})")
                continue
            yield Row(where, path.stem, report=text, extra={"subject_id": path.parent.name})
