"""Studies and candidates side by side, joined by study id; whatever has no partner is counted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reref.core.errors import BadDataError
from reref.datasets.candidates import Candidate, Candidates
from reref.datasets.study import Study

_ENDING = re.compile(r"\.(?:0|png|jpe?g|dcm|txt|nii|nii\.gz)$")


@dataclass(frozen=True, slots=True)
class Join:
    """How one model's reports met the studies.

    Attributes:
        scored: number of studies with a report of this model.
        missing: ids of studies for which the model has no report; they stay unscored.
        empty: ids of studies for which its report is empty; they stay unscored.
        unknown: ids of reports that belong to no study; they are not used.
    """

    scored: int
    missing: tuple[str, ...]
    empty: tuple[str, ...]
    unknown: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Aligned:
    """Candidates in the studies' order.

    Attributes:
        studies: the studies as given.
        reports: by model, one entry a study; ``None`` is unscored, never an empty text.
        joins: by model, the counts.
        warnings: the counts that are not as they should be, in words.
    """

    studies: list[Study]
    reports: dict[str, list[Candidate | None]]
    joins: dict[str, Join]
    warnings: list[str]


def align(studies: Sequence[Study], candidates: Candidates) -> Aligned:
    """Join every model's reports to the studies.

    Args:
        studies: ids must be unique, also across datasets: candidates are joined by study id alone.
        candidates: reports of all models.

    Raises:
        BadDataError: two studies share an id, or none of a model's ids belongs to a study.
    """
    ids = [study.study_id for study in studies]
    if len(set(ids)) != len(ids):
        datasets: dict[str, str] = {}
        for study in studies:
            if study.study_id in datasets:
                places = f"'{datasets[study.study_id]}' and '{study.dataset}'"
                raise BadDataError(
                    f"duplicate study id '{study.study_id}' (datasets {places}): candidates are joined by study id, "
                    "so run one dataset at a time or give each study its own id"
                )
            datasets[study.study_id] = study.dataset
    known = set(ids)
    reports: dict[str, list[Candidate | None]] = {}
    joins: dict[str, Join] = {}
    warnings: list[str] = []
    for model, by_id in candidates.models.items():
        unknown = tuple(study_id for study_id in by_id if study_id not in known)
        if len(unknown) == len(by_id):
            raise BadDataError(
                f"model '{model}': none of its {len(by_id)} study ids belongs to a study "
                f"(its ids look like '{unknown[0]}', the studies' like '{ids[0] if ids else ''}')"
            )
        reports[model] = [by_id.get(study_id) for study_id in ids]
        missing = tuple(study_id for study_id in ids if study_id not in by_id)
        empty = tuple(study_id for study_id in ids if study_id in by_id and by_id[study_id] is None)
        joins[model] = Join(len(ids) - len(missing) - len(empty), missing, empty, unknown)
        warnings += [f"model '{model}': {line}" for line in _words(joins[model])]
    return Aligned(list(studies), reports, joins, warnings)


def _words(join: Join) -> Iterator[str]:
    for group, what in (
        (join.missing, "no report for {} of the studies, left unscored"),
        (join.empty, "an empty report for {} of the studies, left unscored"),
        (join.unknown, "{} of its reports are for studies that are not in the data, not used"),
    ):
        if group:
            yield f"{what.format(len(group))} ({', '.join(group[:3])}{', …' * (len(group) > 3)})"
    alike = {_plain(study_id): study_id for study_id in join.missing}
    pairs = [(study_id, alike[_plain(study_id)]) for study_id in join.unknown if _plain(study_id) in alike]
    if pairs:
        yield (
            f"{len(pairs)} of its unknown study ids differ from a study's only in case, zeros, '.0' or a file ending "
            f"('{pairs[0][0]}' and '{pairs[0][1]}'): write them alike"
        )


def _plain(study_id: str) -> str:
    """Return an id without what spreadsheets and file names change about it."""
    return _ENDING.sub("", study_id.strip().lower()).lstrip("0")
