"""Which columns and keys mean what, in files that follow no published format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from reref.datasets.registry import column_key

ID_NAMES = (
    "study_id", "id", "case_id", "uid", "studyid", "study", "report_id", "example_id", "question_id", "accessionno",
    "accession_number", "accession", "accessionnumber", "studyinstanceuid", "dicom_id", "image_id",
)  # fmt: skip
SECTION_NAMES = {
    "findings": ("findings", "section_findings", "findings_section", "finding"),
    "impression": ("impression", "impressions", "section_impression", "impression_section", "conclusion"),
    "indication": (
        "indication", "section_indication", "clinical_history", "section_clinical_history", "history",
        "clinical_information", "history_section",
    ),
    "technique": ("technique", "section_technique", "technique_section", "examination", "exam"),
    "comparison": ("comparison", "section_comparison", "comparison_section"),
}  # fmt: skip
REPORT_NAMES = (
    "report",
    "reports",
    "report_text",
    "full_report",
    "text",
    "reference",
    "reference_report",
    "original_report",
    "target",
    "ground_truth",
    "gt_report",
)
#: Columns that hold a model's report; beside them, sections and ``report`` are the reference's.
PREDICTION_NAMES = (
    "model_prediction", "prediction", "predicted_report", "pred_report", "pred", "generated_report", "candidate_report",
    "candidate", "hypothesis", "hyp", "output",
)  # fmt: skip


def first_match(found: Iterable[str], wanted: Iterable[str]) -> str | None:
    """Return the column, as the file spells it, of the first wanted name that the file has."""
    by_key = {column_key(name): name for name in found}
    return next((by_key[name] for name in wanted if name in by_key), None)


class FieldMap:
    """Where a row keeps what.

    Args:
        names: the row's columns or keys.
        of_model: whether to read a model's report rather than the reference.
    """

    def __init__(self, names: Iterable[str], *, of_model: bool = False) -> None:
        names = list(names)
        self.id = first_match(names, ID_NAMES)
        prediction = first_match(names, PREDICTION_NAMES) if of_model else None
        self.report = prediction or first_match(names, REPORT_NAMES)
        matches = {
            section: None if prediction else first_match(names, wanted) for section, wanted in SECTION_NAMES.items()
        }
        self.sections = {section: name for section, name in matches.items() if name is not None}
        self.dataset = first_match(names, ("dataset",))
        used = {self.id, self.report, self.dataset, *self.sections.values()}
        self.rest = [name for name in names if name not in used]

    @property
    def has_text(self) -> bool:
        """Whether there is anything to read: findings, impression or a whole report."""
        return self.report is not None or "findings" in self.sections or "impression" in self.sections

    @property
    def makes_study(self) -> bool:
        """Whether there is all that a study needs: an id and text."""
        return self.id is not None and self.has_text

    def section_cells(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return the row's cells by section name."""
        return {section: row.get(name) for section, name in self.sections.items()}
