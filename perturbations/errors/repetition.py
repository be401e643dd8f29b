"""One statement said twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from reref.perturbations.errors.reading import Reading
from reref.perturbations.errors.room import Slip, error, shuffled
from reref.perturbations.errors.sentence_edits import put_in
from reref.perturbations.placeholders import PLACEHOLDER
from reref.report import TARGET_SECTIONS, Sentence

if TYPE_CHECKING:
    from numpy.random import Generator


#: Ends like a statement that is complete: with a full stop, a word or a bracket.
_CLOSED = re.compile(r"[\w.!)]$")


@error("repetition", needs="statement that could be said twice")
def say_again(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Copy a sentence that tells something to a later place of its section."""
    sayings = [
        (section, place, sentence, found)
        for section in TARGET_SECTIONS
        for place, sentence in enumerate(reading.sentences(section))
        if (found := reading.facts_in(section, sentence))
        and not sentence.heading
        and not PLACEHOLDER.search(sentence.text)
    ]
    for section, place, sentence, found in shuffled(rng, sayings):
        behind = reading.sentences(section)[place:]
        after = behind[int(rng.integers(len(behind)))]
        if after.heading or not _CLOSED.search(after.text):
            continue
        said = sentence.text if sentence.text.endswith((".", "!", "?")) else f"{sentence.text}."
        yield Slip(
            (put_in("repetition", reading, section, after, said, role="error", finding=found[0].finding),)
        )  # fmt: skip


def _can_be_copied(sentence: Sentence) -> bool:
    stands_alone = not sentence.heading and not PLACEHOLDER.search(sentence.text)
    return stands_alone and _CLOSED.search(sentence.text) is not None and not sentence.text.rstrip(".")[-1:].isdigit()
