"""Originals, alternatives and candidates in, conclusions out: score everything once, then analyse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reref.core.errors import MissingExtraError, UsageError
from reref.workflows.cards import check_all, check_warnings
from reref.workflows.references import RunData, Scope, reference_set, scored_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reref.analysis import Analysis, ScoreTable
    from reref.analysis.checks import CheckRow
    from reref.analysis.metrics import Metric
    from reref.analysis.multiplicity import Correction
    from reref.analysis.scoring import RowError, ScoreStore
    from reref.datasets import Candidate, Candidates

DEFAULT_METRICS = ("bleu-4", "rouge-l", "finding-f1")


@dataclass(frozen=True)
class Conclusions:
    """What scoring and analysis found; ``analysis`` prints the short answer.

    Attributes:
        run: the originals and their alternatives.
        tables: one score table per metric and dataset, in the metrics' own directions.
        analysis: every result table.
        unscored: every cell without a score, with its reason.
        warnings: what a reader must know, one line each.
        checks: what every metric was checked for before its numbers were made.
    """

    run: RunData
    tables: Sequence[ScoreTable]
    analysis: Analysis
    unscored: Sequence[RowError]
    warnings: Sequence[str]
    checks: Sequence[CheckRow]

    def to_rows(self, table: str) -> list[dict[str, Any]]:
        """Return one result table as rows of plain values (see :meth:`reref.analysis.Analysis.to_rows`)."""
        return self.analysis.to_rows(table)

    def to_frame(self, table: str) -> Any:
        """Return one result table as a pandas data frame.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        try:
            import pandas as pd
        except ImportError:
            raise MissingExtraError("to_frame needs pandas (pip install pandas); to_rows does without") from None
        return pd.DataFrame(self.to_rows(table))

    def plot_score_changes(self) -> Figure:
        """Return the figure of normalised score changes per target."""
        return self._plot("score_changes")

    def plot_gaps(self) -> Figure:
        """Return the figure of the pairs whose comparison depends on reporting practice."""
        return self._plot("gaps")

    def plot_reversals(self) -> Figure:
        """Return the figure of how often the order of two models reverses."""
        return self._plot("reversals")

    def _plot(self, name: str) -> Figure:
        from reref.analysis.figures import PLOTS

        plot = PLOTS.get(name)
        rows = plot.rows(self.analysis.tables())
        if not rows:
            raise UsageError(f"figure '{name}': these results have nothing to draw in it")
        return plot.figure(rows)

    def __str__(self) -> str:
        return str(self.analysis)


def conclude(
    run: RunData,
    candidates: Candidates,
    metrics: Sequence[Metric],
    *,
    scope: Scope = "both",
    resamples: int = 10_000,
    seed: int = 0,
    correction: Correction = "none",
    workers: int = 1,
    store: ScoreStore | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> Conclusions:
    """Score every model with every metric against the originals and all alternatives of a run, and analyse.

    Args:
        run: the originals and their alternatives.
        candidates: reports of the models.
        metrics: at least one.
        scope: which sections are scored.
        resamples: bootstrap resamples.
        seed: of the bootstrap.
        correction: ``none``, ``holm`` or ``max-t``, over the pairs of one condition.
        workers: processes for scoring; never changes a number.
        store: keeps finished scores, so that a stopped call goes on.
        on_progress: called with (scored pairs, all pairs).

    Raises:
        BadDataError: the candidates cannot be joined to the studies.
    """
    from reref.analysis import analyse, score
    from reref.datasets import align

    checks = check_all(metrics)
    aligned = align(run.studies, candidates)
    tables: list[ScoreTable] = []
    unscored: list[RowError] = []
    warnings = [*check_warnings(checks), *candidates.warnings, *aligned.warnings]
    for dataset in run.datasets:
        here = [place for place, study in enumerate(run.studies) if study.dataset == dataset]
        texts = {model: [_text(reports[place], scope) for place in here] for model, reports in aligned.reports.items()}
        references = reference_set(run, dataset, scope)
        scored = score(metrics, references, texts, workers=workers, store=store, progress=on_progress)
        tables += scored.tables
        unscored += scored.errors
        warnings += scored.notes
    analysis = analyse(
        tables, resamples=resamples, seed=seed, correction=correction, dimensions=_dimensions(run.targets)
    )
    return Conclusions(run, tables, analysis, unscored, [*warnings, *analysis.notes], checks)


def _text(candidate: Candidate | None, scope: Scope) -> str | None:
    """Return what is scored of a candidate: its section where it has sections, else the whole report it wrote."""
    if candidate is None:
        return None
    if scope == "both" or not (candidate.findings or candidate.impression):
        return candidate.text()
    return scored_text(candidate.findings, candidate.impression, scope) or None


def _dimensions(targets: Sequence[str]) -> dict[str, str]:
    """Return the dimension of every axis target that the taxonomy knows; others are pooled under no dimension."""
    from reref.taxonomy import AxisTarget
    from reref.taxonomy import targets as known

    registry = known()
    found = {name: registry.get(name) for name in targets if name in registry}
    return {name: target.axis.dimension for name, target in found.items() if isinstance(target, AxisTarget)}
