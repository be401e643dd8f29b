"""What a sentence mentions: finding words, bound to the sites that complete their names."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from reref.report import anatomy
from reref.report.clauses import Clause, Reading, is_verb
from reref.report.phrases import Tag
from reref.report.places import Place
from reref.report.vocabulary import Finding

_PHRASE_STOPS = (
    "verb",
    "preposition",
    "boundary",
    "negation before",
    "interpretation",
    "coordinator",
    "finding",
)
_LIST_WORDS = frozenset(("-", "/", ",", "or", "and"))
_JOINS = frozenset(("-", "/", "or", "and"))
_MAX_GAP = 4  # unknown words that may stand between a site and the finding it completes
_QUALITY_REACH = 8


class Context(NamedTuple):
    """What the text before was about: a finding without a site may belong to it."""

    site: str | None = None
    side: str | None = None


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

    def topic(self, clause: Clause) -> list[Place]:
        """Return the places of the introduction right before a clause ("In the upper abdomen, …")."""
        clauses = self.sentence.clauses
        number = clauses.index(clause)
        if not number:
            return []
        before = clauses[number - 1]
        said = self.sentence.has(before.first, before.last, "finding", "normal", "verb", "boundary")
        return [] if said else self.places_in(before.first, before.last)


def find_mentions(scene: Scene, clause: Clause) -> list[Mention]:
    """Return the findings that a clause names, in order."""
    start = len(scene.found)
    tags = scene.sentence.tags_in(clause.first, clause.last)
    qualified = {}
    for tag in tags:
        for entry in tag.senses.get("finding", ()):
            if entry.qualified:
                qualified[tag.first] = _qualified(scene, clause, tag, entry)
    for tag in tags:
        if "rest" in tag.senses and scene.found:
            main = next((m for m in reversed(scene.found) if m.clause.opener != "("), scene.found[-1])
            scene.found.append(
                Mention(
                    tag.first,
                    tag.last,
                    main.finding,
                    clause,
                    main.entry,
                    main.sites,
                    rest=True,
                )
            )
        elif "finding" in tag.senses and tag.first not in scene.used:
            for mention in _meaning(scene, clause, tag, qualified.get(tag.first)):
                _add(scene, mention)
    if scene.sentence.has(clause.first, clause.last, "normal"):
        scene.found[start:] = [m for m in scene.found[start:] if m.entry is None or m.entry.role != "measure"]
    return scene.found[start:]


def _meaning(scene: Scene, clause: Clause, tag: Tag, qualified: str | None) -> list[Mention]:
    """Return what a finding word names here: the first of its families that fits."""
    for entry in sorted(tag.senses["finding"], key=lambda entry: entry.needs is None):
        if entry.role == "abnormality":
            continue
        quality = _quality(scene, clause, tag, entry.needs) if entry.needs else tag
        if quality is None:
            continue
        found = _named(scene, clause, tag, entry, qualified)
        for mention in found:
            mention.first, mention.last = (
                min(tag.first, quality.first),
                max(tag.last, quality.last),
            )
        for mention in tuple(found):
            also = entry.also or next((entry.also_at[site] for site in mention.sites if site in entry.also_at), None)
            if also is not None:
                found.append(replace(mention, finding=also))
        if found:
            return found
    return []


def _quality(scene: Scene, clause: Clause, tag: Tag, quality: str) -> Tag | None:
    low, high = (
        max(clause.first, tag.first - _QUALITY_REACH),
        min(clause.last, tag.last + _QUALITY_REACH),
    )
    tags = scene.sentence.tags_in(low, high)
    return next((other for other in tags if other.senses.get("quality") == quality), None)


def _add(scene: Scene, mention: Mention) -> None:
    """Add a mention, or widen the one before when both are one phrase ("hypodense … lesion")."""
    before = scene.found[-1] if scene.found else None
    if _is_repeated(scene, mention):
        return
    if (
        before is not None
        and before.first < mention.first
        and before.clause is mention.clause
        and (before.finding == mention.finding or _is_adjective(before))
        and _one_phrase(scene.sentence, before, mention)
    ):
        before.last, before.finding, before.entry = mention.last, mention.finding, mention.entry
        before.sites, before.place = mention.sites or before.sites, mention.place or before.place
    else:
        scene.found.append(mention)


def _is_repeated(scene: Scene, mention: Mention) -> bool:
    """Whether two words of a clause say the same of the same place ("the diameter … has increased")."""
    return any(
        other.finding == mention.finding
        and other.clause is mention.clause
        and other.first < mention.first
        and other.entry is not None
        and mention.entry is not None
        and None in (other.entry.name, mention.entry.name)
        and (mention.place is None or other.place is mention.place)
        for other in scene.found
    )


def _is_adjective(mention: Mention) -> bool:
    return mention.entry is not None and (mention.entry.name is None or mention.entry.role == "adjective")


def _one_phrase(sentence: Reading, one: Mention, other: Mention) -> bool:
    """Whether two finding words stand in one noun phrase ("hypodense nodular lesion", "hazy left basal opacity")."""
    end, start = one.last, other.first
    between = sentence.words(end, start)
    if len(between) > _MAX_GAP or not _LIST_WORDS.isdisjoint(between) or "with" in between:
        return False
    same = one.finding == other.finding
    return not sentence.has(end, start, *_PHRASE_STOPS, "hedge before") and (
        same or not sentence.has(end, start, "site")
    )


def _named(scene: Scene, clause: Clause, tag: Tag, entry: Finding, qualified: str | None) -> list[Mention]:
    def mention(
        name: str,
        sites: tuple[str, ...],
        place: Place | None = None,
        side: str | None = None,
    ) -> Mention:
        return Mention(tag.first, tag.last, name, clause, entry, sites, place, side=side)

    home = (entry.site,) if entry.site is not None else ()
    before = scene.found[-1] if scene.found and scene.found[-1].clause is clause else None
    if entry.at:
        if before is not None and _directly_listed(scene.sentence, before.last, tag.first):
            shared = [
                (site, other.place) for other in scene.found if other.first == before.first for site in other.sites
            ]
            bound = _names(entry, shared, several=len(shared) > 1)
            if bound:
                return [mention(name, (site,), place) for name, (site, place) in bound.items()]
        for chain in _candidates(scene, clause, tag, before, closely=entry.name is not None):
            bound = _names(entry, _first_sites(entry, chain), several=len(chain) > 1)
            if bound:
                return [mention(name, (site,), place) for name, (site, place) in bound.items()]
    if qualified is not None or entry.name is not None:
        return [mention(qualified or entry.name or "", home)]
    if before is None:
        later = _later(scene, clause)[:1]
        for name, (site, place) in _names(entry, _first_sites(entry, later), several=False).items():
            return [mention(name, (site,), place)]
        for site in _earlier_sites(scene, clause):
            here = entry.at_site(site)
            if here is not None:
                return [mention(here, (site,), side=_earlier_side(scene, clause))]
    return [mention(entry.otherwise, home)] if entry.otherwise is not None and before is None else []


def _first_sites(entry: Finding, chain: list[Place]) -> list[tuple[str, Place | None]]:
    """Return, for each place, the last of its sites at which the finding has a name."""
    found: list[tuple[str, Place | None]] = []
    for place in chain:
        known = [site for site in place.sites if entry.at_site(site) is not None]
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
        if name is not None:
            bound.setdefault(name, (site, place))
    if set(bound) == {entry.name}:
        return {}
    return bound


def _directly_listed(sentence: Reading, end: int, start: int) -> bool:
    between = sentence.words(end, start)
    described = {
        word for tag in sentence.tags_in(end, start) if "quality" in tag.senses for word in sentence.words(*tag[:2])
    }
    return bool(between) and all(word in _LIST_WORDS or word in described for word in between)


def _later(scene: Scene, clause: Clause) -> list[Place]:
    """Return the places after a bracket or clause that has none ("hypodense lesion (cyst?) in the liver")."""
    return [place for place in scene.placed if place.first >= clause.last and place.sites]


def _earlier_sites(scene: Scene, clause: Clause) -> list[str]:
    earlier = [site for place in scene.places_in(0, clause.first) for site in place.sites]
    return [*earlier[-1:], *((scene.context.site,) if scene.context.site else ())]


def _earlier_side(scene: Scene, clause: Clause) -> str | None:
    earlier = [place for place in scene.places_in(0, clause.first) if place.sites]
    return earlier[-1].side if earlier else scene.context.side


def _qualified(scene: Scene, clause: Clause, tag: Tag, entry: Finding) -> str | None:
    """Return the name under a quality that stands near in the same clause ("calcified … nodule")."""
    if not entry.qualified:
        return None
    sentence = scene.sentence
    low, high = (
        (clause.first, clause.last) if entry.negated else (tag.first - _QUALITY_REACH, tag.last + _QUALITY_REACH)
    )
    for other in sentence.tags_in(max(clause.first, low), min(clause.last, high)):
        quality = other.senses.get("quality")
        if quality in entry.qualified and _belongs(sentence, tag, other, across=entry.negated is not None):
            scene.used.add(other.first)
            return entry.qualified[quality]
    if entry.negated and sentence.has(clause.first, clause.last, "negation before", "negation after"):
        return entry.negated
    return None


def _belongs(sentence: Reading, tag: Tag, other: Tag, *, across: bool) -> bool:
    """Whether a quality describes a finding: nothing else that it could describe stands between them."""
    first, last = min(tag.last, other.last), max(tag.first, other.first)
    between = [t for t in sentence.tags_in(first, last) if t is not tag and t is not other]
    if any("negation before" in t.senses or "negation pseudo" in t.senses for t in between):
        return False
    return across or not any(kind in t.senses for t in between for kind in ("finding", "verb", "preposition"))


def _candidates(scene: Scene, clause: Clause, tag: Tag, prior: Mention | None, *, closely: bool) -> list[list[Place]]:
    """Return chains of coordinated places that may complete a finding, the likeliest first."""
    sentence = scene.sentence
    before = scene.places_in(clause.first, tag.first)
    if prior is not None and prior.first < tag.first:
        shared = _listed(sentence, prior.last, tag.first)
        before = [place for place in before if place.first >= prior.last or shared]
    after = scene.places_in(tag.last, clause.last)
    beyond = sentence.after_bracket(clause)
    if not after and beyond is not None and not sentence.has(beyond.first, beyond.last, "finding"):
        after = scene.places_in(beyond.first, beyond.last)
    chains: list[list[Place]] = []
    if before and _adjacent(sentence, before[-1].last, tag.first):
        chains.append(chain_back(before))
    if after and _introduced(sentence, tag.last, after[0].first):
        chains.append(chain_forward(after))
    if before and (not closely or _is_subject(sentence, before[-1].last, tag.first)):
        chains.append(chain_back(before))
    if after and not closely:
        chains.append(chain_forward(after))
    if not before and not after:
        topic = scene.topic(clause)
        if topic:
            chains.append(topic)
    return chains


def _listed(sentence: Reading, end: int, start: int) -> bool:
    return any(word in _LIST_WORDS for word in sentence.words(end, start)) and not sentence.has(
        end, start, "verb", "boundary"
    )


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


def _adjacent(sentence: Reading, end: int, start: int) -> bool:
    """Whether only describing words stand between a place and the finding after it."""
    if start - end > _MAX_GAP or "," in sentence.words(end, start) or "with" in sentence.words(end, start):
        return False
    return not sentence.has(end, start, *_PHRASE_STOPS)


def _introduced(sentence: Reading, end: int, start: int) -> bool:
    """Whether a place follows a finding as "in the liver" does, maybe after "was detected"."""
    if sentence.has(end, start, "boundary", "negation before"):
        return False
    for tag in sentence.tags_in(end, start):
        if any(entry.name is not None for entry in tag.senses.get("finding", ())):
            return False
    return sentence.has(end, start, "preposition", "link") or "of" in sentence.words(end, start)


def _is_subject(sentence: Reading, end: int, start: int) -> bool:
    """Whether a place before is what a finding is said of ("the aorta is tortuous")."""
    between = sentence.tags_in(end, start)
    return any(is_verb(sentence, tag) for tag in between) and not sentence.has(end, start, "finding", "boundary")
