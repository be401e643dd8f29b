"""One statement said twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from reref.perturbations.errors.omission import points_back
from reref.perturbations.errors.reading import Reading, named_regions
from reref.perturbations.errors.room import Slip, error, shuffled
from reref.perturbations.errors.sentence_edits import put_in
from reref.perturbations.placeholders import PLACEHOLDER
from reref.report import TARGET_SECTIONS, Sentence

if TYPE_CHECKING:
    from numpy.random import Generator


#: How many sentences lie at most between a statement and its copy.
_NEAR = 3
#: Ends like a statement that is complete: with a full stop, a word or a bracket.
_CLOSED = re.compile(r"(?<!\d)\.$|[A-Za-z!)]$")


@error("repetition", needs="statement that could be said twice")
def say_again(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Copy a sentence that tells something to a place a little later in its section."""
    sayings = [
        (section, place, sentence, found)
        for section in TARGET_SECTIONS
        for place, sentence in enumerate(reading.sentences(section))
        if (found := reading.facts_in(section, sentence))
        and not sentence.heading
        and not PLACEHOLDER.search(sentence.text)
    ]
    copies = [(one, _near(reading, one[0], one[1], rng)) for one in shuffled(rng, sayings)]
    for (section, _, sentence, found), (after, _) in sorted(copies, key=lambda copy: copy[1][1]):
        if after is None or after.heading or not _CLOSED.search(after.text):
            continue
        said = sentence.text if sentence.text.endswith((".", "!", "?")) else f"{sentence.text}."
        yield Slip(
            (put_in("repetition", reading, section, after, said, role="error", finding=found[0].finding),)
        )  # fmt: skip


def _near(reading: Reading, section: str, place: int, rng: Generator) -> tuple[Sentence | None, int]:
    """Return the sentence behind which the copy stands, one of the next, and how odd the copy is there (0 to 2).

    Only in a section of one sentence does the copy follow directly.
    """
    everything = reading.sentences(section)
    behind = [
        following
        for number, following in enumerate(everything[place + 1 : place + 1 + _NEAR], place + 1)
        if number + 1 == len(everything) or not points_back(everything[number + 1].text)
    ]
    if not behind:
        return (everything[place] if len(everything) == 1 else None), 2
    own = set(named_regions(everything[place].text))
    alike = [following for following in behind if own & set(named_regions(following.text))]
    chosen = alike or behind[:1]
    return chosen[int(rng.integers(len(chosen)))], 0 if alike else 1
