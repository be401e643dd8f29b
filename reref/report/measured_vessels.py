"""Vessels that are only measured ("The ascending aorta is 36 mm"): a length, and nothing said of it."""

from __future__ import annotations

from functools import cache

from reref.report import anatomy
from reref.report.clauses import Clause
from reref.report.lexicon_files import read
from reref.report.measurements import has_number, measurements
from reref.report.model import Fact
from reref.report.scene import Mention, Scene
from reref.report.vocabulary import Finding


@cache
def _names() -> dict[str, Finding]:
    """Return what a bare length of an organ is called."""
    return {organ: Finding(name, site=organ) for organ, name in read("normality")["measured"].items()}


def find_measured(scene: Scene, found: list[Mention]) -> list[Mention]:
    """Return the vessels whose length a clause tells without a word on whether it is normal."""
    if not has_number(scene.sentence.text):
        return []
    mentions = []
    for clause in scene.sentence.clauses:
        places = [place for place in scene.places_in(clause.first, clause.last) if place.sites]
        entry = _names().get(anatomy.organ(places[0].sites[-1]) or "") if len(places) == 1 else None
        if entry is None or not _is_measured(scene, clause) or _says_more(scene, clause, found):
            continue
        mentions.append(
            Mention(places[0].first, places[0].last, entry.name or "", clause, entry, places[0].sites[-1:], places[0])
        )
    return mentions


def is_judged(fact: Fact, following: tuple[Fact, ...]) -> bool:
    """Whether the next sentence judges a measured vessel ("… is 36 mm. It is wider than normal")."""
    if all(fact.finding != entry.name for entry in _names().values()):
        return False
    return any(other.sizes_mm == fact.sizes_mm and set(other.sites) & set(fact.sites) for other in following)


def _is_measured(scene: Scene, clause: Clause) -> bool:
    starts = scene.sentence.tokens.starts
    ends = scene.sentence.tokens.ends
    first, last = starts[clause.first], ends[clause.last - 1]
    lengths = [m for m in measurements(scene.sentence.text) if m.unit == "mm" and not m.prior]
    return sum(first <= length.start < last for length in lengths) == 1


def _says_more(scene: Scene, clause: Clause, found: list[Mention]) -> bool:
    """Whether a clause has a finding or a normal, or a later clause judges its vessel."""
    own = any(mention.clause is clause for mention in found)
    judged = any(m.place is not None and clause.first <= m.place.first < clause.last for m in found)
    return own or judged or scene.sentence.has(clause.first, clause.last, "normal")
