"""The cause of a finding, told as another that looks alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from reref.perturbations.errors.reading import Reading
from reref.perturbations.errors.room import Slip, error
from reref.perturbations.errors.swaps import swap_book
from reref.perturbations.errors.word_slips import word_slips

if TYPE_CHECKING:
    from numpy.random import Generator


@error("wrong-diagnosis", needs="interpretation with a look-alike")
def wrong_cause(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Replace what a finding is taken for by something that the report does not name yet."""
    return word_slips(
        "wrong-diagnosis", swap_book("diagnosis"), reading, rng, attribute="diagnosis", new_to_report=True
    )
