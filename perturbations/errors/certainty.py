"""A statement told with more or less confidence than the radiologist had."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.errors.reading import Reading, names_another_part
from reref.perturbations.errors.room import Slip, error, label, shuffled
from reref.perturbations.errors.swaps import swap_book
from reref.perturbations.errors.word_slips import word_slips
from reref.perturbations.rules.grammar import uncapital
from reref.report import Fact

if TYPE_CHECKING:
    from numpy.random import Generator

_OPENING = re.compile(r"There (?:is|are) (?:(?P<article>an?) )?(?=\w)", re.IGNORECASE)
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|shows?|reveals?|demonstrates?|appears?|remains?)\b", re.IGNORECASE
)
_IS_SEEN = re.compile(r"\b(?:is|are|was|were) (?:observed|seen|noted|present|identified)\b", re.IGNORECASE)
#: From this many words on a sentence tells more than one doubt fits.
_LONG = 12


def _may_be_doubted(fact: Fact) -> bool:
    """Say whether a finding has a name, by which its other mentions are known, and is no trace of an operation."""
    return not fact.finding.startswith(("other:", "device", "surgical"))


@error("certainty", needs="statement with doubt, or with an interpretation that could be doubted")
def wrong_confidence(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Replace a word of doubt or assurance by one that is clearly stronger or weaker, or doubt what was certain."""
    yield from word_slips(
        "certainty", swap_book("certainty"), reading, rng, attribute="certainty", wanted=_may_be_doubted
    )
    for fact in shuffled(rng, [f for f in reading.told if f.polarity == "present"]):
        slip = _doubted(reading, fact)
        if slip is not None:
            yield slip


def _doubted(reading: Reading, fact: Fact) -> Slip | None:
    """Return the slip that calls a finding possible which a short sentence states, ``None`` where there is none."""
    words = lexicon("certainty")
    sentence = reading.sentence(fact.section, fact.start)
    text = sentence.text
    if fact.finding not in words["doubtful"] or fact.sizes_mm or fact.change is not None:
        return None
    if len(reading.facts_in(fact.section, sentence)) > 1 or len(text.split()) > _LONG:
        return None
    if re.search(words["stated"], text, re.IGNORECASE) or names_another_part(sentence, fact):
        return None
    opening = _OPENING.match(text)
    if opening is None:
        if _VERB.search(_IS_SEEN.sub("", text)) or not re.match(words["first"], text, re.IGNORECASE):
            return None
        start, end, said = 0, 1, f"Possible {uncapital(text)[:1]}"
    elif opening["article"]:
        start, end, said = opening.start("article"), opening.end("article"), "a possible"
    else:
        start, end, said = opening.end(), opening.end(), "possible "
    if text.isupper():
        said = said.upper()
    at = sentence.start
    return Slip(
        (
            label(
                "certainty", fact.section, at + start, at + end, said,
                finding=fact.finding, attribute="certainty", old="stated without doubt", new="possible",
            ),
        )
    )  # fmt: skip
