"""IU X-ray as the CSV that many notebooks start from (indiana_reports.csv)."""

from __future__ import annotations

from collections.abc import Iterator

from reref.datasets.registry import columns, dataset_format, require
from reref.datasets.row import Odd, Row
from reref.datasets.source import Source
from reref.datasets.study import Dropped

_COLUMNS = ("uid", "indication", "comparison", "findings", "impression")


@dataset_format("iu-xray", detects=columns(*_COLUMNS, "MeSH"), expects="columns uid, MeSH, …, findings, impression")
def read(source: Source) -> Iterator[Row | Dropped | Odd]:
    """Yield a row for each exam; the ``image`` column tells the views."""
    require(source, _COLUMNS, "iu-xray")
    for item in source.rows():
        if isinstance(item, Dropped):
            yield item
            continue
        where, cells = item
        sections = {name: cells.get(name) for name in _COLUMNS[1:]} | {"technique": cells.get("image")}
        yield Row(where, cells["uid"], sections, extra={"mesh": cells.get("MeSH"), "problems": cells.get("Problems")})
