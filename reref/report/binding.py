"""Finding words bound to the sites that complete their names: "thickening" of the pleura, "stone" in the kidney."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from reref.report import anatomy
from reref.report.candidates import candidates, directly_listed, has_own_place, listed
from reref.report.clauses import Clause, Reading
from reref.report.phrases import Tag
from reref.report.places import Place
from reref.report.scene import Mention, Scene, chain_back
from reref.report.tokens import NUMBER
from reref.report.vocabulary import NOTHING, Finding

#: "The lateral segment" can be the lung's or the liver's, so it completes no name by itself.
_ANY_SEGMENT = "lung segment"
_GLANDS = frozenset(("thyroid", "breast", "liver", "kidney", "spleen", "pancreas", "adrenal"))
_ABDOMEN = "abdomen"
_ABDOMINAL = frozenset(("liver", "gallbladder", "spleen", "pancreas", "kidney", "adrenal", "stomach", "bowel"))
_LIST = 3
_PLEURA = "pleura"
_POINTING = frozenset(("similar", "same", "this", "these", "described"))
_CAUSING = frozenset(("causing", "resulting", "leading", "producing", "without"))
_CORONARY = "coronary artery"
_MASS = "mass"
_METASTASIS = "other: metastasis"
_ABDOMINAL_MASS = "other: upper abdominal mass"
_LIVER_LESION, _LIVER = "liver_lesion", "liver"
_SEGMENT = "segment"
_OF_THE = frozenset(("of", "the"))
_POSSESSIVES = (("its",), ("their",))


def named(scene: Scene, clause: Clause, tag: Tag, entry: Finding, qualified: str | None) -> list[Mention]:
    """Return what a word family names here; a lesion of a numbered segment in the abdomen is one of the liver."""
    found = _named(scene, clause, tag, entry, qualified)
    in_abdomen = [number for number, mention in enumerate(found) if mention.finding == _ABDOMINAL_MASS]
    if in_abdomen and _has_numbered_segment(scene.sentence, clause.first):
        for number in in_abdomen:
            found[number] = replace(found[number], finding=_LIVER_LESION, sites=(_LIVER,))
    return found


def _has_numbered_segment(sentence: Reading, first: int) -> bool:
    words = sentence.tokens.words[first:]
    return any(word == _SEGMENT and following == NUMBER for word, following in pairwise(words))


def _named(scene: Scene, clause: Clause, tag: Tag, entry: Finding, qualified: str | None) -> list[Mention]:
    """Return what a word family names here: one mention for each name that its sites give it.

    Args:
        scene: the sentence.
        clause: the clause the word stands in.
        tag: the word.
        entry: one of its families.
        qualified: the name under a quality that stands with it ("calcified").
    """

    def mention(
        name: str,
        sites: tuple[str, ...],
        place: Place | None = None,
        side: str | None = None,
    ) -> Mention:
        return Mention(tag.first, tag.last, name, clause, entry, sites, place, side=side)

    if entry.role == "measure" and scene.sentence.words(max(0, tag.first - 1), tag.first) in _POSSESSIVES:
        return []  # "its density has decreased"
    home = (entry.site,) if entry.site is not None else ()
    described = scene.found[-1].sites if scene.found and clause.opener == "(" else ()
    if described and not scene.places_in(clause.first, clause.last):
        asked = entry.at_site(described[-1])
        if asked is not None and asked != NOTHING:
            return [mention(asked, described)]  # "hypodense appearance (nodule?) in the thyroid"
    before = scene.found[-1] if scene.found and scene.found[-1].clause is clause else None
    if entry.at:
        in_list = before is not None and directly_listed(scene.sentence, before.last, tag.first)
        if before is not None and in_list and not has_own_place(scene, clause, tag):
            shared = [
                (site, other.place)
                for other in scene.found
                if other.first == before.first
                and (entry.name is None or other.place is not None or _is_given(entry, other))
                for site in other.sites
            ]
            bound = _names(entry, shared, several=len(shared) > 1)
            if bound:
                return [mention(name, (site,), place) for name, (site, place) in bound.items()]
        for chain in candidates(scene, clause, tag, before, closely=entry.name is not None):
            if entry.name is None and _is_size_of_finding(scene.sentence, tag, chain):
                continue
            if entry.role == "measure" and _is_elsewhere(entry, chain):
                return []  # the density of the liver is no opacity
            bound = _names(entry, _first_sites(entry, chain), several=len(chain) > 1)
            if set(bound) == {NOTHING}:
                return []
            if bound:
                return [mention(name, (site,), place) for name, (site, place) in bound.items()]
    if scene.context.site is not None and _only_asks(scene.sentence, clause, tag):
        asked = entry.at_site(scene.context.site)
        if asked is not None and asked != NOTHING:
            return [mention(asked, (scene.context.site,))]
    if scene.context.site is not None and _points_back(scene, clause):
        meant = entry.at_site(scene.context.site)
        if meant is not None and meant != NOTHING:
            return [mention(meant, (scene.context.site,))]
    alone = before is None or (before.entry is not None and before.entry.role == "adjective")
    about = _organ_of_sentence(scene, clause, tag) if entry.name is not None and alone else None
    if about is not None and entry.at_site(about) is not None:
        side = None if scene.sentence.clauses[0] is clause else _earlier_side(scene, clause)
        return [mention(entry.at_site(about) or "", (about,), side=side)]
    if entry.name == _METASTASIS and before is not None and _means(scene.sentence, before.last, tag.first):
        spread = next((site for site in before.sites if entry.at_site(site) is not None), None)
        if spread is not None:
            return [mention(entry.at_site(spread) or "", (spread,))]
    if qualified is not None or entry.name is not None:
        return [mention(qualified or entry.name or "", home)]
    if before is None or (before.entry is not None and before.entry.role == "adjective"):
        own = {site for place in scene.places_in(clause.first, clause.last) for site in place.sites}
        later = [] if own - {_ANY_SEGMENT} else _later(scene, clause)[:1]
        for name, (site, place) in _names(entry, _first_sites(entry, later), several=False).items():
            return [mention(name, (site,), place)]
        for site in _earlier_sites(scene, clause, tag):
            here = entry.at_site(site)
            if here is not None:
                side = None if site == _ABDOMEN else _earlier_side(scene, clause)
                return [mention(here, (site,), side=side)]
    if scene.context.site is not None and anatomy.is_within(scene.context.site, _CORONARY):
        here = entry.at_site(scene.context.site)
        if here is not None and not any(place.sites for place in scene.places_in(clause.first, clause.last)):
            return [mention(here, (scene.context.site,))]  # under "LAD:" everything is of the LAD
    along = before.sites if before is not None and _goes_along(scene.sentence, before.last, tag.first) else ()
    names = [name for name in map(entry.at_site, along) if name is not None]
    known = names[0] if names else entry.otherwise
    return [] if known is None else [mention(known, home)]


def _is_size_of_finding(sentence: Reading, tag: Tag, chain: list[Place]) -> bool:
    """Whether a place is that of the finding whose size a word tells ("increase in the size of the lesions in …")."""
    if tag.senses.get("quality") != "enlarged":
        return False
    following = next((t for t in sentence.tags_in(tag.last, chain[0].first) if "finding" in t.senses), None)
    if following is None or not _OF_THE.issuperset(sentence.words(tag.last, following.first)):
        return False
    return "of" in sentence.words(tag.first, following.first)


def _means(sentence: Reading, end: int, start: int) -> bool:
    """Whether a finding is what the one before it may be ("sclerotic lesions, likely metastases")."""
    return sentence.has(end, start, "interpretation", "hedge before")


def _is_given(entry: Finding, other: Mention) -> bool:
    """Whether a mass is listed with a finding that a site gave its name ("no occupying lesion or mass")."""
    return entry.name == _MASS and other.entry is not None and other.entry.name is None


def _goes_along(sentence: Reading, end: int, start: int) -> bool:
    """Whether a finding comes with the one before it ("plaque with stenosis", "plaque causing mild stenosis")."""
    if sentence.accompanied(end, start) or not _CAUSING.isdisjoint(sentence.words(end, start)):
        return True
    return listed(sentence, end, start) and not sentence.has(end, start, "preposition", "finding")


def _is_elsewhere(entry: Finding, chain: list[Place]) -> bool:
    """Whether places are named, and none of them is the finding's or one it has a name at."""
    sites = [site for place in chain for site in place.sites]
    known = any(entry.at_site(site) is not None for site in sites)
    return bool(sites) and not known and not any(anatomy.is_within(site, entry.site or site) for site in sites)


def _only_asks(sentence: Reading, clause: Clause, tag: Tag) -> bool:
    """Whether a sentence is nothing but a question about what was described before it ("Lymph node?")."""
    rest = [word for word in sentence.words(clause.first, clause.last) if word not in ("?", ".")]
    return len(rest) == tag.last - tag.first and "?" in sentence.words(clause.first, clause.last)


def _points_back(scene: Scene, clause: Clause) -> bool:
    """Whether a statement without a place of its own speaks of the one before ("nodule beside this nodule")."""
    words = scene.sentence.words(clause.first, clause.last)
    placed = any(place.sites for place in scene.places_in(0, len(scene.sentence.tokens)))
    return not placed and not _POINTING.isdisjoint(words)


def _first_sites(entry: Finding, chain: list[Place]) -> list[tuple[str, Place | None]]:
    """Return, for each place, the last of its sites at which the finding has a name."""
    found: list[tuple[str, Place | None]] = []
    for place in chain:
        known = [
            site for site in place.sites if entry.at_site(site) is not None and (entry.name or site != _ANY_SEGMENT)
        ]
        known = [
            site for site in known if anatomy.is_within(site, _PLEURA)
        ] or known  # "in the pleura of the lower lobe"
        if known or entry.name is not None:
            found.extend((site, place) for site in (known or place.sites)[-1:])
    return found


def _names(
    entry: Finding, sites: list[tuple[str, Place | None]], *, several: bool
) -> dict[str, tuple[str, Place | None]]:
    """Return the names a finding has at sites. Among several, its own site gives it its own name."""
    bound: dict[str, tuple[str, Place | None]] = {}
    for site, place in sites:
        name = entry.at_site(site)
        if name is None and several and entry.site is not None and anatomy.is_within(site, entry.site):
            name = entry.name
        if name is not None and (name != NOTHING or not several):
            bound.setdefault(name, (site, place))
    if set(bound) == {entry.name}:
        return {}
    return bound


def _later(scene: Scene, clause: Clause) -> list[Place]:
    """Return the places after a bracket or clause that has none ("hypodense lesion (cyst?) in the liver")."""
    return [place for place in scene.placed if place.first >= clause.last and place.sites]


def _earlier_sites(scene: Scene, clause: Clause, tag: Tag) -> list[str]:
    """Return the sites named before in the sentence, then what the text before was about.

    The text before counts only when the clause says nothing else ("It is wider than normal").
    """
    told = [place for place in scene.places_in(0, clause.first) if place.sites]
    sites = [_ABDOMEN] if _lists_abdomen(told) else [site for place in told[-1:] for site in place.sites]
    others = [other for other in scene.sentence.tags_in(clause.first, clause.last) if other is not tag]
    placed = any(place.sites for place in scene.places_in(clause.first, clause.last))
    alone = not placed and not any(
        entry.name not in (None, _MASS) for other in others for entry in other.senses.get("finding", ())
    )
    return [scene.context.site] if not sites and alone and scene.context.site is not None else sites


def _lists_abdomen(told: list[Place]) -> bool:
    """Whether organs of the abdomen were listed ("liver, spleen and pancreas are normal, no mass is seen")."""
    listed_organs = {anatomy.organ(site) for place in chain_back(told) for site in place.sites} if told else set()
    return len(listed_organs) >= _LIST and listed_organs <= _ABDOMINAL


def _organ_of_sentence(scene: Scene, clause: Clause, tag: Tag) -> str | None:
    """Return the gland or abdominal organ a statement without a place goes on about ("The thyroid is large and …")."""
    if any(place.sites for place in scene.places_in(clause.first, clause.last)):
        return None
    before = scene.context.site
    if scene.sentence.clauses[0] is clause:
        abdominal = before is not None and (anatomy.organ(before) in _GLANDS or anatomy.is_within(before, "abdomen"))
        return before if abdominal and _denied_mass(scene.sentence, clause, tag) else None
    earlier = [place for place in scene.places_in(0, clause.first) if place.sites][-1:]
    return next((site for place in earlier for site in place.sites if anatomy.organ(site) in _GLANDS), None)


def _denied_mass(sentence: Reading, clause: Clause, tag: Tag) -> bool:
    """Whether a statement only denies a mass, as it follows what is told of an organ ("No solid mass was detected")."""
    denied = sentence.has(clause.first, tag.first, "negation before")
    return denied and "mass" in sentence.words(tag.first, tag.last) and len(sentence.clauses) == 1


def _earlier_side(scene: Scene, clause: Clause) -> str | None:
    earlier = [place for place in scene.places_in(0, clause.first) if place.sites]
    return earlier[-1].side if earlier else scene.context.side
