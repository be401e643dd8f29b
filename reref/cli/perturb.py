"""``reref perturb``: rewrite references along axes of reporting practice, or plant labelled errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reref.cli._console import note, progress, table
from reref.cli._llm_options import announce, llm_options, settings_of

if TYPE_CHECKING:
    from reref.workflows.llm_runs import ModelChoice
    from reref.workflows.perturb import Counts


@click.command(
    epilog="Example: reref perturb reports.csv -o run --axis findings-scope --target negation/implicit --seed 1",
)
@click.argument("data", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="Run folder; go on where it was.")
@click.option("--target", "targets", multiple=True, metavar="NAME", help="One target, e.g. findings-scope/minimal.")
@click.option("--axis", "axes", multiple=True, metavar="NAME", help="All variations of an axis.")
@click.option("--error", "errors", multiple=True, metavar="NAME", help="An error type, e.g. size; or 'all'.")
@click.option(
    "--errors", "count", type=click.IntRange(1, 5), metavar="K", help="K clinical errors in each report, 1 to 5."
)
@click.option(
    "--mismatch", is_flag=True, help="rules: make an error in one place only, even where the report tells it twice."
)
@click.option("--persona", "personas", multiple=True, metavar="NAME", help="A persona, e.g. minimalist; or 'all'.")
@click.option(
    "--taxonomy",
    "taxonomies",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Your own YAML with axes, errors or personas.",
)
@click.option("--format", "format_", metavar="NAME", help="Format of DATA; found out by default.")
@click.option("--dataset", metavar="NAME", help="Name of the dataset in all results; DATA's name by default.")
@click.option("--seed", default=0, show_default=True, help="Any integer; the same seed gives the same bytes.")
@click.option("--variants", default=1, show_default=True, type=click.IntRange(min=1), help="Alternatives per target.")
@click.option("--limit", type=click.IntRange(min=1), help="Only the first N studies.")
@click.option(
    "--engine",
    type=click.Choice(["rules", "llm", "hybrid"]),
    default="rules",
    show_default=True,
    help="rules: offline. llm: a model writes and judges. hybrid: facts are checked before the model judges.",
)
@click.option(
    "--program",
    "programs",
    multiple=True,
    metavar="NAME=FILE",
    help="A program tuned by reref tune, e.g. rewrite=better.json.",
)
@click.option("--measure-guard", is_flag=True, help="hybrid: ask the model about what the facts ruled out, too.")
@click.option(
    "--dry-run", is_flag=True, help="llm, hybrid: show one prompt and what all calls would take; ask nothing."
)
@llm_options
@click.option("--workers", type=click.IntRange(min=1), help="Processes; the cores by default. Never changes a result.")
@click.option(
    "--max-failures",
    default=0,
    show_default=True,
    type=click.IntRange(min=0),
    help="Exit with 1 when more alternatives than this failed.",
)
@click.pass_context
def command(
    ctx: click.Context,
    /,
    data: Path,
    output: Path,
    targets: tuple[str, ...],
    axes: tuple[str, ...],
    errors: tuple[str, ...],
    count: int | None,
    personas: tuple[str, ...],
    taxonomies: tuple[Path, ...],
    format_: str | None,
    dataset: str | None,
    seed: int,
    variants: int,
    limit: int | None,
    engine: str,
    programs: tuple[str, ...],
    workers: int | None,
    max_failures: int,
    **options: Any,
) -> None:
    """Rewrite the reports in DATA and write RUN/alternatives.jsonl.

    Without a target: all 13 axis variations and the controls. Nothing leaves this machine, unless --engine llm or
    hybrid is given with a server elsewhere and --allow-remote.
    """
    from reref.core.errors import UsageError
    from reref.core.files import sha256
    from reref.datasets import load_studies
    from reref.runs import RunFolder
    from reref.taxonomy import expand, load_taxonomy
    from reref.workflows.perturb import perturb

    dry_run, mismatch = options.pop("dry_run"), options.pop("mismatch")
    model = _model(engine, programs, options, dry_run=dry_run)
    if mismatch and model is not None:
        raise UsageError("--mismatch needs --engine rules")
    if count is not None:
        targets = (*targets, f"dose/errors-{count}")
    for path in taxonomies:
        load_taxonomy(path)
    chosen = expand(_names(targets, axes, errors, personas))
    loaded = load_studies(data, format=format_, dataset=dataset)
    for warning in loaded.warnings:
        note(f"{data}: {warning}")
    studies = loaded.studies[:limit]
    if dry_run and model is not None:
        from reref.workflows.llm_estimate import estimate

        click.echo(estimate(studies, chosen, model, variants))
        return
    with progress("rewriting") as on_progress:
        counts = perturb(
            studies,
            chosen,
            folder=RunFolder(output),
            settings={
                "data": {"name": data.name, "sha256": sha256(data), "format": loaded.format},
                "dropped": len(loaded.dropped),
                "limit": limit,
                "taxonomies": {path.name: sha256(path) for path in taxonomies},
            },
            seed=seed,
            variants=variants,
            workers=workers,
            taxonomies=taxonomies,
            model=model,
            carry_through=not mismatch,
            on_progress=on_progress,
        )
    _show(counts, f"{len(studies)} studies, engine {engine}, seed {seed}")
    if model is not None:
        _show_calls(output)
    click.echo(f"{output / 'alternatives.jsonl'}")
    failed = sum(count.status["failed"] for count in counts.values())
    if failed > max_failures:
        note(f"reref: {failed} alternatives failed (more than --max-failures {max_failures}); see {output}")
        ctx.exit(1)


def _model(engine: str, programs: Sequence[str], options: dict[str, Any], *, dry_run: bool) -> ModelChoice | None:
    """Return which model to use, ``None`` for the offline rules.

    Raises:
        UsageError: options of a model without one, or settings that cannot be.
    """
    from reref.core.errors import UsageError

    measure_guard = options.pop("measure_guard")
    if engine == "rules":
        if programs or measure_guard or dry_run or options["model"] or options["base_url"]:
            raise UsageError("options of a language model need --engine llm or --engine hybrid")
        return None
    from reref.workflows.llm_runs import ModelChoice

    chosen = ModelChoice(engine, settings_of(options), _files(programs), measure_guard)  # type: ignore[arg-type] # by Choice
    if not dry_run:
        announce(chosen.settings)
    return chosen


def _files(programs: Sequence[str]) -> dict[str, Path]:
    from reref.core.errors import UsageError

    found = {}
    for given in programs:
        name, equals, file = given.partition("=")
        if not equals:
            raise UsageError(f"--program {given}: write NAME=FILE, e.g. rewrite=better.json")
        found[name] = Path(file)
    return found


def _show_calls(output: Path) -> None:
    from reref.core.files import read_json
    from reref.workflows.llm_runs import SUMMARY

    made = read_json(output / SUMMARY)
    cost = f", cost {made['cost']:.2f}" if made["cost"] is not None else ""
    click.echo(f"{made['calls']:,} calls, {made['tokens_in'] + made['tokens_out']:,} tokens{cost}")
    guard = made["guard"]
    if guard["judged"]:
        click.echo(
            f"the guard stopped {guard['stopped']} of {guard['judged']} rewrites before the model judged them"
            + (f"; of {guard['stopped_and_compared']} the model would have passed {guard['passed_by_model']}"
               if guard["stopped_and_compared"] else "")
        )  # fmt: skip


def _show(counts: Mapping[str, Counts], title: str) -> None:
    rows = [
        (
            name,
            count.status["accepted"],
            f"{count.status['accepted'] / count.total:.1%}" if count.total else "–",
            count.reasons["already_in_form"],
            count.reasons["missing_information"],
            count.status["rejected"],
            count.status["failed"],
        )
        for name, count in counts.items()
    ]
    columns = ("target", "accepted", "share", "already so", "nothing to change", "rejected", "failed")
    table(title, columns, rows)


def _names(targets: Sequence[str], axes: Sequence[str], errors: Sequence[str], personas: Sequence[str]) -> list[str]:
    """Return the names that the options mean, for the taxonomy to expand."""
    grouped = [("error", name) for name in errors] + [("persona", name) for name in personas]
    return [*targets, *axes, *(group if name == "all" else f"{group}/{name}" for group, name in grouped)]
