"""A statement told with more or less confidence than the radiologist had."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from reref.perturbations.errors.reading import Reading
from reref.perturbations.errors.room import Slip, error
from reref.perturbations.errors.swaps import swap_book
from reref.perturbations.errors.word_slips import word_slips
from reref.report import Fact

if TYPE_CHECKING:
    from numpy.random import Generator


def _may_be_doubted(fact: Fact) -> bool:
    """Say whether a finding has a name, by which its other mentions are known, and is no trace of an operation."""
    return not fact.finding.startswith(("other:", "device", "surgical"))


@error("certainty", needs="statement with doubt, or with an interpretation that could be doubted")
def wrong_confidence(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Replace a word of doubt or assurance by one that is clearly stronger or weaker."""
    return word_slips(
        "certainty", swap_book("certainty"), reading, rng, attribute="certainty",
        wanted=_may_be_doubted,
    )  # fmt: skip
