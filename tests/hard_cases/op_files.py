"""Hard cases of files: studies and candidates in, reports out."""

from __future__ import annotations

import csv
import json
import tempfile
from pathlib import Path
from typing import Any


def _write(folder: Path, given: dict[str, Any], name: str | None = None) -> Path:
    path = folder / Path(name or given.get("filename", "data.csv")).name
    path.write_bytes(bytes.fromhex(given["bytes_hex"]) if "bytes_hex" in given else str(given["text"]).encode())
    return path


def _row(study_id: str, sections: dict[str, str]) -> dict[str, str]:
    report = "\n".join(filter(None, (sections.get("findings", ""), sections.get("impression", ""))))
    return {"study_id": study_id, "report": report, **sections}


def load(format_name: str, given: dict[str, Any]) -> dict[str, Any]:
    """Load one file; studies that are named but hold no text come as rows with an empty report."""
    from reref.datasets import load_studies

    published = {"chexpert_plus": "chexpert-plus", "ct_rate": "ct-rate"}
    with tempfile.TemporaryDirectory() as folder:
        loaded = load_studies(_write(Path(folder), given), format=published.get(format_name))
    rows = []
    for study in loaded.studies:
        report = study.report
        sections = {
            name: report.section(name) for name in ("findings", "impression", "indication", "technique", "comparison")
        }
        rows.append(_row(study.study_id, sections))
    unique = len({row["report"] for row in rows})
    rows += [_row(d.study_id, {}) for d in loaded.dropped if d.study_id and d.reason.startswith("no findings")]
    return {
        "rows": rows,
        "sections": list(rows[0].items())[2:] if len(rows) == 1 else [],
        "out": json.dumps(rows, ensure_ascii=False),
        "warnings": loaded.warnings,
        "result": {"n_rows": len(rows), "n_unique_reports": unique, "n_dropped": len(loaded.dropped)},
    }


def pair_by_id(_: str, given: dict[str, Any]) -> dict[str, Any]:
    """Join references and predictions by id; a pair without a prediction has None."""
    from reref.datasets import align, load_candidates, load_studies

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        references = load_studies(_write(folder, {"text": given["refs_csv"]}, "refs.csv"))
        candidates = load_candidates([_write(folder, {"text": given["preds_csv"]}, "preds.csv")])
    joined = align(references.studies, candidates)
    (join,) = joined.joins.values()
    (reports,) = joined.reports.values()
    rows = [
        _row(study.study_id, {"findings": study.report.findings, "impression": study.report.impression})
        | {"prediction": None if candidate is None else candidate.text()}
        for study, candidate in zip(joined.studies, reports, strict=True)
    ]
    return {
        "rows": [row for row in rows if row["prediction"] is not None],
        "out": json.dumps(rows, ensure_ascii=False),
        "warnings": [*references.warnings, *candidates.warnings, *joined.warnings],
        "result": {
            "n_pairs": join.scored,
            "n_missing": len(join.missing) + len(join.empty),
            "n_unknown": len(join.unknown),
        },
    }


def export_csv(_: str, given: dict[str, Any]) -> dict[str, Any]:
    """Write rows, show the cells as a spreadsheet sees them, and read them back with the loader."""
    from reref.core.files import write_csv
    from reref.datasets import load_candidates

    rows = given["rows"]
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "out.csv"
        write_csv(path, rows)
        with path.open(encoding="utf-8", newline="") as lines:
            cells = [cell for record in csv.reader(lines) for cell in record]
        back = {study_id: c.text() for study_id, c in load_candidates([path]).models["out"].items() if c}
    return {"cells": cells, "roundtrip": back == {row["study_id"]: row["report"] for row in rows}}


def export_files(_: str, given: dict[str, Any]) -> dict[str, Any]:
    """Write one file a study and list what came to stand where."""
    from reref.datasets.export import INDEX, write_text_files

    rows = (
        given["rows"] if "rows" in given else [{"study_id": each} for each in given.get("ids", given.get("study_ids"))]
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "out"
        write_text_files(folder, {row["study_id"]: row.get("report", "Clear.") for row in rows})
        written = [path for path in Path(name).rglob("*") if path.is_file() and path.name != INDEX]
        paths = [path.relative_to(name).as_posix() for path in written]
    outside = str(given.get("out_dir", "out")).rstrip("/")
    return {"paths": [outside + path.removeprefix("out") for path in paths]}


OPERATIONS = {
    "load:pair_by_id": pair_by_id,
    "load": load,
    "export:csv": export_csv,
    "export:one_file_per_study": export_files,
}
