"""Alternatives made by a language model: many calls in flight, each finished one kept in the run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal

import orjson

from reref.core.files import sha256, write_json
from reref.core.seeding import digest

if TYPE_CHECKING:
    from reref.datasets import Study
    from reref.llm.endpoint import Endpoint
    from reref.llm.limits import Spent
    from reref.llm.settings import LLMSettings
    from reref.perturbations import Engine
    from reref.runs import RunFolder, Store
    from reref.taxonomy.models import Target

CALLS, GUARD = "call", "guard"
SUMMARY = "model_calls.json"
_AHEAD = 2  # units waiting for each one that runs


@dataclass(frozen=True)
class ModelChoice:
    """Which engine asks which model.

    Attributes:
        engine: ``llm`` or ``hybrid``.
        settings: where the model is and how it is asked.
        programs: tuned programs by name.
        measure_guard: for ``hybrid``: ask the model about what the guard stopped, too.
    """

    engine: Literal["llm", "hybrid"]
    settings: LLMSettings
    programs: Mapping[str, Path]
    measure_guard: bool = False

    def identity(self) -> dict[str, Any]:
        """Return what results depend on, as it stands in the manifest."""
        from reref.perturbations.llm.prompts import wording

        return {
            "engine": self.engine,
            "llm": self.settings.identity(),
            "prompts": digest(wording()).hex(),
            "programs": {name: sha256(path) for name, path in sorted(self.programs.items())},
        }

    @property
    def key(self) -> str:
        """A short name of :meth:`identity`, part of the keys of finished rows."""
        return digest(orjson.dumps(self.identity(), option=orjson.OPT_SORT_KEYS).decode()).hex()


class StoredCalls:
    """Keeps calls in a run's store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def load(self, key: str) -> bytes | None:
        """Return a finished call's reply."""
        return self._store.get(CALLS, key)

    def save(self, key: str, reply: bytes) -> None:
        """Keep a finished call's reply."""
        self._store.put(CALLS, [(key, reply)])


@contextmanager
def model_engine(choice: ModelChoice, store: Store) -> Iterator[tuple[Engine, Endpoint]]:
    """Open the endpoint of a run and yield the engine that uses it.

    Raises:
        UsageError: the endpoint may not be used, or a tuned program does not fit.
    """
    from reref.llm.endpoint import Endpoint
    from reref.perturbations.llm.asking import Programs, load_programs
    from reref.perturbations.llm.engines import hybrid_engine, llm_engine

    tuned = load_programs(choice.programs)
    samples = choice.settings.samples

    def keep(key: str, word: str) -> None:
        store.put(GUARD, [(key, word.encode())])

    with Endpoint(choice.settings, StoredCalls(store), spent_in(store)) as endpoint:
        programs = Programs(endpoint, tuned)
        is_hybrid = choice.engine == "hybrid"
        hybrid = hybrid_engine(programs, samples, measure=choice.measure_guard, keep=keep) if is_hybrid else None
        yield hybrid or llm_engine(programs, samples), endpoint


def asked(
    studies: Sequence[Study],
    targets: Sequence[Target],
    choice: ModelChoice,
    store: Store,
    *,
    seed: int,
    variants: int,
    hear: Callable[[str], None],
) -> Iterator[tuple[int, bytes]]:
    """Make all alternatives of all studies with a language model.

    Args:
        studies: the references.
        targets: what to do to each.
        choice: which engine and model.
        store: where finished calls are kept.
        seed: the user's.
        variants: alternatives for each pair.
        hear: gets words on how it is going whenever a study is finished.

    Yields:
        The place of a study and its rows as JSON lines, in the order in which studies are finished.

    Raises:
        UsageError: the endpoint may not be used.
    """
    with model_engine(choice, store) as (engine, endpoint):
        ticker = _Ticker(endpoint)
        concurrency = choice.settings.concurrency
        for at, rows in made_at_once(studies, targets, engine, seed=seed, variants=variants, concurrency=concurrency):
            hear(ticker.words(rows))
            yield at, rows


def made_at_once(
    studies: Sequence[Study], targets: Sequence[Target], engine: Engine, *, seed: int, variants: int, concurrency: int
) -> Iterator[tuple[int, bytes]]:
    """Make all alternatives of all studies, several pairs of study and target at once.

    Yields:
        The place of a study and its rows as JSON lines, in the order in which studies are finished.
    """
    from reref.perturbations import make_alternatives

    def make(study: Study, target: Target) -> bytes:
        rows = make_alternatives(
            study.study_id, study.dataset, study.report, target, engine, seed=seed, variants=variants
        )
        return b"".join(orjson.dumps(row.to_dict(), option=orjson.OPT_APPEND_NEWLINE) for row in rows)

    waiting = ((at, place) for at in range(len(studies)) for place in range(len(targets)))
    running: dict[Future[bytes], tuple[int, int]] = {}
    done: SimpleQueue[Future[bytes]] = SimpleQueue()
    finished: dict[int, dict[int, bytes]] = {}
    pool = ThreadPoolExecutor(concurrency, thread_name_prefix="reref-study")

    def submit(how_many: int) -> None:
        for at, place in islice(waiting, how_many):
            future = pool.submit(make, studies[at], targets[place])
            running[future] = (at, place)
            future.add_done_callback(done.put)

    try:
        submit(concurrency * _AHEAD)
        while running:
            future = done.get()
            submit(1)
            at, place = running.pop(future)
            finished.setdefault(at, {})[place] = future.result()
            if len(finished[at]) == len(targets):
                rows = finished.pop(at)
                yield at, b"".join(rows[n] for n in range(len(targets)))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def spent_in(store: Store) -> Spent:
    """Return what the stored calls of a run have used, so that a budget holds over all its sessions."""
    from reref.llm.limits import Spent
    from reref.llm.transport import Reply

    spent = Spent()
    for _, stored in store.items(CALLS):
        spent.add(Reply.from_bytes(stored))
    return spent


def write_summary(folder: RunFolder, store: Store, settings: LLMSettings) -> None:
    """Write what a run's calls used and what its guard did, from the store, so that resuming changes nothing."""
    spent = spent_in(store)
    guard = Counter(word.decode() for _, word in store.items(GUARD))
    stopped = guard["stopped"] + guard["agreed"] + guard["missed"]
    write_json(
        folder.path / SUMMARY,
        {
            "calls": spent.calls,
            "tokens_in": spent.tokens_in,
            "tokens_out": spent.tokens_out,
            "cost": spent.cost(settings),
            "guard": {
                "judged": stopped + guard["passed"],
                "verifications_saved": guard["stopped"],
                "stopped": stopped,
                "stopped_and_compared": guard["agreed"] + guard["missed"],
                "passed_by_model": guard["missed"],
            },
        },
    )


class _Ticker:
    """Says how a run with a model is going."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._started = monotonic()
        self._before = endpoint.spent.calls
        self._statuses: Counter[str] = Counter()

    def words(self, rows: bytes) -> str:
        """Count finished rows and say how things stand."""
        self._statuses.update(orjson.loads(line)["status"] for line in rows.splitlines())
        spent = self._endpoint.spent
        speed = (spent.calls - self._before) / max(monotonic() - self._started, 1e-9)
        cost = spent.cost(self._endpoint.settings)
        parts = [
            f"{speed:.1f} calls/s",
            f"{spent.tokens_in + spent.tokens_out:,} tokens",
            *([f"cost {cost:.2f}"] if cost is not None else []),
            *(f"{self._statuses[name]} {name}" for name in ("accepted", "rejected", "infeasible", "failed")),
        ]
        return ", ".join(parts)
