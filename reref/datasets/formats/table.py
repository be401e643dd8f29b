"""Any table with a study id and findings, impression or a whole report: JSONL, a JSON list, CSV, Parquet."""

from __future__ import annotations

from collections.abc import Iterator

from reref.core.errors import BadDataError
from reref.datasets.fields import ID_NAMES, FieldMap
from reref.datasets.registry import dataset_format
from reref.datasets.row import Odd, Row
from reref.datasets.source import Source
from reref.datasets.study import Dropped


def _detects(source: Source) -> bool:
    return source.is_table and FieldMap(source.columns).makes_study


@dataset_format(
    "table",
    detects=_detects,
    expects="columns study_id and findings, impression or report",
    fallback=True,
    names_dataset=False,
)
def read(source: Source) -> Iterator[Row | Dropped | Odd]:
    """Yield a row for each row; JSONL rows may differ in their keys."""
    if not _detects(source):
        raise BadDataError(
            f"{source.name}: needs a study id ({', '.join(ID_NAMES[:4])}, …) and findings, impression or report; "
            f"found {source.describe()}"
        )
    maps: dict[tuple[str, ...], FieldMap] = {}
    for item in source.rows():
        if isinstance(item, Dropped):
            yield item
            continue
        where, cells = item
        names = tuple(cells)
        fields = maps.get(names)
        if fields is None:
            fields = maps[names] = FieldMap(names)
        sections = fields.section_cells(cells)
        report = cells.get(fields.report) if fields.report else None
        if "impression" in sections and "findings" not in sections:
            sections["findings"] = report  # a table with these two columns calls its findings the report
        yield Row(
            where,
            cells.get(fields.id) if fields.id else None,
            sections,
            report,
            cells.get(fields.dataset) if fields.dataset else None,
            {name: cells[name] for name in fields.rest},
        )
