"""What the place that a statement opens with gives to its findings ("In the left lung, …")."""

from __future__ import annotations

from reref.report import anatomy
from reref.report.clauses import Clause, Reading
from reref.report.fitting import is_akin
from reref.report.places import Place
from reref.report.scene import Mention, chain_forward
from reref.report.sided import Setting, by_side, with_side


def topic(sentence: Reading, found: list[Mention], mention: Mention, free: list[Place]) -> list[Place]:
    """Return the places of the clauses before a mention's that name no finding ("In the left lung, there is …")."""
    clause = sentence.clause_before(mention.clause)
    while clause is not None and not any(other.clause is clause for other in found):
        places = [p for p in free if clause.first <= p.first < clause.last]
        if places:
            return places
        clause = sentence.clause_before(clause)
    return []


def opening_sides(
    sentence: Reading, found: list[Mention], mention: Mention, free: list[Place], own: list[Setting]
) -> list[str]:
    """Return the sides of the places that a statement opens with ("In the left lung, … in the upper lobe")."""
    if not own or any(setting.side for setting in own):
        return []
    opening = [place for place in free if mention.clause.first <= place.first and place.last <= mention.first]
    if opening:
        others = any(m.clause is mention.clause and m.last <= opening[0].first for m in found)
        if others and not is_akin(mention, opening[0]):
            return []  # "a cyst in the right lung, plaques in the aorta"
        chain = chain_forward(opening) if _leads(sentence, mention.clause, opening[0]) else []
    else:
        chain = topic(sentence, found, mention, free)
    if not chain or chain[0].side is None:
        return []
    return [setting.side for setting in by_side(chain, []) if setting.side is not None]


def with_opening(sentence: Reading, mention: Mention, own: list[Setting], placed: list[Place]) -> list[Setting]:
    """Add the place a statement begins with when it goes on elsewhere ("In both lungs, … in the left base")."""
    opening = next((place for place in placed if place.first >= mention.clause.first), None)
    if opening is None or opening.side is None or opening.last > mention.first or len(own) != 1 or mention.rest:
        return own
    told = own[0].places and own[0].places[-1].first >= mention.last and opening not in own[0].places
    other = own[0].side is not None and own[0].side != opening.side
    if not told or not other or not _introduces(sentence, mention.clause, opening):
        return own
    if not _lies_in_lung(opening) or not all(_lies_in_lung(place) for place in own[0].places):
        return own
    words = [sentence.words(first, last) for place in own[0].places for first, last, _ in place.side_words]
    spoken = any({"left", "right", "both", "bilateral"}.intersection(said) for said in words)
    if not spoken:  # "In both lungs, … in the middle lobe"
        return with_side([Setting(own[0].places, None)], opening.side)
    return [Setting([opening], opening.side), own[0]]


def _lies_in_lung(place: Place) -> bool:
    return all(anatomy.is_within(site, "lung") for site in place.sites)


def _introduces(sentence: Reading, clause: Clause, place: Place) -> bool:
    """Whether a statement begins with a place ("In both lungs, …")."""
    return _leads(sentence, clause, place) and not sentence.has(clause.first, place.first, "finding", "verb")


def _leads(sentence: Reading, clause: Clause, place: Place) -> bool:
    """Whether a place stands before what is found there ("In the left lung, …", "Left lung, …")."""
    bare = place.first == clause.first and sentence.words(place.last, place.last + 1) == (",",)
    return bare or sentence.has(clause.first, place.first, "preposition")


def free_or_first(sentence: Reading, mention: Mention, placed: list[Place], taken: set[int]) -> list[Place]:
    """Return the places that are no finding's own, and the one a statement begins with."""
    return [p for p in placed if id(p) not in taken or _introduces(sentence, mention.clause, p)]
