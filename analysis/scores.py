"""The score table: one metric's scores of every model under every reference variant of one data set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from reref.analysis.metrics.model import Aggregate
from reref.core.errors import BadDataError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: The first target of every table: the references as their radiologists wrote them.
ORIGINAL = "original"


@dataclass(frozen=True, eq=False)
class ScoreTable:
    """Scores of T targets, M models and S studies. ``targets[0]`` is always ``"original"``.

    A study whose alternative was not accepted for a target has its original score in that target's row.

    Attributes:
        metric: name of the metric; a metric with several scores has one table each, ``"metric.score"``.
        dataset: name of the data set.
        targets: T names.
        models: M names.
        studies: S names.
        values: (T, M, S) float64, in the metric's own direction; NaN means unscored.
        accepted: (T, S) bool, whether the target's alternative of the study was accepted; all true for the original.
        higher_is_better: direction of the metric.
        range: lowest and highest possible score.
        version: of the metric.
        statistics: (T, M, S, K) float64 for a corpus-level metric, else ``None``; NaN where unscored.
        aggregate: from summed statistics (..., K) to scores (...), for a corpus-level metric.
    """

    metric: str
    dataset: str
    targets: tuple[str, ...]
    models: tuple[str, ...]
    studies: tuple[str, ...]
    values: NDArray[np.float64]
    accepted: NDArray[np.bool_]
    higher_is_better: bool = True
    range: tuple[float | None, float | None] = (None, None)
    version: str = "1"
    statistics: NDArray[np.float64] | None = None
    aggregate: Aggregate | None = None

    def __post_init__(self) -> None:
        shape = (len(self.targets), len(self.models), len(self.studies))
        if not self.targets or self.targets[0] != ORIGINAL:
            raise ValueError(f"the first target of a score table must be '{ORIGINAL}', got {self.targets[:1]}")
        if self.values.shape != shape:
            raise ValueError(f"values must have shape {shape} (targets, models, studies), got {self.values.shape}")
        if self.accepted.shape != (shape[0], shape[2]):
            raise ValueError(f"accepted must have shape {(shape[0], shape[2])}, got {self.accepted.shape}")
        if (self.statistics is None) != (self.aggregate is None):
            raise ValueError("a corpus-level table needs both its statistics and its aggregate function")
        if self.statistics is not None and self.statistics.shape[:3] != shape:
            raise ValueError(f"statistics must have shape {shape} + (K,), got {self.statistics.shape}")

    @property
    def signature(self) -> str:
        """Name and version of the metric."""
        return f"{self.metric}@{self.version}"

    @property
    def scored(self) -> NDArray[np.bool_]:
        """(T, M, S): where there is a score."""
        import numpy as np

        return np.isfinite(self.values)

    def oriented(self) -> ScoreTable:
        """Return the table with higher scores better: a lower-is-better metric is negated here and nowhere else."""
        if self.higher_is_better:
            return self
        low, high = self.range
        inner = self.aggregate
        return replace(
            self,
            values=-self.values,
            higher_is_better=True,
            range=(None if high is None else -high, None if low is None else -low),
            aggregate=None if inner is None else lambda sums: -inner(sums),
        )

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield one row per (target, model, study), as the score table file has them."""
        for t, target in enumerate(self.targets):
            for m, model in enumerate(self.models):
                for s, study in enumerate(self.studies):
                    yield {
                        "metric": self.metric,
                        "dataset": self.dataset,
                        "model": model,
                        "target": target,
                        "study_id": study,
                        "score": float(self.values[t, m, s]),
                        "feasible": bool(self.accepted[t, s]),
                    }


def tables_from_rows(
    rows: Iterable[Mapping[str, Any]], *, higher_is_better: Mapping[str, bool] | None = None
) -> list[ScoreTable]:
    """Make score tables of someone's rows; the system score of every metric is then the mean over studies.

    Args:
        rows: with metric, model, study_id, score, and where they matter dataset, target (``"original"`` when absent)
            and feasible (true when absent). A missing row or an empty score is unscored; a missing row of a target
            counts as infeasible.
        higher_is_better: direction of each metric; higher is better where none is given.

    Raises:
        BadDataError: a missing column, a score that is no number, the same cell twice, or a metric without rows of
            the original references.
    """
    import numpy as np

    cells: dict[tuple[str, str], dict[tuple[str, str, str], tuple[float, bool]]] = {}
    for number, row in enumerate(rows, start=1):
        place, cell, score = _cell(number, row)
        known = cells.setdefault(place, {})
        if cell in known:
            raise BadDataError(f"score row {number}: {', '.join((*place, *cell))} stands twice; keep one")
        known[cell] = score, bool(row.get("feasible", True))
    tables = []
    for (metric, dataset), known in cells.items():
        targets, models, studies = (tuple(dict.fromkeys(cell[i] for cell in known)) for i in range(3))
        if ORIGINAL not in targets:
            raise BadDataError(f"{metric} on {dataset}: no rows with target '{ORIGINAL}' to compare with")
        targets = (ORIGINAL, *(target for target in targets if target != ORIGINAL))
        values = np.full((len(targets), len(models), len(studies)), np.nan)
        accepted = np.zeros((len(targets), len(studies)), dtype=bool)
        at = [{name: place for place, name in enumerate(names)} for names in (targets, models, studies)]
        for (target, model, study), (score, feasible) in known.items():
            t, m, s = at[0][target], at[1][model], at[2][study]
            values[t, m, s] = score
            accepted[t, s] |= feasible
        accepted[0] = True
        up = (higher_is_better or {}).get(metric, True)
        tables.append(ScoreTable(metric, dataset, targets, models, studies, values, accepted, higher_is_better=up))
    return tables


def _cell(number: int, row: Mapping[str, Any]) -> tuple[tuple[str, str], tuple[str, str, str], float]:
    missing = [name for name in ("metric", "model", "study_id", "score") if name not in row]
    if missing:
        raise BadDataError(f"score row {number}: no column {', '.join(missing)}; it has {', '.join(row)}")
    try:
        score = float("nan") if row["score"] in (None, "") else float(row["score"])
    except (TypeError, ValueError):
        raise BadDataError(f"score row {number}: score {row['score']!r:.40} is not a number") from None
    place = str(row["metric"]), str(row.get("dataset") or "data")
    return place, (str(row.get("target") or ORIGINAL), str(row["model"]), str(row["study_id"])), score
