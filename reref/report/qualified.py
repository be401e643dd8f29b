"""The qualities that give a finding word another name ("calcified … nodule"), or without which it names nothing."""

from __future__ import annotations

from reref.report.clauses import Clause, Reading
from reref.report.phrases import Tag
from reref.report.scene import Scene
from reref.report.vocabulary import Finding

_QUALITY_REACH = 8  # tokens
_SEQUELA = ("sequela",)
_LENGTHS = (("diameter",), ("size",), ("dimension",))
_SOME = ("some", "of")
_NONSPECIFIC = ("nonspecific",)


def quality_of(scene: Scene, clause: Clause, tag: Tag, quality: str) -> Tag | None:
    """Return the word of a quality that stands near a finding word in its clause, ``None`` when there is none."""
    low, high = (
        max(clause.first, tag.first - _QUALITY_REACH),
        min(clause.last, tag.last + _QUALITY_REACH),
    )
    tags = scene.sentence.tags_in(low, high)
    return next((other for other in tags if other.senses.get("quality") == quality), None)


def qualified_name(scene: Scene, clause: Clause, tag: Tag, entry: Finding) -> str | None:
    """Return the name under a quality that stands near in the same clause ("calcified … nodule")."""
    if not entry.qualified:
        return None
    sentence = scene.sentence
    following = sentence.clause_after(clause)
    some = sentence.words(clause.last - len(_SOME), clause.last) == _SOME  # "nodes, some of which are enlarged"
    end = following.last if following is not None and some else clause.last
    low, high = (clause.first, end) if entry.negated else (tag.first - _QUALITY_REACH, tag.last + _QUALITY_REACH)
    for other in sentence.tags_in(max(clause.first, low), min(end, high)):
        quality = other.senses.get("quality")
        if quality in entry.qualified and _belongs(sentence, tag, other, across=entry.negated is not None):
            if quality == "ground_glass" and sentence.has(other.last, tag.first, "coordinator"):
                continue  # "ground glass and density increases"
            scene.used.add(other.first)
            return entry.qualified[quality]
    return None


def _belongs(sentence: Reading, tag: Tag, other: Tag, *, across: bool) -> bool:
    """Whether a quality describes a finding: nothing else that it could describe stands between them."""
    first, last = min(tag.last, other.last), max(tag.first, other.first)
    between = [t for t in sentence.tags_in(first, last) if t is not tag and t is not other]
    denials = ("negation before", "negation pseudo")
    if any(kind in t.senses and sentence.words(*t[:2]) != _NONSPECIFIC for t in between for kind in denials):
        return False
    stops = ("finding", "verb", "preposition", "interpretation")
    between = [t for t in between if sentence.words(*t[:2]) not in (_SEQUELA, *_LENGTHS)]  # "calcified sequela nodules"
    return across or not any(kind in t.senses for t in between for kind in stops)
