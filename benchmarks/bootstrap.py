"""How fast the statistics are, side by side with the tools people use: python benchmarks/bootstrap.py [--quick].

Every comparison runs both sides in the same process, in alternating rounds, on one thread, and prints medians of
processor time. A peer that is far slower runs on a few of the pairs, and its time is scaled to all of them (said in the
row). Needs scipy and sacrebleu; arch is compared when it is installed.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from reref.analysis.bootstrap import exponent_for, percentile_interval, resampled_sums, stream_key, to_fixed
from reref.analysis.conditions import Settings, compare_condition, pair_rows, ranking_rows, stability_row
from reref.analysis.metrics import get_metric
from reref.analysis.ranking import compare
from reref.analysis.resampling import resample
from reref.analysis.scores import ScoreTable

MODELS, TARGETS, RESAMPLES = 9, 13, 10_000
PAIRS = MODELS * (MODELS - 1) // 2 * TARGETS
#: Studies of the four data sets of the reref paper.
PAPER = {"a": 61, "b": 590, "c": 2_882, "d": 10_000}


def made_up(studies: int, *, seed: int = 0, metric: str = "m", dataset: str = "set", models: int = MODELS,
            targets: int = TARGETS) -> ScoreTable:  # fmt: skip
    """Correlated scores in [0, 1] of models under the original and some targets.

    58 % of alternatives are accepted, the same ones for every seed: what is accepted belongs to the data set.
    """
    rng = np.random.default_rng(seed)
    values = np.clip(rng.beta(2, 4, (1, 1, studies)) + rng.normal(0, 0.1, (targets + 1, models, studies)), 0, 1)
    accepted = np.random.default_rng(studies).random((targets + 1, studies)) < 0.58
    accepted[0] = True
    values = np.where(accepted[:, None, :], values, values[0])
    names = ("original", *(f"axis/{t}" for t in range(targets)))
    people = tuple(f"model-{m}" for m in range(models))
    return ScoreTable(metric, dataset, names, people, tuple(map(str, range(studies))), values, accepted)


def seconds(work: Callable[[], object], *, wall: bool = False) -> float:
    """Return the processor (or wall) seconds of one call."""
    clock = time.perf_counter if wall else time.process_time
    start = clock()
    work()
    return clock() - start


def alternating(rounds: int, *works: Callable[[], object]) -> list[float]:
    """Return the median processor seconds of each work, run in turns."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for kept, work in zip(times, works, strict=True):
            kept.append(seconds(work))
    return [statistics.median(kept) for kept in times]


def all_intervals(table: ScoreTable) -> int:
    """Work out the paired interval of every pair under every target (the view of all studies)."""
    done = 0
    for _, condition in resample([table], feasible=False):
        if condition.target:
            done += len(compare(condition.varied, condition.varied_point).low)
    assert done == PAIRS
    return done


def against_scipy(studies: int, rounds: int) -> dict[str, Any]:
    """All paired intervals against scipy.stats.bootstrap(paired=True) doing one pair a call."""
    from scipy.stats import bootstrap

    table = made_up(studies)
    some = 6 if studies < 1000 else 2

    def peer() -> None:
        for t in range(1, 1 + some):
            a, b = table.values[t, 0], table.values[t, 1]
            bootstrap((a, b), lambda x, y, axis: (x - y).mean(axis=axis), paired=True, vectorized=True,
                      batch=50, n_resamples=RESAMPLES, method="percentile", rng=np.random.default_rng(0))  # fmt: skip

    ours, theirs = alternating(rounds, lambda: all_intervals(table), peer)
    note = f"peer timed on {some} pairs, with the batch size that suits it best"
    return row("scipy.stats.bootstrap paired", studies, ours, theirs * PAIRS / some, note)


def against_arch(studies: int, rounds: int) -> dict[str, Any] | None:
    """The same against arch's IIDBootstrap."""
    try:
        from arch.bootstrap import IIDBootstrap
    except ImportError:
        return None
    table = made_up(studies)
    some = 3

    def peer() -> None:
        for t in range(1, 1 + some):
            difference = table.values[t, 0] - table.values[t, 1]
            IIDBootstrap(difference, seed=0).conf_int(np.mean, reps=RESAMPLES, method="percentile")

    ours, theirs = alternating(rounds, lambda: all_intervals(table), peer)
    return row("arch IIDBootstrap", studies, ours, theirs * PAIRS / some, f"peer timed on {some} pairs")


def sentences(count: int, seed: int) -> list[str]:
    """Made-up reports of some 45 words."""
    rng = np.random.default_rng(seed)
    words = [f"w{i}" for i in range(300)]
    chances = 1 / np.arange(1, 301)
    return [" ".join(rng.choice(words, size=45, p=chances / chances.sum())) for _ in range(count)]


def against_sacrebleu(studies: int, resamples: int) -> dict[str, Any]:
    """Corpus BLEU of nine systems against sacrebleu's paired bootstrap; both sides without extracting statistics."""
    from sacrebleu.metrics import BLEU
    from sacrebleu.significance import PairedTest

    references = sentences(studies, 0)
    rng = np.random.default_rng(1)
    systems = []
    for m in range(MODELS):
        noise = sentences(studies, 10 + m)
        systems.append((f"model-{m}", [r if rng.random() < 0.5 else n for r, n in zip(references, noise, strict=True)]))
    bleu = get_metric("bleu-4")
    statistics_ = np.array([bleu(texts, references) for _, texts in systems], dtype=float)[None]
    assert bleu.aggregate is not None
    table = ScoreTable(
        "bleu-4", "set", ("original",), tuple(n for n, _ in systems), tuple(map(str, range(studies))),
        statistics_[..., 0], np.ones((1, studies), bool), statistics=statistics_, aggregate=bleu.aggregate,
    )  # fmt: skip

    def ours() -> None:
        for _, condition in resample([table], resamples=resamples):
            compare(condition.varied, condition.varied_point)

    def statistics_only() -> None:
        peer = BLEU(lowercase=True)
        for _, texts in systems:
            peer._extract_corpus_statistics(texts, [references])

    def peer() -> None:
        PairedTest(systems, {"BLEU": BLEU(lowercase=True)}, [references], test_type="bs", n_samples=resamples)()

    mine, whole, extracting = seconds(ours), seconds(peer), seconds(statistics_only)
    mine = statistics.median([mine, *(seconds(ours) for _ in range(4))])
    note = f"B={resamples}; resampling alone: ours all {MODELS * (MODELS - 1) // 2} pairs, peer {MODELS - 1} pairs"
    return row("sacrebleu paired_bs, corpus BLEU", studies, mine, whole - extracting, note)


def stacked_rate(rounds: int) -> dict[str, Any]:
    """The rate of the stacked product of nine metrics against the machine's own dgemm rate, in one run."""
    studies, columns = 2_882, MODELS * TARGETS * 9
    fixed = np.concatenate([to_fixed(made_up(studies, seed=k).values[1:].reshape(-1, studies), exponent_for(
        np.array(1.0), studies)) for k in range(9)])  # fmt: skip
    a, b = np.random.default_rng(0).random((columns, studies)), np.random.default_rng(1).random((studies, 1024))
    out = np.empty((columns, RESAMPLES))
    ours, peer = alternating(rounds, lambda: resampled_sums(fixed, key=1, out=out), lambda: a @ b)
    rate, limit = 2e-9 * columns * studies * RESAMPLES / ours, 2e-9 * columns * studies * 1024 / peer
    return {"what": "stacked product", "studies": studies, "GFlop/s": round(rate, 1), "dgemm GFlop/s": round(limit, 1),
            "share of dgemm": round(rate / limit, 3)}  # fmt: skip


def everything(*, feasible: bool) -> dict[str, Any]:
    """Four data sets, nine metrics: intervals, verdicts, reversals, rank probabilities, tau and leaders."""
    sets = [[made_up(n, seed=k, metric=f"m{k}", dataset=name) for k in range(9)] for name, n in PAPER.items()]

    def work() -> None:
        for tables in sets:
            known: dict[str, tuple[Any, Any]] = {}
            for table, condition in resample(tables, feasible=feasible):
                compared = compare_condition(table, condition, known.get(table.metric), Settings(0.95, "none"))
                if condition.target == 0:
                    known[table.metric] = (condition.original.sums, compared.original)
                else:
                    stability_row(compared)
                pair_rows(compared)
                ranking_rows(compared)

    views = "both views" if feasible else "all studies"
    times = [seconds(work) for _ in range(1 if feasible else 3)]
    return {"what": f"four data sets x nine metrics, {views}", "seconds": round(statistics.median(times), 2)}


def memory() -> dict[str, Any]:
    """Most memory that numpy holds beside the scores: nine metrics of each data set, both views."""
    import tracemalloc

    extra = {}
    for studies in PAPER.values():
        tables = [made_up(studies, seed=k, metric=f"m{k}") for k in range(9)]
        tracemalloc.start()
        base = tracemalloc.get_traced_memory()[0]
        for _, condition in resample(tables, threads=2):
            compare(condition.varied, condition.varied_point)
        extra[str(studies)] = round((tracemalloc.get_traced_memory()[1] - base) / 2**20, 1)
        tracemalloc.stop()
    return {"what": "extra memory by studies, nine metrics, two threads", "MiB": extra}


def threads(rounds: int) -> dict[str, Any]:
    """Wall time of two threads against one, where both cores are free; said to be not measurable elsewhere."""
    what, load = "two threads against one", round(os.getloadavg()[0], 1)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    others = max(load - 1, 0)  # the benchmark itself has kept one core busy so far
    if cores - others < 1.7:
        return {"what": what, "times faster": "not measurable", "load": load, "cores": cores}
    fixed = to_fixed(made_up(2_882).values[1:].reshape(-1, 2_882), exponent_for(np.array(1.0), 2_882))
    stacked = np.concatenate([fixed] * 5)
    one, two = [], []
    for _ in range(rounds):
        one.append(seconds(lambda: resampled_sums(stacked, key=1, threads=1), wall=True))
        two.append(seconds(lambda: resampled_sums(stacked, key=1, threads=2), wall=True))
    return {"what": what, "times faster": round(statistics.median(one) / statistics.median(two), 2),
            "best": round(min(one) / min(two), 2), "load": load, "cores": cores}  # fmt: skip


def growth(rounds: int, picture: Path | None) -> dict[str, Any]:
    """Time of all intervals as studies, pairs of models, targets and resamples grow."""
    steps: dict[str, list[tuple[int, Callable[[], object]]]] = {
        "studies": [(n, _sized(studies=n)) for n in (500, 1_000, 2_000, 4_000, 8_000)],
        "pairs of models": [(m * (m - 1) // 2, _sized(models=m)) for m in (5, 9, 13, 17)],
        "targets": [(t, _sized(targets=t)) for t in (5, 10, 20, 40)],
        "resamples": [(b, _sized(resamples=b)) for b in (2_500, 5_000, 10_000, 20_000)],
    }
    times = {
        name: [(size, statistics.median(seconds(work) for _ in range(rounds))) for size, work in sizes]
        for name, sizes in steps.items()
    }
    straight = {name: round(float(np.corrcoef(*np.array(found).T)[0, 1] ** 2), 3) for name, found in times.items()}
    if picture is not None:
        draw_growth(times, straight, picture)
    return {"what": "growth, R² of a straight line", **straight}


def _sized(
    *, studies: int = 1_000, models: int = 9, targets: int = 13, resamples: int = RESAMPLES
) -> Callable[[], None]:
    table = made_up(studies, models=models, targets=targets)

    def work() -> None:
        for _, condition in resample([table], resamples=resamples, feasible=False):
            compare(condition.varied, condition.varied_point)

    return work


def draw_growth(times: dict[str, list[tuple[int, float]]], straight: dict[str, float], picture: Path) -> None:
    """Draw one panel a dimension."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(1, len(times), figsize=(12, 3), layout="constrained")
    for panel, (name, found) in zip(panels, times.items(), strict=True):
        sizes, taken = zip(*found, strict=True)
        panel.plot(sizes, taken, marker="o", color="#0072B2")
        panel.set(xlabel=name, title=f"R² {straight[name]}", xlim=(0, None), ylim=(0, None))
        panel.grid(alpha=0.3)
    panels[0].set_ylabel("processor seconds")
    picture.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(picture, dpi=150)
    pyplot.close(figure)


def agreement_with_scipy() -> dict[str, Any]:
    """How far our intervals are from scipy's, in widths of the interval (both have Monte Carlo error)."""
    from scipy.stats import bootstrap

    table = made_up(590)
    apart = []
    exponent = exponent_for(np.array(1.0), 590)
    for t in range(1, 6):
        d = table.values[t, 0] - table.values[t, 1]
        peer = bootstrap((d,), np.mean, n_resamples=RESAMPLES, method="percentile", rng=np.random.default_rng(t))
        sums = resampled_sums(to_fixed(d[None], exponent), key=stream_key(0, "set"))
        low, high = percentile_interval(np.ldexp(sums[0], -exponent) / 590)
        theirs = peer.confidence_interval
        apart.append(max(abs(low - theirs.low), abs(high - theirs.high)) / (theirs.high - theirs.low))
    return {"what": "largest distance to scipy's interval ends, in widths", "value": round(float(max(apart)), 4)}


def row(peer: str, studies: int, ours: float, theirs: float, note: str) -> dict[str, Any]:
    """Return one comparison."""
    return {"what": peer, "studies": studies, "ours s": round(ours, 3), "peer s": round(theirs, 1),
            "times faster": round(theirs / ours), "note": note}  # fmt: skip


def main() -> None:
    """Run everything and print one line each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds, no growth")
    parser.add_argument("-o", "--output", type=Path, help="folder for bootstrap.json and bootstrap_growth.png")
    options = parser.parse_args()
    rounds = 1 if options.quick else 3
    picture = options.output / "bootstrap_growth.png" if options.output else None
    jobs: list[Callable[[], dict[str, Any] | None]] = [
        agreement_with_scipy,
        lambda: against_scipy(590, rounds),
        lambda: against_scipy(2_882, rounds),
        lambda: against_arch(590, rounds),
        lambda: against_arch(2_882, rounds),
        lambda: against_sacrebleu(590, RESAMPLES),
        lambda: against_sacrebleu(2_882, RESAMPLES),
        lambda: stacked_rate(rounds),
        lambda: everything(feasible=False),
        lambda: everything(feasible=True),
        memory,
        lambda: threads(rounds),
    ]
    if not options.quick:
        jobs.append(lambda: growth(rounds, picture))
    found = []
    for job in jobs:
        result = job()
        if result is not None:
            found.append(result)
            print("  ".join(f"{key}: {value}" for key, value in result.items()), flush=True)
    if options.output:
        options.output.mkdir(parents=True, exist_ok=True)
        (options.output / "bootstrap.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    with threadpool_limits(limits=1):  # one core each, peers too
        main()
