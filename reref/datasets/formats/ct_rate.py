"""CT-RATE's report tables: one row a reconstruction, so that the same report stands in several rows."""

from __future__ import annotations

from collections.abc import Iterator

from reref.datasets.registry import columns, dataset_format, require
from reref.datasets.row import Odd, Row
from reref.datasets.source import Source
from reref.datasets.study import Dropped

_COLUMNS = {
    "indication": "ClinicalInformation_EN",
    "technique": "Technique_EN",
    "findings": "Findings_EN",
    "impression": "Impressions_EN",
}
_SAME = "duplicate reconstructions of one scan, with the same report, were merged"


@dataset_format(
    "ct-rate",
    detects=columns("VolumeName", "Findings_EN"),
    expects="columns VolumeName, …, Findings_EN, Impressions_EN",
)
def read(source: Source) -> Iterator[Row | Dropped | Odd]:
    """Yield a row for each volume, named by its scan: split_patient_scan of split_patient_scan_reconstruction."""
    names = require(source, ("VolumeName", *_COLUMNS.values()), "ct-rate")
    for item in source.rows():
        if isinstance(item, Dropped):
            yield item
            continue
        where, cells = item
        volume = str(cells[names["VolumeName"]] or "").removesuffix(".gz").removesuffix(".nii")
        scan = "_".join(volume.split("_")[:3])
        yield Row(where, scan, {section: cells[names[column]] for section, column in _COLUMNS.items()}, same=_SAME)
