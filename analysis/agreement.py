"""How far metrics agree with people, people with each other, and metrics among themselves.

Ratings and scores are arrays over the same items; NaN means that a value is missing, and every figure is over the items
that have what it needs. Scores are oriented first (higher is better), so that every agreement is positive.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from reref.core.errors import BadDataError
from reref.core.seeding import generator

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Coefficient = Literal["pearson", "spearman", "kendall"]
COEFFICIENTS: tuple[Coefficient, ...] = ("pearson", "spearman", "kendall")
Level = Literal["nominal", "ordinal", "interval"]


class Correlation(NamedTuple):
    """One coefficient with its percentile bootstrap interval; NaN where it is undefined.

    Attributes:
        coefficient: which.
        value: on all items with both values.
        low: lower end of the 95 % interval.
        high: upper end.
        items: how many items have both values.
    """

    coefficient: str
    value: float
    low: float
    high: float
    items: int


class Preference(NamedTuple):
    """How often a metric prefers the report of a pair that people prefer.

    Attributes:
        agree: pairs in which both prefer the same report.
        disagree: pairs in which they prefer different ones.
        metric_ties: pairs in which people prefer one and the metric scores both alike.
        people_ties: pairs in which people rate both alike; left out of the share.
        unscored: pairs without a score or rating on a side.
        share: ``agree`` over the pairs in which people prefer one; NaN without any.
    """

    agree: int
    disagree: int
    metric_ties: int
    people_ties: int
    unscored: int
    share: float


def correlate(a: NDArray[np.float64], b: NDArray[np.float64], coefficient: Coefficient) -> float:
    """Return a correlation of two arrays of shape (n,): Pearson's r, Spearman's rho, or Kendall's tau-b.

    NaN with fewer than two complete items or without variation on a side.
    """
    import numpy as np
    from scipy.stats import kendalltau, pearsonr, spearmanr

    there = ~(np.isnan(a) | np.isnan(b))
    x, y = a[there], b[there]
    if len(x) < 2 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return float("nan")
    functions: Mapping[str, Callable[..., tuple[float, float]]] = {
        "pearson": pearsonr, "spearman": spearmanr, "kendall": kendalltau,
    }  # fmt: skip
    return float(functions[coefficient](x, y)[0])


def correlations(
    scores: NDArray[np.float64],
    ratings: NDArray[np.float64],
    *,
    groups: Sequence[str] | None = None,
    resamples: int = 1000,
    seed: int = 0,
) -> list[Correlation]:
    """Return all three coefficients with 95 % percentile bootstrap intervals.

    Args:
        scores: shape (n,).
        ratings: shape (n,).
        groups: what is resampled as a whole, for example the study of each report; every item by itself by default.
        resamples: bootstrap resamples; the same ones for every coefficient, and for every metric with the same seed.
        seed: any integer.
    """
    import numpy as np

    there = int((~(np.isnan(scores) | np.isnan(ratings))).sum())
    draws = _resamples(len(scores), groups, resamples, seed)
    found = []
    for coefficient in COEFFICIENTS:
        value = correlate(scores, ratings, coefficient)
        again = np.array([correlate(scores[rows], ratings[rows], coefficient) for rows in draws])
        known = again[~np.isnan(again)]
        low, high = np.percentile(known, [2.5, 97.5]) if len(known) and value == value else (np.nan, np.nan)
        found.append(Correlation(coefficient, value, float(low), float(high), there))
    return found


def _resamples(items: int, groups: Sequence[str] | None, resamples: int, seed: int) -> list[NDArray[np.intp]]:
    import numpy as np

    names = list(groups) if groups is not None else [str(i) for i in range(items)]
    members = [np.flatnonzero(np.array(names) == name) for name in dict.fromkeys(names)]
    rng = generator(seed, "agreement")
    return [
        np.concatenate([members[int(place)] for place in rng.integers(len(members), size=len(members))])
        for _ in range(resamples)
    ]


def between_metrics(scores: Mapping[str, NDArray[np.float64]], coefficient: Coefficient) -> NDArray[np.float64]:
    """Return the correlation of every metric with every other, shape (metrics, metrics), each over complete items."""
    import numpy as np

    columns = list(scores.values())
    found = np.eye(len(columns))
    for i, a in enumerate(columns):
        for j in range(i):
            found[i, j] = found[j, i] = correlate(a, columns[j], coefficient)
    return found


def preferences(
    scores: Sequence[tuple[float, float]], ratings: Sequence[tuple[float, float]], *, tolerance: float = 0.0
) -> Preference:
    """Return how often a metric prefers the same report of a pair as people do. Ties are counted apart.

    Args:
        scores: oriented scores of the two reports of each pair.
        ratings: people's ratings of the two.
        tolerance: scores that differ by no more are a tie.
    """
    agree = disagree = metric_ties = people_ties = unscored = 0
    for (a, b), (x, y) in zip(scores, ratings, strict=True):
        if a != a or b != b or x != x or y != y:
            unscored += 1
        elif x == y:
            people_ties += 1
        elif abs(a - b) <= tolerance:
            metric_ties += 1
        elif (a > b) == (x > y):
            agree += 1
        else:
            disagree += 1
    decided = agree + disagree + metric_ties
    share = agree / decided if decided else float("nan")
    return Preference(agree, disagree, metric_ties, people_ties, unscored, share)


def icc_2_1(ratings: NDArray[np.float64]) -> float:
    """Return ICC(2,1): absolute agreement of single raters, raters and items random (Shrout and Fleiss 1979).

    Args:
        ratings: shape (items, raters), without gaps; items with a gap are left out.

    Returns:
        NaN with fewer than two complete items or raters, or without any variation.
    """
    import numpy as np

    table = ratings[~np.isnan(ratings).any(axis=1)]
    n, k = table.shape
    if n < 2 or k < 2:
        return float("nan")
    mean = table.mean()
    rows = k * ((table.mean(axis=1) - mean) ** 2).sum() / (n - 1)
    columns = n * ((table.mean(axis=0) - mean) ** 2).sum() / (k - 1)
    total = ((table - mean) ** 2).sum()
    rest = (total - rows * (n - 1) - columns * (k - 1)) / ((n - 1) * (k - 1))
    scale = rows + (k - 1) * rest + k * (columns - rest) / n
    return float((rows - rest) / scale) if scale > 0 else float("nan")


def krippendorff_alpha(ratings: NDArray[np.float64], level: Level = "interval") -> float:
    """Return Krippendorff's alpha; gaps are allowed (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability").

    Args:
        ratings: shape (items, raters); NaN where a rater did not rate. Items with one rating do not count.
        level: how far apart two values are: nominal (0 or 1), ordinal (by the ratings between them) or interval.

    Returns:
        NaN without two ratings of an item, or when all ratings are the same.

    Raises:
        BadDataError: no such level.
    """
    import numpy as np

    if level not in ("nominal", "ordinal", "interval"):
        raise BadDataError(f"the level must be nominal, ordinal or interval, got '{level}'")
    rows = [row[~np.isnan(row)] for row in ratings]
    rows = [row for row in rows if len(row) > 1]
    if not rows:
        return float("nan")
    values = np.unique(np.concatenate(rows))
    together = np.zeros((len(values), len(values)))
    for row in rows:
        counts = (row[:, None] == values).sum(axis=0).astype(np.float64)
        together += (np.outer(counts, counts) - np.diag(counts)) / (len(row) - 1)
    each = together.sum(axis=0)
    total = each.sum()
    apart = _distances(values, each, level)
    expected = (np.outer(each, each) * apart).sum() / (total - 1)
    return float(1 - (together * apart).sum() / expected) if expected > 0 else float("nan")


def _distances(values: NDArray[np.float64], counts: NDArray[np.float64], level: Level) -> NDArray[np.float64]:
    """Return the squared distance of every two values, shape (V, V)."""
    import numpy as np

    if level == "nominal":
        return 1 - np.eye(len(values))
    if level == "interval":
        return np.asarray((values[:, None] - values) ** 2)
    middles = np.cumsum(counts) - counts / 2
    return np.asarray((middles[:, None] - middles) ** 2)
