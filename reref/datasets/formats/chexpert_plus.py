"""CheXpert Plus: one row an image, so that a study's report stands in several rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from reref.datasets.cells import id_of
from reref.datasets.registry import columns, dataset_format, require
from reref.datasets.row import Odd, Row
from reref.datasets.source import Source
from reref.datasets.study import Dropped

_NEEDED = ("path_to_image", "section_findings", "section_impression")
_OPTIONAL = {
    "indication": ("section_clinical_history", "section_history"),
    "technique": ("section_technique",),
    "comparison": ("section_comparison",),
}
_SAME = "several images of one study, with the same report, were merged"


@dataset_format("chexpert-plus", detects=columns(*_NEEDED), expects=f"columns {', '.join(_NEEDED)}, …")
def read(source: Source) -> Iterator[Row | Dropped | Odd]:
    """Yield a row for each image, named by its study: patient42142_study5."""
    require(source, _NEEDED, "chexpert-plus")
    for item in source.rows():
        if isinstance(item, Dropped):
            yield item
            continue
        where, cells = item
        sections = {"findings": cells["section_findings"], "impression": cells["section_impression"]}
        for section, names in _OPTIONAL.items():
            sections[section] = next((cells[name] for name in names if cells.get(name)), None)
        yield Row(where, _study(cells), sections, cells.get("report"), extra={"split": cells.get("split")}, same=_SAME)


def _study(cells: Mapping[str, Any]) -> str:
    patient, order = id_of(cells.get("deid_patient_id")), id_of(cells.get("patient_report_date_order"))
    if patient and order:
        return f"{patient}_study{order}"
    path = PurePosixPath(str(cells["path_to_image"] or ""))
    return "_".join(path.parts[-3:-1]) if len(path.parts) >= 3 else path.stem
