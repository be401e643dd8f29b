"""Pairs of an original and an alternative, from a file of anyone's making."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reref.core.errors import BadDataError, UnknownNameError
from reref.core.files import read_jsonl

if TYPE_CHECKING:
    from reref.report import Report
    from reref.taxonomy import Target, Taxonomy


@dataclass(frozen=True)
class Pair:
    """One pair of the file.

    Attributes:
        id: its own, or its place in the file.
        target: what the alternative was to change.
        original: the report.
        alternative: what was made of it.
        row: the whole line.
    """

    id: Any
    target: Target
    original: Report
    alternative: Report
    row: Mapping[str, Any]


def read_pairs(path: Path, known: Taxonomy, limit: int | None = None) -> Iterator[Pair]:
    """Yield the pairs of a JSON lines file with target (or axis and variation), original and alternative.

    Args:
        path: the file.
        known: the targets.
        limit: only so many pairs.

    Raises:
        BadDataError: the file, a pair or its target cannot be used; the message names the pair.
    """
    for number, row in enumerate(read_jsonl(path, required=("original", "alternative")), start=1):
        if limit is not None and number > limit:
            return
        where = f"{path}: pair {row.get('id', number)!r}"
        target = _target(row, known, where)
        original, alternative = _report(row, "original", where), _report(row, "alternative", where)
        yield Pair(row.get("id", number), target, original, alternative, row)


def _target(row: Mapping[str, Any], known: Taxonomy, where: str) -> Target:
    name = row.get("target") or "/".join(_slug(row[key]) for key in ("axis", "variation") if row.get(key))
    if not name:
        raise BadDataError(f"{where} names no target; add target, or axis and variation")
    try:
        return known.get(str(name))
    except UnknownNameError as error:
        raise BadDataError(f"{where}: {error}") from None


def _slug(words: object) -> str:
    return "-".join(str(words).lower().split())


def _report(row: Mapping[str, Any], key: str, where: str) -> Report:
    from reref.report import Report

    text = row[key]
    if not isinstance(text, Mapping):
        raise BadDataError(f"{where}: {key} is no object with findings and impression")
    return Report(str(text.get("findings") or ""), str(text.get("impression") or ""))
