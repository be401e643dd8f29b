"""From a run folder to reference texts: one per study and target, the original where there is no alternative."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from reref.core.errors import BadDataError
from reref.datasets import Study
from reref.report import Report
from reref.runs.folder import ALTERNATIVES, STUDIES, RunFolder

if TYPE_CHECKING:
    from reref.analysis.scoring import ReferenceSet

#: What part of a report is scored.
Scope = Literal["both", "findings", "impression"]
SCOPES: tuple[Scope, ...] = ("both", "findings", "impression")


def scored_text(findings: str, impression: str, scope: Scope) -> str:
    """Return the part of a report that is scored; both sections are joined by a line break."""
    if scope == "findings":
        return findings
    if scope == "impression":
        return impression
    return "\n".join(filter(None, (findings, impression)))


@dataclass(frozen=True)
class RunData:
    """What a finished perturb run holds.

    Attributes:
        studies: the originals, in order; ids are unique within a dataset.
        rows: the rows of alternatives.jsonl by (dataset, target, study id), variants and orders together.
        targets: names in the order in which they first appear.
        effects: expected effect by target.
    """

    studies: list[Study]
    rows: Mapping[tuple[str, str, str], list[dict[str, Any]]]
    targets: list[str]
    effects: Mapping[str, str]

    @classmethod
    def of(cls, studies: Sequence[Study], rows: Iterable[dict[str, Any]]) -> RunData:
        """Group the rows of alternatives by what they belong to."""
        grouped: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
        effects: dict[str, str] = {}
        for row in rows:
            grouped.setdefault((row["dataset"], row["target"], row["study_id"]), []).append(row)
            effects.setdefault(row["target"], row.get("expected_effect", "preserve"))
        return cls(list(studies), grouped, list(effects), effects)

    @property
    def datasets(self) -> list[str]:
        """Names of the datasets, in order."""
        return list(dict.fromkeys(study.dataset for study in self.studies))

    def of_dataset(self, dataset: str) -> list[Study]:
        """Return one dataset's studies, in order."""
        return [study for study in self.studies if study.dataset == dataset]

    def original(self, dataset: str, study_id: str) -> Study:
        """Return one study."""
        return next(s for s in self.studies if s.study_id == study_id and s.dataset == dataset)


def read_run(folder: RunFolder) -> RunData:
    """Read studies and alternatives of a run folder, made by ``reref perturb`` or put together by hand.

    Raises:
        BadDataError: a file is missing, broken, or names a study that is not there.
    """
    studies = [_study(row, f"{folder.path / STUDIES}") for row in folder.rows(STUDIES)]
    known = {(study.dataset, study.study_id) for study in studies}
    rows: list[dict[str, Any]] = []
    for number, row in enumerate(folder.rows(ALTERNATIVES), start=1):
        where = f"{folder.path / ALTERNATIVES}: line {number}"
        missing = [name for name in ("study_id", "target", "status", "findings", "impression") if name not in row]
        if missing:
            raise BadDataError(f"{where}: has no {', '.join(missing)}; see `reref perturb --help` for the format")
        dataset = row.get("dataset", studies[0].dataset if studies else "")
        if (dataset, row["study_id"]) not in known:
            raise BadDataError(f"{where}: study {row['study_id']!r} of dataset {dataset!r} is not in {STUDIES}")
        rows.append({**row, "dataset": dataset})
    if not studies:
        raise BadDataError(f"{folder.path / STUDIES}: holds no study; nothing can be scored")
    return RunData.of(studies, rows)


def reference_set(run: RunData, dataset: str, scope: Scope) -> ReferenceSet:
    """Return the texts that candidates of one dataset are scored against.

    A study with several accepted alternatives for one target (variants, both orders of a persona) has them all; their
    scores are averaged.
    """
    from reref.analysis.scores import ORIGINAL
    from reref.analysis.scoring import Reference, ReferenceSet

    studies = run.of_dataset(dataset)
    originals = [scored_text(s.report.findings, s.report.impression, scope) for s in studies]
    texts: dict[str, list[Reference]] = {ORIGINAL: [*originals]}
    accepted: dict[str, list[bool]] = {}
    for target in run.targets:
        found = [_accepted(run.rows.get((dataset, target, study.study_id), ()), scope) for study in studies]
        texts[target] = [
            original if not new else new[0] if len(new) == 1 else new
            for original, new in zip(originals, found, strict=True)
        ]
        accepted[target] = [bool(new) for new in found]
    return ReferenceSet(dataset, tuple(study.study_id for study in studies), texts, accepted)


def _accepted(rows: Iterable[Mapping[str, Any]], scope: Scope) -> tuple[str, ...]:
    return tuple(scored_text(row["findings"], row["impression"], scope) for row in rows if row["status"] == "accepted")


def _study(row: Mapping[str, Any], where: str) -> Study:
    missing = [name for name in ("study_id", "findings", "impression") if name not in row]
    if missing:
        raise BadDataError(f"{where}: study {row.get('study_id', '?')!r} has no {', '.join(missing)}")
    texts = {name: str(row.get(name) or "") for name in ("indication", "technique", "comparison")}
    report = Report(str(row["findings"] or ""), str(row["impression"] or ""), **texts)
    return Study(str(row["study_id"]), str(row.get("dataset") or "studies"), report)
