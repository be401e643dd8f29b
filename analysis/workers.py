"""Worker processes for metrics that keep a core busy. A pair that kills its process costs that pair alone.

Each worker has a pipe of its own, so it is always known which batch a dead worker had.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import NamedTuple

from reref.analysis.metrics.model import Metric
from reref.analysis.pairs import PairScore, score_batch
from reref.core.errors import MetricError, RerefError

_READY = "ready"


class Batch(NamedTuple):
    """Pairs that are scored in one call; ``start`` is the place of the first one."""

    start: int
    candidates: Sequence[str]
    references: Sequence[str]

    def singles(self) -> list[Batch]:
        """Return its pairs one by one."""
        return [
            Batch(self.start + i, [candidate], [reference])
            for i, (candidate, reference) in enumerate(zip(self.candidates, self.references, strict=True))
        ]


class Done(NamedTuple):
    """A batch's results."""

    start: int
    results: list[PairScore]


def score_in_processes(metric: Metric, batches: Sequence[Batch], workers: int) -> Iterator[Done]:
    """Score batches in worker processes, in whatever order they finish.

    Args:
        metric: must have a ``spec``, from which each process finds it again; not one that depends on its batch.
        batches: what to score.
        workers: number of processes.

    Raises:
        MetricError: a worker process does not start, or does not find the metric.
        RerefError: the metric cannot score anything here, for example because a package is missing.
    """
    waiting = deque(batches)
    pool = [_Worker(metric) for _ in range(min(workers, len(batches)))]
    try:
        for worker in pool:
            worker.expect_ready()
        busy = {worker.pipe: (worker, worker.give(waiting.popleft())) for worker in pool}
        while busy:
            for pipe in wait(list(busy)):
                assert isinstance(pipe, Connection)  # nothing else is waited for
                worker, batch = busy.pop(pipe)
                results = worker.take()
                if results is not None:
                    yield Done(batch.start, results)
                elif len(batch.candidates) == 1:
                    yield Done(batch.start, [PairScore({"": float("nan")}, error="the process that scored it died")])
                else:
                    waiting.extendleft(reversed(batch.singles()))  # the pair that kills will then be alone
                if results is None:
                    pool.remove(worker)
                    worker.stop()
                    if waiting:
                        worker = _Worker(metric)
                        pool.append(worker)
                        worker.expect_ready()
                if waiting:
                    busy[worker.pipe] = (worker, worker.give(waiting.popleft()))
    finally:
        for worker in pool:
            worker.stop()


class _Worker:
    """A process that scores one batch at a time."""

    def __init__(self, metric: Metric) -> None:
        from multiprocessing import get_context

        self._metric = metric
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, metric.spec, os.getpid()), daemon=True)
        self._process.start()
        theirs.close()  # so that the pipe ends when the process does

    def expect_ready(self) -> None:
        """Wait until it has found its metric.

        Raises:
            MetricError: it has not.
        """
        try:
            said = self.pipe.recv()
        except EOFError:
            said = (
                "worker processes do not start; use workers=1, and in a script start the work under "
                '`if __name__ == "__main__":`'
            )
        if said != _READY:
            raise MetricError(f"metric '{self._metric.name}': {said}")

    def give(self, batch: Batch) -> Batch:
        """Send it a batch, and return the batch. A worker that has just died is noticed when its answer is taken."""
        with suppress(OSError):
            self.pipe.send((batch.candidates, batch.references))
        return batch

    def take(self) -> list[PairScore] | None:
        """Return its results, or ``None`` when it died over them.

        Raises:
            RerefError: the metric cannot score anything here.
        """
        try:
            results: list[PairScore] | RerefError = self.pipe.recv()
        except (EOFError, OSError):
            return None
        if isinstance(results, RerefError):
            raise results
        return results

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        self.pipe.close()
        self._process.kill()
        self._process.join()


def _serve(pipe: Connection, spec: str, parent: int) -> None:
    """Find the metric, then score batches until the pipe ends."""
    from reref.analysis.metrics.registry import get_metric

    threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()
    try:
        metric = get_metric(spec)
    except Exception as error:  # noqa: BLE001 - whatever it is, the parent shall say it
        pipe.send(f"a worker process does not find it: {error}")
        return
    pipe.send(_READY)
    while True:
        try:
            candidates, references = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send(score_batch(metric, candidates, references))
        except RerefError as error:
            pipe.send(error)


def _leave_with(parent: int) -> None:
    """End this process when its parent has gone, however it went."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
