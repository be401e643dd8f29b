"""One study as every room sees it."""

from __future__ import annotations

from dataclasses import dataclass, field

from reref.report import Report


@dataclass(frozen=True, slots=True)
class Study:
    """One imaging exam and its report.

    Attributes:
        study_id: unique within its dataset.
        dataset: name of the dataset, part of every result's key.
        report: the radiologist's report (the reference).
        extra: fields of the input that we keep but do not read.
    """

    study_id: str
    dataset: str
    report: Report
    extra: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Dropped:
    """A row of the input that is not a study, and why.

    Attributes:
        where: file and row, as a person would look it up (first data row = 1).
        study_id: the study's name if the row has one.
        reason: what is wrong with it, in a few words; equal reasons are counted together.
    """

    where: str
    study_id: str
    reason: str
