"""The course since the earlier exam, told wrongly."""

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


def _may_change(fact: Fact) -> bool:
    described = fact.finding.startswith("device") or fact.finding in ("scoliosis_kyphosis", "surgical_change")
    denied = " not " in fact.finding
    return fact.change is not None and not fact.sizes_mm and not (described or denied)


@error("change", needs="finding whose course since an earlier exam is told")
def wrong_course(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Replace growth by shrinkage, stability by growth, and so on; where sizes tell the course it stays."""
    return word_slips(
        "change", swap_book("change"), reading, rng, attribute="change",
        wanted=_may_change, only_word=True,
    )  # fmt: skip
