"""The two jobs from Python, in memory: no folder, no files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reref.workflows.references import RunData, Scope
from reref.workflows.sensitivity import DEFAULT_METRICS, Conclusions, conclude

if TYPE_CHECKING:
    from reref.analysis.metrics import Metric
    from reref.datasets import Candidates, Study
    from reref.perturbations.engine import Engine


def perturb(
    studies: Iterable[Study],
    targets: Iterable[str] = (),
    *,
    seed: int = 0,
    variants: int = 1,
    engine: Engine | None = None,
) -> RunData:
    """Rewrite references, or plant labelled errors, in this process.

    Args:
        studies: what ``reref.load_studies(path).studies`` gives, or studies of your own making.
        targets: names of targets, axes or groups; nothing means the 13 axis variations and the controls.
        seed: any integer; the same seed gives the same texts.
        variants: alternatives per study and target, at least 1.
        engine: what proposes and judges; the offline rules by default.

    Returns:
        The studies with the rows of their alternatives, as they would stand in alternatives.jsonl.

    Raises:
        UnknownNameError: no such target.
    """
    from reref.perturbations.make import make_alternatives
    from reref.perturbations.rules.engine import rules_engine
    from reref.taxonomy import expand

    engine = engine or rules_engine()
    chosen = expand(targets)
    kept = list(studies)
    return RunData.of(
        kept,
        (
            alternative.to_dict()
            for study in kept
            for target in chosen
            for alternative in make_alternatives(
                study.study_id, study.dataset, study.report, target, engine, seed=seed, variants=variants
            )
        ),
    )


def sensitivity(
    run: RunData | str | Path,
    candidates: Mapping[str, Mapping[str, str]] | Sequence[str | Path],
    metrics: Sequence[str | Metric | Callable[..., Any]] = DEFAULT_METRICS,
    *,
    section: Scope = "both",
    resamples: int = 10_000,
    seed: int = 0,
    workers: int = 1,
) -> Conclusions:
    """Score models against originals and alternatives and say what holds.

    Args:
        run: what :func:`perturb` returned, or the folder of a finished ``reref perturb``.
        candidates: for each model its reports by study id, or files as on the command line (``"NAME=FILE"``).
        metrics: names, places (``"file.py:function"``), metrics or callables
            ``f(candidates, references) -> sequence of floats``.
        section: which sections are scored.
        resamples: bootstrap resamples.
        seed: of the bootstrap.
        workers: processes for scoring.

    Returns:
        The conclusions: ``print`` them, ``to_rows`` and ``to_frame`` for tables, ``plot_score_changes`` for a figure.

    Raises:
        BadDataError: the run or the candidates cannot be used.
    """
    from reref.analysis.metrics import get_metric
    from reref.runs import RunFolder
    from reref.workflows.references import read_run

    data = run if isinstance(run, RunData) else read_run(RunFolder(Path(run)))
    found = [get_metric(metric) for metric in metrics]
    return conclude(
        data, _candidates(candidates), found, scope=section, resamples=resamples, seed=seed, workers=workers
    )


def _candidates(given: Mapping[str, Mapping[str, str]] | Sequence[str | Path]) -> Candidates:
    from reref.datasets import Candidate, Candidates, load_candidates

    if not isinstance(given, Mapping):
        return load_candidates(given)
    models = {
        model: {study: Candidate(report=text) if text.strip() else None for study, text in reports.items()}
        for model, reports in given.items()
    }
    return Candidates(models, [], [])
