"""Model reports in: one file a model, or one long file with a ``model`` column."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reref.core.errors import BadDataError, UsageError
from reref.datasets.cells import id_of, mend, text_of
from reref.datasets.fields import ID_NAMES, FieldMap, first_match
from reref.datasets.registry import formats
from reref.datasets.row import Odd, Row, summarise
from reref.datasets.source import Source
from reref.datasets.study import Dropped


@dataclass(frozen=True, slots=True)
class Candidate:
    """What a model wrote for one study.

    Attributes:
        report: the whole report, where the file has one.
        findings: the findings, where the file has sections.
        impression: the impression, where the file has sections.
    """

    report: str = ""
    findings: str = ""
    impression: str = ""

    def text(self) -> str:
        """Return the whole report; sections are joined by a line break."""
        return self.report or "\n".join(filter(None, (self.findings, self.impression)))


@dataclass(frozen=True, slots=True)
class Candidates:
    """Reports of all models.

    Attributes:
        models: by model, in the order given: study id to what the model wrote, ``None`` for an empty report.
        dropped: rows that are no candidate, each with its reason.
        warnings: the same, and merged repeats, in a few lines for people.
    """

    models: dict[str, dict[str, Candidate | None]]
    dropped: list[Dropped]
    warnings: list[str]


def load_candidates(specs: Sequence[str | Path]) -> Candidates:
    """Read candidates.

    Args:
        specs: each ``"NAME=FILE"`` or ``"FILE"``. Without a name a file's ``model`` column names its models, and
            without that column the file's own name does.

    Raises:
        UsageError: no spec, or one model named twice.
        BadDataError: a file cannot be read, or a model has two different reports for one study.
    """
    if not specs:
        raise UsageError("no candidates given: name at least one file, as NAME=FILE or FILE")
    models: dict[str, dict[str, Candidate | None]] = {}
    dropped: list[Dropped] = []
    odd: list[Odd] = []
    for spec in specs:
        name, path = _split(spec)
        source = Source(path)
        found: dict[str, _Model] = {}
        for item in _rows(source):
            if isinstance(item, Dropped):
                dropped.append(item)
                continue
            if isinstance(item, Odd):
                odd.append(item)
                continue
            model, row = item
            _add(found.setdefault(model or name or _stem(path), _Model({}, {})), model, row, dropped, odd)
        _take(models, found, name, source)
    warnings = [f"dropped: {line}" for line in summarise((d.where, d.study_id, d.reason) for d in dropped)]
    warnings += summarise((o.where, o.study_id, o.what) for o in odd)
    return Candidates(models, dropped, warnings)


@dataclass(frozen=True, slots=True)
class _Model:
    reports: dict[str, Candidate | None]
    places: dict[str, str]


def _split(spec: str | Path) -> tuple[str | None, Path]:
    text = str(spec)
    name, equals, file = text.partition("=")
    if not equals or Path(text).exists():
        return None, Path(text)
    if not name.strip() or not file:
        raise UsageError(f"candidates '{text}': write NAME=FILE or FILE")
    return name.strip(), Path(file)


def _rows(source: Source) -> Iterator[tuple[str, Row] | Dropped | Odd]:
    """Yield (model or "", row). Rows with named fields are read by candidate columns, all else as studies are."""
    if source.is_table:
        found = FieldMap(source.columns, of_model=True)
        if found.id is None or not found.has_text:
            raise BadDataError(
                f"{source.name}: candidates need a study id ({', '.join(ID_NAMES[:4])}, …) and report, prediction, or "
                f"findings and impression; found {source.describe()}"
            )
        yield from _named(source.rows())
    elif source.kind == "json" and _is_by_case(source.document):
        cases = enumerate(source.document.items(), 1)
        yield from _named((f"{source.name}:{number}", {"study_id": case} | cells) for number, (case, cells) in cases)
    else:
        for item in _as_studies(source):
            yield ("", item) if isinstance(item, Row) else item


def _is_by_case(document: object) -> bool:
    return isinstance(document, dict) and all(isinstance(value, dict) for value in document.values())


def _named(rows: Iterable[tuple[str, Mapping[str, Any]] | Dropped]) -> Iterator[tuple[str, Row] | Dropped]:
    maps: dict[tuple[str, ...], tuple[FieldMap, str | None]] = {}
    for item in rows:
        if isinstance(item, Dropped):
            yield item
            continue
        where, cells = item
        names = tuple(cells)
        if names not in maps:
            maps[names] = FieldMap(names, of_model=True), first_match(names, ("model", "model_name", "system"))
        fields, model = maps[names]
        study_id = cells.get(fields.id) if fields.id else None
        report = cells.get(fields.report) if fields.report else None
        yield id_of(cells.get(model)) if model else "", Row(where, study_id, fields.section_cells(cells), report)


def _as_studies(source: Source) -> Iterator[Row | Dropped | Odd]:
    for entry in sorted(formats(), key=lambda each: each.fallback):
        if entry.detects(source):
            return entry.read(source)
    raise BadDataError(
        f"{source.name}: no candidates found in {source.describe()}; expected columns study_id and report "
        "(and model, in a file of several models), JSON by study id, or a folder of .txt files"
    )


def _add(found: _Model, model: str, row: Row, dropped: list[Dropped], odd: list[Odd]) -> None:
    study_id = id_of(row.study_id)
    if not study_id:
        dropped.append(Dropped(row.where, "", "row has no study id"))
        return
    texts: dict[str, str] = {}
    for name, cell in (("report", row.report), *((s, row.sections.get(s)) for s in ("findings", "impression"))):
        texts[name], what = mend(text_of(cell))
        if what:
            odd.append(Odd(row.where, study_id, what))
    candidate = Candidate(**texts) if any(texts.values()) else None
    if study_id in found.reports:
        if found.reports[study_id] != candidate:
            of_model = f" of model '{model}'" if model else ""
            raise BadDataError(
                f"duplicate study id '{study_id}'{of_model} with different reports "
                f"({found.places[study_id]} and {row.where}); keep one of them"
            )
        odd.append(Odd(row.where, study_id, "duplicate rows with the same study id and the same report were merged"))
        return
    found.reports[study_id], found.places[study_id] = candidate, row.where


def _take(
    models: dict[str, dict[str, Candidate | None]], found: dict[str, _Model], name: str | None, source: Source
) -> None:
    if not found:
        raise BadDataError(f"{source.name}: no candidate in it")
    if name is not None and len(found) > 1:
        raise UsageError(
            f"{source.name} holds {len(found)} models ({', '.join(list(found)[:5])}): give it without '{name}='"
        )
    for model, kept in found.items():
        title = name or model
        if title in models:
            raise UsageError(f"model '{title}' is given twice; name one of them otherwise, as NAME={source.path}")
        models[title] = kept.reports


def _stem(path: Path) -> str:
    return path.with_suffix("").stem if path.suffix == ".gz" else path.stem
