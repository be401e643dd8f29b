"""Checks of a metric before its numbers are trusted: does it know a match, its direction, its own batch and itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from reref.analysis.known import known_mean
from reref.analysis.metrics.model import Metric
from reref.analysis.pairs import score_batch
from reref.core.errors import BadDataError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class CheckRow:
    """One check of one metric.

    Attributes:
        score: the named score, empty for a metric with one.
        check: what was checked.
        ok: whether it passed; a note that is neither good nor bad has passed.
        value: the figure behind it; NaN where there is none.
        detail: one line for people.
    """

    metric: str
    score: str
    check: str
    ok: bool
    value: float
    detail: str


def check_metric(metric: Metric, reports: Sequence[str] | None = None) -> list[CheckRow]:
    """Check a metric on a few reports of different patients.

    Args:
        metric: the metric.
        reports: at least three texts, each about another patient; authored ones when not given.

    Returns:
        for each score of the metric: ``unscored``, ``identity``, ``direction``, ``range``, ``determinism``, ``calls``,
        ``batch``, ``case`` and ``whitespace``; ``unscored`` alone where no pair has a score.

    Raises:
        BadDataError: fewer than three different reports.
    """
    import numpy as np

    texts = list(dict.fromkeys(reports if reports is not None else _authored()))
    if len(texts) < 3:
        raise BadDataError(f"checking a metric needs at least 3 different reports, got {len(texts)}")
    others = texts[1:] + texts[:1]
    calls: list[int] = []

    def counted(**pairs: Sequence[str]) -> object:
        calls.append(1)
        return metric.function(**pairs)

    matched = _Scores(replace(metric, function=counted), texts, texts)
    split = metric.style == "batch" and len(calls) > 1 and not matched.errors  # an unscored pair is told by itself
    unrelated = _Scores(metric, others, texts)
    again = _Scores(metric, others, texts)
    backwards = _Scores(metric, others[::-1], texts[::-1])
    alone = [_Scores(metric, [c], [r]) for c, r in zip(others, texts, strict=True)]
    upper = _Scores(metric, [text.upper() for text in texts], texts)
    spaced = _Scores(metric, ["\n" + text.replace(" ", "  ") + " " for text in texts], texts)
    rows = []
    for name in matched.names:

        def row(check: str, *, ok: bool, value: float, detail: str, name: str = name) -> None:
            rows.append(CheckRow(metric.name, name, check, ok, value, detail))

        sign = 1 if metric.higher_is_better else -1
        same, other = matched.of(name), unrelated.of(name)
        _unscored(row, [*same, *other], matched.errors + unrelated.errors)
        if np.isnan([*same, *other]).all():
            continue
        worse = int((sign * same < sign * other).sum())
        row("identity", ok=worse == 0, value=known_mean(same),
            detail=f"a text scores {known_mean(same):.4g} against itself"
            + (f", worse than another patient's report in {worse} of {len(same)} cases" if worse else ""))  # fmt: skip
        gap = sign * (known_mean(same) - known_mean(other))
        row("direction", ok=gap > 0, value=gap,
            detail="a match scores better than another patient's report" if gap > 0
            else f"a match ({known_mean(same):.4g}) scores no better than another patient's report "
            f"({known_mean(other):.4g}); "
            f"is higher_is_better={metric.higher_is_better} right?")  # fmt: skip
        _in_range(row, metric, [*same, *other])
        moved = _largest(other - again.of(name))
        row("determinism", ok=moved == 0, value=moved, detail=f"the same call twice differs by {moved:.3g}")
        row("calls", ok=not split, value=float(len(calls)),
            detail=f"a call with {len(texts)} pairs fails or returns another number of results, so smaller parts are "
            "scored; return one result a pair, or statistics with aggregate=..., for a score of the whole corpus"
            if split else "a result a pair")  # fmt: skip
        single = _largest(other - np.concatenate([part.of(name) for part in alone]))
        shuffled = _largest(other - backwards.of(name)[::-1])
        apart = max(single, shuffled)
        row("batch", ok=apart == 0 or metric.batch_dependent, value=apart,
            detail=f"alone or in another order a pair's score differs by {apart:.3g}"
            + ("" if apart == 0 or metric.batch_dependent else "; declare batch_dependent=True"))  # fmt: skip
        for check, varied in (("case", upper), ("whitespace", spaced)):
            change = _largest(same - varied.of(name))
            row(check, ok=True, value=change, detail=f"changing {check} alone moves a score by up to {change:.3g}")
    return rows


class _Scores:
    """Scores by name, with NaN where a row is unscored."""

    def __init__(self, metric: Metric, candidates: Sequence[str], references: Sequence[str]) -> None:
        self._rows = score_batch(metric, candidates, references)
        self.names = sorted({name for row in self._rows for name in row.scores if name}) or [""]
        self.errors = [row.error for row in self._rows if row.error]

    def of(self, name: str) -> NDArray[np.float64]:
        import numpy as np

        return np.array([row.scores.get(name, np.nan) for row in self._rows])


def _unscored(row: Callable[..., None], values: Sequence[float], errors: Sequence[str]) -> None:
    import numpy as np

    missing = int(np.isnan(values).sum())
    share = missing / len(values)
    detail = f"{missing} of {len(values)} pairs are unscored" + (f": {errors[0]}" if errors else "")
    row("unscored", ok=missing == 0, value=share, detail=detail)


def _in_range(row: Callable[..., None], metric: Metric, values: Sequence[float]) -> None:
    low, high = metric.range
    outside = sum(
        bool((low is not None and value < low - 1e-9) or (high is not None and value > high + 1e-9)) for value in values
    )
    bounds = f"[{'-inf' if low is None else low}, {'inf' if high is None else high}]"
    row("range", ok=outside == 0, value=float(outside), detail=f"{outside} scores outside {bounds}")


def _largest(change: NDArray[np.float64]) -> float:
    """Return the largest absolute change between scores that are there on both sides."""
    import numpy as np

    return float(np.nan_to_num(np.abs(change), nan=0.0).max(initial=0.0))


@cache
def _authored() -> tuple[str, ...]:
    import yaml

    text = files("reref.analysis").joinpath("checks.yaml").read_text(encoding="utf-8")
    return tuple(yaml.safe_load(text)["reports"])
