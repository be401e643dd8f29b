"""Two statements of one report that cannot both be true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.errors.planting import is_prose, normal_part, saying
from reref.perturbations.errors.reading import Reading
from reref.perturbations.errors.room import Slip, error, shuffled
from reref.perturbations.errors.sentence_edits import put_in
from reref.perturbations.errors.surroundings import beside
from reref.perturbations.rules.regions import fact_region
from reref.report import Fact, Sentence

if TYPE_CHECKING:
    from numpy.random import Generator


@error("contradiction", needs="statement that could be denied in a sentence of its own")
def deny(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Add to a section, where its region is told, a sentence that denies one of its statements.

    Statements that the denial need not follow directly come first.
    """
    for fact, behind in _placed(reading, shuffled(rng, reading.facts)):
        said = _opposite(reading, rng, fact)
        if said is None:
            continue
        yield Slip(
            (
                put_in(
                    "contradiction", reading, fact.section, behind, said,
                    role="error", finding=fact.finding, attribute="existence", old=fact.span,
                ),
            )
        )  # fmt: skip


def _placed(reading: Reading, facts: list[Fact]) -> Iterator[tuple[Fact, Sentence | None]]:
    """Yield facts with the sentences behind which they may be denied; those of which that is their own come last."""
    at_once: list[tuple[Fact, Sentence | None]] = []
    for fact in facts:
        behind = beside(reading, fact.section, fact_region(fact))
        if behind == reading.sentence(fact.section, fact.start):
            at_once.append((fact, behind))
        else:
            yield fact, behind
    yield from at_once


def _opposite(reading: Reading, rng: Generator, fact: Fact) -> str | None:
    entries: Mapping[str, Mapping[str, Any]] = lexicon("statements")["findings"]
    if fact in reading.told and fact.polarity == "present":
        entry = entries.get(fact.finding)
        return None if entry is None else _in_prose(reading, fact.section, str(entry["denies"]))
    if fact.polarity == "absent" and not fact.normal:
        made = saying(reading, rng, fact.finding)
        return None if made is None or fact.laterality not in (None, "bilateral") else made.sentence
    wrong = lexicon("statements")["normal"].get(normal_part(fact), {}).get("wrong", ())
    if fact.normal and wrong:
        made = saying(reading, rng, wrong[0])
        return None if made is None else made.sentence
    return None


def _in_prose(reading: Reading, section: str, denial: str) -> str:
    """Return a denial with a verb where most sentences of the section have one."""
    return f"There is n{denial[1:]}" if denial.startswith("No ") and is_prose(reading, section) else denial
