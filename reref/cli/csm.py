"""``reref csm``: coronary CT reports compared variable by variable, or described one by one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from reref.cli._console import note, table


@click.command(
    short_help="Compare or describe coronary CT reports.",
    epilog="Example: reref csm pairs.jsonl -o scores.jsonl --weights weights.json",
)
@click.argument("data", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="JSON lines, one a row of DATA.")
@click.option("--weights", "weights_file", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="Weights from 'reref calibrate'; equal ones by default.")  # fmt: skip
def command(data: Path, output: Path, weights_file: Path | None) -> None:
    """Score the pairs in DATA (JSON lines with id, candidate, reference) by CSM-CCTA.

    Rows with id and report alone are described: which variables the report states and how finely, with no judgement of
    whether they are right.
    """
    from collections import Counter

    from reref.analysis.csm import EQUAL, load_weights
    from reref.core.files import read_jsonl, write_jsonl

    weights = load_weights(weights_file) if weights_file else EQUAL
    rows = [_row(row, weights, f"{data}, row {n}") for n, row in enumerate(read_jsonl(data, ("id",)), start=1)]
    write_jsonl(output, rows)
    levels = Counter(row["level"] for row in rows)
    table("Levels", ("level", "rows"), [(level, levels[level]) for level in sorted(levels)])
    scores = [row["score"] for row in rows if "score" in row]
    mean = f", mean score {sum(scores) / len(scores):.3f}" if scores else ""
    note(f"{len(rows)} rows{mean}: {output}")


def _row(row: dict[str, Any], weights: Any, where: str) -> dict[str, Any]:
    from reref.analysis.csm import compare_reports, describe
    from reref.core.errors import BadDataError

    if "report" in row:
        return {"id": row["id"], **describe(row["report"])}
    if "candidate" not in row or "reference" not in row:
        raise BadDataError(f"{where}: needs candidate and reference, or report")
    return {"id": row["id"], **compare_reports(row["candidate"], row["reference"], weights)._asdict()}
