"""The degree of a finding, told as clearly more or less than it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from reref.perturbations.errors.reading import Reading
from reref.perturbations.errors.room import Slip, error
from reref.perturbations.errors.swaps import swap_book
from reref.perturbations.errors.word_slips import word_slips

if TYPE_CHECKING:
    from numpy.random import Generator


@error("severity", needs="finding with a degree that could be another")
def wrong_degree(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Replace a word of degree or amount; one that stands beside a measured size stays."""
    return word_slips(
        "severity",
        swap_book("severity"),
        reading,
        rng,
        attribute="severity",
        wanted=lambda fact: not fact.sizes_mm,
        only_word=True,
    )
