"""Score tables for the statistics tests: small, seeded, of any shape."""

from __future__ import annotations

import numpy as np

from reref.analysis import ScoreTable


def table(values, *, accepted=None, metric="m", dataset="set", targets=None, models=None, **facts) -> ScoreTable:
    """A table around (T, M, S) values; all alternatives accepted unless said."""
    values = np.asarray(values, dtype=float)
    t, m, s = values.shape
    return ScoreTable(
        metric=metric,
        dataset=dataset,
        targets=tuple(targets or ["original", *(f"axis/{i}" for i in range(1, t))]),
        models=tuple(models or [f"model-{i}" for i in range(m)]),
        studies=tuple(str(i) for i in range(s)),
        values=values,
        accepted=np.ones((t, s), dtype=bool) if accepted is None else np.asarray(accepted),
        **facts,
    )


def world(targets=4, models=4, studies=60, seed=1, share=0.6, **facts) -> ScoreTable:
    """Correlated scores in [0, 1] of models that are close to each other; some studies infeasible."""
    rng = np.random.default_rng(seed)
    study = rng.beta(2, 4, size=(1, 1, studies))
    values = np.clip(study + rng.normal(0, 0.1, size=(targets, models, studies)), 0, 1)
    accepted = rng.random((targets, studies)) < share
    accepted[0] = True
    values = np.where(accepted[:, None, :], values, values[0])
    return table(values, accepted=accepted, **facts)
