"""Statements that are no findings: recommendations, limits of the technique, comparisons with a prior exam."""

from __future__ import annotations

from reref.report.clauses import Clause
from reref.report.scene import Mention, Scene

STATEMENTS = frozenset(("recommendation", "technique_limitation", "comparison_statement"))
_COMPARED = frozenset(("finding", "other"))
_LACK = frozenset(("lack", "absence", "without", "no"))
_PRIOR = frozenset(("previous", "prior", "old", "comparison"))
_RELATIVE = frozenset(("which", "that"))


def find_statements(scene: Scene) -> list[Mention]:
    """Return the recommendation and the technical limit a sentence states, at most one of each."""
    found: list[Mention] = []
    for kind, name in (
        ("recommendation", "recommendation"),
        ("technique", "technique_limitation"),
    ):
        for clause in scene.sentence.clauses:
            tag = next(
                (t for t in scene.sentence.tags_in(clause.first, clause.last) if kind in t.senses),
                None,
            )
            if tag is not None:
                places = [place for place in scene.places_in(clause.first, clause.last) if place.sites]
                place = places[0] if places and kind == "technique" else None
                words = scene.sentence.words(clause.first, clause.last)
                without_prior = not (_LACK.isdisjoint(words) or _PRIOR.isdisjoint(words))
                stated = "comparison_statement" if without_prior and kind == "technique" else name
                found.append(Mention(tag.first, tag.last, stated, clause, place=place))
                break
    return found


def is_set_aside(scene: Scene, mention: Mention, statements: list[Mention]) -> bool:
    """Whether a finding is only spoken of: in the patient's history, or as what a recommended exam is about."""
    clause = mention.clause
    if scene.sentence.has(clause.first, mention.first, "history"):
        return not scene.sentence.has(0, mention.first, "interpretation", "finding")
    for statement in statements:
        if statement.finding == "recommendation" and statement.clause is clause and statement.first < mention.first:
            return not scene.sentence.has(clause.first, mention.first, "hedge before")
        if statement.finding == "technique_limitation" and statement.clause is clause and mention.normal:
            return True
    return False


def find_comparison(scene: Scene, clause: Clause, mentions: list[Mention]) -> Mention | None:
    """Return the comparison that a clause without a finding of its own states ("stable mediastinal contours")."""
    if any(mention.clause is clause for mention in mentions):
        return None
    tags = scene.sentence.tags_in(clause.first, clause.last)
    change = next((tag for tag in tags if "change" in tag.senses), None)
    if change is None or change.senses["change"] in ("new", "resolved"):
        return None
    places = [place for place in scene.places_in(clause.first, clause.last) if place.sites]
    words = scene.sentence.words(clause.first, clause.last)
    if mentions and (clause.opener in _RELATIVE or not (places or _COMPARED.intersection(words))):
        return None
    place = places[0] if places else None
    return Mention(change.first, change.last, "comparison_statement", clause, place=place)
