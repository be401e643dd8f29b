"""Controls: what no reader would notice must not move a score, and an unchanged reference must give the same score."""

from __future__ import annotations

from reref.analysis.rows import ControlRow
from reref.analysis.scores import ScoreTable
from reref.analysis.targets import target_group


def control_rows(table: ScoreTable) -> list[ControlRow]:
    """Return what each control target of a table does, cell by cell."""
    import numpy as np

    rows = []
    for t, target in enumerate(table.targets):
        if target_group(target) != "control":
            continue
        change = np.abs(table.values[t] - table.values[0])
        known = change[np.isfinite(change)]
        changed = int((known > 0).sum())
        rows.append(
            ControlRow(
                metric=table.metric,
                dataset=table.dataset,
                target=target,
                cells=int(known.size),
                changed=changed,
                largest=float(known.max()) if known.size else float("nan"),
                flagged=changed > 0,
            )
        )
    return rows
