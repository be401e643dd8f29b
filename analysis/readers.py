"""What a reader study says: one rating an item from several readers, then shares per target with their intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple, TypeVar

R = TypeVar("R", bound=Hashable)


class Share(NamedTuple):
    """A share with its 95 % Wilson score interval (Wilson 1927); NaN without any item.

    Attributes:
        hits: items with the property.
        n: all items.
        share: ``hits / n``.
        low: lower end of the interval.
        high: upper end.
    """

    hits: int
    n: int
    share: float
    low: float
    high: float


def wilson(count: int, n: int, level: float = 0.95) -> Share:
    """Return a share with its Wilson score interval.

    Args:
        count: successes, 0 to n.
        n: trials.
        level: coverage, between 0 and 1.
    """
    if n == 0:
        return Share(0, 0, float("nan"), float("nan"), float("nan"))
    from scipy.stats import binomtest

    interval = binomtest(count, n).proportion_ci(level, method="wilson")
    return Share(count, n, count / n, float(interval.low), float(interval.high))


def consensus(ratings: Sequence[R], worse: Sequence[R]) -> tuple[R, bool]:
    """Return the rating that most readers gave, and whether that was decided.

    Args:
        ratings: of one item, at least one.
        worse: all ratings, worst first: readers who are split evenly count as the worst rating among the most frequent,
            so that an undecided item never flatters.
    """
    counted = Counter(ratings).most_common()
    top = [rating for rating, count in counted if count == counted[0][1]]
    return min(top, key=worse.index), len(top) == 1


def kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
    """Return Cohen's kappa (Cohen 1960) of two readers on the same items; NaN when it is undefined.

    It is undefined without items, and when both readers give every item one and the same rating (no chance agreement to
    correct for).
    """
    n = len(first)
    if n == 0 or n != len(second):
        return float("nan")
    observed = sum(a == b for a, b in zip(first, second, strict=True)) / n
    left, right = Counter(first), Counter(second)
    expected = sum(left[rating] * right[rating] for rating in left) / n**2
    return float("nan") if expected == 1 else (observed - expected) / (1 - expected)


def shares_by_group(groups: Mapping[str, Sequence[bool]]) -> dict[str, Share]:
    """Return the share of true values in each group, and in all of them together under ``"all"``."""
    found = {name: wilson(sum(values), len(values)) for name, values in groups.items()}
    everything = [value for values in groups.values() for value in values]
    return {**found, "all": wilson(sum(everything), len(everything))}
