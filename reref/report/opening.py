"""What the place that a statement opens with gives to its findings ("In the left lung, …")."""

from __future__ import annotations

from reref.report.clauses import Clause, Reading
from reref.report.fitting import is_akin
from reref.report.places import Place
from reref.report.scene import Mention
from reref.report.sided import Setting, with_side


def topic(sentence: Reading, found: list[Mention], mention: Mention, free: list[Place]) -> list[Place]:
    """Return the places of the clauses before a mention's that name no finding ("In the left lung, there is …")."""
    clause = sentence.clause_before(mention.clause)
    while clause is not None and not any(other.clause is clause for other in found):
        places = [p for p in free if clause.first <= p.first < clause.last]
        if places:
            return places
        clause = sentence.clause_before(clause)
    return []


def opening_side(
    sentence: Reading,
    found: list[Mention],
    mention: Mention,
    free: list[Place],
    own: list[Setting],
    behind: list[Place],
) -> str | None:
    """Return the side of the place that a statement opens with ("In the left lung, … in the upper lobe")."""
    if not own or any(setting.side for setting in own):
        return None
    opening = [place for place in free if mention.clause.first <= place.first and place.last <= mention.first]
    if opening:
        others = any(m.clause is mention.clause and m.last <= opening[0].first for m in found)
        if others and not is_akin(mention, opening[0]):
            return None  # "a cyst in the right lung, plaques in the aorta"
        return opening[0].side if _leads(sentence, mention.clause, opening[0]) else None
    introduction = topic(sentence, found, mention, free)
    return introduction[0].side if introduction else None


def on_both_sides(sentence: Reading, mention: Mention, own: list[Setting], placed: list[Place]) -> list[Setting]:
    """Add both lungs when a statement begins with them and goes on to one ("In both lungs, … in the left base")."""
    opening = next((place for place in placed if place.first >= mention.clause.first), None)
    if opening is None or opening.side != "bilateral" or opening.last > mention.first or len(own) != 1 or mention.rest:
        return own
    told = own[0].places and own[0].places[-1].first >= mention.last and own[0].side in ("left", "right")
    if not told or set(opening.sites) != {"lung"} or not _introduces(sentence, mention.clause, opening):
        return own
    spoken = any(
        own[0].side in sentence.words(first, last) for place in own[0].places for first, last, _ in place.side_words
    )
    return (
        [Setting([opening], "bilateral"), own[0]] if spoken else with_side([Setting(own[0].places, None)], "bilateral")
    )


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
