"""``reref demo``: the whole job on bundled, authored example data."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

import click

from reref.cli._console import note, progress

METRICS = ("bleu-4", "rouge-l", "finding-f1")
MODELS = ("lister", "summarizer", "templater")


@click.command()
@click.option(
    "-o", "--output", default="reref-demo", show_default=True, type=click.Path(path_type=Path), help="Folder."
)
@click.option("--seed", default=0, show_default=True, help="Any integer.")
def command(output: Path, seed: int) -> None:
    """Show the whole job on 48 authored studies and three authored models.

    The three models make as many clinical errors of the same kinds and differ in how they write. Everything runs on
    this machine.
    """
    with as_file(files("reref.examples")) as examples:
        _run(examples, output, seed)


def _run(examples: Path, output: Path, seed: int) -> None:
    from reref.analysis.metrics import get_metric
    from reref.cli._conclusions import show
    from reref.cli._console import console
    from reref.datasets import load_candidates, load_studies
    from reref.runs import RunFolder
    from reref.taxonomy import expand
    from reref.workflows.finished_scores import FinishedScores
    from reref.workflows.perturb import perturb
    from reref.workflows.references import read_run
    from reref.workflows.sensitivity import conclude
    from reref.workflows.writing import write_all

    studies = load_studies(examples / "studies.jsonl", dataset="demo").studies
    folder = RunFolder(output)
    with progress("rewriting") as on_progress:
        perturb(studies, expand(), folder=folder, settings={"data": "demo"}, seed=seed, on_progress=on_progress)
    candidates = load_candidates([f"{model}={examples / 'candidates' / f'{model}.jsonl'}" for model in MODELS])
    metrics = [get_metric(name) for name in METRICS]
    with progress("scoring") as on_progress, folder.store() as store:
        kept = FinishedScores(store)
        found = conclude(read_run(folder), candidates, metrics, seed=seed, store=kept, on_progress=on_progress)
    for warning in found.warnings:
        note(warning)
    show(found, write_all(folder, found))
    console().print(
        "\nAll three models make the same number of clinical errors of the same kinds. lister says of every region "
        "that it is normal and denies each abnormality, summarizer leaves the normal unsaid, templater fills a form in "
        "other words. Whatever moves above is reporting practice, not accuracy.",
        highlight=False,
    )
