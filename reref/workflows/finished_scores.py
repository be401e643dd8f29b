"""Finished scores in a run's store, so that a stopped run goes on where it was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import orjson

from reref.analysis.pairs import PairScore
from reref.core.seeding import digest

if TYPE_CHECKING:
    from reref.runs.store import Store

KIND = "scores"


class FinishedScores:
    """Keeps the scores of text pairs, a batch in one row of the store; a failed pair is tried again next time.

    Args:
        store: the run's open store.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[bytes, PairScore] = {}
        for _, block in store.items(KIND):
            for key, scores, statistics in orjson.loads(block):
                self._known[bytes.fromhex(key)] = PairScore(scores, tuple(statistics))

    def get(self, keys: Sequence[bytes]) -> Mapping[bytes, PairScore]:
        """Return the pairs among ``keys`` that are finished."""
        return {key: self._known[key] for key in keys if key in self._known}

    def put(self, finished: Mapping[bytes, PairScore]) -> None:
        """Keep finished pairs."""
        good = {key: found for key, found in finished.items() if not found.error and key not in self._known}
        if not good:
            return
        self._known.update(good)
        block = orjson.dumps([(key.hex(), found.scores, found.statistics) for key, found in good.items()])
        self._store.put(KIND, [(digest(*(key.hex() for key in good)).hex(), block)])
