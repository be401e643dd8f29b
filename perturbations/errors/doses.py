"""Graded errors: k errors in one report, and as many wrong details as possible at nearly the same words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit, apply_edits
from reref.perturbations.engine import Infeasible
from reref.perturbations.errors.check import are_apart, complaint, fact_changes, holds_up
from reref.perturbations.errors.reading import Reading, read
from reref.perturbations.errors.room import Slip, errors, shuffled
from reref.perturbations.rules.registry import rule
from reref.report import Report, Sentence

if TYPE_CHECKING:
    from numpy.random import Generator

    from reref.perturbations.rules.registry import Rule

#: Types that change what a clinician would read; misspelt and repeated words are left to their own targets.
CLINICAL = (
    "omission", "insertion", "direction", "size", "negation-flip", "severity", "location", "change", "false-finding",
    "false-prediction", "wrong-diagnosis", "device-position",
)  # fmt: skip
#: Types that change a detail of a finding and never whether it is there.
DETAILS = (
    "direction", "size", "severity", "location", "change", "margin", "shape", "density", "distribution", "morphology",
)  # fmt: skip


def slips_apart(reading: Reading, rng: Generator, types: Sequence[str], most_each: int) -> Iterator[Slip]:
    """Yield slips of several types that touch different sentences, in rounds of one of each type.

    Args:
        reading: the report.
        rng: random numbers; the same ones give the same slips in the same order.
        types: error types, in the order in which they take turns.
        most_each: how many of one type at most.
    """
    rooms = [errors().get(name)(reading, rng) for name in types]
    touched: set[tuple[str, int]] = set()
    made: list[Edit] = []
    for _ in range(most_each):
        for room in rooms:
            for slip in room:
                sentences = _sentences(reading, slip)
                apart = touched.isdisjoint(sentences) and are_apart([*made, *slip.edits])
                if apart and holds_up(reading, slip):
                    touched |= sentences
                    made += slip.edits
                    yield slip
                    break


def _sentences(reading: Reading, slip: Slip) -> set[tuple[str, int]]:
    """Return the sentences that a slip touches, by section and place."""
    touched: set[tuple[str, int]] = set()
    for edit in slip.edits:
        everything: Sequence[Sentence] = reading.sentences(edit.section)
        touched |= {
            (edit.section, place)
            for place, s in enumerate(everything)
            if edit.start < s.end and s.start < max(edit.end, edit.start + 1)
        }
    return touched


def _several(count: int) -> Rule:
    def plant_several(report: Report, rng: Generator) -> list[Edit] | Infeasible:
        reading = read(report)
        found: list[Slip] = []
        for slip in slips_apart(reading, rng, shuffled(rng, CLINICAL), most_each=count):
            found.append(slip)
            if len(found) == count:
                return [edit for slip in found for edit in slip.edits]
        return Infeasible("missing_information", f"the report has room for {len(found)} errors apart from each other")

    return plant_several


def _keeps_findings(reading: Reading, slip: Slip) -> bool:
    """Say whether every finding is there, or not there, as before."""
    new, _ = apply_edits(reading.report, slip.edits)
    return not complaint("attributes", fact_changes(reading.facts, read(new).facts))


def _details(percent: int) -> Rule:
    def plant_details(report: Report, rng: Generator) -> list[Edit] | Infeasible:
        reading = read(report)
        found = [slip for slip in slips_apart(reading, rng, DETAILS, most_each=20) if _keeps_findings(reading, slip)]
        if not found:
            return Infeasible("missing_information", "the report tells no detail that could be another")
        return [edit for slip in found[: ceil(len(found) * percent / 100)] for edit in slip.edits]

    return plant_details


def _register(make: Callable[[int], Rule], series: str, levels: Sequence[int]) -> None:
    for level in levels:
        rule(f"dose/{series}-{level}")(make(level))


_register(_several, "errors", (1, 2, 3, 4, 5))
_register(_details, "attributes", (25, 50, 75, 100))
