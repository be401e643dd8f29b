"""From texts to score tables: each distinct (candidate, reference) pair is scored once and put wherever it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from reref.analysis.cells import NO_CANDIDATE, Cells, RowError
from reref.analysis.metrics.model import Metric
from reref.analysis.pairs import PairScore, score_batch
from reref.analysis.scores import ScoreTable
from reref.analysis.texts import Reference, ReferenceSet
from reref.core.errors import BadDataError
from reref.core.seeding import digest

__all__ = [
    "NO_CANDIDATE",
    "PairScore",
    "Reference",
    "ReferenceSet",
    "RowError",
    "ScoreStore",
    "Scored",
    "score",
    "score_pairs",
]

#: Pairs in one call of a metric. Fixed, so that a metric sees the same batches whatever the number of workers.
BATCH = 256

Progress = Callable[[int, int], None]


class Scored(NamedTuple):
    """Everything that scoring one data set gives.

    Attributes:
        tables: one a metric, or one a named score of a metric with several.
        errors: every unscored cell with its reason, in table order.
        pairs: how many distinct pairs were scored, by metric.
        notes: what a reader must know, one line each.
    """

    tables: tuple[ScoreTable, ...]
    errors: tuple[RowError, ...]
    pairs: Mapping[str, int]
    notes: tuple[str, ...]


class ScoreStore(Protocol):
    """Where finished pairs are kept, so that a run that was stopped goes on. Keys are 16 bytes."""

    def get(self, keys: Sequence[bytes]) -> Mapping[bytes, PairScore]:
        """Return the pairs among ``keys`` that are finished."""

    def put(self, finished: Mapping[bytes, PairScore]) -> None:
        """Keep finished pairs."""


def score(
    metrics: Sequence[Metric],
    references: ReferenceSet,
    candidates: Mapping[str, Sequence[str | None]],
    *,
    workers: int = 1,
    store: ScoreStore | None = None,
    progress: Progress | None = None,
) -> Scored:
    """Score every model against every reference variant.

    Args:
        metrics: the metrics.
        references: T targets of S studies.
        candidates: for each model S texts, ``None`` where it has none (unscored, with its error).
        workers: processes; 1 works in this process.
        store: finished pairs are read from and kept here.
        progress: called with (finished pairs, all pairs) over all metrics.

    Raises:
        BadDataError: a model has another number of candidates than there are studies.
        MetricError: worker processes do not start.
    """
    for model, texts in candidates.items():
        if len(texts) != len(references.studies):
            raise BadDataError(
                f"{references.dataset}, model {model}: {len(texts)} candidates for {len(references.studies)} studies"
            )
    cells = Cells(references, candidates)
    total = sum(_calls(metric, cells) for metric in metrics)
    tables: list[ScoreTable] = []
    errors: list[RowError] = []
    pairs: dict[str, int] = {}
    notes: list[str] = []
    before = 0
    for metric in metrics:

        def advance(finished: int, *, offset: int = before) -> None:
            if progress is not None:
                progress(offset + finished, total)

        parallel = workers if metric.spec else 1
        if parallel < workers:
            notes.append(f"{metric.name}: scored in one process, since other processes cannot import it by name")
        if metric.batch_dependent:
            made, missing = _batch_dependent(metric, cells, advance)
        else:
            results = score_pairs(metric, cells.pairs, workers=parallel, store=store, progress=advance)
            made, missing = cells.tables(metric, results, cells.places)
        pairs[metric.name] = _calls(metric, cells)
        before += pairs[metric.name]
        tables += made
        errors += missing
    return Scored(tuple(tables), tuple(errors), pairs, tuple(notes))


def score_pairs(
    metric: Metric,
    pairs: Sequence[tuple[str, str]],
    *,
    workers: int = 1,
    store: ScoreStore | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[PairScore]:
    """Score (candidate, reference) pairs, in order.

    Args:
        metric: the metric; a batch-dependent one gets all pairs in one call.
        pairs: the texts.
        workers: processes; 1 works in this process. A metric without a ``spec`` always does.
        store: finished pairs are read from and kept here.
        progress: called with the number of finished pairs.
    """
    from reref.analysis.workers import Batch, Done, score_in_processes

    if metric.batch_dependent:
        return score_batch(metric, [c for c, _ in pairs], [r for _, r in pairs])
    keys = [digest(metric.name, metric.version, c, r) for c, r in pairs] if store is not None else []
    known = store.get(keys) if store is not None else {}
    results: list[PairScore | None] = [known.get(key) for key in keys] if store is not None else [None] * len(pairs)
    open_places = [i for i, found in enumerate(results) if found is None]
    finished = len(pairs) - len(open_places)
    batches = [
        Batch(start, [pairs[i][0] for i in part], [pairs[i][1] for i in part])
        for start in range(0, len(open_places), BATCH)
        for part in [open_places[start : start + BATCH]]
    ]
    done: Iterable[Done]
    if workers > 1 and metric.spec and len(batches) > 1:
        done = score_in_processes(metric, batches, workers)
    else:
        done = (Done(b.start, score_batch(metric, b.candidates, b.references)) for b in batches)
    for start, scored in done:
        places = open_places[start : start + len(scored)]
        for place, result in zip(places, scored, strict=True):
            results[place] = result
        if store is not None:
            store.put({keys[place]: result for place, result in zip(places, scored, strict=True)})
        finished += len(scored)
        if progress is not None:
            progress(finished)
    return [result for result in results if result is not None]


def _calls(metric: Metric, cells: Cells) -> int:
    """Return how many pairs a metric has to score."""
    return int((cells.places >= 0).sum()) if metric.batch_dependent else len(cells.pairs)


def _batch_dependent(
    metric: Metric, cells: Cells, advance: Callable[[int], None]
) -> tuple[list[ScoreTable], list[RowError]]:
    """Score whole (target, model) blocks in study order: the composition of each call never varies."""
    import numpy as np

    results: list[PairScore] = []
    places = np.full_like(cells.places, -1)
    targets, models = places.shape[:2]
    for t in range(targets):
        for m in range(models):
            block = cells.block(t, m)
            places[t, m][cells.places[t, m] >= 0] = np.arange(len(results), len(results) + len(block))
            results += score_pairs(metric, [cells.pairs[place] for place in block])
            advance(len(results))
    return cells.tables(metric, results, places)
