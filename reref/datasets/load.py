"""Studies in: find the format, clean the cells, split whole reports, merge repeats; count and name all that is odd."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from reref.core.errors import BadDataError
from reref.datasets.cells import id_of, mend, only_redacted, text_of
from reref.datasets.registry import detect, formats
from reref.datasets.row import Odd, Row, summarise
from reref.datasets.source import Source
from reref.datasets.study import Dropped, Study
from reref.report import CONTEXT_SECTIONS, TARGET_SECTIONS, Report

_SECTIONS = frozenset({*TARGET_SECTIONS, *CONTEXT_SECTIONS})
_FEWEST_SENTENCES = 3
_IMPRESSION_INSIDE = re.compile(r"\bIMPRESSIONS?\s*:")


@dataclass(frozen=True, slots=True)
class Loaded:
    """What came out of a file of studies.

    Attributes:
        studies: in the file's order; (dataset, study_id) is unique.
        dropped: rows that are not studies, each with its reason.
        odd: rows that were kept, or merged into another, though something is unusual about them.
        warnings: the same in a few lines for people, equal reasons counted together.
        format: the name of the format that was read.
    """

    studies: list[Study]
    dropped: list[Dropped]
    odd: list[Odd]
    warnings: list[str]
    format: str


def load_studies(path: str | Path, *, format: str | None = None, dataset: str | None = None) -> Loaded:
    """Read the studies of a file or folder.

    Args:
        path: JSONL, JSON, CSV, Parquet, XML (each also as .gz) or a folder, in any registered format.
        format: the format's name; found by looking at the file when not given.
        dataset: the dataset's name for all studies; otherwise the file's ``dataset`` column, else the format's name
            (of a dataset's own format), else the file's name.

    Raises:
        BadDataError: no such file, no known format, a missing column, text that is not UTF-8, two different reports
            under one study id, or no usable study at all.
        UnknownNameError: no such format.
    """
    source = Source(Path(path))
    entry = formats().get(format) if format else detect(source)
    default_dataset = entry.name if entry.names_dataset else _stem(source.path)

    keep = _Kept()
    with _no_cycle_search():
        for item in entry.read(source):
            if isinstance(item, Dropped):
                keep.dropped.append(item)
            elif isinstance(item, Odd):
                keep.odd.append(item)
            else:
                keep.add(item, dataset or text_of(item.dataset).strip() or default_dataset)
    if not keep.studies:
        why = "; ".join(_lines(keep.dropped)) or "it has no rows"
        raise BadDataError(f"{source.name}: no usable study in it: {why}")
    keep.note_repeats()
    warnings = [f"dropped: {line}" for line in _lines(keep.dropped)]
    warnings += summarise((odd.where, odd.study_id, odd.what) for odd in keep.odd)
    if entry.name == "table":
        warnings += [
            f"no study has {section}; is it under another name? found {source.describe()}"
            for section in TARGET_SECTIONS
            if section not in map(str.lower, source.columns)
            and not any(study.report.section(section) for study in keep.studies.values())
        ]
    return Loaded(list(keep.studies.values()), keep.dropped, keep.odd, warnings, entry.name)


@contextmanager
def _no_cycle_search() -> Iterator[None]:
    """Pause the search for reference cycles, which would walk hundreds of thousands of objects that have none."""
    paused = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if paused:
            gc.enable()


class _Kept:
    """Studies so far, and what was odd on the way."""

    def __init__(self) -> None:
        self.studies: dict[tuple[str, str], Study] = {}
        self.places: dict[tuple[str, str], str] = {}
        self.dropped: list[Dropped] = []
        self.odd: list[Odd] = []

    def add(self, row: Row, dataset: str) -> None:
        study_id = id_of(row.study_id)
        if not study_id:
            self.dropped.append(Dropped(row.where, "", "row has no study id"))
            return
        report = self._report(row, study_id)
        if report is None:
            self.dropped.append(Dropped(row.where, study_id, "no findings and no impression"))
            return
        key = (dataset, study_id)
        known = self.studies.get(key)
        if known is not None:
            if known.report != report:
                raise BadDataError(
                    f"duplicate study id '{study_id}' with different reports ({self.places[key]} and {row.where}); "
                    "keep one of them or give each its own id"
                )
            self.odd.append(Odd(row.where, study_id, row.same))
            return
        for section, text in (("findings", report.findings), ("impression", report.impression)):
            if not text:
                self.odd.append(Odd(row.where, study_id, f"no {section} (empty {section} section)"))
            elif only_redacted(text):
                self.odd.append(Odd(row.where, study_id, f"{section} holds only a redaction placeholder"))
        cells = ((name, cell if isinstance(cell, str) else text_of(cell)) for name, cell in row.extra.items())
        extra = {name: text for name, text in cells if text}
        self.studies[key] = Study(study_id, dataset, report, extra)
        self.places[key] = row.where

    def _report(self, row: Row, study_id: str) -> Report | None:
        texts = {
            section: self._text(row, cell, study_id)
            for section, cell in row.sections.items()
            if cell is not None and section in _SECTIONS
        }
        findings, impression = texts.get("findings", ""), texts.get("impression", "")
        if not findings and not impression:
            whole = self._text(row, row.report, study_id)
            return self._split(row, study_id, whole, texts) if whole else None
        if "IMPRESSION" in findings and _IMPRESSION_INSIDE.search(findings):
            del texts["findings"]
            return self._split(row, study_id, findings, texts)
        return Report(**texts)

    def _split(self, row: Row, study_id: str, whole: str, given: dict[str, str]) -> Report | None:
        from reref.report import read_report, sentences

        report = read_report(whole, **{name: text for name, text in given.items() if text})
        # A heading can stand over a word for nothing, as in "Findings: None".
        report = replace(report, findings=text_of(report.findings), impression=text_of(report.impression))
        if report.findings or report.impression:
            return report
        # A heading such as COMPARISON that is never ended by another would swallow all that was seen.
        longest = max((report.section(name) for name in CONTEXT_SECTIONS), key=len)
        if len(sentences(longest)) < _FEWEST_SENTENCES:
            return None
        self.odd.append(
            Odd(row.where, study_id, "no heading for findings or impression: whole report read as findings")
        )
        return Report(whole)

    def _text(self, row: Row, cell: object, study_id: str) -> str:
        text = text_of(cell)
        if text:
            text, odd = mend(text)
            if odd:
                self.odd.append(Odd(row.where, study_id, odd))
        return text

    def note_repeats(self) -> None:
        """Note studies whose report repeats another study's word for word: they carry no new evidence."""
        seen: set[tuple[str, str]] = set()
        for key, study in self.studies.items():
            text = (study.report.findings, study.report.impression)
            if text in seen:
                self.odd.append(
                    Odd(self.places[key], study.study_id, "report repeats an earlier study's, word for word")
                )
            seen.add(text)


def _lines(dropped: list[Dropped]) -> list[str]:
    return summarise((row.where, row.study_id, row.reason) for row in dropped)


def _stem(path: Path) -> str:
    return path.with_suffix("").stem if path.suffix == ".gz" else path.stem
