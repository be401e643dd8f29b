"""A pool of processes for metrics that keep a core busy. A pair that kills its process costs that pair alone."""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import NamedTuple

from reref.analysis.metrics.model import Metric
from reref.analysis.pairs import PairScore, score_batch
from reref.core.errors import MetricError

_metric: Metric | None = None


class Batch(NamedTuple):
    """Pairs that are scored in one call; ``start`` is the place of the first one."""

    start: int
    candidates: Sequence[str]
    references: Sequence[str]

    def halves(self) -> tuple[Batch, Batch]:
        """Return its two halves."""
        half = len(self.candidates) // 2
        return (
            Batch(self.start, self.candidates[:half], self.references[:half]),
            Batch(self.start + half, self.candidates[half:], self.references[half:]),
        )


class Done(NamedTuple):
    """A batch's results."""

    start: int
    results: list[PairScore]


def score_in_processes(metric: Metric, batches: Sequence[Batch], workers: int) -> Iterator[Done]:
    """Score batches in worker processes, in whatever order they finish.

    Args:
        metric: must have a ``spec``, from which each process finds it again.
        batches: what to score.
        workers: number of processes.

    Raises:
        MetricError: worker processes do not even start.
    """
    waiting = deque(batches)
    while waiting:
        pool = _pool(metric, workers)
        running: dict[Future[list[PairScore]], Batch] = {}
        try:
            while waiting or running:
                # Few in flight: when a process dies, these few are the suspects.
                while waiting and len(running) < workers + 1:
                    batch = waiting.popleft()
                    running[pool.submit(_score, batch.candidates, batch.references)] = batch
                finished, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    results = future.result()
                    yield Done(running.pop(future).start, results)
        except BrokenProcessPool:
            pool.shutdown(wait=False, cancel_futures=True)
            for batch in sorted(running.values()):
                yield from _alone(metric, batch)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _alone(metric: Metric, batch: Batch) -> Iterator[Done]:
    """Score a suspect batch in a process of its own, halving it until the pair that kills the process is found."""
    try:
        with _pool(metric, 1) as pool:
            yield Done(batch.start, pool.submit(_score, batch.candidates, batch.references).result())
            return
    except BrokenProcessPool:
        pass
    if len(batch.candidates) == 1 or metric.batch_dependent:
        lost = PairScore({"": float("nan")}, error="the process that scored it died")
        yield Done(batch.start, [lost] * len(batch.candidates))
        return
    for half in batch.halves():
        yield from _alone(metric, half)


def _pool(metric: Metric, workers: int) -> ProcessPoolExecutor:
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(workers, get_context("spawn"), _start, (metric.spec, os.getpid()))
    try:
        pool.submit(os.getpid).result()
    except BrokenProcessPool:
        pool.shutdown(wait=False, cancel_futures=True)
        raise MetricError(
            f"metric '{metric.name}': worker processes do not start; use workers=1, and in a script start the work "
            'under `if __name__ == "__main__":`'
        ) from None
    return pool


def _start(spec: str, parent: int) -> None:
    global _metric
    threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()
    from reref.analysis.metrics.registry import get_metric

    _metric = get_metric(spec)


def _leave_with(parent: int) -> None:
    """End this process when its parent has gone, however it went."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def _score(candidates: Sequence[str], references: Sequence[str]) -> list[PairScore]:
    if _metric is None:  # pragma: no cover - the pool's initializer has run before any task
        raise RuntimeError("the worker has no metric")
    return score_batch(_metric, candidates, references)
