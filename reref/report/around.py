"""The places around the words of a finding: in front ("left basilar …") and behind ("… in the left base")."""

from __future__ import annotations

from reref.report import anatomy
from reref.report.clauses import Clause, Reading, is_verb
from reref.report.fitting import can_lie
from reref.report.lists import coordinated
from reref.report.phrases import Tag
from reref.report.places import Place
from reref.report.scene import Mention
from reref.report.tokens import NUMBER

_MAX_DESCRIBING = 6  # unknown words between a place and the finding it stands in front of
_PHRASE_ENDS = ("verb", "preposition", "boundary", "negation before", "interpretation", "coordinator", "finding")
_BETWEEN_PLACES = frozenset(("in", "of", "the", "at", ",", "on", "to", "and"))
_BETWEEN_MEASURED = _BETWEEN_PLACES | set(
    f"{NUMBER} mm cm millimeter diameter size measuring with a approximately about ( ) sery image section".split()
)
_ARTICLES = frozenset(("the", "both", "a"))
_JOINS = frozenset(("and", "or", "-", "/"))
_SEPARATING = frozenset((",", "and", "or", "with", "(", ")"))
_COMPARING = frozenset(("compared", "comparison", "since"))


def places_in_front(sentence: Reading, found: list[Mention], mention: Mention, placed: list[Place]) -> list[Place]:
    """Return the places directly before a mention ("left basilar atelectasis")."""
    if mention.entry is None:
        return []
    before = [place for place in placed if place.last <= mention.first and place.first >= mention.clause.first]
    if not before:
        return []
    nearest = before[-1]
    if not describes(sentence, nearest.last, mention.first) or _is_complement(sentence, found, nearest):
        return []
    chain = [nearest]
    for place in reversed(before[:-1]):
        joined = chain[0].linked or describes(sentence, place.last, chain[0].first)
        if not joined or _is_complement(sentence, found, place):
            break
        chain.insert(0, place)
    return chain


def describes(sentence: Reading, end: int, start: int) -> bool:
    """Whether only describing words stand between a place and what follows."""
    if start - end > _MAX_DESCRIBING or not {",", "(", ")", "with"}.isdisjoint(sentence.words(end, start)):
        return False
    return all(_is_describing(tag) for tag in sentence.tags_in(end, start))


def _is_describing(tag: Tag) -> bool:
    """Whether a phrase ends no noun phrase; "increased" names a finding, but also tells how the next one is."""
    ends = [kind for kind in _PHRASE_ENDS if kind in tag.senses]
    if ends != ["finding"]:
        return not ends
    return "quality" in tag.senses and all(entry.name is None for entry in tag.senses["finding"])


def _is_complement(sentence: Reading, found: list[Mention], place: Place) -> bool:
    """Whether a place belongs to the finding before it ("opacity in the left base, probable atelectasis")."""
    leads = [
        tag
        for tag in sentence.tags_in(max(0, place.first - 3), place.first)
        if "preposition" in tag.senses or "link" in tag.senses
    ]
    if not leads or not _ARTICLES.issuperset(sentence.words(leads[-1].last, place.first)):
        return False
    return any(
        mention.entry is not None
        and mention.last <= leads[-1].first
        and mention.clause.first <= place.first < mention.clause.last
        for mention in found
    )


def places_behind(
    sentence: Reading, found: list[Mention], number: int, free: list[Place], front: list[Place]
) -> list[Place]:
    """Return the coordinated places that follow a mention, or the list it is a member of ("… in the left base")."""
    mention = found[number]
    last, end = mention, len(sentence.tokens)
    home = mention.entry.site if mention.entry is not None else None
    placed_already = any(place.side or not _is_home(home, site) for place in front for site in place.sites)
    aside = sentence.clause_after(mention.clause) if sentence.after_aside(mention.clause) is not None else None
    for following in found[number + 1 :]:
        if following.first < mention.last or following.clause is aside:
            continue
        own = any(place.sites and last.last <= place.first and place.last <= following.first for place in free)
        if own or placed_already or not coordinated(sentence, last, following):
            end = following.first
            break
        last = following
    if last is not mention and _JOINS.isdisjoint(sentence.words(mention.last, last.first)):
        last, end = mention, min(end, found[number + 1].first)
    shared = last is not mention
    limit = min(end, _relative_end(sentence, found, mention.clause))
    candidates = [place for place in free if last.last <= place.first < limit]
    if candidates and sentence.words(last.last, candidates[0].first) == ("of",) and end < len(sentence.tokens):
        candidates = candidates[1:] if describes(sentence, candidates[0].last, end) else candidates
    candidates = _beyond_relative(sentence, mention.clause, candidates)
    if not candidates and last is not mention:
        candidates = [place for place in free if mention.last <= place.first < last.first]
    if mention.entry is None or mention.entry.role != "device":
        candidates = _without_directions(sentence, candidates)
    if shared and candidates and not can_lie(mention, candidates[0]):
        return []
    if candidates and _is_next_in_list(sentence, last.last, candidates[0].first):
        if not sentence.accompanied(last.last, candidates[0].first):
            return []
        candidates = candidates[1:]  # "nodules with smooth contours and subpleural position in both lungs"
    if not candidates or not _reaches(sentence, last.last, candidates[0].first):
        return []
    chain = [candidates[0]]
    for place in candidates[1:]:
        linked = place.linked or _BETWEEN_MEASURED.issuperset(sentence.words(chain[-1].last, place.first))
        if not linked and not (chain[-1].side is None and _said_of(sentence, chain[-1].last, place.first)):
            break
        chain.append(place)
    return chain


def _said_of(sentence: Reading, end: int, start: int) -> bool:
    """Whether a wider place is told after a narrow one: after the verb, or by "in" right after a few words.

    As in "subpleural nodules of … are observed in both lungs" and "in the areas beside the effusion in both lungs".
    """
    tags = [tag for tag in sentence.tags_in(end, start) if "article" not in tag.senses]
    if not tags or "preposition" not in tags[-1].senses:
        return False
    if "direction" in tags[0].senses and _is_beside(tags[1:-1]):
        return True
    if any(kind in tag.senses for tag in tags for kind in ("finding", "boundary", "interpretation", "direction")):
        return False
    close = start - end <= _MAX_DESCRIBING and not _SEPARATING.intersection(sentence.words(end, start))
    return close or any(is_verb(sentence, tag) for tag in tags)


def _is_beside(tags: list[Tag]) -> bool:
    """Whether phrases name only what something lies beside, a finding or a place."""
    if len(tags) == 1 and "finding" in tags[0].senses:
        return True
    parts = ("site", "side", "position", "article")
    return bool(tags) and all(any(kind in tag.senses for kind in parts) for tag in tags)


def _is_home(home: str | None, site: str) -> bool:
    """Whether a place in front only says what the finding is of ("interlobular septal thickening")."""
    return home is not None and anatomy.is_within(site, home)


def _beyond_relative(sentence: Reading, clause: Clause, candidates: list[Place]) -> list[Place]:
    """Leave out the places of a relative clause when the statement names one after it."""
    beyond, aside = sentence.after_aside(clause), sentence.clause_after(clause)
    if beyond is None or aside is None or aside.opener == "(":
        return candidates
    later = [place for place in candidates if place.first >= beyond.first]
    return later or candidates


def _is_next_in_list(sentence: Reading, end: int, start: int) -> bool:
    """Whether a place is no place of a finding but a new item ("stable cardiomegaly and mediastinal contours")."""
    joined = not _JOINS.isdisjoint(sentence.words(end, start))
    return joined and not sentence.has(end, start, "preposition", "link", "verb", "finding")


def _without_directions(sentence: Reading, candidates: list[Place]) -> list[Place]:
    """Leave out what something only extends to or lies beside; when nothing is left, its side still counts."""
    kept = [place for place in candidates if not _is_direction(sentence, place)]
    if kept or not candidates or candidates[0].side is None:
        return kept
    beside = candidates[0]
    return [Place(beside.first, beside.last, (), beside.side, beside.side_words)]


def _is_direction(sentence: Reading, place: Place) -> bool:
    """Whether a place only says where something extends to or what lies beside it."""
    before = sentence.tags_in(max(0, place.first - 4), place.first)
    before = [tag for tag in before if "article" not in tag.senses and "link" not in tag.senses]
    return bool(before) and "direction" in before[-1].senses


def _relative_end(sentence: Reading, found: list[Mention], clause: Clause) -> int:
    """Return the end of a clause, with the relative clause after it when that names no finding."""
    following = sentence.clause_after(clause)
    beyond = sentence.after_aside(clause)
    if beyond is not None and not sentence.has(beyond.first, beyond.last, "finding", "negation before"):
        return beyond.last
    if beyond is not None and sentence.has(beyond.first, beyond.first + 1, "preposition", "link"):
        return next(tag.first for tag in sentence.tags_in(beyond.first, beyond.last) if _stops_at(tag))
    relative = following is not None and following.opener in ("that", "which")
    if following is not None and relative and not any(mention.clause is following for mention in found):
        return following.last
    return clause.last


def _stops_at(tag: Tag) -> bool:
    return "finding" in tag.senses or "negation before" in tag.senses


def _reaches(sentence: Reading, end: int, start: int) -> bool:
    words = sentence.tokens.words
    for tag in sentence.tags_in(end, start):
        if "negation before" in tag.senses or words[tag.first] in _COMPARING:
            return False
        if "boundary" in tag.senses and words[tag.first] not in ("that", "which"):
            return False
    return True
