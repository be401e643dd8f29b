"""``reref judge``: a language model judges candidate reports, with its reasons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from reref.cli._console import note
from reref.cli._llm_options import announce, llm_options, settings_of


@click.command(
    short_help="Let a language model judge reports.",
    epilog="Example: reref judge pairs.jsonl -o judged.jsonl --model NAME --base-url http://127.0.0.1:11434/v1",
)
@click.argument("pairs", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="JSON lines, one judgement a pair."
)
@click.option("--kind", type=click.Choice(["errors", "significance"]), default="errors", show_default=True,
              help="Count errors in six categories, or weigh findings for the patient.")  # fmt: skip
@llm_options
def command(pairs: Path, output: Path, kind: str, **options: Any) -> None:
    """Judge the pairs in PAIRS (JSON lines with id, candidate, reference; perhaps context: age, indication).

    Replies are kept beside the output, so the same command goes on where it stopped. A refusal or an unreadable reply
    leaves its pair unscored, with the reason.
    """
    from reref.analysis.judges.asking import Judge
    from reref.core.files import read_jsonl, write_jsonl
    from reref.llm.endpoint import Endpoint
    from reref.runs.store import Store
    from reref.workflows.llm_runs import StoredCalls

    settings = settings_of(options)
    announce(settings)
    rows = list(read_jsonl(pairs, ("id", "candidate", "reference")))
    kept = output.with_name(output.name + ".calls.sqlite")
    with Store(kept) as store, Endpoint(settings, StoredCalls(store)) as endpoint:
        judge = Judge(endpoint)
        about = judge.about(kind)
        if kind == "errors":
            judged = judge.many(judge.errors, [(row["candidate"], row["reference"]) for row in rows])
        else:
            asked = [(row["candidate"], row["reference"], _context(row.get("context"))) for row in rows]
            judged = judge.many(judge.significance, asked)
        calls = endpoint.spent.calls
    write_jsonl(output, [{"id": row["id"], **found, **about} for row, found in zip(rows, judged, strict=True)])
    unscored = sum(found["score"] is None for found in judged)
    note(f"{len(rows) - unscored} pairs judged, {unscored} unscored ({calls} calls): {output}")


def _context(given: Any) -> str:
    """Return a pair's context in words; a table of them is written out."""
    if isinstance(given, dict):
        return ", ".join(f"{name}: {value}" for name, value in given.items())
    return str(given or "")
