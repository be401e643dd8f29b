"""``reref tune``: make a language-model program better on one's own pairs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from reref.cli._llm_options import announce, llm_options, settings_of

_PROGRAMS = ("verify-rewrite", "verify-error", "rewrite", "paraphrase", "plant-error")


@click.command(
    short_help="Tune a language-model program on your own pairs.",
    epilog="Example: reref tune judged.jsonl -o better.json --program verify-rewrite --optimizer bootstrap "
    "--model qwen3:8b --base-url http://127.0.0.1:11434/v1",
)
@click.argument("pairs", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="The program file to write.")
@click.option("--program", type=click.Choice(_PROGRAMS), default="verify-rewrite", show_default=True)
@click.option(
    "--optimizer",
    type=click.Choice(["bootstrap", "gepa", "mipro"]),
    default="bootstrap",
    show_default=True,
    help="bootstrap: worked examples. gepa: new instructions. mipro: both.",
)
@click.option(
    "--steps", default=4, show_default=True, type=click.IntRange(min=1), help="How long gepa and mipro search."
)
@click.option("--limit", type=click.IntRange(min=1), help="Only the first N pairs.")
@click.option("--seed", default=0, show_default=True, help="Any integer.")
@llm_options
def command(
    pairs: Path,
    output: Path,
    program: str,
    optimizer: str,
    steps: int,
    limit: int | None,
    seed: int,
    **options: Any,
) -> None:
    """Tune a program on PAIRS and write it as JSON, for --program of reref perturb.

    PAIRS is JSON lines as for reref verify; for the verify programs each line also holds 'gold' with the four booleans.
    Half of them are kept back to see whether it helped. The file holds instructions and, with bootstrap and mipro,
    examples from PAIRS: treat it like the reports themselves. It never holds an address or a key.
    """
    from reref.taxonomy import shared
    from reref.workflows.pairs import read_pairs
    from reref.workflows.tuning import tune

    settings = settings_of(options)
    announce(settings)
    read = list(read_pairs(pairs, shared(), limit))
    found = tune(read, program, optimizer, settings, output, seed=seed, steps=steps)  # type: ignore[arg-type] # by Choice
    click.echo(f"{program}: {found.before:.1%} right before, {found.after:.1%} after, on pairs that were kept back")
    click.echo(f"{output}")
