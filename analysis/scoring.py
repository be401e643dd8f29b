"""From texts to score tables: each distinct (candidate, reference) pair is scored once and put wherever it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from reref.analysis.metrics.model import Metric
from reref.analysis.pairs import PairScore, score_batch
from reref.analysis.scores import ORIGINAL, ScoreTable
from reref.core.errors import BadDataError
from reref.core.seeding import digest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Pairs in one call of a metric. Fixed, so that a metric sees the same batches whatever the number of workers.
BATCH = 256

#: One reference, or several whose scores are averaged (the two orders of a compound target).
Reference = str | tuple[str, ...]
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class ReferenceSet:
    """The reference texts of one data set under every target.

    Attributes:
        dataset: name of the data set.
        studies: S names.
        texts: for each target S references; the first target is ``"original"``. Where a study's alternative was not
            accepted, its original text stands there.
        accepted: for each target S truth values; a target without an entry counts as accepted where its text differs.
    """

    dataset: str
    studies: tuple[str, ...]
    texts: Mapping[str, Sequence[Reference]]
    accepted: Mapping[str, Sequence[bool]]

    def __post_init__(self) -> None:
        if next(iter(self.texts), None) != ORIGINAL:
            raise BadDataError(f"the first target of a reference set must be '{ORIGINAL}', got {list(self.texts)[:1]}")
        for what, by_target in (("texts", self.texts), ("accepted", self.accepted)):
            for target, row in by_target.items():
                if len(row) != len(self.studies):
                    raise BadDataError(
                        f"{self.dataset}, target {target}: {len(row)} {what} for {len(self.studies)} studies"
                    )

    @property
    def targets(self) -> tuple[str, ...]:
        """Names of the targets, the original first."""
        return tuple(self.texts)

    def accepted_matrix(self) -> NDArray[np.bool_]:
        """Return (T, S): whether each target's alternative was accepted; all true for the original."""
        import numpy as np

        original = self.texts[ORIGINAL]
        rows = [
            self.accepted.get(target, [text != before for text, before in zip(texts, original, strict=True)])
            for target, texts in self.texts.items()
        ]
        matrix = np.array(rows, dtype=bool).reshape(len(rows), len(self.studies))
        matrix[0] = True
        return matrix


class RowError(NamedTuple):
    """A score that is missing, and why."""

    metric: str
    dataset: str
    target: str
    model: str
    study: str
    error: str


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
    cells = _Cells(references, candidates)
    total = sum(cells.calls(metric) for metric in metrics)
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
            results = cells.batch_dependent(metric, advance)
        else:
            scored = score_pairs(metric, cells.pairs, workers=parallel, store=store, progress=advance)
            results = cells.scatter(scored)
        pairs[metric.name] = cells.calls(metric)
        before += pairs[metric.name]
        made, missing = cells.tables(metric, results)
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


#: The error of a cell whose model wrote nothing for the study.
NO_CANDIDATE = "the model has no report for this study"
_NO_CANDIDATE = PairScore({}, error=NO_CANDIDATE)


class _Cells:
    """Which pairs each (target, model, study) cell needs."""

    def __init__(self, references: ReferenceSet, candidates: Mapping[str, Sequence[str | None]]) -> None:
        self.references = references
        self.models = tuple(candidates)
        self.candidates = candidates
        places: dict[tuple[str, str], int] = {}
        #: (target, model, study) -> places of its pairs; empty without a candidate
        self.places: dict[tuple[int, int, int], tuple[int, ...]] = {}
        # Study by study, because a study's texts meet each other and the metrics remember recent texts.
        for s in range(len(references.studies)):
            for m, model in enumerate(self.models):
                candidate = candidates[model][s]
                for t, target in enumerate(references.texts):
                    wanted = _variants(references.texts[target][s]) if candidate is not None else ()
                    self.places[t, m, s] = tuple(
                        places.setdefault((candidate, text), len(places)) for text in wanted if candidate is not None
                    )
        self.pairs = list(places)

    def calls(self, metric: Metric) -> int:
        """Return how many pairs a metric has to score."""
        return sum(map(len, self.places.values())) if metric.batch_dependent else len(self.pairs)

    def scatter(self, scored: Sequence[PairScore]) -> dict[tuple[int, int, int], list[PairScore]]:
        """Put the pairs' results into the cells."""
        return {cell: [scored[p] for p in places] or [_NO_CANDIDATE] for cell, places in self.places.items()}

    def batch_dependent(
        self, metric: Metric, advance: Callable[[int], None]
    ) -> dict[tuple[int, int, int], list[PairScore]]:
        """Score whole (target, model) blocks in study order: the composition of each call never varies."""
        found: dict[tuple[int, int, int], list[PairScore]] = {}
        finished = 0
        for t in range(len(self.references.targets)):
            for m in range(len(self.models)):
                block = [(s, place) for s in range(len(self.references.studies)) for place in self.places[t, m, s]]
                for s in range(len(self.references.studies)):
                    found[t, m, s] = [] if self.places[t, m, s] else [_NO_CANDIDATE]
                scored = score_pairs(metric, [self.pairs[place] for _, place in block])
                for (s, _), result in zip(block, scored, strict=True):
                    found[t, m, s].append(result)
                finished += len(block)
                advance(finished)
        return found

    def tables(
        self, metric: Metric, results: Mapping[tuple[int, int, int], list[PairScore]]
    ) -> tuple[list[ScoreTable], list[RowError]]:
        """Return a table for each score of the metric, and every missing score with its reason."""
        import numpy as np

        names = sorted({name for cell in results.values() for result in cell for name in result.scores})
        if names != [""]:
            names = [name for name in names if name]  # a row without any score has no names of its own
        names = names or [""]
        shape = (len(self.references.targets), len(self.models), len(self.references.studies))
        width = max((len(result.statistics) for cell in results.values() for result in cell), default=0)
        values = {name: np.full(shape, np.nan) for name in names}
        statistics = np.full((*shape, width), np.nan) if metric.aggregate is not None else None
        for cell, parts in results.items():
            for name in names:
                values[name][cell] = np.mean([part.scores.get(name, np.nan) for part in parts])
            if statistics is not None and all(len(part.statistics) == width for part in parts):
                statistics[cell] = np.mean([part.statistics for part in parts], axis=0)
        if statistics is not None:
            for column in values.values():
                column[np.isnan(statistics).any(axis=-1)] = np.nan
        accepted = self.references.accepted_matrix()
        made = [
            ScoreTable(
                metric=f"{metric.name}.{name}" if name else metric.name,
                dataset=self.references.dataset,
                targets=self.references.targets,
                models=self.models,
                studies=self.references.studies,
                values=values[name],
                accepted=accepted,
                higher_is_better=metric.higher_is_better,
                range=metric.range,
                version=metric.version,
                statistics=statistics,
                aggregate=metric.aggregate,
            )
            for name in names
        ]
        return made, self._errors(metric, results, made)

    def _errors(
        self, metric: Metric, results: Mapping[tuple[int, int, int], list[PairScore]], made: Sequence[ScoreTable]
    ) -> list[RowError]:
        import numpy as np

        missing = np.isnan(np.stack([table.values for table in made])).any(axis=0)
        errors = []
        for t, m, s in np.argwhere(missing):
            reasons = [part.error for part in results[int(t), int(m), int(s)] if part.error]
            errors.append(
                RowError(
                    metric.name,
                    self.references.dataset,
                    self.references.targets[t],
                    self.models[m],
                    self.references.studies[s],
                    reasons[0] if reasons else "the metric gave no such score, or rows of differing length",
                )
            )
        return errors


def _variants(reference: Reference) -> tuple[str, ...]:
    return (reference,) if isinstance(reference, str) else tuple(reference)
