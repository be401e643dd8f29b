"""One question of the benchmark and its row in the file (schema below); splits that keep a patient together.

Keys of a row: ``schema_version``, ``id``, ``kind`` (errors or attributes), ``level``, ``type``, ``severity``,
``dataset``, ``study_id``, ``split``, ``question``, ``report`` (the text that is asked about), ``sentences`` (its
sentences in order; an index counts from 1), ``answer`` (what is asked for), ``answers`` (every answer that is right),
``indices`` (every right sentence number, ``[0]`` for no error), ``finding`` and ``attribute``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from reref.core.errors import BadDataError, UsageError
from reref.core.files import read_jsonl
from reref.core.seeding import digest
from reref.datasets import Study

SCHEMA_VERSION = 1
#: Levels of the error questions: is there one, which sentence, which number, what would be right.
LEVELS = ("classification", "detection", "index", "correction")
#: The type of a report without a planted error.
NONE = "none"
SPLITS = ("train", "validation", "test")
#: Ids that name a patient and one of their exams: train_17051_a, patient42142_study5.
_EXAM_OF_PATIENT = re.compile(r"(?P<patient>(?:train|valid)_\d+|patient\d+)_(?:[a-z]|study\d+)")


@dataclass(frozen=True, slots=True)
class Item:
    """One question (the module's docstring tells what each field holds)."""

    id: str
    kind: str
    level: str
    type: str
    severity: str
    dataset: str
    study_id: str
    split: str
    question: str
    report: str
    sentences: tuple[str, ...]
    answer: str
    answers: tuple[str, ...]
    indices: tuple[int, ...] = ()
    finding: str = ""
    attribute: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the row as it is written."""
        return {"schema_version": SCHEMA_VERSION, **asdict(self)}

    @classmethod
    def from_dict(cls, row: Mapping[str, Any], where: str) -> Item:
        """Read a row; unknown keys are ignored.

        Raises:
            BadDataError: another schema version or a missing key; the message names ``where``.
        """
        if row.get("schema_version") != SCHEMA_VERSION:
            raise BadDataError(
                f"{where}: schema version {row.get('schema_version')!r}, this reref reads {SCHEMA_VERSION}"
            )
        try:
            fields = {name: row[name] for name in cls.__slots__}
        except KeyError as missing:
            raise BadDataError(f"{where}: a question has no {missing}; build the questions again") from None
        for name in ("sentences", "answers", "indices"):
            fields[name] = tuple(fields[name])
        return cls(**fields)


def read_items(path: Path) -> list[Item]:
    """Return the questions of a file.

    Raises:
        BadDataError: no questions, a broken row, or an id that comes twice.
    """
    items = [Item.from_dict(row, f"{path}") for row in read_jsonl(path, ("id", "schema_version"))]
    if not items:
        raise BadDataError(f"{path}: holds no questions")
    if len({item.id for item in items}) < len(items):
        raise BadDataError(f"{path}: two questions have one id; build the questions again")
    return items


def patient_of(study: Study) -> str:
    """Return whose exam a study is, as far as its dataset tells (CT-RATE, CheXpert Plus, MIMIC-CXR); else its id."""
    if patient := study.extra.get("subject_id"):
        return patient
    named = _EXAM_OF_PATIENT.fullmatch(study.study_id)
    return named["patient"] if named else study.study_id


def split_of(patient: str, shares: Sequence[float], seed: int) -> str:
    """Return the split of a patient's studies: the same whatever other studies there are.

    Args:
        patient: the patient, as ``patient_of`` names them.
        shares: shares of train, validation and test; they add up to 1.
        seed: the user's seed.
    """
    place = int.from_bytes(digest(seed, "qa split", patient, size=8), "big") / 2**64
    for split, share in zip(SPLITS, shares, strict=True):
        if place < share:
            return split
        place -= share
    return SPLITS[-1]


def check_shares(shares: Iterable[float]) -> tuple[float, ...]:
    """Return the shares of the three splits.

    Raises:
        UsageError: not three numbers from 0 to 1 that add up to 1.
    """
    given = tuple(shares)
    if len(given) != len(SPLITS) or min(given) < 0 or abs(sum(given) - 1) > 1e-6:
        raise UsageError(f"the shares of {', '.join(SPLITS)} must be three numbers that add up to 1, got {given}")
    return given
