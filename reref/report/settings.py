"""Where each finding of a sentence is: the places in front of its words, behind them, or those of its neighbour."""

from __future__ import annotations

from reref.report import anatomy
from reref.report.clauses import Clause, Reading, is_verb
from reref.report.inheriting import (
    THORACIC,
    can_lie,
    from_following,
    is_feature_of,
    inherited,
    opening_side,
    side_beside,
    side_of_main,
)
from reref.report.phrases import Tag
from reref.report.places import Place
from reref.report.scene import Mention
from reref.report.scope import coordinated
from reref.report.sided import Setting, combine, with_side
from reref.report.statements import STATEMENTS
from reref.report.tokens import NUMBER, PLACEHOLDER

_MAX_DESCRIBING = 6  # unknown words between a place and the finding it stands in front of
_PHRASE_ENDS = ("verb", "preposition", "boundary", "negation before", "interpretation", "coordinator", "finding")
_BETWEEN_PLACES = frozenset(("in", "of", "the", "at", ",", "on", "to", "and"))
_BETWEEN_MEASURED = _BETWEEN_PLACES | set(
    f"{NUMBER} mm cm millimeter diameter size measuring with a approximately about ( ) sery image section".split()
)
_ARTICLES = frozenset(("the", "both", "a"))
_JOINS = frozenset(("and", "or", "-", "/"))
_SEPARATING = frozenset((",", "and", "or", "with", "(", ")"))
_ASIDE = 3  # phrases of "adjacent to the effusion in"
_COMPARING = frozenset(("compared", "comparison", "since"))
_TELLING = ("mediastinal vessels", "spine", "aorta", "pulmonary artery", "abdomen", "adrenal")


def settings(sentence: Reading, found: list[Mention], placed: list[Place]) -> list[list[Setting]]:
    """Return, for each mention, where it is; several settings when it is on two sides, none when nothing is said."""
    owner = {id(m.place): m for m in found if m.place is not None and m.finding not in STATEMENTS}
    front = [_in_front(sentence, found, mention, _open_to(mention, placed, owner)) for mention in found]
    taken = {id(place) for places in front for place in places}
    free = [place for place in placed if id(place) not in taken]
    result: list[list[Setting]] = []
    placed_itself: set[int] = set()
    for number, mention in enumerate(found):
        if mention.entry is None:
            result.append(_of_statement(mention, placed))
            continue
        behind = _behind(sentence, found, number, _open_to(mention, free, owner), front[number])
        if mention.place is not None and mention.place not in (*front[number], *behind):
            behind = [mention.place, *(place for place in behind if not place.sites or _holds(place, mention.place))]
        own = combine(front[number], behind)
        side = _side_of_words(sentence, mention) or side_beside(sentence, mention, placed)
        side = side or opening_side(
            sentence, found, mention, _free_or_first(sentence, mention, placed, taken), own, behind
        )
        if number and side is None and own:
            side = side_of_main(sentence, mention, found[number - 1], result[number - 1])
        own = _shared_by_stations(mention, with_side(own, side), placed)
        own = _on_both_sides(sentence, mention, own, placed)
        unowned = [place for place in free if id(place) not in owner or _opens(sentence, place, found[0])]
        if number and own and _says_home(mention, own):
            own = with_side(own, _side_of_meant(sentence, found, number, result))
        placed_itself.update([number] if own else [])
        result.append(own or inherited(sentence, found, number, result, unowned))
    for number in range(len(found) - 2, -1, -1):
        if (
            number + 1 in placed_itself
            and number not in placed_itself
            and is_feature_of(sentence, *found[number : number + 2])
        ):
            result[number] = from_following(sentence, found[number], found[number + 1], result[number + 1])
        if not result[number]:
            result[number] = from_following(sentence, found[number], found[number + 1], result[number + 1])
    return result


def _shared_by_stations(mention: Mention, own: list[Setting], placed: list[Place]) -> list[Setting]:
    """Leave out a side that only one of several node stations has ("in the mediastinum, … in both axillary regions")."""
    listed = [place for setting in own for place in setting.places]
    if mention.entry is None or mention.entry.negated is None or not listed or listed[0].first < mention.last:
        return own
    if len(own) == 1 and own[0].side != "bilateral":
        return own
    others = [place for place in placed if place.sites and place.side is None]
    others = [place for place in others if place.last <= mention.first or place in listed]
    return [Setting(listed, None)] if others else own


def _on_both_sides(sentence: Reading, mention: Mention, own: list[Setting], placed: list[Place]) -> list[Setting]:
    """Add both lungs when a statement begins with them and goes on to one side ("In both lungs, … in the left base")."""
    opening = next((place for place in placed if place.first >= mention.clause.first), None)
    if opening is None or opening.side != "bilateral" or opening.last > mention.first or len(own) != 1 or mention.rest:
        return own
    told = own[0].places and own[0].places[0].first >= mention.last and own[0].side in ("left", "right")
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
    leads = sentence.has(clause.first, place.first, "preposition")
    return leads and not sentence.has(clause.first, place.first, "finding", "verb")


def _free_or_first(sentence: Reading, mention: Mention, placed: list[Place], taken: set[int]) -> list[Place]:
    """Return the places that are no finding's own, and the one a statement begins with."""
    return [p for p in placed if id(p) not in taken or _introduces(sentence, mention.clause, p)]


def _holds(place: Place, part: Place) -> bool:
    """Whether a place with a side holds the one that named a finding ("fissure thickening in the left lung")."""
    if place.side is None or part.side is not None or not part.sites:
        return False
    return {anatomy.system(site) for site in (place.sites[-1], part.sites[-1])} <= THORACIC


def _says_home(mention: Mention, own: list[Setting]) -> bool:
    """Whether the only place of a finding is what it is of ("pleural effusion")."""
    home = mention.entry.site if mention.entry is not None else None
    return len(own) == 1 and own[0].side is None and set(own[0].sites) == {home}


def _side_of_meant(sentence: Reading, found: list[Mention], number: int, result: list[list[Setting]]) -> str | None:
    """Return the side of the description that a finding is the meaning of ("left opacity, likely pleural effusion")."""
    before, mention = found[number - 1], found[number]
    meant = before.clause is mention.clause and (
        sentence.has(before.last, mention.first, "interpretation", "hedge before")
        or PLACEHOLDER in sentence.words(before.last, mention.first)
    )
    possible = meant and before.entry is not None and len(result[number - 1]) == 1
    fits = possible and all(can_lie(mention, place) for place in result[number - 1][0].places)
    return result[number - 1][0].side if fits else None


def _opens(sentence: Reading, place: Place, first: Mention) -> bool:
    """Whether a statement starts with a place, which is then all its findings' ("In the left lung, …")."""
    clause = first.clause
    return (
        clause.first < place.first
        and place.last <= first.first
        and sentence.has(clause.first, place.first, "preposition")
    )


def _open_to(mention: Mention, placed: list[Place], owner: dict[int, Mention]) -> list[Place]:
    """Return the places that no other mention took its name from, and the one right after ("collapsed left lobe")."""
    return [p for p in placed if _may_have(mention, owner.get(id(p), mention)) or p.first == mention.last]


def _may_have(mention: Mention, owner: Mention) -> bool:
    """Whether a place is a mention's own or nobody's, or that of the same word under the same name."""
    own = mention.place is None or owner is mention or owner.finding == mention.finding
    return owner.first == mention.first and own


def _in_front(sentence: Reading, found: list[Mention], mention: Mention, placed: list[Place]) -> list[Place]:
    """Return the places directly before a mention ("left basilar atelectasis")."""
    if mention.entry is None:
        return []
    before = [place for place in placed if place.last <= mention.first and place.first >= mention.clause.first]
    if not before:
        return []
    nearest = before[-1]
    if not _describes(sentence, nearest.last, mention.first) or _is_complement(sentence, found, nearest):
        return []
    chain = [nearest]
    for place in reversed(before[:-1]):
        joined = chain[0].linked or _describes(sentence, place.last, chain[0].first)
        if not joined or _is_complement(sentence, found, place):
            break
        chain.insert(0, place)
    return chain


def _describes(sentence: Reading, end: int, start: int) -> bool:
    """Whether only describing words stand between a place and what follows."""
    if start - end > _MAX_DESCRIBING or not {",", "(", ")", "with"}.isdisjoint(sentence.words(end, start)):
        return False
    return not sentence.has(end, start, *_PHRASE_ENDS)


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


def _behind(sentence: Reading, found: list[Mention], number: int, free: list[Place], front: list[Place]) -> list[Place]:
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
        candidates = candidates[1:] if _describes(sentence, candidates[0].last, end) else candidates
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
    if "direction" in tags[0].senses and len(tags) == _ASIDE and "finding" in tags[1].senses:
        return True
    if any(kind in tag.senses for tag in tags for kind in ("finding", "boundary", "interpretation", "direction")):
        return False
    close = start - end <= _MAX_DESCRIBING and not _SEPARATING.intersection(sentence.words(end, start))
    return close or any(is_verb(sentence, tag) for tag in tags)


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


def _side_of_words(sentence: Reading, mention: Mention) -> str | None:
    """Return the side that the finding's own words say ("dextroscoliosis"), or that the text before gave it."""
    said = (tag.senses["side"] for tag in sentence.tags_in(mention.first, mention.last) if "side" in tag.senses)
    return next(said, mention.side)


def _of_statement(mention: Mention, placed: list[Place]) -> list[Setting]:
    """Return where a normality or other statement is: its own place, with an adverb of side near it."""
    place = mention.place
    if place is None or mention.finding == "recommendation":
        return [Setting([], mention.side)] if mention.side is not None else []
    if mention.finding == "trachea_midline":
        return [Setting([place], "midline")]
    adverbs = [p.side for p in placed if not p.sites and p.side and -2 <= p.first - mention.last <= 1]
    return [Setting([place], place.side or (adverbs[0] if adverbs else None))]


def location_words(sentence: Reading, mention: Mention, setting: Setting) -> tuple[int, int] | None:
    """Return the tokens of the place, ``None`` when the finding's name says as much."""
    group = [place for place in setting.places if place.sites]
    if not group:
        return None
    if mention.entry is None:
        telling = mention.finding in ("comparison_statement", "technique_limitation")
        if not telling and not any(anatomy.is_within(site, above) for site in setting.sites for above in _TELLING):
            return None
    home = mention.entry.site if mention.entry is not None else None
    if home is not None and all(site in ("lung", home) for site in setting.sites):
        plain = all(place.last - place.first <= 3 for place in group)
        if plain and setting.side in ("bilateral", None):
            return None
    if home is not None and home != "lung":
        group = [place for place in group if set(place.sites) != {home}]
    if not group:
        return None
    behind = [place for place in group if place.first >= mention.last]
    group = behind or group
    last = group[0]
    for place in group[1:]:
        if not place.linked and not _BETWEEN_PLACES.issuperset(sentence.words(last.last, place.first)):
            break
        last = place
    return group[0].first, last.last
