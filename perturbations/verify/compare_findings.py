"""Which findings and devices are lost, added, flipped, or more or less certain."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from reref.perturbations.verify.claims import Claim
from reref.perturbations.verify.compare_sentences import is_denying
from reref.perturbations.verify.difference import Difference
from reref.perturbations.verify.lexicon import lexicon
from reref.perturbations.verify.reading import Reading, far, near, sides
from reref.perturbations.verify.sameness import sameness
from reref.perturbations.verify.scope import PLAIN
from reref.perturbations.verify.sentence import SentenceReading
from reref.perturbations.verify.words import read_words, stem

_EVERYWHERE = frozenset(("chest", "body", "abdomen", "solid_organ", "pelvis", "bone"))
#: Findings of so many parts that only what stands with them tells where they are.
_ANYWHERE = frozenset(("vessel_occlusion", "stenosis"))
_WORDS_OF_CERTAINTY = {6: "stated", 5: "near-certain", 4: "probable", 3: "suspected", 2: "possible", 1: "unlikely"}


def compare(before: Reading, after: Reading) -> Iterator[Difference]:
    """Yield differences of presence, polarity and certainty."""
    for name, claims in before.present.items():
        yield from _lost(name, claims, before, after)
    for name, claims in after.present.items():
        yield from _added(name, claims, before, after)
    for name, claims in after.present.items():
        yield from _certainty(name, claims, before, after)


def _lost(name: str, claims: list[Claim], before: Reading, after: Reading) -> Iterator[Difference]:
    denied = after.absent.get(name, [])
    newly_denied = bool(denied) and name not in after.present and name not in before.absent
    if newly_denied and _sides_meet(claims, denied):
        yield Difference("negation flipped", name, "present", "absent")
        return
    if after.like(name, before) or _is_general(name, after):
        return
    is_requested = name in after.mentioned and claims[0].kind == "finding"
    told = _may_be_told_otherwise(name, claims, after, before) or _is_told_at_place(name, after)
    if not is_requested and not told:
        yield Difference("finding lost", name, before=claims[0].text)


def _added(name: str, claims: list[Claim], before: Reading, after: Reading) -> Iterator[Difference]:
    if before.like(name, after):
        return
    first = claims[0]
    exact = before.absent.get(name, [])
    if exact and _sides_meet(claims, exact):
        yield Difference("negation flipped", name, "absent", "present")
    elif not _is_general(name, before) and name not in before.mentioned:
        if _may_be_told_otherwise(name, claims, before, after) or _is_told_at_place(name, before):
            return
        yield Difference("finding added", name, after=first.text)


def _is_general(name: str, reading: Reading) -> bool:
    """Whether a name is too general to be missed, or names again what the report says more exactly."""
    table = sameness()
    return name in table.loose or any(narrow in reading.present for narrow in table.general.get(name, ()))


def _is_told_at_place(name: str, reading: Reading) -> bool:
    """Whether a like finding is told where this one is by its name: "cardiomegaly, chiefly of the left atrium"."""
    places = frozenset(site for finding, site in _made_of() if finding == name)
    return any(
        places & (claim.near.sites | claim.near.home)
        for other in sameness().like(name)
        for claim in reading.present.get(other, ())
    )


@cache
def _made_of() -> tuple[tuple[str, str], ...]:
    return tuple(pair for pairs in lexicon().compose.values() for pair in pairs)


def _may_be_told_otherwise(name: str, claims: list[Claim], reading: Reading, other: Reading) -> bool:
    """Whether a report speaks of the finding's place in words that the lexicon does not know as a finding."""
    homes = lexicon().homes.get(name, frozenset())
    if name in _ANYWHERE:
        homes = far(claims).sites
    homes |= near(claims).sites
    above = lexicon().above
    places = {part for home in homes for part in above.get(home, (home,))} - _EVERYWHERE
    verbatim = {sentence.text for sentence in other.sentences}
    if any(_spells_out(sentence, claim, other) for claim in claims for sentence in reading.sentences):
        return True
    fresh = [s for s in reading.sentences if other.fresh(s) and not _names_another(s, reading, other)]
    if any(not (s.claims or s.sites or s.hinted) for s in fresh):
        return True
    return any(
        places & {part for site in sites for part in above.get(site, (site,))}
        for sentence in reading.sentences
        if sentence.text not in verbatim
        for sites in (*sentence.unclaimed, *([sentence.sites | sentence.hinted] if sentence in fresh else []))
    )


def _names_another(sentence: SentenceReading, reading: Reading, other: Reading) -> bool:
    """Whether a sentence names a finding that the other report has under no name: that is what stands in the place."""
    return any(
        claim.kind == "finding"
        and not claim.absent
        and claim.name not in sameness().loose
        and not other.like(claim.name, reading)
        and claim.name not in other.mentioned
        for claim in sentence.claims
    )


def _spells_out(sentence: SentenceReading, claim: Claim, other: Reading) -> bool:
    """Whether a sentence holds all words of a finding's name, in another order or form, and states them as it does."""
    if is_denying(sentence.text) != claim.absent:
        return False
    said = {stem(word) for word in (*sentence.words, *read_words(sentence.text).words)}
    above = lexicon().above
    sites = {part for site in sentence.around.sites | sentence.around.home for part in above[site]}
    qualities = sentence.around.qualities
    pieces = _pieces(claim.text)
    return bool(pieces) and all(
        bool(piece.sites & sites or piece.qualities & qualities) or piece.stem in said for piece in pieces
    )


class _Piece(NamedTuple):
    """One word of a finding's name, with what it can stand for by itself."""

    stem: str
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
        found.append(_Piece(stem(word), sites, qualities))
    return tuple(found)


def _certainty(name: str, claims: list[Claim], before: Reading, after: Reading) -> Iterator[Difference]:
    same = before.present.get(name)
    if not same or same == claims:
        return
    was, now = {c.certainty for c in same}, {c.certainty for c in claims}
    if (was == {PLAIN} and after.lacks_words_of(same)) or (now == {PLAIN} and before.lacks_words_of(claims)):
        return  # the plain one may be hedged in words that the lexicon does not know
    for level in sorted(now):
        if not any(_as_certain(level, other) for other in was):
            yield _changed_certainty(name, was, level)
            return
    if not any(_as_certain(max(was), other) for other in now):
        yield _changed_certainty(name, {max(was)}, min(now))


def _changed_certainty(name: str, was: set[int], level: int) -> Difference:
    nearest = min(was, key=lambda other: (abs(other - level), other))
    return Difference("certainty changed", name, _WORDS_OF_CERTAINTY[nearest], _WORDS_OF_CERTAINTY[level])


def _as_certain(one: int, other: int) -> bool:
    """Neighbouring strengths are the same for a reader, but a plain statement is not a probable one."""
    low, high = sorted((one, other))
    if low == 1 and high > 1:
        return False
    return high - low <= 1 and not (high == PLAIN and low < PLAIN - 1)


def _sides_meet(one: list[Claim], other: list[Claim]) -> bool:
    first, second = sides(near(one)), sides(near(other))
    first = first or sides(far(one))
    return not first or not second or bool(first & second)
