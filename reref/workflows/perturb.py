"""Studies in, alternatives out: every (study, target, variant) once, in any number of processes, resumable."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import orjson

from reref import __version__
from reref.core.errors import UsageError
from reref.core.files import write_jsonl
from reref.core.memory import keep_what_is_loaded
from reref.core.seeding import digest
from reref.datasets import Study
from reref.report import Report
from reref.runs.folder import ALTERNATIVES, STUDIES, RunFolder

if TYPE_CHECKING:
    from reref.perturbations import Engine
    from reref.runs import Store
    from reref.taxonomy.models import Target
    from reref.workflows.llm_runs import ModelChoice

KIND = "alternative"
CHUNK = 24  # studies a worker takes at once: small enough that a kill loses little, large enough to pay the hand-over
_FAILED = b'"status":"failed"'
FEW = 200  # below this many (study, target) pairs, starting processes costs more than it saves


@dataclass
class Counts:
    """How many alternatives of one target ended how."""

    status: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        """All alternatives of the target."""
        return sum(self.status.values())


def perturb(
    studies: Sequence[Study],
    targets: Sequence[Target],
    *,
    folder: RunFolder,
    settings: dict[str, Any],
    seed: int = 0,
    variants: int = 1,
    workers: int | None = None,
    taxonomies: Sequence[Path] = (),
    model: ModelChoice | None = None,
    carry_through: bool = True,
    on_progress: Callable[[int, int, str], None] | None = None,
) -> dict[str, Counts]:
    """Make every alternative that is not in the run yet, then write ``studies.jsonl`` and ``alternatives.jsonl``.

    Args:
        studies: the references to rewrite.
        targets: what to do to each.
        folder: where the run lives.
        settings: what the caller wants in the manifest (input, hashes); the engine's part is added here.
        seed: any integer.
        variants: alternatives per study and target, at least 1.
        workers: processes; by default as many as there are cores when the work is worth it.
        taxonomies: user taxonomy files, which every process has to read.
        model: the language model that writes and judges; by default the offline rules do.
        carry_through: whether the rules tell a planted error wherever the report tells its fact; else in one place.
        on_progress: called with (finished, all) pairs of study and target, and words about the model's calls.

    Returns:
        Counts by target name, in the order of ``targets``.

    Raises:
        UsageError: the folder holds another run, or a target of a user's taxonomy has no rule and no model is given.
    """
    names = [target.name for target in targets]
    if taxonomies and model is None:
        _need_rules(targets)
    rules = "rules" if carry_through else "rules+mismatch"
    folder.begin(
        {
            **settings,
            "command": "perturb",
            "reref": __version__,
            **({"engine": rules} if model is None else model.identity()),
            "seed": seed,
            "variants": variants,
            "targets": {target.name: target.version for target in targets},
        }
    )
    task = _Task(tuple(names), seed, variants, tuple(map(str, taxonomies)), carry_through)
    engine = model.key if model is not None else "" if carry_through else rules
    keys = [(study, _key(study, targets, seed, variants, engine)) for study in studies]
    with folder.store() as store:
        finished = store.keys(KIND)
        todo = [(study, key) for study, key in keys if key not in finished]
        done = len(studies) - len(todo)
        failed: dict[str, bytes] = {}  # written out, but not finished: the next run tries them again
        words = ""

        def hear(said: str) -> None:
            nonlocal words
            words = said

        for chunk, rows in _made(todo, task, workers) if model is None else _asked(todo, task, model, store, hear):
            made = {key: row for (_, key), row in zip(chunk, rows, strict=True)}
            failed |= {key: row for key, row in made.items() if _FAILED in row}
            store.put(KIND, [(key, row) for key, row in made.items() if key not in failed])
            done += len(chunk)
            if on_progress is not None:
                on_progress(done * len(names), len(studies) * len(names), words)
        if model is not None:
            from reref.workflows.llm_runs import write_summary

            write_summary(folder, store, model.settings)
        return _written([(study, failed.get(key) or store.get(KIND, key)) for study, key in keys], names, folder)


def _need_rules(targets: Sequence[Target]) -> None:
    """Refuse a user's axis that only a language model can follow before a run is begun."""
    from reref.perturbations.rules.registry import rules

    lacking = [target.name for target in targets if target.group == "axis" and target.name not in rules()]
    if lacking:
        raise UsageError(
            f"the rules engine has no rule for {', '.join(lacking)}; use --engine llm, or write a rule of that name"
        )


_Keyed: TypeAlias = "tuple[Study, str]"


@dataclass(frozen=True)
class _Task:
    targets: tuple[str, ...]
    seed: int
    variants: int
    taxonomies: tuple[str, ...]
    carry_through: bool


def _key(study: Study, targets: Sequence[Target], seed: int, variants: int, engine: str) -> str:
    report = study.report
    texts = (report.findings, report.impression, report.indication, report.technique, report.comparison)
    names = ",".join(f"{target.name}@{target.version}" for target in targets)
    return digest(study.dataset, study.study_id, *texts, names, seed, variants, __version__, engine).hex()


def _made(todo: Sequence[_Keyed], task: _Task, workers: int | None) -> Iterator[tuple[Sequence[_Keyed], list[bytes]]]:
    """Yield chunks of studies with their rows, in order, from this process or a pool."""
    if not todo:
        return
    chunks = [todo[at : at + CHUNK] for at in range(0, len(todo), CHUNK)]
    if workers is None:
        workers = 1 if len(todo) * len(task.targets) < FEW else os.cpu_count() or 1
    if workers == 1 or len(chunks) < 2:
        _prepare(task)
        yield from ((chunk, _make(chunk)) for chunk in chunks)
        return
    with ProcessPoolExecutor(workers, get_context("spawn"), _prepare, (task,)) as pool:
        waiting = iter(chunks)
        running = [(chunk, pool.submit(_make, chunk)) for chunk in islice(waiting, 2 * workers)]
        try:
            while running:
                chunk, rows = running.pop(0)
                yield chunk, rows.result()
                running += [(chunk, pool.submit(_make, chunk)) for chunk in islice(waiting, 1)]
        finally:
            pool.shutdown(cancel_futures=True)


def _asked(
    todo: Sequence[_Keyed], task: _Task, model: ModelChoice, store: Store, hear: Callable[[str], None]
) -> Iterator[tuple[Sequence[_Keyed], list[bytes]]]:
    """Yield studies with their rows as a language model finishes them."""
    if not todo:
        return
    from reref.taxonomy import get_target
    from reref.workflows.llm_runs import asked

    studies, targets = [study for study, _ in todo], [get_target(name) for name in task.targets]
    for at, rows in asked(studies, targets, model, store, seed=task.seed, variants=task.variants, hear=hear):
        yield [todo[at]], [rows]


_prepared: tuple[_Task, list[Target], Engine] | None = None


def _prepare(task: _Task) -> None:
    """Load taxonomy and rules once in this process."""
    global _prepared  # a worker's state between chunks: the pool offers no other place for it
    from reref.perturbations import rules_engine
    from reref.taxonomy import get_target, load_taxonomy

    for path in task.taxonomies:
        load_taxonomy(Path(path))
    _prepared = (task, [get_target(name) for name in task.targets], rules_engine(carry_through=task.carry_through))
    # Word lists stay for good: read them all now, and keep the garbage collector from walking them again and again.
    _make([(Study("", "", Report("No pleural effusion.", "No acute disease.")), "")])
    keep_what_is_loaded()


def _make(chunk: Sequence[_Keyed]) -> list[bytes]:
    """Return, for each study, the JSON lines of all its alternatives."""
    from reref.perturbations import make_alternatives

    assert _prepared is not None
    task, targets, engine = _prepared
    lines = []
    for study, _ in chunk:
        rows = [
            alternative.to_dict()
            for target in targets
            for alternative in make_alternatives(
                study.study_id, study.dataset, study.report, target, engine, seed=task.seed, variants=task.variants
            )
        ]
        lines.append(b"".join(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE) for row in rows))
    return lines


def _written(made: Sequence[tuple[Study, bytes | None]], names: Sequence[str], folder: RunFolder) -> dict[str, Counts]:
    counts = {name: Counts() for name in names}

    def rows() -> Iterator[dict[str, Any]]:
        for study, lines in made:
            assert lines is not None, study.study_id
            for line in lines.splitlines():
                row = orjson.loads(line)
                counts[row["target"]].status[row["status"]] += 1
                counts[row["target"]].reasons[row["infeasible_reason"] or ""] += 1
                yield row

    write_jsonl(folder.path / STUDIES, (study_row(study) for study, _ in made))
    write_jsonl(folder.path / ALTERNATIVES, rows())
    return counts


def study_row(study: Study) -> dict[str, Any]:
    """Return a study as it stands in a run folder's ``studies.jsonl``."""
    report = study.report
    return {
        "study_id": study.study_id,
        "dataset": study.dataset,
        "indication": report.indication,
        "technique": report.technique,
        "comparison": report.comparison,
        "findings": report.findings,
        "impression": report.impression,
    }
