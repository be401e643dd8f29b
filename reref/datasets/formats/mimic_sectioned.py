"""The table that MIMIC-CXR's own section splitter writes (mimic_cxr_sectioned.csv)."""

from __future__ import annotations

from collections.abc import Iterator

from reref.datasets.cells import text_of
from reref.datasets.registry import columns, dataset_format, require
from reref.datasets.row import Odd, Row
from reref.datasets.source import Source
from reref.datasets.study import Dropped

_COLUMNS = ("study", "impression", "findings", "last_paragraph", "comparison")


@dataset_format("mimic-cxr-sectioned", detects=columns(*_COLUMNS), expects=f"columns {', '.join(_COLUMNS)}")
def read(source: Source) -> Iterator[Row | Dropped | Odd]:
    """Yield a row for each study; the last paragraph stands in where both sections are missing."""
    require(source, _COLUMNS, "mimic-cxr-sectioned")
    for item in source.rows():
        if isinstance(item, Dropped):
            yield item
            continue
        where, cells = item
        sections = {name: cells[name] for name in ("findings", "impression", "comparison")}
        if not text_of(cells["findings"]) and not text_of(cells["impression"]) and text_of(cells["last_paragraph"]):
            sections["findings"] = cells["last_paragraph"]
            yield Odd(where, str(cells["study"]), "neither section: the last paragraph was read as findings")
        yield Row(where, cells["study"], sections)
