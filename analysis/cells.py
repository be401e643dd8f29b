"""Which text pairs each cell of a score table needs, and from the pairs' results back to tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from reref.analysis.metrics.model import Metric
from reref.analysis.pairs import PairScore
from reref.analysis.scores import ScoreTable
from reref.analysis.texts import ReferenceSet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: The error of a cell whose model wrote nothing for the study.
NO_CANDIDATE = "the model has no report for this study"


class RowError(NamedTuple):
    """A score that is missing, and why."""

    metric: str
    dataset: str
    target: str
    model: str
    study: str
    error: str


class Cells:
    """The cells of T targets, M models and S studies, each with up to V pairs (one a reference of the cell).

    Attributes:
        pairs: the distinct (candidate, reference) pairs. Those of a study stand together, because a study's texts meet
            each other and metrics remember recent texts.
        places: (T, M, S, V) where each cell's pairs stand in ``pairs``; -1 where there is none.
    """

    def __init__(self, references: ReferenceSet, candidates: Mapping[str, Sequence[str | None]]) -> None:
        import numpy as np

        self.references = references
        self.models = tuple(candidates)
        texts: dict[str, int] = {}
        ours = np.array(
            [
                [-1 if text is None else texts.setdefault(text, len(texts)) for text in row]
                for row in candidates.values()
            ]
        ).reshape(len(self.models), len(references.studies))
        several = [[_variants(text) for text in row] for row in references.texts.values()]
        most = max((len(cell) for row in several for cell in row), default=1)
        theirs = np.full((len(several), len(references.studies), most), -1)
        for t, row in enumerate(several):
            for s, cell in enumerate(row):
                theirs[t, s, : len(cell)] = [texts.setdefault(text, len(texts)) for text in cell]
        # (S, M, T, V): in the order of studies
        left, right = np.broadcast_arrays(ours.T[:, :, None, None], theirs.transpose(1, 0, 2)[:, None])
        there = (left >= 0) & (right >= 0)
        wanted = left[there].astype(np.int64) * len(texts) + right[there]
        distinct, first, place = np.unique(wanted, return_index=True, return_inverse=True)
        order = np.argsort(first)
        rank = np.empty(len(order), dtype=np.int64)
        rank[order] = np.arange(len(order))
        places = np.full(there.shape, -1)
        places[there] = rank[place]
        self.places = places.transpose(2, 1, 0, 3)
        words = list(texts)
        self.pairs = [(words[pair // len(texts)], words[pair % len(texts)]) for pair in distinct[order].tolist()]

    def block(self, target: int, model: int) -> list[int]:
        """Return the places of one model's pairs under one target, in the order of studies."""
        places = self.places[target, model].ravel()
        return [int(place) for place in places[places >= 0]]

    def tables(
        self, metric: Metric, results: Sequence[PairScore], places: NDArray[np.int64]
    ) -> tuple[list[ScoreTable], list[RowError]]:
        """Return a table for each score of the metric, and every missing score with its reason.

        Args:
            metric: the metric.
            results: what it said about each pair.
            places: (T, M, S, V) where each cell's results stand; a cell's score is their mean.
        """
        import numpy as np

        names = sorted({name for result in results for name in result.scores})
        if names != [""]:
            names = [name for name in names if name]  # a row without any score has no names of its own
        names = names or [""]
        accepted = self.references.accepted_matrix()
        statistics = None
        if metric.aggregate is not None:
            width = max((len(result.statistics) for result in results), default=0)
            lost = (np.nan,) * width
            rows = [result.statistics if len(result.statistics) == width else lost for result in results]
            statistics = _mean_of_variants(np.array(rows, dtype=np.float64).reshape(-1, width), places)
        tables = []
        for name in names:
            scores = np.array([result.scores.get(name, np.nan) for result in results], dtype=np.float64)
            values = _mean_of_variants(scores[:, None], places)[..., 0]
            if statistics is not None:
                values[np.isnan(statistics).any(axis=-1)] = np.nan
            tables.append(
                ScoreTable(
                    metric=f"{metric.name}.{name}" if name else metric.name,
                    dataset=self.references.dataset,
                    targets=self.references.targets,
                    models=self.models,
                    studies=self.references.studies,
                    values=values,
                    accepted=accepted,
                    higher_is_better=metric.higher_is_better,
                    range=metric.range,
                    version=metric.version,
                    statistics=statistics,
                    aggregate=metric.aggregate,
                )
            )
        return tables, self._errors(metric, results, places, tables)

    def _errors(
        self, metric: Metric, results: Sequence[PairScore], places: NDArray[np.int64], tables: Sequence[ScoreTable]
    ) -> list[RowError]:
        import numpy as np

        missing = np.any([np.isnan(table.values) for table in tables], axis=0)
        errors = []
        for t, m, s in np.argwhere(missing):
            here = [results[place].error for place in places[t, m, s] if place >= 0]
            reason = next(filter(None, here), "the metric gave no such score, or rows of differing length")
            errors.append(
                RowError(
                    metric.name,
                    self.references.dataset,
                    self.references.targets[t],
                    self.models[m],
                    self.references.studies[s],
                    reason if here else NO_CANDIDATE,
                )
            )
        return errors


def _mean_of_variants(rows: NDArray[np.float64], places: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return (T, M, S, K): the mean of each cell's rows (N, K); NaN where it has none or one is missing."""
    import numpy as np

    width = rows.shape[1]
    total = np.zeros((*places.shape[:-1], width))
    padded = np.concatenate([rows, np.zeros((1, width))])  # place -1 is the row of zeros
    for variant in range(places.shape[-1]):
        total += padded[places[..., variant]]
    count = (places >= 0).sum(axis=-1)
    return np.asarray(total / np.where(count > 0, count, np.nan)[..., None])


def _variants(reference: str | tuple[str, ...]) -> tuple[str, ...]:
    return (reference,) if isinstance(reference, str) else tuple(reference)
