"""The studies that drive a reversal: where the pair's difference changes most, in the direction of the change."""

from __future__ import annotations

from collections.abc import Sequence

from reref.analysis.rows import DrivingRow, PairRow
from reref.analysis.scores import ScoreTable

#: Studies shown for each reversed pair.
SHOWN = 5


def driving_rows(table: ScoreTable, pairs: Sequence[PairRow], shown: int = SHOWN) -> list[DrivingRow]:
    """Return the studies that drive each reversed pair of a table (view of all studies), strongest first.

    Args:
        table: oriented scores; of a corpus-level metric the scores of single studies are used.
        pairs: pair rows of any table; those of this one that are reversed are looked at.
        shown: studies a pair at most.
    """
    import numpy as np

    rows = []
    for pair in pairs:
        if not pair.reversed or pair.view != "all" or (pair.metric, pair.dataset) != (table.metric, table.dataset):
            continue
        t, a, b = (
            table.targets.index(pair.target),
            table.models.index(pair.model_a),
            table.models.index(pair.model_b),
        )
        before = table.values[0, a] - table.values[0, b]
        after = table.values[t, a] - table.values[t, b]
        change = np.where(table.accepted[t], after - before, 0.0)
        change = np.where(np.isnan(change), 0.0, change)
        toward = change * np.sign(pair.difference)
        order = np.argsort(-toward, kind="stable")[:shown]
        whole = change.sum()
        rows += [
            DrivingRow(
                metric=table.metric,
                dataset=table.dataset,
                target=pair.target,
                model_a=pair.model_a,
                model_b=pair.model_b,
                study_id=table.studies[s],
                change=float(change[s]),
                share=float(change[s] / whole) if whole else float("nan"),
                original_a=float(table.values[0, a, s]),
                original_b=float(table.values[0, b, s]),
                varied_a=float(table.values[t, a, s]),
                varied_b=float(table.values[t, b, s]),
            )
            for s in order
            if toward[s] > 0
        ]
    return rows
