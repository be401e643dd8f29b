"""What is known of a sentence while it is read: its places, what it mentions, and what was said before it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from reref.report.clauses import RESUMED, Clause, Reading
from reref.report.places import Place
from reref.report.vocabulary import Finding

_REGIONS = frozenset(("abdomen", "chest"))


class Context(NamedTuple):
    """What the text before was about: a finding without a site may belong to it, and have the length told of it.

    ``finding`` is what "the largest" at the beginning of the next sentence is one of.
    """

    site: str | None = None
    side: str | None = None
    size: tuple[float, ...] = ()
    finding: tuple[str, Finding, tuple[str, ...]] | None = None


@dataclass(slots=True, eq=False)
class Mention:
    """A finding named in a sentence.

    Attributes:
        first: first token of the words that name it.
        last: one past the last of them.
        finding: the vocabulary's name.
        clause: the statement it stands in.
        entry: its word family, ``None`` for a normality statement.
        sites: the sites that gave it its name.
        place: the place that gave it its name.
        normal: whether it says that something is normal.
        absent: whether a normality statement denies the finding.
        side: the side it took from the text before.
        rest: whether it is "the largest" of the mention before it.
    """

    first: int
    last: int
    finding: str
    clause: Clause
    entry: Finding | None = None
    sites: tuple[str, ...] = ()
    place: Place | None = None
    normal: bool = False
    absent: bool = False
    side: str | None = None
    rest: bool = False


@dataclass(slots=True)
class Scene:
    """A sentence with its places, what was said before it, and what has been found in it so far."""

    sentence: Reading
    placed: list[Place]
    context: Context
    found: list[Mention] = field(default_factory=list)
    used: set[int] = field(default_factory=set)  # first tokens of qualities that another finding has taken up

    def places_in(self, first: int, last: int) -> list[Place]:
        """Return the places that lie in ``[first, last)``."""
        return [place for place in self.placed if first <= place.first and place.last <= last]

    def subjects_of_resumed(self, clause: Clause) -> list[Place]:
        """Return the places before the relative clause after which a statement goes on ("The liver, which …, is …")."""
        aside = self.sentence.clause_before(clause)
        main = self.sentence.clause_before(aside) if aside is not None and clause.opener == RESUMED else None
        if aside is None or main is None:
            return []
        return self.nearer_than_region(self.places_in(main.first, main.last), aside)

    def nearer_than_region(self, named: list[Place], aside: Clause) -> list[Place]:
        """Return the organs of an aside when a statement itself names no more than a region ("In the abdomen, …")."""
        inside = [place for place in self.places_in(aside.first, aside.last) if place.sites]
        return inside if inside and named and all(set(place.sites) <= _REGIONS for place in named) else named

    def topic(self, clause: Clause) -> list[Place]:
        """Return the places of the introduction right before a clause ("In the upper abdomen, …")."""
        clauses = self.sentence.clauses
        number = clauses.index(clause)
        if not number:
            return []
        before = clauses[number - 1]
        said = self.sentence.has(before.first, before.last, "finding", "normal", "verb", "boundary")
        return [] if said else self.places_in(before.first, before.last)


def chain_back(before: list[Place]) -> list[Place]:
    """Return the last place with the places coordinated before it."""
    chain = [before[-1]]
    for place in reversed(before[:-1]):
        if not chain[0].linked:
            break
        chain.insert(0, place)
    return chain


def chain_forward(after: list[Place]) -> list[Place]:
    """Return the first place with the places coordinated after it."""
    chain = [after[0]]
    for place in after[1:]:
        if not place.linked:
            break
        chain.append(place)
    return chain
