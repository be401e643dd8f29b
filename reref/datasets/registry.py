"""Formats: what recognises a file and what reads it. A new format is one file in ``formats/`` with one function."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points

from reref.core.errors import BadDataError
from reref.core.registry import Registry
from reref.datasets.row import Odd, Row
from reref.datasets.source import Source
from reref.datasets.study import Dropped

Detector = Callable[[Source], bool]
Reader = Callable[[Source], Iterator[Row | Dropped | Odd]]


@dataclass(frozen=True, slots=True)
class Format:
    """A file format for studies.

    Attributes:
        name: what ``--format`` takes; also the dataset's name unless ``names_dataset`` is false.
        detects: whether a source looks like this format; must not read the whole file of a table.
        read: yields what the source holds, in its order.
        expects: what the format wants to see, for the message when nothing fits.
        fallback: asked only when no other format fits.
        names_dataset: whether the format is that of one dataset, so that its name may name the dataset.
    """

    name: str
    detects: Detector
    read: Reader
    expects: str
    fallback: bool
    names_dataset: bool


_FORMATS: Registry[Format] = Registry("format")


def dataset_format(
    name: str, *, detects: Detector, expects: str, fallback: bool = False, names_dataset: bool = True
) -> Callable[[Reader], Reader]:
    """Register the decorated reader as a format; the arguments are those of :class:`Format`."""

    def register(read: Reader) -> Reader:
        _FORMATS.add(name, Format(name, detects, read, expects, fallback, names_dataset), origin=read.__module__)
        return read

    return register


def columns(*names: str) -> Detector:
    """Return a detector for tables that have all these columns (case, blanks and underscores aside)."""
    wanted = {column_key(name) for name in names}
    return lambda source: source.is_table and wanted <= {column_key(name) for name in source.columns}


def column_key(name: str) -> str:
    """Return a column's name in the form in which names are compared: ``"Study ID"`` gives ``"study_id"``."""
    return name.strip().lower().replace(" ", "_").replace("-", "_")


def require(source: Source, names: tuple[str, ...], format_name: str) -> dict[str, str]:
    """Return the file's own spelling of each column.

    Args:
        source: a table.
        names: the columns that must be there.
        format_name: the format that asks, for the message.

    Raises:
        BadDataError: one or more are missing; the message lists them and what the file has.
    """
    found = {column_key(column): column for column in source.columns}
    missing = [name for name in names if column_key(name) not in found]
    if missing:
        raise BadDataError(
            f"{source.name}: missing column{'s' * (len(missing) > 1)} {', '.join(missing)} of format '{format_name}'; "
            f"found: {', '.join(source.columns) or 'none'}"
        )
    return {name: found[column_key(name)] for name in names}


@cache
def formats() -> Registry[Format]:
    """Return every format: the files in ``formats/`` first, then those of installed plugins (``reref.formats``)."""
    folder = importlib.import_module("reref.datasets.formats")
    for module in sorted(pkgutil.iter_modules(folder.__path__), key=lambda m: m.name):
        importlib.import_module(f"{folder.__name__}.{module.name}")
    for plugin in sorted(entry_points(group="reref.formats"), key=lambda p: p.name):
        plugin.load()
    return _FORMATS


def detect(source: Source) -> Format:
    """Return the format of a source.

    Raises:
        BadDataError: no format fits; the message says what was found and what each format wants.
    """
    known = list(formats())
    for entry in sorted(known, key=lambda each: each.fallback):
        if entry.detects(source):
            return entry
    wanted = "; ".join(entry.expects for entry in known if entry.fallback)
    published = ", ".join(entry.name for entry in known if not entry.fallback)
    raise BadDataError(
        f"{source.name}: no known format; found {source.describe()}; expected {wanted}; or published: {published}"
    )
