"""Which findings and devices are lost, added, flipped, or more or less certain."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from reref.perturbations.verify.claims import Claim
from reref.perturbations.verify.difference import Difference
from reref.perturbations.verify.lexicon import lexicon
from reref.perturbations.verify.reading import Reading, far, near, sides
from reref.perturbations.verify.retold import Retelling
from reref.perturbations.verify.sameness import sameness
from reref.perturbations.verify.scope import PLAIN, WORDS_OF_CERTAINTY, as_certain

#: Names that describe what is seen; what is doubted beside them is its cause.
_DESCRIPTIONS = frozenset(("thickening", "calcification", "fluid", "shift", "lucency"))


def compare(before: Reading, after: Reading) -> Iterator[Difference]:
    """Yield differences of presence, polarity and certainty."""
    told_after, told_before = Retelling(after, before), Retelling(before, after)
    for name, claims in before.present.items():
        yield from _lost(name, claims, before, after, told_after)
    for name, claims in after.present.items():
        yield from _added(name, claims, before, after, told_before)
    for name, claims in after.present.items():
        yield from _certainty(name, claims, before, after)


def _lost(
    name: str, claims: list[Claim], before: Reading, after: Reading, retelling: Retelling
) -> Iterator[Difference]:
    denied = after.absent.get(name, [])
    newly_denied = bool(denied) and name not in after.present and name not in before.absent
    if newly_denied and _sides_meet(claims, denied):
        yield Difference("negation flipped", name, "present", "absent")
        return
    if after.like(name, before) or _is_general(name, after):
        return
    is_requested = name in after.mentioned and claims[0].kind == "finding"
    if not is_requested and not (_is_told_at_place(name, after) or retelling.tells(name, claims)):
        yield Difference("finding lost", name, before=claims[0].text)


def _added(
    name: str, claims: list[Claim], before: Reading, after: Reading, retelling: Retelling
) -> Iterator[Difference]:
    if before.like(name, after):
        return
    first = claims[0]
    exact = before.absent.get(name, [])
    if exact and _sides_meet(claims, exact):
        yield Difference("negation flipped", name, "absent", "present")
    elif not _is_general(name, before) and name not in before.mentioned:
        if _is_told_at_place(name, before) or retelling.tells(name, claims):
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


def _certainty(name: str, claims: list[Claim], before: Reading, after: Reading) -> Iterator[Difference]:
    same = before.present.get(name)
    if not same or same == claims or name in _DESCRIPTIONS:
        return
    names = sameness().same.get(name, frozenset()) | {name}
    was = {c.certainty for other in names for c in before.present.get(other, ())}
    now = {c.certainty for other in names for c in after.present.get(other, ())}
    if (was == {PLAIN} and after.lacks_words_of(same)) or (now == {PLAIN} and before.lacks_words_of(claims)):
        return  # the plain one may be hedged in words that the lexicon does not know
    for level in sorted(now):
        if not any(as_certain(level, other) for other in was):
            yield _changed_certainty(name, was, level)
            return
    if not any(as_certain(max(was), other) for other in now):
        yield _changed_certainty(name, {max(was)}, min(now))


def _changed_certainty(name: str, was: set[int], level: int) -> Difference:
    nearest = min(was, key=lambda other: (abs(other - level), other))
    return Difference("certainty changed", name, WORDS_OF_CERTAINTY[nearest], WORDS_OF_CERTAINTY[level])


def _sides_meet(one: list[Claim], other: list[Claim]) -> bool:
    first, second = sides(near(one)), sides(near(other))
    first = first or sides(far(one))
    return not first or not second or bool(first & second)
