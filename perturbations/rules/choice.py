"""Seeded choices of rules. A rule draws only from the generator that it is given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from numpy.random import Generator

T = TypeVar("T")


def shuffled(rng: Generator, items: Sequence[T]) -> list[T]:
    """Return the items in random order."""
    if len(items) < 2:
        return list(items)
    return [items[i] for i in rng.permutation(len(items)).tolist()]


def chosen(rng: Generator, items: Sequence[T]) -> T:
    """Return one of the items.

    Raises:
        ValueError: there are none.
    """
    if not items:
        raise ValueError("there is nothing to choose from")
    return items[int(rng.integers(len(items)))]
