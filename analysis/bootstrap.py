"""The paired bootstrap: one set of resamples for every model, target and metric of a data set, with exact sums.

A resample draws S of S studies with replacement; it is a row of counts, and the resampled sums of all columns are one
matrix product of counts and scores. Scores are held as integers in float64 (fixed point), so every partial sum is
exact and the product has the same bits in whatever order, chunk, thread or BLAS kernel it is computed. Two models
with equal scores differ by exactly 0 in every resample.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, NamedTuple

from reref.core.seeding import digest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RESAMPLES = 10_000
LEVEL = 0.95

#: Resamples that share one random stream: part of the result's definition, never tuned.
_STREAM = 128
#: Counts held at a time by one thread (6 MiB), and draws made at a time (small, to stay in the processor's cache).
#: Any values give the same bits.
_COUNTS, _DRAWS = 3 << 18, 1 << 14
#: Bits of a float64 that can count without rounding, less one for the difference of two scores.
_BITS = 51


def exponent_for(largest: NDArray[np.float64], studies: int) -> NDArray[np.int64]:
    """Return the most fractional bits with which any sum of ``studies`` numbers, or a difference of two, is exact.

    Args:
        largest: absolute values that no number exceeds; each has an exponent of its own.
        studies: how many numbers are summed at most.
    """
    import numpy as np

    whole_bits = np.frexp(largest)[1]  # largest < 2**whole_bits
    return np.asarray(_BITS - max(studies - 1, 1).bit_length() - whole_bits, dtype=np.int64)


def to_fixed(numbers: NDArray[np.float64], exponent: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return numbers as integers in float64: ``numbers ≈ ldexp(integers, -exponent)``, off by ``2**-(exponent+1)``."""
    import numpy as np

    return np.rint(np.ldexp(numbers, exponent))


def stream_key(seed: int, *parts: object) -> int:
    """Return the key of the random streams for one purpose."""
    return int.from_bytes(digest(seed, "bootstrap", *parts), "little")


def resampled_sums(
    columns: NDArray[np.float64],
    *,
    key: int,
    resamples: int = RESAMPLES,
    threads: int = 1,
    out: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Return the sums of each column over each resample of the studies.

    Args:
        columns: (C, S) integers in float64, as `to_fixed` gives them.
        key: the resamples' key; the same key and S give the same resamples for any columns.
        resamples: B.
        threads: threads of our own; the BLAS library is held to one each.
        out: (C, B) array to write to and return; a new one by default.

    Returns:
        (C, B).
    """
    import numpy as np

    sums = np.empty((len(columns), resamples)) if out is None else out
    studies = columns.shape[1]
    add_up([Block(columns, sums)], studies, key=key, resamples=resamples, threads=threads)
    return sums


class Block(NamedTuple):
    """Columns to sum: (C, n) over the n studies at ``places`` (all S of them by default), and where to, (C, B)."""

    columns: NDArray[np.float64]
    sums: NDArray[np.float64]
    places: NDArray[np.int64] | None = None


def add_up(blocks: Sequence[Block], studies: int, *, key: int, resamples: int, threads: int = 1) -> None:
    """Fill the blocks' sums over one set of resamples of S studies; studies outside a block count as zeros."""
    import numpy as np

    for block in blocks:
        if not block.columns.size:
            block.sums[:] = 0
    blocks = [block for block in blocks if block.columns.size]
    if not blocks:
        return
    rows = min(4 * _STREAM, _even(_COUNTS // studies))
    widest = max((len(block.places) for block in blocks if block.places is not None), default=0)

    def work_on(streams: range) -> None:
        counts = np.empty((min(rows, len(streams) * _STREAM), studies))
        chosen = np.empty(len(counts) * widest)
        done, filled = streams.start * _STREAM, 0
        for number in streams:
            stream = np.random.Philox(key=key, counter=[0, 0, 0, number])
            left = min(_STREAM, resamples - number * _STREAM)
            while left:
                more = min(left, len(counts) - filled)
                _draw(stream, counts[filled : filled + more])
                filled, left = filled + more, left - more
                if filled == len(counts) or (number == streams[-1] and not left):
                    for columns, sums, places in blocks:
                        used = counts[:filled]
                        if places is not None:
                            part = chosen[: filled * len(places)].reshape(filled, -1)
                            used = np.take(used, places, axis=1, out=part, mode="clip")  # no copy in between
                        sums[:, done : done + filled] = columns @ used.T
                    done, filled = done + filled, 0

    streams = range(-(-resamples // _STREAM))
    with _one_blas_thread():
        if threads == 1:
            work_on(streams)
        else:
            parts = [streams[i : i + 8] for i in range(0, len(streams), 8)]
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(work_on, parts))


def _draw(stream: Any, counts: NDArray[np.float64]) -> None:
    """Fill (rows, S) with how often each study stands in the next resamples of a stream.

    Only raw words are taken from the generator, because their stream is fixed across numpy versions; a word's 32-bit
    half times S, shifted down, is a study (its bias is below S / 2**32).
    """
    import numpy as np

    rows, studies = counts.shape
    at_once = _even(_DRAWS // studies)
    for start in range(0, rows, at_once):
        draws = min(at_once, rows - start) * studies
        words = stream.random_raw((draws + 1) // 2)
        drawn = words.astype("<u8", copy=False).view("<u4")[:draws].astype(np.uint64)
        drawn *= np.uint64(studies)
        drawn >>= np.uint64(32)
        places = drawn.view(np.int64).reshape(-1, studies)
        places += np.arange(len(places))[:, None] * studies  # all rows are counted in one call
        counted = np.bincount(places.reshape(-1), minlength=places.size)
        counts[start : start + len(places)] = counted.reshape(places.shape)


def _even(rows: int) -> int:
    """Return an even number of rows near this one, at least 2, so that no random word is cut in half."""
    return max(2, rows // 2 * 2)


def _one_blas_thread() -> AbstractContextManager[Any]:
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]  # it ships no types

    limits: AbstractContextManager[Any] = threadpool_limits(limits=1, user_api="blas")
    return limits


class Interval(NamedTuple):
    """A two-sided percentile interval; arrays of the shape of the draws without their last axis."""

    low: NDArray[np.float64]
    high: NDArray[np.float64]


def percentile_interval(draws: NDArray[np.float64], level: float = LEVEL) -> Interval:
    """Return the percentile interval of draws, linear between order statistics as in ``numpy.quantile``.

    Args:
        draws: (..., B). NaN draws (resamples without a scored study) are left out; only NaN gives NaN.
        level: coverage, such as 0.95.
    """
    import numpy as np

    if draws.shape[-1] == 0:
        empty = np.full(draws.shape[:-1], np.nan)
        return Interval(empty, empty.copy())
    tails = ((1 - level) / 2, 1 - (1 - level) / 2)
    if np.isnan(draws.sum()):
        return _interval_without_nan(draws, tails)
    flat = draws.reshape(-1, draws.shape[-1])
    ends = np.array([_ends(row, tails[0]) for row in flat]).reshape(*draws.shape[:-1], 2)
    return Interval(ends[..., 0], ends[..., 1])


def _ends(row: NDArray[np.float64], tail: float) -> tuple[float, float]:
    """Return the quantiles at both tails: only draws beyond cuts that a sample suggests are put in order."""
    import numpy as np

    place = tail * (len(row) - 1)
    below = int(place)
    above = min(below + 1, len(row) - 1)
    sample = np.sort(row[::32])
    cut = min(len(sample) - 1, int(1.5 * tail * len(sample)) + 8)
    left, right = row[row <= sample[cut]], row[row >= sample[-1 - cut]]
    left = left if len(left) > above else row.copy()
    left.partition((below, above))
    right = right if len(right) > above else row.copy()
    from_end = len(right) - 1
    right.partition((from_end - above, from_end - below))
    low = left[below] + (left[above] - left[below]) * (place - below)
    high = right[from_end - below] + (right[from_end - above] - right[from_end - below]) * (place - below)
    return float(low), float(high)


def _interval_without_nan(draws: NDArray[np.float64], tails: tuple[float, float]) -> Interval:
    import numpy as np

    flat = draws.reshape(-1, draws.shape[-1])
    ends = np.full((2, len(flat)), np.nan)
    for row, values in enumerate(flat):
        kept = values[~np.isnan(values)]
        if kept.size:
            ends[:, row] = np.quantile(kept, tails)
    return Interval(ends[0].reshape(draws.shape[:-1]), ends[1].reshape(draws.shape[:-1]))


def two_sided_p(draws: NDArray[np.float64], estimate: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the bootstrap p-value of "the difference is 0".

    The signed differences are centred on their estimate: p = (1 + #{|draw − estimate| ≥ |estimate|}) / (1 + B).

    Args:
        draws: (..., B) resampled differences.
        estimate: (...) observed differences; exactly 0 has p = 1, NaN has p = NaN.
    """
    import numpy as np

    estimate = np.asarray(estimate)
    extreme = np.abs(draws - estimate[..., None]) >= np.abs(estimate)[..., None]
    p = (1 + extreme.sum(axis=-1)) / (1 + (~np.isnan(draws)).sum(axis=-1))
    return np.where(np.isnan(estimate), np.nan, p)


class Means(NamedTuple):
    """Means of rows over their known values, with intervals over studies; all (R,)."""

    mean: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    studies: NDArray[np.int64]


def means_with_intervals(
    values: NDArray[np.float64], *, key: int, resamples: int = RESAMPLES, level: float = LEVEL
) -> Means:
    """Return the mean of each row and its percentile interval.

    Args:
        values: (R, S); NaN values are left out. A row with fewer than two known values has no interval (NaN).
        key: the resamples' key.
        resamples: B.
        level: coverage.
    """
    import numpy as np

    known = ~np.isnan(values)
    filled = np.where(known, values, 0.0)
    exponent = exponent_for(np.abs(filled).max(initial=0.0), values.shape[1])
    columns = np.concatenate([to_fixed(filled, exponent), known.astype(np.float64)])
    rows = len(values)
    studies = known.sum(axis=1)
    low, high = np.full((2, rows), np.nan)
    sums = resampled_sums(columns, key=key, resamples=resamples)
    with np.errstate(invalid="ignore"):
        mean = np.ldexp(columns[:rows].sum(axis=1), -exponent) / np.where(studies > 0, studies, np.nan)
        draws = np.ldexp(sums[:rows], -exponent) / np.where(sums[rows:] > 0, sums[rows:], np.nan)
    several = studies > 1
    low[several], high[several] = percentile_interval(draws[several], level)
    return Means(mean, low, high, studies)
