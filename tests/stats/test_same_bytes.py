"""Same seed, same bytes: over threads, processes, memory limits and the kernels of the linear algebra library."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys, hashlib
sys.path.insert(0, sys.argv[1])
import numpy as np
from score_worlds import table, world
from reref.analysis import analyse, resampling
from reref.analysis.metrics import get_metric
resampling._MEMORY = int(sys.argv[3])
def corpus():
    rng = np.random.default_rng(1)
    statistics = rng.integers(20, 60, size=(2, 3, 80, 10)).astype(float)
    statistics[..., 2:6] = np.floor(statistics[..., 6:] * [0.6, 0.4, 0.3, 0.2])
    bleu = get_metric("bleu-4").aggregate
    return table(statistics[..., 0] / 100, metric="bleu", statistics=statistics, aggregate=bleu)
tables = [world(studies=301, models=5), world(metric="b", studies=301, models=5, seed=2), corpus()]
found = analyse(tables, resamples=700, threads=int(sys.argv[2]), correction="max-t")
print(hashlib.sha256(found.to_json().encode()).hexdigest())
"""


def fingerprint(threads=1, memory=64 << 20, python=sys.executable, **environment):
    folder = str(Path(__file__).resolve().parents[1])
    done = subprocess.run(
        [python, "-c", PROGRAM, folder, str(threads), str(memory)],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture(scope="module")
def wanted():
    return fingerprint()


@pytest.mark.parametrize("kernel", ["Haswell", "Sandybridge", "Prescott"])
def test_over_kernels(wanted, kernel):
    assert fingerprint(OPENBLAS_CORETYPE=kernel) == wanted


def test_over_threads_memory_and_library_threads(wanted):
    assert fingerprint(threads=3, memory=1, OPENBLAS_NUM_THREADS="2") == wanted


def test_over_instruction_sets(wanted):
    fewer = "AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL AVX2 FMA3"
    assert fingerprint(NPY_DISABLE_CPU_FEATURES=fewer, PYTHONWARNINGS="ignore") == wanted


def test_over_hash_seeds(wanted):
    assert fingerprint(PYTHONHASHSEED="77") == wanted
    assert len(wanted) == hashlib.sha256().digest_size * 2


def test_over_numpy_versions(wanted):
    python = os.environ.get("REREF_OTHER_NUMPY")
    if python is None:
        pytest.skip("REREF_OTHER_NUMPY names no Python with reref's dependencies and another numpy")
    assert fingerprint(python=python) == wanted
