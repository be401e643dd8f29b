"""What a statement adds to a finding: side and place, severity, sizes, change."""

from __future__ import annotations

from dataclasses import dataclass

from reref.report import anatomy
from reref.report.clauses import Reading, is_verb
from reref.report.measurements import measurements
from reref.report.mentions import Mention
from reref.report.phrases import Tag
from reref.report.places import Place, join_sides
from reref.report.scope import coordinated

_MAX_DESCRIBING = 6
_UNCHANGEABLE = frozenset(
    ("no_acute_abnormality", "recommendation", "technique_limitation")
)
_PHRASE_ENDS = (
    "verb",
    "preposition",
    "boundary",
    "negation before",
    "interpretation",
    "coordinator",
    "finding",
)


@dataclass(slots=True)
class Setting:
    """Where one mention is: its places, the side they give, and whether it took them from the mention before it."""

    places: list[Place]
    side: str | None

    @property
    def sites(self) -> tuple[str, ...]:
        return tuple(site for place in self.places for site in place.sites)


def settings(
    sentence: Reading, found: list[Mention], placed: list[Place]
) -> list[list[Setting]]:
    """Return, for each mention, where it is; several settings when it is on two sides."""
    bound = {
        id(mention.place): mention for mention in found if mention.place is not None
    }
    front = []
    for mention in found:
        others = [p for p in placed if bound.get(id(p), mention).first == mention.first]
        front.append(
            [] if mention.entry is None else _in_front(sentence, found, mention, others)
        )
    taken = {id(place) for places in front for place in places}
    free = [place for place in placed if id(place) not in taken]
    result: list[list[Setting]] = []
    for number, mention in enumerate(found):
        if mention.entry is None:
            result.append(_normal_setting(mention, placed))
            continue
        others = [
            p
            for p in free
            if bound.get(id(p), mention).first == mention.first or p is mention.place
        ]
        behind = _places_behind(sentence, found, number, others)
        if (
            mention.place is not None
            and mention.place not in front[number]
            and mention.place not in behind
        ):
            behind = behind or [mention.place]
        own = _combine(front[number], behind)
        implied = _side_of_words(sentence, mention)
        if implied is not None:
            own = own or [Setting([], None)]
            own = [Setting(setting.places, setting.side or implied) for setting in own]
        if own and not behind and all(setting.side is None for setting in own):
            own[0].side = _opening_side(sentence, mention, free)
        if not own and mention.side is not None:
            own = [Setting([], mention.side)]
        result.append(own or _inherited(sentence, found, number, result, free))
    for number in range(len(found) - 1):
        if not result[number] and _is_interpreted(
            sentence, found[number], found[number + 1]
        ):
            result[number] = [
                Setting(setting.places, setting.side) for setting in result[number + 1]
            ]
    return result


def _is_interpreted(sentence: Reading, description: Mention, meaning: Mention) -> bool:
    """Whether a mention says what the one before it means: "opacity representing left base pneumonia"."""
    if description.normal or meaning.normal or description.clause is not meaning.clause:
        return False
    between = (description.last, meaning.first)
    return sentence.has(
        *between, "interpretation", "hedge before"
    ) and not sentence.has(*between, "verb", "preposition")


def _in_front(
    sentence: Reading, found: list[Mention], mention: Mention, placed: list[Place]
) -> list[Place]:
    """Return the places directly before a mention ("left basilar atelectasis")."""
    before = [
        place
        for place in placed
        if place.last <= mention.first and place.first >= mention.clause.first
    ]
    if (
        mention.place is not None
        and mention.place.first >= mention.clause.first
        and mention.place.last <= mention.first
    ):
        before = [place for place in before if place.first <= mention.place.first]
    if not before:
        return []
    nearest = before[-1]
    if not _describes(sentence, nearest.last, mention.first) or _is_complement(
        sentence, found, nearest
    ):
        return []
    chain = [nearest]
    for place in reversed(before[:-1]):
        joined = chain[0].linked or _describes(sentence, place.last, chain[0].first)
        if joined and not _is_complement(sentence, found, place):
            chain.insert(0, place)
        else:
            break
    return chain


def _side_of_words(sentence: Reading, mention: Mention) -> str | None:
    """Return the side that the finding's own words say ("dextroscoliosis")."""
    return next(
        (
            t.senses["side"]
            for t in sentence.tags_in(mention.first, mention.last)
            if "side" in t.senses
        ),
        None,
    )


def _opening_side(sentence: Reading, mention: Mention, free: list[Place]) -> str | None:
    """Return the side of the place that a statement opens with ("In the left lung, …")."""
    opening = [
        place
        for place in free
        if mention.clause.first <= place.first and place.last <= mention.first
    ]
    if opening and sentence.has(mention.clause.first, opening[0].first, "preposition"):
        return opening[0].side
    return None


def _is_complement(sentence: Reading, found: list[Mention], place: Place) -> bool:
    """Whether a place belongs to the finding before it: "opacity in the left base probable atelectasis"."""
    if not place.first:
        return False
    introduced = [
        tag
        for tag in sentence.tags_in(max(0, place.first - 3), place.first)
        if "preposition" in tag.senses or "link" in tag.senses
    ]
    if not introduced or not _only_articles(sentence, introduced[-1].last, place.first):
        return False
    return any(
        not mention.normal
        and mention.last <= introduced[-1].first
        and mention.clause.first <= place.first < mention.clause.last
        for mention in found
    )


def _only_articles(sentence: Reading, end: int, start: int) -> bool:
    return set(sentence.words(end, start)) <= {"the", "both", "a"}


def _describes(sentence: Reading, end: int, start: int) -> bool:
    """Whether only describing words stand between a place and what follows."""
    if start - end > _MAX_DESCRIBING or any(
        word in (",", "(", ")", "with") for word in sentence.words(end, start)
    ):
        return False
    return not sentence.has(end, start, *_PHRASE_ENDS)


def _places_behind(
    sentence: Reading, found: list[Mention], number: int, free: list[Place]
) -> list[Place]:
    """Return the coordinated places that follow a mention, or the list it is a member of, as "in the left base" does."""
    mention = found[number]
    last, end = mention, len(sentence.tokens)
    for following in found[number + 1 :]:
        if following.first < mention.last:
            continue
        if not coordinated(sentence, last, following):
            end = following.first
            break
        last = following
    candidates = [
        place
        for place in free
        if last.last <= place.first < min(end, mention.clause.last)
    ]
    if not candidates and last is not mention:
        candidates = [
            place for place in free if mention.last <= place.first < last.first
        ]
    if not candidates:
        return []
    if not _reaches(sentence, last.last, candidates[0].first):
        return []
    chain = [candidates[0]]
    for place in candidates[1:]:
        between = sentence.words(chain[-1].last, place.first)
        if (
            place.linked
            or not between
            or set(between) <= {"in", "of", "the", "at", ",", "on", "to"}
        ):
            chain.append(place)
        else:
            break
    return chain


def _reaches(sentence: Reading, end: int, start: int) -> bool:
    between = sentence.tags_in(end, start)
    return not any(
        "boundary" in tag.senses or "negation before" in tag.senses for tag in between
    )


def _combine(front: list[Place], behind: list[Place]) -> list[Setting]:
    places = [*front, *behind]
    if not places:
        return []
    before = _by_side(front, front) if front else []
    if (
        before
        and before[0].side is not None
        and not any(place.side for place in behind)
    ):
        return [Setting([*setting.places, *behind], setting.side) for setting in before]
    return _by_side(behind or front, front)


def _by_side(chain: list[Place], front: list[Place]) -> list[Setting]:
    """Return one setting a side; a side that only some members of a list have is nobody's."""
    prefix = front if chain is not front else []
    sided = [place for place in chain if place.side is not None]
    if not sided:
        return [Setting([*prefix, *chain], None)]
    sides = {place.side for place in sided}
    if (
        len(chain) > 1
        and len(sided) < len(chain)
        and chain[0].side is None
        and all(place.sites for place in chain)
    ):
        return [Setting([*prefix, *chain], None)]
    if sides == {"left", "right"} and all(place.sites for place in sided):
        groups: dict[str, list[Place]] = {}
        side = ""
        for place in chain:
            side = place.side or side
            groups.setdefault(side, []).append(place)
        return [Setting([*prefix, *group], name) for name, group in groups.items()]
    return [
        Setting(
            [*prefix, *chain], join_sides([place.side for place in sided if place.side])
        )
    ]


def _inherited(
    sentence: Reading,
    found: list[Mention],
    number: int,
    result: list[list[Setting]],
    free: list[Place],
) -> list[Setting]:
    """Return the place of the mention before, or the place a statement starts with ("In the left lung, …")."""
    mention = found[number]
    subjects = [
        p for p in free if mention.clause.first <= p.first and p.last <= mention.first
    ]
    earlier = [
        other
        for other in found[:number]
        if other.clause is mention.clause and other.first < mention.first
    ]
    if earlier:
        subjects = [p for p in subjects if p.last <= earlier[0].first]
    if number and not found[number - 1].normal:
        before = found[number - 1]
        same = before.clause is mention.clause
        if same or mention.clause.opener not in ("and", "but", ";", "", "there", "."):
            return [
                Setting(setting.places, setting.side) for setting in result[number - 1]
            ]
    if subjects:
        return _by_side(subjects, subjects)
    clauses = sentence.clauses
    at = clauses.index(mention.clause)
    if at and not sentence.has(
        clauses[at - 1].first, clauses[at - 1].last, "finding", "normal", "verb"
    ):
        topic = [
            p for p in free if clauses[at - 1].first <= p.first < clauses[at - 1].last
        ]
        return _by_side(topic, topic) if topic else []
    return []


def _normal_setting(mention: Mention, placed: list[Place]) -> list[Setting]:
    place = mention.place
    if place is None:
        return [Setting([], None)]
    side = place.side
    if side is None:
        adverbs = [
            p.side
            for p in placed
            if not p.sites and p.side and -2 <= p.first - mention.last <= 1
        ]
        side = adverbs[0] if adverbs else None
    if mention.finding == "trachea_midline":
        side = "midline"
    return [Setting([place], side)]


def severity(sentence: Reading, mention: Mention) -> Tag | None:
    """Return the degree or size word of a mention: before it in its phrase, or said of it after a verb."""
    tags = sentence.tags_in(mention.clause.first, mention.clause.last)
    for tag in reversed(tags):
        if tag.first >= mention.last:
            continue
        if "severity" in tag.senses:
            return tag
        if tag.first >= mention.first:
            continue
        if any(
            kind in tag.senses
            for kind in (
                "preposition",
                "boundary",
                "finding",
                "interpretation",
                "normal",
            )
        ):
            break
        if "coordinator" in tag.senses or is_verb(sentence, tag):
            break
    seen_verb = False
    for tag in tags:
        if tag.first < mention.last:
            continue
        if is_verb(sentence, tag):
            seen_verb = True
        elif "severity" in tag.senses:
            return tag if seen_verb and not _describes_next(tags, tag) else None
        elif "finding" in tag.senses or "coordinator" in tag.senses:
            break
    return None


def _describes_next(tags: list[Tag], tag: Tag) -> bool:
    return any(
        0 <= other.first - tag.last <= 2 and "finding" in other.senses for other in tags
    )


def changes(sentence: Reading, found: list[Mention]) -> list[Tag | None]:
    """Return the change word of each mention: in front of it, or said of it and the mentions before it."""
    result: list[Tag | None] = [None] * len(found)
    named = {mention.first for mention in found if not mention.normal}
    for tag in sentence.tags:
        if "change" in tag.senses and tag.first not in named:
            for number in _changed(sentence, found, tag):
                result[number] = result[number] or tag
    return result


def _changed(sentence: Reading, found: list[Mention], tag: Tag) -> list[int]:
    numbers = [
        n for n, mention in enumerate(found) if mention.finding not in _UNCHANGEABLE
    ]
    inside = [
        n for n in numbers if found[n].clause.first <= tag.first < found[n].clause.last
    ]
    after = [n for n in inside if found[n].first >= tag.last]
    before = [n for n in inside if found[n].last <= tag.first]
    if after and _describes_change(sentence, tag.last, found[after[0]].first):
        return _listed(sentence, found, after)
    spanning = [n for n in inside if found[n].first <= tag.first < found[n].last]
    if spanning:
        return spanning
    if inside:
        return before or after
    clause = next(c for c in sentence.clauses if c.first <= tag.first < c.last)
    earlier = [n for n in numbers if found[n].clause.last <= clause.first]
    if not earlier:
        return []
    nearest = found[earlier[-1]].clause
    return [n for n in earlier if found[n].clause is nearest]


def _describes_change(sentence: Reading, end: int, start: int) -> bool:
    words = sentence.words(end, start)
    if "." in words or ";" in words:
        return False
    return not any(is_verb(sentence, tag) for tag in sentence.tags_in(end, start))


def _listed(sentence: Reading, found: list[Mention], numbers: list[int]) -> list[int]:
    chosen = numbers[:1]
    for number in numbers[1:]:
        if not coordinated(sentence, found[chosen[-1]], found[number]):
            break
        chosen.append(number)
    return chosen


def sizes(sentence: Reading, found: list[Mention]) -> list[tuple[float, ...]]:
    """Return the lengths in mm that belong to each mention."""
    result: list[tuple[float, ...]] = [()] * len(found)
    if not any(character.isdigit() for character in sentence.text):
        return result
    for measure in measurements(sentence.text):
        if measure.unit != "mm" or measure.prior:
            continue
        number = _measured(sentence, found, measure.start, measure.end)
        if number is not None and not result[number]:
            result[number] = measure.values
    return result


def _measured(
    sentence: Reading, found: list[Mention], start: int, end: int
) -> int | None:
    starts, ends = sentence.tokens.starts, sentence.tokens.ends
    candidates = [n for n, mention in enumerate(found) if not mention.normal]
    for number in candidates:
        mention = found[number]
        if starts[mention.first] >= end:
            first = next(i for i, offset in enumerate(starts) if offset >= end)
            if (
                first == mention.first
                or _describes_change(sentence, first, mention.first)
                and not any(
                    "preposition" in tag.senses or "coordinator" in tag.senses
                    for tag in sentence.tags_in(first, mention.first)
                )
            ):
                return number
            break
    before = [n for n in candidates if ends[found[n].last - 1] <= start]
    if before:
        return before[-1]
    return candidates[0] if candidates else None


def location_words(mention: Mention, setting: Setting) -> tuple[int, int] | None:
    """Return the tokens of the place, ``None`` when the finding's name says as much."""
    if not setting.places:
        return None
    if mention.entry is None and not _is_telling(mention, setting):
        return None
    sites = setting.sites
    if not sites:
        return None
    home = mention.entry.site if mention.entry is not None else None
    whole = all(site in ("lung", home) for site in sites)
    if (
        whole
        and home is not None
        and setting.side in ("bilateral", None)
        and _is_plain(setting)
    ):
        return None
    group = [
        place for place in setting.places if place.sites and set(place.sites) != {home}
    ] or [place for place in setting.places if place.sites]
    behind = [place for place in group if place.first >= mention.last]
    group = behind or group
    return group[0].first, group[-1].last


def _is_telling(mention: Mention, setting: Setting) -> bool:
    return any(site in ("mediastinal vessels", "spine", "intervertebral disc", "neural foramen", "aorta") or
               anatomy.is_within(site, "aorta") for site in setting.sites)  # fmt: skip


def _is_plain(setting: Setting) -> bool:
    return all(place.last - place.first <= 3 for place in setting.places)
