"""The result for one study and target, as it stands in alternatives.jsonl."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from reref.core.errors import BadDataError
from reref.perturbations.edits import AppliedEdit, Source
from reref.perturbations.engine import InfeasibleReason, Verdict

SCHEMA_VERSION = 1

Status = Literal["accepted", "infeasible", "rejected", "failed"]


@dataclass(frozen=True, slots=True)
class Sample:
    """One try of the generator that was not accepted.

    Attributes:
        number: which try (0 first).
        findings: the proposed text, ``None`` when the generator or verifier failed before there was one.
        impression: likewise.
        verdict: what the verifier said, ``None`` when it was not reached.
        error: the failure in one line, empty when there was none.
    """

    number: int
    findings: str | None
    impression: str | None
    verdict: Verdict | None
    error: str = ""


@dataclass(frozen=True, slots=True)
class Alternative:
    """What came of one (study, target, variant).

    ``findings`` and ``impression`` are the accepted text; the last sample when all were rejected; the original when the
    target is infeasible or the engine failed.

    Attributes:
        study_id: the study, unique within its dataset.
        dataset: the dataset's name.
        target: the target's name.
        steps: the targets that were applied, in order: the target itself, or a persona's feasible steps.
        expected_effect: ``preserve`` or ``change``.
        status: ``accepted``, ``infeasible``, ``rejected`` or ``failed``.
        infeasible_reason: ``missing_information`` or ``already_in_form`` when infeasible, else ``None``.
        explanation: why it is infeasible, was rejected or failed, in one sentence.
        findings: text of the section.
        impression: text of the section.
        edits: replaying them on the original gives this text byte for byte.
        verdict: the verifier's word on this text, ``None`` when it was never asked.
        attempts: every sample that was not accepted, oldest first.
        engine: ``rules``, ``llm``, ``hybrid`` or a user's own.
        seed: the user's seed.
        signature: names everything that this text depends on.
        variant: which of several wanted alternatives (0 first).
        order: which order of a persona's first two steps (0: as listed), 0 for every other target.
    """

    study_id: str
    dataset: str
    target: str
    steps: tuple[str, ...]
    expected_effect: str
    status: Status
    infeasible_reason: InfeasibleReason | None
    explanation: str
    findings: str
    impression: str
    edits: tuple[AppliedEdit, ...]
    verdict: Verdict | None
    attempts: tuple[Sample, ...]
    engine: str
    seed: int
    signature: str
    variant: int = 0
    order: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the row as it is written, with its schema version."""
        row = {name: getattr(self, name) for name in self.__slots__}
        row["steps"] = list(self.steps)
        row["edits"] = [edit.to_dict() for edit in self.edits]
        row["verdict"] = None if self.verdict is None else asdict(self.verdict)
        row["attempts"] = [asdict(sample) for sample in self.attempts]
        return {"schema_version": SCHEMA_VERSION, **row}

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Alternative:
        """Read a row that :meth:`to_dict` wrote; unknown keys are ignored.

        Raises:
            BadDataError: another schema version, a missing key or an unknown status.
        """
        if row.get("schema_version") != SCHEMA_VERSION:
            raise BadDataError(
                f"alternative of study {row.get('study_id')!r}: schema version {row.get('schema_version')!r} cannot be "
                f"read, this reref reads {SCHEMA_VERSION}; make the alternatives again"
            )
        try:
            fields = {name: row[name] for name in cls.__slots__}
            fields["steps"] = tuple(row["steps"])
            fields["edits"] = tuple(_edit(edit) for edit in row["edits"])
            fields["verdict"] = None if row["verdict"] is None else Verdict(**row["verdict"])
            fields["attempts"] = tuple(_sample(sample) for sample in row["attempts"])
        except (KeyError, TypeError) as error:
            raise BadDataError(f"alternative of study {row.get('study_id')!r}: bad or missing field {error}") from error
        if fields["status"] not in get_args(Status):
            raise BadDataError(f"alternative of study {row['study_id']!r}: unknown status {fields['status']!r}")
        return cls(**fields)


def _edit(row: Mapping[str, Any]) -> AppliedEdit:
    sources = tuple(Source(**source) for source in row.get("sources", ()))
    return AppliedEdit(**{**row, "sources": sources})


def _sample(row: Mapping[str, Any]) -> Sample:
    verdict = None if row["verdict"] is None else Verdict(**row["verdict"])
    return Sample(**{**row, "verdict": verdict})


def signature(target: str, version: int, engine: str, seed: int, variant: int = 0, order: int = 0) -> str:
    """Return the string that names everything an alternative depends on besides the report itself."""
    from reref import __version__

    parts = [f"target:{target}@{version}", f"engine:{engine}", f"seed:{seed}"]
    if variant:
        parts.append(f"variant:{variant}")
    if order:
        parts.append(f"order:{order}")
    return "|".join([*parts, f"v:{__version__}"])
