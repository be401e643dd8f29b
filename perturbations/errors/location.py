"""A finding put into another place of the same kind, on the same side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from reref.perturbations.errors.reading import Reading
from reref.perturbations.errors.room import Slip, error
from reref.perturbations.errors.swaps import swap_book
from reref.perturbations.errors.word_slips import word_slips

if TYPE_CHECKING:
    from numpy.random import Generator


@error("location", needs="finding in a named place that could be another of its kind")
def wrong_place(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Replace a lobe, segment, zone, rib, vertebra, vessel or node station by another."""
    return word_slips("location", swap_book("location"), reading, rng, attribute="location")
