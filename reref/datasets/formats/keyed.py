"""JSON by study id: the value is the report, a list with it, or an object with sections."""

from __future__ import annotations

from collections.abc import Iterator

from reref.core.errors import BadDataError
from reref.datasets.fields import FieldMap
from reref.datasets.registry import dataset_format
from reref.datasets.row import Odd, Row
from reref.datasets.source import Source
from reref.datasets.study import Dropped


def _detects(source: Source) -> bool:
    if source.kind != "json" or not isinstance(source.document, dict) or not source.document:
        return False
    if FieldMap(source.document).makes_study:
        return False
    first = next(iter(source.document.values()))
    if isinstance(first, dict):
        return FieldMap(first).has_text
    return isinstance(first, str) or (isinstance(first, list) and len(first) == 1 and isinstance(first[0], str))


@dataset_format(
    "keyed", detects=_detects, expects="JSON by study id, each value a report", fallback=True, names_dataset=False
)
def read(source: Source) -> Iterator[Row | Dropped | Odd]:
    """Yield a row for each key."""
    if not _detects(source):
        raise BadDataError(f"{source.name}: needs JSON by study id, each value a report; found {source.describe()}")
    for number, (study_id, value) in enumerate(source.document.items(), 1):
        where = f"{source.name}:{number}"
        if isinstance(value, dict):
            fields = FieldMap(value)
            report = value.get(fields.report) if fields.report else None
            yield Row(where, study_id, fields.section_cells(value), report)
        elif isinstance(value, (str, list)) or value is None:
            if isinstance(value, list) and len(value) > 1:
                yield Dropped(where, study_id, "several reports under one study id")
                continue
            yield Row(where, study_id, report=value)
        else:
            yield Dropped(where, study_id, "value is neither text nor an object with sections")
