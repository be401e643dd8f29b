"""Where a statement places something: runs of site, side and position words ("lateral wall of the left lower lobe")."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from reref.report import anatomy
from reref.report.clauses import Reading
from reref.report.phrases import Tag
from reref.report.tokens import NUMBER, PLACEHOLDER

_INSIDE = frozenset(("-", "/", "the", "both", "'", PLACEHOLDER))
_LISTED = frozenset((",", "and", "or", "/", "-", "&"))
_WHOLE = frozenset(("heart", "mediastinum", "hilum", "pulmonary vasculature", "cardiomediastinal silhouette"))
_APART = (frozenset(("aorta", "coronary artery")), frozenset(("pericardium", "pleura")))
_GRAFT = "coronary graft"
_ONE_SIDE = ("left", "right")
_BOTH = frozenset(_ONE_SIDE)
_LEADS = frozenset(
    (
        "the",
        "its",
        "their",
        "in",
        "to",
        "on",
        "of",
        "at",
        "other",
        "also",
        "peripherally",
        "located",
        "localized",
        "level",
    )
)
_ASPECTS = frozenset(("width", "caliber", "calibration", "diameter", "size", "dimension", "contour"))
_ORDINALS = frozenset(
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh"]
)
#: The side of "right and left": both, told one by one.
EACH = "left and right"
_BOTH_SIDES = "bilateral"
_PARENCHYMA = "parenchyma"
_KIDNEY = "kidney"
_LUNG = "lung"
_ZONES = (("mid lung",), ("upper lung",), ("lower lung",))
_REGION = "abdomen"
_PARENCHYMAL = frozenset(("thyroid", "breast", "liver", "spleen", "pancreas", "kidney", "adrenal"))
_NEAR = 4
_PART_KINDS = ("site", "side", "position")


@dataclass(slots=True, eq=False)
class Place:
    """A run of words that names a place.

    Attributes:
        first: its first token.
        last: one past its last token.
        sites: the sites it names, in order.
        side: the side it names.
        side_words: first token, one past the last, and side of each word that says a side.
        linked: whether only a coordinator stands between it and the place before it.
    """

    first: int
    last: int
    sites: tuple[str, ...]
    side: str | None
    side_words: tuple[tuple[int, int, str], ...] = ()
    linked: bool = False


def places(sentence: Reading, organ: str | None = None) -> list[Place]:
    """Return the places named in a sentence, in order.

    Args:
        sentence: the sentence.
        organ: what the text before was about, for "the parenchyma".
    """
    runs: list[list[Tag]] = []
    words = sentence.tokens.words
    current: list[Tag] = []
    for tag in sentence.tags:
        if "finding" in tag.senses or not any(kind in tag.senses for kind in (*_PART_KINDS, "link")):
            continue
        if current and "normal" in tag.senses and not sentence.has(tag.last, tag.last + _NEAR, "finding"):
            current = []  # "trachea midline" says that it is normal
        elif current and _continues(words, current[-1], tag) and not _turns(current, tag):
            current.append(tag)
        elif "link" not in tag.senses:
            current = [tag]
            runs.append(current)
    found = [place for place in map(_place, runs) if place is not None]
    organ = anatomy.organ(organ) if organ else None
    for number, place in enumerate(found):
        if organ == _KIDNEY and place.sites in _ZONES and "lung" not in words[place.first : place.last]:
            place.sites = (_KIDNEY,)  # "in the middle zone", after a sentence about a kidney
        elif place.sites == (_PARENCHYMA,):
            told = _organ_told(words, place, found[number + 1 :]) or organ
            place.sites = (told if told in _PARENCHYMAL else _LUNG,)
        elif _GRAFT in place.sites:
            place.sites = (_GRAFT,)  # "LIMA to LAD graft"
    for before, after in pairwise(found):
        degrees = {
            at
            for tag in sentence.tags_in(before.last, after.first)
            if "severity" in tag.senses
            for at in range(*tag[:2])
        }
        between = tuple(words[at] for at in range(before.last, after.first) if at not in degrees)
        after.linked = _is_listed(between) or (
            _LEADS.issuperset(words[before.last : after.first])
            and ({before.side, after.side} == _BOTH or _organs(before, after) in _APART)
        )
    return found


def _organ_told(words: tuple[str, ...], place: Place, after: list[Place]) -> str | None:
    """Return the organ that "parenchyma density of the spleen" names."""
    near = bool(after) and after[0].first - place.last <= _NEAR and "of" in words[place.last : after[0].first]
    return anatomy.organ(after[0].sites[-1]) if near and after[0].sites else None


def _continues(words: tuple[str, ...], last: Tag, tag: Tag) -> bool:
    between = words[last.last : tag.first]
    if last.senses.get("side") in _ONE_SIDE and tag.senses.get("side") == "bilateral":
        return False
    if "site" in last.senses and "site" in tag.senses:
        if "-" in between or "/" in between:
            return False  # "pericardial-pleural" names two places
        if last.senses["site"] in _WHOLE and tag.senses["site"] in _WHOLE:
            return False  # and so does "heart size mediastinal contours"
    return all(word in _INSIDE or word == NUMBER for word in between)


def _organs(before: Place, after: Place) -> set[str | None]:
    return {anatomy.organ(place.sites[-1]) for place in (before, after) if place.sites}


def _turns(run: list[Tag], tag: Tag) -> bool:
    """Whether a word begins another place ("left lower lobe right middle lobe", "coronary arteries in the aorta")."""
    sited = [other.senses["site"] for other in run if "site" in other.senses]
    if not sited:
        return False
    linked = "link" in run[-1].senses  # "the middle lobe of the left lung" is one place
    if "site" in tag.senses and {anatomy.organ(sited[-1]), anatomy.organ(tag.senses["site"])} in _APART:
        return True
    sides = {
        other.senses["side"] for other in run if "side" in other.senses and not (linked and "site" in other.senses)
    }
    return {tag.senses.get("side"), *sides} >= _BOTH


def _is_listed(between: tuple[str, ...]) -> bool:
    if not between:
        return True
    if _LISTED.isdisjoint(between):
        return False
    if PLACEHOLDER in between and _is_listed_between(between):
        return True
    known = _LISTED | _LEADS | _ORDINALS | _ASPECTS
    return all(word in known or word[0].isdigit() for word in between)


def _is_listed_between(between: tuple[str, ...]) -> bool:
    """Whether a member whose words were removed stands between two others ("heart, pulmonary XXXX and mediastinum")."""
    opened = between[0] in _LISTED or between[0] == PLACEHOLDER
    return opened and between[-1] in _LISTED and _LISTED.union((PLACEHOLDER, "pulmonary", "the")).issuperset(between)


def _place(run: list[Tag]) -> Place | None:
    while run and not any(kind in run[-1].senses for kind in _PART_KINDS):
        run = run[:-1]
    sites = _without_region(tuple(tag.senses["site"] for tag in run if "site" in tag.senses))
    sided = [tag for tag in run if "side" in tag.senses]
    spoken = [tag for tag in sided if "site" not in tag.senses] or sided  # "the middle lobe of the left lung" is left
    sides = tuple((tag.first, tag.last, tag.senses["side"]) for tag in spoken)
    if not sites and not sides:
        return None
    return Place(run[0].first, run[-1].last, sites, join_sides([side for _, _, side in sides]), sides)


def _without_region(sites: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out what only says where in or by which organ ("adrenals in the abdominal sections", "kidney midzone")."""
    if len(sites) == 1 or not sites:
        return sites
    organ = anatomy.organ(sites[-2])
    looked_at = sites[-1] == _REGION and organ is not None
    zone = sites[-1:] in _ZONES and organ not in (None, _LUNG)
    return sites[:-1] if looked_at or zone else sites


def join_sides(sides: list[str]) -> str | None:
    """Return the one side that several stand for: left and right make bilateral."""
    distinct = {_BOTH_SIDES if side == EACH else side for side in sides if side != "midline"}
    if not distinct:
        return "midline" if sides else None
    return distinct.pop() if len(distinct) == 1 else "bilateral"
