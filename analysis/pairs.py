"""Score text pairs so that one bad row costs one row: every failure keeps its error and the rest goes on."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from numbers import Real
from typing import Any, NamedTuple

from reref.analysis.metrics.model import Metric
from reref.core.errors import MissingExtraError


class PairScore(NamedTuple):
    """What a metric said about one pair.

    Attributes:
        scores: by name; the only score of a plain metric has the name ``""``. NaN means unscored.
        statistics: of a corpus-level metric, empty otherwise or when unscored.
        error: why a score is missing, empty when none is.
    """

    scores: Mapping[str, float]
    statistics: tuple[float, ...] = ()
    error: str = ""


def score_batch(metric: Metric, candidates: Sequence[str], references: Sequence[str]) -> list[PairScore]:
    """Score pairs in this process.

    A batch that raises or returns the wrong number of results is halved until the failure is one row's own. A
    batch-dependent metric cannot be split, so its whole batch is unscored. Two empty texts agree on nothing that could
    be scored, so no metric is asked about them.

    Returns:
        one result a pair, in order.
    """
    said = [i for i, (c, r) in enumerate(zip(candidates, references, strict=True)) if c.strip() or r.strip()]
    if len(said) == len(candidates):
        return _score(metric, candidates, references)
    results = [_unscored("both texts are empty")] * len(candidates)
    scored = _score(metric, [candidates[i] for i in said], [references[i] for i in said])
    for i, result in zip(said, scored, strict=True):
        results[i] = result
    return results


def _score(metric: Metric, candidates: Sequence[str], references: Sequence[str]) -> list[PairScore]:
    if metric.style == "pair":
        scored = [_one(metric, c, r) for c, r in zip(candidates, references, strict=True)]
    else:
        scored = _halving(metric, list(candidates), list(references))
    return scored if metric.aggregate is None else _with_study_scores(metric, scored)


def _one(metric: Metric, candidate: str, reference: str) -> PairScore:
    names = metric.arguments
    try:
        return _read(metric, metric.function(**{names[0]: candidate, names[1]: reference}))
    except MissingExtraError:
        raise  # what is not installed is missing for every row
    except (Exception, SystemExit) as error:  # noqa: BLE001 - anyone's code: its failure is this row's result
        return _unscored(_shown(error))


def _halving(metric: Metric, candidates: list[str], references: list[str]) -> list[PairScore]:
    if not candidates:
        return []
    names = metric.arguments
    try:
        # Fresh lists: a metric that edits its arguments must not reach the caller's.
        returned = metric.function(**{names[0]: list(candidates), names[1]: list(references)})
        results = _rows(returned, len(candidates))
    except MissingExtraError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - anyone's code: its failure is this row's result
        problem = _shown(error)
    else:
        return [_read(metric, row) for row in results]
    if len(candidates) == 1 or metric.batch_dependent:
        return [_unscored(problem)] * len(candidates)
    half = len(candidates) // 2
    return _halving(metric, candidates[:half], references[:half]) + _halving(
        metric, candidates[half:], references[half:]
    )


def _rows(returned: Any, pairs: int) -> list[Any]:
    """Turn what a batch metric returned into one item a pair."""
    if isinstance(returned, Mapping):
        columns = {str(key): _rows(values, pairs) for key, values in returned.items()}
        return [{key: column[i] for key, column in columns.items()} for i in range(pairs)]
    if hasattr(returned, "tolist"):  # numpy, torch, pandas
        returned = returned.tolist()
    if isinstance(returned, Real) and pairs == 1:
        return [returned]
    if isinstance(returned, str) or not hasattr(returned, "__iter__"):
        raise TypeError(f"returned {type(returned).__name__}, not one result for each of {pairs} pairs")
    results = list(returned)
    if len(results) != pairs:
        raise ValueError(f"returned {len(results)} results for {pairs} pairs")
    return results


def _read(metric: Metric, result: Any) -> PairScore:
    if metric.aggregate is not None:
        return _read_statistics(result)
    if isinstance(result, Mapping):
        if not result:
            return _unscored("returned no scores")
        read = {str(key): _number(value) for key, value in result.items()}
        error = "; ".join(f"{key}: {problem}" for key, (_, problem) in read.items() if problem)
        return PairScore({key: value for key, (value, _) in read.items()}, error=error)
    value, problem = _number(result)
    return PairScore({"": value}, error=problem)


def _read_statistics(result: Any) -> PairScore:
    """Read a row of statistics; `_with_study_scores` adds the score."""
    if isinstance(result, str) or not hasattr(result, "__iter__"):
        return _unscored(f"returned {type(result).__name__}, not a row of statistics")
    read = [_number(value) for value in result]
    problem = next((p for _, p in read if p), "")
    if problem or not read:
        return _unscored(f"statistics: {problem or 'none returned'}")
    return PairScore({}, tuple(value for value, _ in read))


def _with_study_scores(metric: Metric, scored: list[PairScore]) -> list[PairScore]:
    """Score single studies from their statistics, all rows of one length in one call."""
    import numpy as np

    score_of = metric.sentence or metric.aggregate
    assert score_of is not None  # asked for corpus-level metrics alone
    found = list(scored)
    for width in sorted({len(row.statistics) for row in scored if row.statistics}):
        places = [place for place, row in enumerate(scored) if len(row.statistics) == width]
        try:
            with np.errstate(all="ignore"):
                values = np.asarray(score_of(np.array([scored[place].statistics for place in places])))
            numbers = [_number(value) for value in values.tolist()]
            if len(numbers) != len(places):
                raise ValueError(f"made {len(numbers)} scores of {len(places)} rows of statistics")
        except (Exception, SystemExit) as error:  # noqa: BLE001 - anyone's code: its failure is these rows' result
            numbers = [(math.nan, _shown(error))] * len(places)
        for place, (value, problem) in zip(places, numbers, strict=True):
            row = scored[place]
            found[place] = _unscored(problem) if problem else PairScore({"": value}, row.statistics)
    return found


def _number(value: Any) -> tuple[float, str]:
    """Return a finite number and no problem, or NaN and what is wrong."""
    if type(value) in (float, int) and math.isfinite(value):  # nearly always
        return float(value), ""
    if value is None:
        return math.nan, "returned None"
    if not isinstance(value, Real) and hasattr(value, "item"):
        try:
            value = value.item()  # a zero-dimensional array or tensor
        except (ValueError, RuntimeError, TypeError):
            return math.nan, f"returned {type(value).__name__}, not a number"
    if not isinstance(value, Real):
        return math.nan, f"returned {value!r:.40} ({type(value).__name__}), not a number"
    number = float(value)
    if math.isnan(number):
        return math.nan, "returned NaN"
    if math.isinf(number):
        return math.nan, f"returned {number}"
    return number, ""


def _unscored(problem: str) -> PairScore:
    return PairScore({"": math.nan}, error=problem)


def _shown(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}"[:300] if text else type(error).__name__
