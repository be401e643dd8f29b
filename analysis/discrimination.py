"""Does a metric score a meaning-preserving rewrite above an erroneous one, also when both changed as much text?

For one study both alternatives are scored against the original reference. Discrimination is
P(score of the preserving > score of the erroneous), ties counting one half, over all (study, preserving, erroneous).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from reref.analysis.bootstrap import LEVEL, RESAMPLES, percentile_interval, resampled_sums, stream_key

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Bands of edit distance, as shares of the text that changed.
BANDS = (0.0, 0.05, 0.1, 0.2, 0.4, 1.0)


@dataclass(frozen=True, slots=True)
class DiscriminationRow:
    """Discrimination of one metric.

    Attributes:
        group: ``overall``, ``error`` (one error type) or ``band`` (both alternatives in one band of edit distance).
        name: of the error type or band.
        auc: 1 tells them apart always, 0.5 is chance, below 0.5 prefers the erroneous one.
        low: lower end of its interval over studies; NaN with fewer than two studies.
        high: upper end.
        studies: studies with at least one comparison.
        comparisons: (study, preserving, erroneous) cases.
    """

    metric: str
    dataset: str
    group: str
    name: str
    auc: float
    low: float
    high: float
    studies: int
    comparisons: int


def edit_distance(before: str, after: str) -> float:
    """Return the share of words that differ: word-level Levenshtein distance over the longer text's words."""
    from rapidfuzz.distance import Levenshtein

    return float(Levenshtein.normalized_distance(before.split(), after.split()))


def discrimination(
    preserving: NDArray[np.float64],
    erroneous: NDArray[np.float64],
    error_types: Sequence[str],
    *,
    distances: tuple[NDArray[np.float64], NDArray[np.float64]] | None = None,
    metric: str = "",
    dataset: str = "",
    resamples: int = RESAMPLES,
    seed: int = 0,
    level: float = LEVEL,
) -> list[DiscriminationRow]:
    """Work out discrimination overall, by error type and by band of edit distance.

    Args:
        preserving: (P, S) oriented scores of meaning-preserving alternatives; NaN where there is none.
        erroneous: (E, S) oriented scores of erroneous alternatives; NaN where there is none.
        error_types: E names; several rows may have one name.
        distances: (P, S) and (E, S) edit distances to the original in [0, 1]; without them there are no bands.
        metric: shown in the rows.
        dataset: shown in the rows; its resamples are those of every other analysis of the data set.
        resamples: bootstrap resamples of studies.
        seed: any integer.
        level: coverage of the intervals.
    """
    import numpy as np

    wins = (preserving[:, None] > erroneous[None]) + 0.5 * (preserving[:, None] == erroneous[None])  # (P, E, S)
    known = ~np.isnan(preserving)[:, None] & ~np.isnan(erroneous)[None]
    groups: list[tuple[str, str, NDArray[np.bool_]]] = [("overall", "", known)]
    for name in dict.fromkeys(error_types):
        groups.append(("error", name, known & (np.array(error_types) == name)[None, :, None]))
    if distances is not None:
        bands = [np.digitize(side, BANDS[1:-1], right=True) for side in distances]
        for number, (low, high) in enumerate(pairwise(BANDS)):
            both = (bands[0] == number)[:, None] & (bands[1] == number)[None]
            groups.append(("band", f"{low:g}-{high:g}", known & both))
    won = np.stack([np.where(mask, wins, 0.0).sum(axis=(0, 1)) for _, _, mask in groups])
    cases = np.stack([mask.sum(axis=(0, 1)).astype(np.float64) for _, _, mask in groups])
    columns = np.concatenate([2 * won, cases])  # whole numbers, so that sums are exact
    sums = resampled_sums(columns, key=stream_key(seed, dataset), resamples=resamples)
    rows = []
    for g, (group, name, _) in enumerate(groups):
        studies = int((cases[g] > 0).sum())
        with np.errstate(invalid="ignore"):
            draws = sums[g] / 2 / np.where(sums[len(groups) + g] > 0, sums[len(groups) + g], np.nan)
        low_end, high_end = percentile_interval(draws, level) if studies > 1 else (np.nan, np.nan)
        total = cases[g].sum()
        rows.append(
            DiscriminationRow(
                metric=metric,
                dataset=dataset,
                group=group,
                name=name,
                auc=float(won[g].sum() / total) if total else float("nan"),
                low=float(low_end),
                high=float(high_end),
                studies=studies,
                comparisons=int(total),
            )
        )
    return rows
