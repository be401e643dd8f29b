"""A measurement whose number stands with another unit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.errors.reading import Reading, names_another_part
from reref.perturbations.errors.room import Role, Slip, error, label, shuffled
from reref.perturbations.errors.size import measured_fact, tells_again
from reref.perturbations.rules.grammar import cased_like
from reref.report import TARGET_SECTIONS, Measurement

if TYPE_CHECKING:
    from numpy.random import Generator


@error("unit", needs="measurement with a unit that could be another")
def wrong_unit(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Write the unit of one measurement as another of the same kind, wherever the report gives that measurement."""
    places = [(section, m) for section in TARGET_SECTIONS for m in reading.measurements(section)]
    now = [place for place in places if not place[1].prior]
    before = [place for place in places if place[1].prior]
    for section, measured in [*shuffled(rng, now), *shuffled(rng, before)]:
        edit = _edit(reading, section, measured, "error")
        if edit is None:
            continue
        fact = measured_fact(reading, section, measured)
        if fact is not None and names_another_part(reading.sentence(section, measured.start), fact):
            continue
        again = [
            (s, m)
            for s, m in now
            if m is not measured and m.text == measured.text and tells_again(reading, s, m, fact, section)
        ]
        if measured.prior or not again:
            yield Slip((edit,))
        elif reading.carry_through:
            others = [_edit(reading, s, m, "carried") for s, m in again]
            yield Slip((edit, *(other for other in others if other is not None)))
        else:
            yield Slip((_edit(reading, section, measured, "error", mismatch=again[0][0]) or edit,))


def _edit(reading: Reading, section: str, measured: Measurement, role: Role, mismatch: str = "") -> Edit | None:
    """Return one edit from the first unit of the measurement to its last."""
    text = reading.text(section)[measured.start : measured.end]
    swaps: dict[str, str] = lexicon("unit")["swaps"]
    units = re.compile(rf"(?<![A-Za-z])({'|'.join(sorted(swaps, key=len, reverse=True))})(?![A-Za-z])", re.IGNORECASE)
    found = [*units.finditer(text)]
    if not found:
        return None
    new = units.sub(lambda m: cased_like(m.group(), swaps[m.group().lower()]), text)
    start, end = found[0].start(), found[-1].end()
    fact = measured_fact(reading, section, measured)
    return label(
        "unit", section, measured.start + start, measured.start + end, new[start : len(new) - (len(text) - end)],
        role=role, finding=fact.finding if fact else "", attribute="unit", old=text, new=new, mismatch=mismatch,
    )  # fmt: skip
