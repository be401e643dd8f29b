"""Conclusions on disk: score table, result tables, figures and the report page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reref.core.errors import BadDataError
from reref.core.files import read_json, unguarded, whole_file, write_csv, write_json

if TYPE_CHECKING:
    from reref.runs import RunFolder
    from reref.workflows.sensitivity import Conclusions

SCORE_COLUMNS = ("metric", "dataset", "model", "target", "study_id", "score", "feasible")
UNSCORED_COLUMNS = ("metric", "dataset", "target", "model", "study", "error")


def write_all(folder: RunFolder, found: Conclusions) -> dict[str, Path]:
    """Write everything a reader may want; returns what is where.

    Each file is whole or not there. ``results/analysis.json`` is written after all other tables, ``report.html`` last.
    """
    results = folder.path / "results"
    rows = list(chain.from_iterable(table.rows() for table in found.tables))
    write_parquet(folder.path / "scores.parquet", rows)
    write_csv(folder.path / "scores.csv", rows, SCORE_COLUMNS)
    for name, table in found.analysis.tables().items():
        write_csv(results / f"{name}.csv", table)
    write_csv(results / "checks.csv", [asdict(row) for row in found.checks])
    write_csv(results / "unscored.csv", [row._asdict() for row in found.unscored], UNSCORED_COLUMNS)
    with whole_file(results / "analysis.json", "w") as file:
        file.write(found.analysis.to_json())
    write_json(results / "warnings.json", {"warnings": list(found.warnings)})
    write_page(folder, found)
    return {
        "report page": folder.path / "report.html",
        "figures": folder.path / "figures",
        "tables": results,
        "scores": folder.path / "scores.parquet",
        "alternatives": folder.path / "alternatives.jsonl",
    }


def write_page(folder: RunFolder, found: Conclusions) -> Path:
    """Draw the figures and write ``report.html``."""
    from reref.analysis.figures import draw
    from reref.pages.results import results_page

    figures = draw(found.analysis.tables(), folder.path / "figures")
    page = folder.path / "report.html"
    with whole_file(page, "w") as file:
        file.write(results_page(found, figures))
    return page


def read_conclusions(folder: RunFolder) -> Conclusions:
    """Return what :func:`write_all` wrote, without the score tables.

    Raises:
        BadDataError: the run has no results yet.
    """
    import csv

    from reref.analysis import Analysis
    from reref.analysis.scoring import RowError
    from reref.workflows.references import read_run
    from reref.workflows.sensitivity import Conclusions

    results = folder.path / "results"
    if not (results / "analysis.json").is_file():
        raise BadDataError(
            f"{results / 'analysis.json'}: not there; run `reref sensitivity {folder.path} --candidates …` first"
        )
    analysis = Analysis.from_json((results / "analysis.json").read_text(encoding="utf-8"))
    with (results / "unscored.csv").open(encoding="utf-8", newline="") as file:
        unscored = [RowError(**{name: unguarded(cell) for name, cell in row.items()}) for row in csv.DictReader(file)]
    warnings = read_json(results / "warnings.json")["warnings"]
    return Conclusions(read_run(folder), [], analysis, unscored, warnings, [])


def write_parquet(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write the score table as Parquet: names as dictionaries, an unscored cell as null."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    name = pa.dictionary(pa.int32(), pa.string())
    names = [(column, name) for column in SCORE_COLUMNS[:5]]
    schema = pa.schema([*names, ("score", pa.float64()), ("feasible", pa.bool_())])
    columns = {column: [row[column] for row in rows] for column in SCORE_COLUMNS}
    columns["score"] = [None if score != score else score for score in columns["score"]]
    with whole_file(path) as file:
        pq.write_table(pa.table(columns, schema=schema), file, compression="zstd")
