"""Errors about one detail of a lesion: margin, shape, density, distribution, morphology. One idea, five word lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from reref.perturbations.errors.reading import Reading
from reref.perturbations.errors.room import Slip, error
from reref.perturbations.errors.swaps import swap_book
from reref.perturbations.errors.word_slips import word_slips
from reref.report import Fact

if TYPE_CHECKING:
    from numpy.random import Generator

ATTRIBUTES = ("margin", "shape", "density", "distribution", "morphology")

#: An opacity whose diameters are measured has a shape that they tell.
_WANTED: dict[str, Callable[[Fact], bool]] = {
    "shape": lambda fact: not (fact.sizes_mm and "nodul" not in fact.span.lower())
}


def _room(attribute: str) -> Callable[[Reading, Generator], Iterator[Slip]]:
    @error(attribute, needs=f"finding whose {attribute} is told and could be another")
    def wrong_detail(reading: Reading, rng: Generator) -> Iterator[Slip]:
        return word_slips(
            attribute, swap_book("attributes", attribute), reading, rng, attribute=attribute,
            wanted=_WANTED.get(attribute, lambda fact: True), only_word=True,
        )  # fmt: skip

    return wrong_detail


wrong_margin, wrong_shape, wrong_density, wrong_distribution, wrong_morphology = map(_room, ATTRIBUTES)
