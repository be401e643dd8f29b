"""Progressive omission: more and more of what a report tells is left out (after the fidelity test of csm-ccta)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.errors.reading import Reading, read
from reref.perturbations.errors.room import label, shuffled
from reref.perturbations.errors.sentence_edits import take_out
from reref.perturbations.rules.registry import rule
from reref.report import TARGET_SECTIONS, Report, Sentence

if TYPE_CHECKING:
    from numpy.random import Generator

    from reref.perturbations.rules.registry import Rule

LEVELS = (10, 20, 30, 40, 50, 60, 70, 80, 90, 100)

_Placed = tuple[str, Sentence]


def statements(reading: Reading) -> list[list[_Placed]]:
    """Return the sentences that tell something, those that tell the same thing together."""
    groups: list[list[_Placed]] = []
    for section in TARGET_SECTIONS:
        for sentence in reading.sentences(section):
            if not reading.facts_in(section, sentence):
                continue
            same = [g for g in groups if any(_tell_the_same(reading, one, (section, sentence)) for one in g)]
            joined = [placed for g in same for placed in g]
            groups = [g for g in groups if g not in same] + [[*joined, (section, sentence)]]
    return groups


def _tell_the_same(reading: Reading, one: _Placed, other: _Placed) -> bool:
    return any(
        a.polarity == b.polarity and reading.is_same_statement(a, b)
        for a in reading.facts_in(*one)
        for b in reading.facts_in(*other)
    )


def _less(percent: int) -> Rule:
    def leave_out(report: Report, rng: Generator) -> list[Edit] | Infeasible:
        reading = read(report)
        groups = shuffled(rng, statements(reading))
        told = sum(len(reading.facts_in(*placed)) for group in groups for placed in group)
        if not told:
            return Infeasible("missing_information", "the report tells nothing that could be left out")
        gone: list[_Placed] = []
        left_out = 0
        for group in groups:
            if left_out >= told * percent / 100:
                break
            gone += group
            left_out += sum(len(reading.facts_in(*placed)) for placed in group)
        return _edits(reading, gone, f"{1 - left_out / told:.3f}")

    return leave_out


def _edits(reading: Reading, gone: Sequence[_Placed], kept: str) -> list[Edit]:
    edits: list[Edit] = []
    for section in TARGET_SECTIONS:
        here = [sentence for place, sentence in gone if place == section]
        if not here:
            continue
        taken = take_out("omission", reading, section, here, role="error", finding="", kept=kept)
        if taken is None:  # nothing would be left, or a bare heading: the whole section goes
            text = reading.text(section)
            taken = [label("omission", section, 0, len(text), "", old=text, kept=kept, placeholder="gone")]
        edits += taken
    return edits


for _level in LEVELS:
    rule(f"dose/omission-{_level}")(_less(_level))
