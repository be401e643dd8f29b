"""``reref finebench``: attribute questions answered from candidate reports (the CT-FineBench score)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reref.cli._console import note, progress, table
from reref.cli._llm_options import announce, llm_options, settings_of

if TYPE_CHECKING:
    from reref.analysis.finebench import Answerer, AnswerRow, Comparer
    from reref.llm.settings import LLMSettings


@click.command(
    short_help="Score candidates by attribute questions.",
    epilog="Example: reref qa build refs.jsonl -o q.jsonl --kind attributes; "
    "reref finebench q.jsonl --candidates my-model=out.jsonl",
)
@click.argument("questions", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--candidates", "specs", multiple=True, required=True, metavar="NAME=FILE", help="A model's reports.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="JSON lines, one question of one model a line.")
@click.option("--by", type=click.Choice(["rules", "model"]), default="rules", show_default=True,
              help="Who answers and compares: rules, or a language model.")  # fmt: skip
@llm_options
def command(questions: Path, specs: tuple[str, ...], output: Path | None, by: str, **options: Any) -> None:
    """Answer QUESTIONS (from 'reref qa build --kind attributes') from each model's reports, and compare the answers.

    An answer scores 1, 0.5 or 0; a report's score is the mean over its questions.
    """
    import time

    from reref.analysis import finebench
    from reref.core.files import read_jsonl, write_jsonl
    from reref.datasets import load_candidates

    asked = finebench.questions_from_rows(read_jsonl(questions, ("study_id",)), str(questions))
    found = load_candidates(specs)
    lines, shown = [], []
    answer: Answerer = finebench.answer
    compare: Comparer = finebench.compare
    if by == "model":
        answer, compare = _asked(settings_of(options), output)
    for model, written in found.models.items():
        reports = {study: one.text() if one is not None else "" for study, one in written.items()}
        start = time.perf_counter()
        with progress(model) as on_progress:
            scored, missing = finebench.score_reports(
                asked, reports, answer=answer, compare=compare, progress=on_progress
            )
        speed = len(scored) / max(time.perf_counter() - start, 1e-9)
        known = [report.score for report in scored if report.score == report.score]
        mean = sum(known) / len(known) if known else float("nan")
        unscored = sum(bool(row.error) for report in scored for row in report.rows)
        shown.append((model, len(scored), len(missing), unscored, f"{mean:.3f}", f"{speed:,.0f}"))
        table(
            f"{model}: by attribute",
            ("attribute", "score"),
            [(k, f"{v:.3f}") for k, v in finebench.summary(scored).items()],
        )
        lines += [_line(model, row) for report in scored for row in report.rows]
    table("CT-FineBench", ("model", "reports", "missing", "unscored questions", "score", "reports/s"), shown)
    if output is not None:
        write_jsonl(output, lines)
        note(f"{len(lines)} answers: {output}")


def _asked(settings: LLMSettings, output: Path | None) -> tuple[Answerer, Comparer]:
    """Return answering and comparing by a model, with its replies kept beside the output for a run that stops."""
    from reref.analysis.judges.asking import Judge
    from reref.llm.endpoint import Endpoint
    from reref.runs.store import Store
    from reref.workflows.llm_runs import StoredCalls

    announce(settings)
    context = click.get_current_context()
    calls = None
    if output is not None:
        calls = StoredCalls(context.with_resource(Store(output.with_name(output.name + ".calls.sqlite"))))
    judge = Judge(context.with_resource(Endpoint(settings, calls)))
    return judge.answerer(), judge.comparer()


def _line(model: str, row: AnswerRow) -> dict[str, Any]:
    """Return a row of the output; an unscored question has a null score."""
    return {"model": model, **row._asdict(), "score": row.score if row.score == row.score else None}
