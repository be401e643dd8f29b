"""From a file of rated reports to tables of agreement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from reref.analysis.agreement import (
    Correlation,
    Preference,
    between_metrics,
    correlations,
    icc_2_1,
    krippendorff_alpha,
    preferences,
)
from reref.core.errors import BadDataError, UsageError
from reref.core.files import read_jsonl

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class RatedReport(NamedTuple):
    """One report and what people said of it.

    Attributes:
        id: unique in the file.
        study: what belongs together; the id by default.
        candidate: the report.
        reference: the radiologist's.
        ratings: by rater, higher is better.
    """

    id: str
    study: str
    candidate: str
    reference: str
    ratings: dict[str, float]

    @property
    def rating(self) -> float:
        """The mean over raters."""
        return sum(self.ratings.values()) / len(self.ratings)


class Agreement(NamedTuple):
    """Everything that the comparison gives.

    Attributes:
        metrics: names, in the order given.
        correlations: of each metric with the mean ratings.
        preferences: of each metric, over pairs of one study.
        unscored: reports without a score, by metric.
        between: Spearman's rho of every two metrics.
        raters: figures of the raters among themselves; empty with one rater.
    """

    metrics: tuple[str, ...]
    correlations: dict[str, list[Correlation]]
    preferences: dict[str, Preference]
    unscored: dict[str, int]
    between: NDArray[np.float64]
    raters: dict[str, float]

    def wide(self) -> list[dict[str, Any]]:
        """Return one row a metric."""
        rows = []
        for name in self.metrics:
            row: dict[str, Any] = {"metric": name}
            for found in self.correlations[name]:
                row |= {found.coefficient: found.value, f"{found.coefficient}_low": found.low,
                        f"{found.coefficient}_high": found.high}  # fmt: skip
            rows.append({**row, **self.preferences[name]._asdict(), "unscored": self.unscored[name]})
        return rows

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """Return the tables that are written and drawn."""
        return {
            "agreement": [
                {"metric": name, **found._asdict()} for name in self.metrics for found in self.correlations[name]
            ],
            "preferences": [{"metric": name, **self.preferences[name]._asdict()} for name in self.metrics],
            "between_metrics": [
                {"metric": a, "other": b, "value": float(self.between[i, j])}
                for i, a in enumerate(self.metrics)
                for j, b in enumerate(self.metrics)
            ],
            "raters": [{"figure": name, "value": value} for name, value in self.raters.items()],
        }


def read_rated(path: Path, *, fewer_is_better: bool = False) -> list[RatedReport]:
    """Read rated reports.

    Args:
        path: JSON lines with id, candidate, reference, and rating or ratings.
        fewer_is_better: ratings count errors; they are negated.

    Raises:
        BadDataError: a row without a rating, a rating that is no number, or an id that comes twice.
    """
    sign = -1.0 if fewer_is_better else 1.0
    found: list[RatedReport] = []
    for number, row in enumerate(read_jsonl(path, ("id", "candidate", "reference")), start=1):
        where = f"{path}, row {number} (id '{row['id']}')"
        given = row.get("ratings", {"rater": row.get("rating")})
        if not isinstance(given, dict) or not given:
            raise BadDataError(f"{where}: needs rating (a number) or ratings (by rater)")
        for rater, value in given.items():
            if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
                raise BadDataError(f"{where}: the rating of '{rater}' must be a number, got {value!r}")
        ratings = {str(rater): sign * float(value) for rater, value in given.items()}
        study = str(row.get("study_id", row["id"]))
        found.append(RatedReport(str(row["id"]), study, row["candidate"], row["reference"], ratings))
    if len({item.id for item in found}) < len(found):
        twice = Counter(item.id for item in found).most_common(1)[0][0]
        raise BadDataError(f"{path}: the id '{twice}' comes twice")
    if len(found) < 2:
        raise BadDataError(f"{path}: agreement needs at least 2 rated reports, got {len(found)}")
    return found


def compare_with_people(
    items: Sequence[RatedReport],
    metrics: Sequence[str],
    score_files: Sequence[str] = (),
    reversed_scores: Sequence[str] = (),
    *,
    resamples: int = 1000,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Agreement:
    """Score the reports with every metric and compare with the ratings.

    Args:
        items: the rated reports.
        metrics: names or places of metrics.
        score_files: ``NAME=FILE`` with scores made elsewhere.
        reversed_scores: names of those in which lower is better.
        resamples: bootstrap resamples.
        seed: any integer.
        progress: called with (finished metrics, all metrics).

    Raises:
        UsageError: no metric at all, or a name that is not among the files.
    """
    import numpy as np

    columns: dict[str, NDArray[np.float64]] = {}
    for done, name in enumerate(metrics, start=1):
        columns |= _scored(name, items)
        if progress is not None:
            progress(done, len(metrics))
    columns |= _read_scores(score_files, reversed_scores, items)
    if not columns:
        raise UsageError("agreement needs at least one --metric or --scores")
    ratings = np.array([item.rating for item in items])
    studies = [item.study for item in items]
    pairs = [
        (i, j) for i, j in combinations(range(len(items)), 2) if studies[i] == studies[j]
    ]  # fmt: skip
    people = [(ratings[i], ratings[j]) for i, j in pairs]
    return Agreement(
        metrics=tuple(columns),
        correlations={
            name: correlations(values, ratings, groups=studies, resamples=resamples, seed=seed)
            for name, values in columns.items()
        },
        preferences={
            name: preferences([(values[i], values[j]) for i, j in pairs], people) for name, values in columns.items()
        },
        unscored={name: int(np.isnan(values).sum()) for name, values in columns.items()},
        between=between_metrics(columns, "spearman"),
        raters=_raters(items),
    )


def _scored(spec: str, items: Sequence[RatedReport]) -> dict[str, NDArray[np.float64]]:
    """Return the oriented scores of a metric, one column a named score."""
    import numpy as np

    from reref.analysis.metrics import get_metric
    from reref.analysis.scoring import score_pairs

    metric = get_metric(spec)
    sign = 1.0 if metric.higher_is_better else -1.0
    found = score_pairs(metric, [(item.candidate, item.reference) for item in items])
    names = list(dict.fromkeys(name for row in found for name in row.scores if name)) or [""]
    return {
        f"{metric.name}.{name}" if name else metric.name: sign
        * np.array([row.scores.get(name, np.nan) for row in found], dtype=np.float64)
        for name in names
    }


def _read_scores(
    specs: Sequence[str], reversed_scores: Sequence[str], items: Sequence[RatedReport]
) -> dict[str, NDArray[np.float64]]:
    import numpy as np

    columns = {}
    for spec in specs:
        name, _, file = spec.partition("=")
        if not file:
            raise UsageError(f"--scores needs NAME=FILE, got '{spec}'")
        rows = {str(row["id"]): row["score"] for row in read_jsonl(Path(file), ("id", "score"))}
        sign = -1.0 if name in reversed_scores else 1.0
        values = [rows.get(item.id) for item in items]
        columns[name] = sign * np.array([np.nan if value is None else float(value) for value in values])
    unknown = [name for name in reversed_scores if name not in columns]
    if unknown:
        raise UsageError(f"--lower-is-better names '{unknown[0]}', which is no --scores; they are {', '.join(columns)}")
    return columns


def _raters(items: Sequence[RatedReport]) -> dict[str, float]:
    """Return reliability figures of two or more raters."""
    import numpy as np

    from reref.analysis.readers import kappa

    raters = list(dict.fromkeys(rater for item in items for rater in item.ratings))
    if len(raters) < 2:
        return {}
    grid = np.array([[item.ratings.get(rater, np.nan) for rater in raters] for item in items])
    found = {
        "ICC(2,1)": icc_2_1(grid),
        "Krippendorff's alpha (ordinal)": krippendorff_alpha(grid, "ordinal"),
        "Krippendorff's alpha (interval)": krippendorff_alpha(grid, "interval"),
    }
    for a, b in combinations(range(len(raters)), 2):
        both = ~np.isnan(grid[:, [a, b]]).any(axis=1)
        found[f"Cohen's kappa, {raters[a]} and {raters[b]}"] = kappa(grid[both, a].tolist(), grid[both, b].tolist())
    return found
