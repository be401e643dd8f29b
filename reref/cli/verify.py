"""``reref verify``: judge pairs of original and rewritten report, whoever made them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reref.cli._console import note

if TYPE_CHECKING:
    from reref.taxonomy import Taxonomy


@click.command(
    short_help="Judge someone's original/alternative pairs.",
    epilog="Example: reref verify pairs.jsonl -o verdicts.jsonl",
)
@click.argument("pairs", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="Verdicts, one JSON line a pair.")
@click.option(
    "--taxonomy", "files", multiple=True, type=click.Path(path_type=Path), help="Also read this YAML file or folder."
)
@click.option("--limit", type=click.IntRange(min=1), help="Only the first N pairs.")
def command(pairs: Path, output: Path, files: tuple[Path, ...], limit: int | None) -> None:
    """Judge every pair of PAIRS by its facts, offline.

    PAIRS is JSON lines with id, target (or axis and variation), original and alternative; the latter two hold findings
    and impression.
    """
    from reref.core.files import write_jsonl

    counts: Counter[str] = Counter()
    rows = _verdicts(pairs, _known(files), limit, counts)
    write_jsonl(output, rows)
    shown = ", ".join(f"{number} {status}" for status, number in sorted(counts.items()))
    note(f"{sum(counts.values())} pairs judged: {shown or 'none'}; written to {output}")


def _known(files: tuple[Path, ...]) -> Taxonomy:
    from reref.taxonomy import load_taxonomy, shared

    for file in files:
        load_taxonomy(file)
    return shared()


def _verdicts(pairs: Path, known: Taxonomy, limit: int | None, counts: Counter[str]) -> Iterator[dict[str, Any]]:
    from reref.perturbations.verify import FactVerifier, status
    from reref.workflows.pairs import read_pairs

    verifier = FactVerifier()
    for pair in read_pairs(pairs, known, limit):
        verdict = verifier.judge(pair.original, pair.alternative, pair.target)
        counts[status(verdict)] += 1
        yield {
            "id": pair.id,
            "target": pair.target.name,
            "is_clinically_consistent": verdict.is_clinically_consistent,
            "is_valid_perturbation": verdict.is_valid_perturbation,
            "does_not_contain_required_info": verdict.does_not_contain_required_info,
            "is_already_in_expected_form": verdict.is_already_in_expected_form,
            "status": status(verdict),
            "reason": verdict.reason,
        }
