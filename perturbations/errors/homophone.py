"""A real word for another that sounds alike, as speech recognition writes it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.errors.reading import Reading
from reref.perturbations.errors.room import Slip, error, label, shuffled
from reref.perturbations.rules.grammar import cased_like, with_article
from reref.perturbations.rules.phrases import PhraseBook
from reref.report import TARGET_SECTIONS

if TYPE_CHECKING:
    from numpy.random import Generator


@error("homophone", needs="word that sounds like another")
def mishear(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Write one word as another that sounds like it."""
    places = [
        (section, found)
        for section in TARGET_SECTIONS
        for found in _book().find(reading.text(section))
        if reading.is_told(section, found.start)
    ]
    for section, found in shuffled(rng, places):
        text = reading.text(section)
        old = text[found.start : found.end]
        heard = cased_like(old, found.entry[int(rng.integers(len(found.entry)))])
        start, after = with_article(text, found.start, heard)
        yield Slip((label("homophone", section, start, found.end, after, old=old, new=heard),))


@cache
def _book() -> PhraseBook[tuple[str, ...]]:
    return PhraseBook((word, tuple(others)) for word, others in lexicon("homophone")["sounds_like"].items())
