"""Whether a report may tell a finding of another in words that the lexicon does not know as a finding."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from reref.perturbations.verify.claims import Claim
from reref.perturbations.verify.compare_sentences import is_denying
from reref.perturbations.verify.lexicon import lexicon
from reref.perturbations.verify.reading import Reading, far, near
from reref.perturbations.verify.sameness import sameness
from reref.perturbations.verify.sentence import SentenceReading
from reref.perturbations.verify.words import read_words
from reref.report.tokens import NUMBER

#: Parts so wide that they tell no place.
EVERYWHERE = frozenset(("chest", "body", "abdomen", "solid_organ", "pelvis", "bone"))
#: Findings of so many parts that only what stands with them tells where they are.
_ANYWHERE = frozenset(("vessel_occlusion", "stenosis"))
#: Qualities that a size can stand for.
_SIZES = ("enlarged", "dilated", "widened", "thickened", "narrowed", "reduced_volume")


#: How much of two words must be the same for them to be forms of one.
_ROOT, _SHORTEST_ROOT = 0.7, 5
#: Endings that make another disease of a word.
_TELLING = ("itis", "oma", "ectasis", "thorax", "megaly")


class _Place(NamedTuple):
    """A statement whose finding is not known.

    Attributes:
        sentence: it.
        parts: the parts of the body that it is about, with those that they lie in; empty when it names none.
        measures: whether it only tells a size.
    """

    sentence: str
    parts: frozenset[str]
    measures: bool


class Retelling:
    """The statements of a report that can stand for findings of the other; each for those of one sentence only."""

    def __init__(self, reading: Reading, other: Reading) -> None:
        self._reading = reading
        self._other = other
        self._used: dict[str, str] = {}

    def tells(self, name: str, claims: list[Claim]) -> bool:
        """Say whether a finding of the other report may be told here."""
        if any(_spells_out(sentence, claim) for claim in claims for sentence in self._reading.sentences):
            return True
        homes = far(claims).sites if name in _ANYWHERE else lexicon().homes.get(name, frozenset())
        parts = _with_wholes(homes | near(claims).sites)
        source = claims[0].sentence
        for place in self._places:
            if self._used.get(place.sentence, source) != source or (place.measures and name not in _measurable()):
                continue
            if not place.parts or place.parts & parts:
                self._used[place.sentence] = source
                return True
        return False

    @cached_property
    def _places(self) -> list[_Place]:
        verbatim = self._other.texts
        return [
            place for s in self._reading.sentences if s.text not in verbatim for place in _places(s, self._is_open(s))
        ]

    def _is_open(self, sentence: SentenceReading) -> bool:
        """Whether a sentence has words of its own, and names no finding that the other report has under no name."""
        return self._other.fresh(sentence) and not any(
            claim.kind == "finding"
            and not claim.absent
            and claim.name not in sameness().loose
            and not self._other.like(claim.name, self._reading)
            and claim.name not in self._other.mentioned
            for claim in sentence.claims
        )


def _places(sentence: SentenceReading, is_open: bool) -> Iterator[_Place]:  # noqa: FBT001
    for clause in sentence.unclaimed:
        parts = _with_wholes(clause - {NUMBER})
        if parts:
            yield _Place(sentence.text, parts, NUMBER in clause)
    if is_open:
        named = sentence.sites | sentence.hinted
        if named or not sentence.claims:
            yield _Place(sentence.text, _with_wholes(named), measures=False)


def _with_wholes(sites: frozenset[str]) -> frozenset[str]:
    above = lexicon().above
    return frozenset(part for site in sites for part in above.get(site, (site,))) - EVERYWHERE


@cache
def _measurable() -> frozenset[str]:
    compose = lexicon().compose
    return frozenset(finding for quality in _SIZES for finding, _ in compose.get(quality, ()))


def _spells_out(sentence: SentenceReading, claim: Claim) -> bool:
    """Whether a sentence holds all words of a finding's name, in another order or form, and states them as it does."""
    if is_denying(sentence.text) != claim.absent:
        return False
    said = read_words(sentence.text).words
    above = lexicon().above
    sites = {part for site in sentence.around.sites | sentence.around.home for part in above[site]}
    place, there = claim.near.sites - EVERYWHERE, (sentence.around.sites | sentence.around.home) - EVERYWHERE
    if place and there and not any(lexicon().related(one, other) for one in place for other in there):
        return False
    qualities = sentence.around.qualities
    pieces = _pieces(claim.text)
    return bool(pieces) and all(
        bool(piece.sites & sites or piece.qualities & qualities) or any(_akin(piece.word, word) for word in said)
        for piece in pieces
    )


@lru_cache(maxsize=16384)
def _akin(one: str, other: str) -> bool:
    """Whether two words are forms of one: "neoplasm" and "neoplastic", but not "bronchiectasis" and "bronchitis"."""
    if one == other:
        return True
    if any(one.endswith(ending) != other.endswith(ending) for ending in _TELLING):
        return False
    shared = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return shared >= _SHORTEST_ROOT and shared >= _ROOT * max(len(one), len(other))


class _Piece(NamedTuple):
    """One word of a finding's name, with what it can stand for by itself."""

    word: str
    sites: frozenset[str]
    qualities: frozenset[str]


@lru_cache(maxsize=8192)
def _pieces(name: str) -> tuple[_Piece, ...]:
    book, neutral = lexicon().book, lexicon().neutral
    found: list[_Piece] = []
    for word in read_words(name).words:
        if not word.isalpha() or word in neutral:
            continue
        tags = book.find((word,))
        sites = frozenset(t.senses["site"] for t in tags if "site" in t.senses)
        qualities = frozenset(t.senses["quality"] for t in tags if "quality" in t.senses)
        found.append(_Piece(word, sites, qualities))
    return tuple(found)
