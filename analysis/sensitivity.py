"""How far references move scores, in units of the metric's own spread, and how often they reverse a pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from reref.analysis.rows import CoverageRow, MetricRow, ReversalRow, SensitivityRow, ShiftRow, StabilityRow
from reref.analysis.scores import ScoreTable
from reref.analysis.targets import style_targets


def original_spread(scores: Sequence[float]) -> float:
    """Return the standard deviation (ddof 0) of original system scores over (model, data set); NaN without any."""
    import numpy as np

    known = np.array([score for score in scores if np.isfinite(score)])
    if not known.size:
        return float("nan")
    return 0.0 if known.max() == known.min() else float(known.std())


def normalised_shifts(shifts: Sequence[ShiftRow], spreads: Mapping[str, float]) -> list[ShiftRow]:
    """Return the shifts divided by their metric's spread; NaN where the original scores have none.

    This is the sensitivity of the paper: mean change over accepted studies / standard deviation over (model, data set).
    """
    return [
        replace(row, normalised=row.shift / spreads[row.metric] if spreads[row.metric] > 0 else float("nan"))
        for row in shifts
    ]


def sensitivity_rows(shifts: Sequence[ShiftRow], coverage: Sequence[CoverageRow]) -> list[SensitivityRow]:
    """Summarise the normalised shifts of each (metric, target) over (model, data set)."""
    import numpy as np

    groups: dict[tuple[str, str], list[float]] = {}
    for row in shifts:
        groups.setdefault((row.metric, row.target), []).append(row.normalised)
    perturbed = _perturbed(coverage)
    rows = []
    for (metric, target), values in groups.items():
        known = np.array([value for value in values if np.isfinite(value)])
        at = np.quantile(known, [0.05, 0.25, 0.5, 0.75, 0.95]) if known.size else np.full(5, np.nan)
        rows.append(
            SensitivityRow(
                metric=metric,
                target=target,
                median=float(at[2]),
                iqr=float(at[3] - at[1]),
                p5=float(at[0]),
                p25=float(at[1]),
                p75=float(at[3]),
                p95=float(at[4]),
                lowest=float(known.min()) if known.size else float("nan"),
                highest=float(known.max()) if known.size else float("nan"),
                systems=int(known.size),
                perturbed=perturbed.get(target, float("nan")),
            )
        )
    return rows


def metric_rows(
    rows: Sequence[SensitivityRow], tables: Sequence[ScoreTable], spreads: Mapping[str, float]
) -> list[MetricRow]:
    """Summarise each metric over its style targets: mean and largest interquartile range."""
    import numpy as np

    found = []
    for metric, spread in spreads.items():
        styles = [row for row in rows if row.metric == metric and style_targets([row.target]) and np.isfinite(row.iqr)]
        worst = max(styles, key=lambda row: row.iqr, default=None)
        cells = [table.scored for table in tables if table.metric == metric]
        size = sum(scored.size for scored in cells)
        found.append(
            MetricRow(
                metric=metric,
                mean_iqr=float(np.mean([row.iqr for row in styles])) if styles else float("nan"),
                max_iqr=worst.iqr if worst else float("nan"),
                worst_target=worst.target if worst else "",
                spread=spread,
                unscored=1 - sum(int(scored.sum()) for scored in cells) / size if size else float("nan"),
            )
        )
    return found


def coverage_rows(tables: Sequence[ScoreTable]) -> list[CoverageRow]:
    """Return, for each data set and target, how many studies have an accepted alternative."""
    rows: dict[tuple[str, str], CoverageRow] = {}
    for table in tables:
        for t, target in enumerate(table.targets[1:], start=1):
            accepted, studies = int(table.accepted[t].sum()), len(table.studies)
            share = accepted / studies if studies else float("nan")
            rows.setdefault((table.dataset, target), CoverageRow(table.dataset, target, studies, accepted, share))
    return list(rows.values())


def reversal_rows(stability: Sequence[StabilityRow], dimensions: Mapping[str, str]) -> list[ReversalRow]:
    """Pool reversals over (data set, pair): by target, by dimension and over all style targets.

    Args:
        stability: one row a (metric, data set, target, view).
        dimensions: the dimension of each target that has one.
    """
    groups: dict[tuple[str, str, str, str], list[StabilityRow]] = {}
    for row in stability:
        groups.setdefault((row.metric, row.view, "target", row.target), []).append(row)
        if not style_targets([row.target]):
            continue
        if row.target in dimensions:
            groups.setdefault((row.metric, row.view, "dimension", dimensions[row.target]), []).append(row)
        groups.setdefault((row.metric, row.view, "overall", "all style targets"), []).append(row)
    found = []
    for (metric, view, level, name), rows in groups.items():
        pairs, flips, significant = (
            sum(getattr(row, field) for row in rows) for field in ("pairs", "reversed", "significant")
        )
        found.append(
            ReversalRow(
                metric=metric,
                view=view,
                level=level,
                name=name,
                pairs=pairs,
                reversed=flips,
                significant=significant,
                tied=sum(row.tied for row in rows),
                rate=flips / pairs if pairs else float("nan"),
                significant_rate=significant / pairs if pairs else float("nan"),
            )
        )
    return found


def _perturbed(coverage: Sequence[CoverageRow]) -> dict[str, float]:
    studies: dict[str, int] = {}
    accepted: dict[str, int] = {}
    for row in coverage:
        studies[row.target] = studies.get(row.target, 0) + row.studies
        accepted[row.target] = accepted.get(row.target, 0) + row.accepted
    return {target: accepted[target] / count if count else float("nan") for target, count in studies.items()}
