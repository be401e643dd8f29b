"""Where each finding of a sentence is: the places in front of its words, behind them, or those of its neighbour."""

from __future__ import annotations

from reref.report import anatomy
from reref.report.around import places_behind, places_in_front
from reref.report.clauses import Reading
from reref.report.fitting import THORACIC, can_lie
from reref.report.inheriting import from_following, inherited, is_feature_of, side_beside, side_of_main
from reref.report.lists import coordinated
from reref.report.opening import free_or_first, opening_sides, with_opening
from reref.report.places import Place
from reref.report.scene import Mention
from reref.report.sided import Setting, combine, with_side
from reref.report.statements import STATEMENTS
from reref.report.tokens import PLACEHOLDER


def settings(sentence: Reading, found: list[Mention], placed: list[Place]) -> list[list[Setting]]:
    """Return, for each mention, where it is; several settings when it is on two sides, none when nothing is said."""
    owner = {id(m.place): m for m in found if m.place is not None and m.finding not in STATEMENTS}
    front = [places_in_front(sentence, found, mention, _open_to(mention, placed, owner)) for mention in found]
    taken = {id(place) for places in front for place in places}
    free = [place for place in placed if id(place) not in taken]
    result: list[list[Setting]] = []
    placed_itself: set[int] = set()
    for number, mention in enumerate(found):
        if mention.entry is None:
            result.append(_of_statement(mention, placed))
            continue
        behind = places_behind(sentence, found, number, _open_to(mention, free, owner), front[number])
        if mention.place is not None and mention.place not in (*front[number], *behind):
            behind = [mention.place, *(place for place in behind if not place.sites or _holds(place, mention.place))]
        own = combine(front[number], behind)
        side = _side_of_words(sentence, mention) or side_beside(sentence, mention, placed)
        if number and side is None and own:
            side = side_of_main(sentence, mention, found[number - 1], result[number - 1])
        open_places = free_or_first(sentence, mention, placed, taken)
        sides = [side] if side is not None else opening_sides(sentence, found, mention, open_places, own)
        own = _shared_by_stations(mention, _on_sides(own, sides), placed)
        own = with_opening(sentence, mention, own, placed)
        unowned = [place for place in free if id(place) not in owner or _opens(sentence, place, found[0])]
        if number and own and _says_home(mention, own):
            side = _side_of_meant(sentence, found, number, result) or _side_of_list(sentence, found, number, result)
            own = with_side(own, side)
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


def _on_sides(own: list[Setting], sides: list[str]) -> list[Setting]:
    """Give sides to the settings that have none; two sides make two of one."""
    if len(sides) < 2:
        return with_side(own, sides[0] if sides else None)
    return [Setting(setting.places, side) for side in sides for setting in own]


def _shared_by_stations(mention: Mention, own: list[Setting], placed: list[Place]) -> list[Setting]:
    """Leave out a side that only one of several node stations has ("in the mediastinum, … in both axillae")."""
    listed = [place for setting in own for place in setting.places]
    if mention.entry is None or mention.entry.negated is None or not listed:
        return own
    if len(own) == 1 and (own[0].side != "bilateral" or listed[0].first < mention.last):
        return own
    others = [place for place in placed if place.sites and place.side is None]
    others = [place for place in others if place.last <= mention.first or place in listed]
    return [Setting(listed, None)] if others else own


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


def _side_of_list(sentence: Reading, found: list[Mention], number: int, result: list[list[Setting]]) -> str | None:
    """Return the side that a list has without a place ("the left lung is clear without nodules, pleural effusion")."""
    before = result[number - 1]
    bare = len(before) == 1 and not before[0].places
    return before[0].side if bare and coordinated(sentence, found[number - 1], found[number]) else None


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
