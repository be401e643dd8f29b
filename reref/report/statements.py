"""Statements that are no findings: recommendations, limits of the technique, comparisons with a prior exam."""

from __future__ import annotations

from reref.report.clauses import COPULAS, Clause
from reref.report.phrases import Tag
from reref.report.scene import Mention, Scene

STATEMENTS = frozenset(("recommendation", "technique_limitation", "comparison_statement"))
_COMPARISON = "comparison_statement"
_COMPARING = frozenset(("compared", "comparing", "comparison", "comparatively", "together"))
_EXAMS = frozenset(
    ["ct", "pet", "mri", "mr", "examination", "exam", "study", "radiograph", "review", "tomography", "film"]
)
_CONDITIONAL = frozenset(("would", "could", "if", "should", "recommended", "please"))
_EARLIER = frozenset(("previous", "prior", "old", "dated", "former", "earlier"))
_PRONOUNS = frozenset(("it", "this", "these", "they"))
_DESCRIBED = frozenset(("described", "defined", "mentioned", "finding", "appearance"))
_COMPARED = frozenset(("finding", "other"))
_LACK = frozenset(("lack", "absence", "without", "no"))
_PRIOR = frozenset(("previous", "prior", "old", "comparison"))
_RELATIVE = frozenset(("which", "that"))
_EXTENT = frozenset(("size", "dimension", "number"))
_NEAR = 4
_COURSES = {"increase": "increased", "enlarged": "increased", "decrease": "decreased"}


def find_statements(scene: Scene) -> list[Mention]:
    """Return the recommendation, technical limit and lack of a prior exam a sentence states, at most one of each."""
    found: list[Mention] = []
    for kind, name in (
        ("recommendation", "recommendation"),
        ("technique", "technique_limitation"),
    ):
        for clause in scene.sentence.clauses:
            tag = next(
                (
                    t
                    for t in scene.sentence.tags_in(clause.first, clause.last)
                    if kind in t.senses and not _is_said_of_lesion(scene, t)
                ),
                None,
            )
            if tag is not None:
                places = [place for place in scene.places_in(clause.first, clause.last) if place.sites]
                place = places[0] if places and kind == "technique" else None
                words = scene.sentence.words(clause.first, clause.last)
                without_prior = not (_LACK.isdisjoint(words) or _PRIOR.isdisjoint(words))
                stated = "comparison_statement" if without_prior and kind == "technique" else name
                if all(mention.finding != stated for mention in found):
                    found.append(Mention(tag.first, tag.last, stated, clause, place=place))
    return found


def _is_said_of_lesion(scene: Scene, tag: Tag) -> bool:
    """Whether only a lesion named before "cannot be characterized", which limits no exam."""
    uncharacterized = "characterized" in scene.sentence.words(tag.first, tag.last)
    named = scene.sentence.has(0, tag.first, "finding")
    return uncharacterized and named and "contrast" not in scene.sentence.tokens.words


def find_comparison(scene: Scene, clause: Clause, mentions: list[Mention]) -> Mention | None:
    """Return the comparison that a clause states of something without a finding ("stable mediastinal contours")."""
    tags = scene.sentence.tags_in(clause.first, clause.last)
    number = next((n for n, tag in enumerate(tags) if "change" in tag.senses), None)
    if number is None:
        return None
    if tags[number].senses["change"] in ("new", "resolved"):
        if mentions or not _is_pronoun(scene, clause):
            return None
        return Mention(tags[number].first, tags[number].last, _COMPARISON, clause)
    change = tags[number]
    if scene.sentence.words(change.first, change.last) == ("remain",):
        return None  # what "remains" is no finding, so nothing is compared
    places = [place for place in scene.places_in(clause.first, clause.last) if place.sites]
    if any(mention.clause is clause for mention in mentions):
        predicate = number > 0 and scene.sentence.tokens.words[tags[number - 1].first] in COPULAS
        used = {id(mention.place) for mention in mentions}
        subjects = [place for place in places if place.last <= change.first]
        free = subjects and not any(id(place) in used for place in subjects)
        named = any(mention.clause is clause and mention.first < change.first for mention in mentions)
        if not (predicate and free) or named:
            return None
        places = subjects
    words = scene.sentence.words(clause.first, clause.last)
    if mentions and (clause.opener in _RELATIVE or not (places or _COMPARED.intersection(words))):
        return None
    place = places[0] if places else None
    return Mention(change.first, change.last, _COMPARISON, clause, place=place)


def _is_pronoun(scene: Scene, clause: Clause) -> bool:
    """Whether a clause speaks of what the text before described ("It is a new finding", "The described lesions …")."""
    words = scene.sentence.words(clause.first, clause.last)
    return words[0] in _PRONOUNS or not _DESCRIBED.isdisjoint(words)


def find_comparing(scene: Scene) -> Mention | None:
    """Return the comparison of a sentence that only speaks of another exam, or only tells a course.

    As in "Compared with the CT of May.", "This was absent in the previous examination." and "It increased in size.".
    """
    sentence = scene.sentence
    words = sentence.tokens.words
    if not _CONDITIONAL.isdisjoint(words):
        return None
    at = next((position for position, word in enumerate(words) if word in _COMPARING), None)
    if at is not None and (_EXAMS.isdisjoint(words) or _EARLIER.isdisjoint(words)):
        at = None
    if at is None:
        at = next((p for p, word in enumerate(words) if word in _EARLIER and _names_exam(words, p)), None)
    courses = [tag for tag in sentence.tags if course(tag) is not None]
    grown = [tag for tag in courses if not _EXTENT.isdisjoint(sentence.words(tag.first, tag.last + _NEAR))]
    if at is None and not grown:
        return None
    changed = next((tag for tag in sentence.tags if "change" in tag.senses), None) or next(iter(grown or courses), None)
    first, last = (changed.first, changed.last) if changed is not None else (at or 0, (at or 0) + 1)
    clause = sentence.clause_at(first)
    return Mention(first, last, _COMPARISON, clause)


def _names_exam(words: tuple[str, ...], at: int) -> bool:
    """Whether the name of an exam follows ("in the previous thorax CT")."""
    return not _EXAMS.isdisjoint(words[at + 1 : at + _NEAR])


def course(tag: Tag) -> str | None:
    """Return the course that a word of size tells where nothing is named ("An increase in size is observed.")."""
    return _COURSES.get(tag.senses.get("quality", ""))
