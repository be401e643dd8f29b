"""What a statement mentions: finding words bound to the sites that complete their names, and normality statements."""

from __future__ import annotations

from dataclasses import dataclass, field

from reref.report import anatomy
from reref.report.clauses import Clause, Reading, is_verb
from reref.report.phrases import Tag
from reref.report.places import Place
from reref.report.vocabulary import Finding, Normal, lexicon

_STOPS = ("verb", "preposition", "boundary", "negation before", "interpretation", "hedge before", "coordinator")
_MAX_GAP = 4  # words of the lexicon's no phrase that may stand between a site and the finding it belongs to
_QUALITY_REACH = 8


@dataclass(slots=True, eq=False)
class Mention:
    """A finding named in a statement.

    Attributes:
        first: first token of the words that name it.
        last: one past the last of them.
        finding: the vocabulary's name.
        entry: its word family, ``None`` for a normality statement.
        sites: the sites that gave it its name.
        normal: whether it says that something is normal.
        absent: whether a normality statement denies the finding.
        place: the place that gave it its name.
    """

    first: int
    last: int
    finding: str
    entry: Finding | None = None
    sites: tuple[str, ...] = ()
    normal: bool = False
    absent: bool = False
    place: Place | None = None
    clause: Clause = field(default_factory=lambda: Clause(0, 0))


def mentions(sentence: Reading, clause: Clause, placed: list[Place], context: str | None) -> list[Mention]:
    """Return what a clause mentions, in order.

    Args:
        sentence: the sentence.
        clause: one of its clauses.
        placed: all places of the sentence.
        context: the site that the text before was about, for a finding that names none.
    """
    tags = sentence.tags_in(clause.first, clause.last)
    found: list[Mention] = []
    qualities: set[int] = set()
    for tag in tags:
        if "global" in tag.senses:
            found.append(Mention(tag.first, tag.last, "no_acute_abnormality", normal=True))
        elif "finding" in tag.senses and tag.first not in qualities and tag.senses["finding"].role != "abnormality":
            found.extend(_finding(sentence, clause, tag, placed, context, found, qualities))
    found = [mention for mention in found if mention.first not in qualities]
    found.extend(_normalities(sentence, clause, tags, placed, context, found))
    for mention in found:
        mention.clause = clause
    return sorted(found, key=lambda mention: (mention.first, mention.last))


def _finding(
    sentence: Reading,
    clause: Clause,
    tag: Tag,
    placed: list[Place],
    context: str | None,
    before: list[Mention],
    qualities: set[int],
) -> list[Mention]:
    entry: Finding = tag.senses["finding"]
    name = _qualified(sentence, clause, tag, entry, qualities)
    if name is not None:
        return [Mention(tag.first, tag.last, name, entry, _home(entry))]
    if entry.at:
        for chain in _candidate_places(sentence, clause, tag, placed, closely=entry.name is not None):
            bound = _bound(tag, entry, chain)
            if bound:
                return bound
    if entry.name is None:
        implied = before[-1].sites[-1:] if before else ()
        for site in (*implied, *((context,) if context else ())):
            name = entry.at_site(site)
            if name is not None:
                return [Mention(tag.first, tag.last, name, entry, (site,))]
        return []
    if context is not None and entry.site is None:
        return [Mention(tag.first, tag.last, entry.at_site(context) or entry.name, entry, (context,))]
    return [Mention(tag.first, tag.last, entry.name, entry, _home(entry))]


def _home(entry: Finding) -> tuple[str, ...]:
    return (entry.site,) if entry.site is not None else ()


def _qualified(sentence: Reading, clause: Clause, tag: Tag, entry: Finding, qualities: set[int]) -> str | None:
    """Return the name under a quality that stands near in the same clause ("calcified … nodule")."""
    if not entry.qualified:
        return None
    far = clause.last if entry.negated else tag.last + _QUALITY_REACH
    low = clause.first if entry.negated else tag.first - _QUALITY_REACH
    for other in sentence.tags_in(max(clause.first, low), min(clause.last, far)):
        quality = other.senses.get("quality")
        if quality in entry.qualified and not _negation_between(sentence, tag, other):
            qualities.add(other.first)
            return entry.qualified[quality]
    if entry.negated and any(
        "negation before" in other.senses or "negation after" in other.senses
        for other in sentence.tags_in(clause.first, clause.last)
    ):
        return entry.negated
    return None


def _negation_between(sentence: Reading, one: Tag, other: Tag) -> bool:
    first, last = min(one.last, other.last), max(one.first, other.first)
    return any("negation before" in tag.senses for tag in sentence.tags_in(first, last))


def _bound(tag: Tag, entry: Finding, chain: list[Place]) -> list[Mention]:
    """Return one mention for each name that the coordinated places give the finding."""
    found: dict[str, Mention] = {}
    for place in chain:
        for site in place.sites:
            name = entry.at_site(site)
            if name is None and entry.name is not None and len(chain) > 1:
                name = entry.name if entry.site and anatomy.is_within(site, entry.site) else None
            if name is not None and name not in found:
                found[name] = Mention(tag.first, tag.last, name, entry, (site,), place=place)
                break
    return list(found.values())


def _candidate_places(
    sentence: Reading, clause: Clause, tag: Tag, placed: list[Place], *, closely: bool
) -> list[list[Place]]:
    """Return chains of coordinated places that may complete a finding, the likeliest first."""
    chains: list[list[Place]] = []
    before = [place for place in placed if clause.first <= place.first and place.last <= tag.first]
    after = [place for place in placed if tag.last <= place.first < clause.last]
    if before and _adjacent(sentence, before[-1].last, tag.first):
        chains.append(_chain_back(before))
    if after and _introduced(sentence, tag.last, after[0].first):
        chains.append(_chain_forward(after))
    if before and not closely:
        chains.append(_chain_back(before))
    elif before and _subject(sentence, before[-1].last, tag.first):
        chains.append(_chain_back(before))
    if after and not closely:
        chains.append(_chain_forward(after))
    earlier = [place for place in placed if place.last <= clause.first]
    if earlier and not closely:
        chains.append(earlier[-1:])
    return chains


def _chain_back(before: list[Place]) -> list[Place]:
    chain = [before[-1]]
    for place in reversed(before[:-1]):
        if not chain[0].linked:
            break
        chain.insert(0, place)
    return chain


def _chain_forward(after: list[Place]) -> list[Place]:
    chain = [after[0]]
    for place in after[1:]:
        if not place.linked:
            break
        chain.append(place)
    return chain


def _adjacent(sentence: Reading, end: int, start: int) -> bool:
    """Whether only describing words stand between a place and the finding after it."""
    if start - end > _MAX_GAP or "," in sentence.words(end, start):
        return False
    between = sentence.tags_in(end, start)
    return not any(kind in tag.senses for tag in between for kind in (*_STOPS, "finding"))


def _introduced(sentence: Reading, end: int, start: int) -> bool:
    """Whether a place follows a finding as "in the liver" does, maybe after "was detected"."""
    between = sentence.tags_in(end, start)
    if any(kind in tag.senses for tag in between for kind in ("finding", "boundary", "negation before")):
        return False
    words = sentence.words(end, start)
    return any("preposition" in tag.senses or "link" in tag.senses for tag in between) or "of" in words


def _subject(sentence: Reading, end: int, start: int) -> bool:
    """Whether a place before is what a finding is said of ("the aorta is tortuous")."""
    between = sentence.tags_in(end, start)
    return any(is_verb(sentence, tag) for tag in between) and not any(
        kind in tag.senses for tag in between for kind in ("finding", "boundary")
    )


def _normalities(
    sentence: Reading,
    clause: Clause,
    tags: list[Tag],
    placed: list[Place],
    context: str | None,
    found: list[Mention],
) -> list[Mention]:
    mine = [place for place in placed if clause.first <= place.first < clause.last and place.sites]
    taken = {id(mention.place) for mention in found if mention.place is not None}
    free = [place for place in mine if id(place) not in taken]
    said: list[Mention] = []
    for tag in tags:
        senses = tag.senses
        if "normal" in senses:
            said.extend(_normal(sentence, clause, tag, free, context, found))
        elif "finding" in senses and senses["finding"].role == "abnormality":
            said.extend(_no_abnormality(sentence, clause, tag, free, context))
    unique: dict[tuple[str, int | None], Mention] = {}
    for mention in said:
        unique.setdefault((mention.finding, mention.place.first if mention.place else None), mention)
    return list(unique.values())


def _normal(
    sentence: Reading, clause: Clause, tag: Tag, free: list[Place], context: str | None, found: list[Mention]
) -> list[Mention]:
    words: tuple[Normal, ...] = tag.senses["normal"]
    if any("negation before" in other.senses and other.last <= tag.first and tag.first - other.last <= 1
           for other in sentence.tags_in(clause.first, tag.first)):  # fmt: skip
        return []
    ends = [mention.last for mention in found if mention.last <= tag.first]
    subjects = [place for place in free if place.last <= tag.first and place.first >= max(ends, default=0)]
    if not subjects:
        following = [place for place in free if place.first >= tag.last]
        subjects = _chain_forward(following) if following else []
    pairs: list[tuple[Place | None, str]] = [(place, place.sites[-1]) for place in subjects]
    if not subjects and not ends and context is not None:
        pairs = [(None, context)]
    said: list[Mention] = []
    for place, site in pairs:
        word = next((word for word in words if word.fits(site)), None)
        if word is not None:
            for name in word.says or lexicon().normality(site):
                said.append(_normal_mention(tag, name, site, place))
    return said


def _normal_mention(tag: Tag, name: str, site: str, place: Place | None) -> Mention:
    absent = name.startswith("-")
    first, last = (min(tag.first, place.first), max(tag.last, place.last)) if place else (tag.first, tag.last)
    return Mention(first, last, name.removeprefix("-"), None, (site,), normal=True, absent=absent, place=place)


def _no_abnormality(
    sentence: Reading, clause: Clause, tag: Tag, free: list[Place], context: str | None
) -> list[Mention]:
    negations = [other for other in sentence.tags_in(clause.first, tag.first) if "negation before" in other.senses]
    after = [other for other in sentence.tags_in(tag.last, clause.last) if "negation after" in other.senses]
    if not negations and not after:
        return []
    start = negations[-1].last if negations else clause.first
    inside = [place for place in free if start <= place.first and place.last <= tag.first]
    if inside:
        return [
            _normal_mention(tag, name, place.sites[-1], place)
            for place in inside
            for name in lexicon().absence(place.sites[-1])
        ]
    following = [place for place in free if place.first >= tag.last]
    subjects = [place for place in free if place.last <= start]
    around = _chain_forward(following) if following else subjects
    if around:
        return [
            _normal_mention(tag, name, place.sites[-1], place)
            for place in around
            for name in lexicon().normality(place.sites[-1])
        ]
    if context is not None and sentence.tokens.words[tag.first - 1] not in ("acute", "active"):
        return [_normal_mention(tag, name, context, None) for name in lexicon().normality(context)]
    return [Mention(tag.first, tag.last, "no_acute_abnormality", normal=True)]
