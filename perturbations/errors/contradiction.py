"""Two statements of one report that cannot both be true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.errors.planting import normal_part, saying
from reref.perturbations.errors.reading import Reading
from reref.perturbations.errors.room import Slip, error, shuffled
from reref.perturbations.errors.sentence_edits import put_in
from reref.report import Fact

if TYPE_CHECKING:
    from numpy.random import Generator


@error("contradiction", needs="statement that could be denied in a sentence of its own")
def deny(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Add, at the end of a section, a sentence that denies one of its statements."""
    for fact in shuffled(rng, reading.facts):
        said = _opposite(reading, rng, fact)
        if said is None:
            continue
        yield Slip(
            (
                put_in(
                    "contradiction", reading, fact.section, reading.sentences(fact.section)[-1], said,
                    role="error", finding=fact.finding, attribute="existence", old=fact.span,
                ),
            )
        )  # fmt: skip


def _opposite(reading: Reading, rng: Generator, fact: Fact) -> str | None:
    entries: Mapping[str, Mapping[str, Any]] = lexicon("statements")["findings"]
    if fact in reading.told and fact.polarity == "present":
        entry = entries.get(fact.finding)
        return None if entry is None else str(entry["denies"])
    if fact.polarity == "absent" and not fact.normal:
        made = saying(reading, rng, fact.finding)
        return None if made is None or fact.laterality not in (None, "bilateral") else made.sentence
    wrong = lexicon("statements")["normal"].get(normal_part(fact), {}).get("wrong", ())
    if fact.normal and wrong:
        made = saying(reading, rng, wrong[0])
        return None if made is None else made.sentence
    return None
