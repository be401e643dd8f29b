"""Where a finding is that names no place of its own: where its neighbour is, or where the statement began."""

from __future__ import annotations

from reref.report.clauses import Reading
from reref.report.fitting import can_lie, is_akin
from reref.report.lists import FORM, coordinated
from reref.report.opening import topic
from reref.report.places import Place
from reref.report.scene import Mention
from reref.report.sided import Setting, by_side, with_side

_NEW_SUBJECT = ("and", "but", ";", "", "there", ".")  # openers of a clause that does not speak on about the one before
_RELATIVE = ("which", "that")
_BESIDE = frozenset(("in", "on", "to", "the"))
_SUBJECT = 4  # tokens at the beginning of a clause
_POINTING = frozenset(("it", "they", "this", "these", "finding", "appearance", "outlook"))
_ALONG = frozenset(("with", "without", "including", "containing", "accompanied", "accompanying", "causing"))
_FEATURES = frozenset(("cavity", "other: spiculation", "other: air bronchograms", "other: volume loss"))
_FEATURES |= {"other: architectural distortion"}


def inherited(
    sentence: Reading, found: list[Mention], number: int, result: list[list[Setting]], free: list[Place]
) -> list[Setting]:
    """Return the place of the mention before, or the place a statement starts with ("In the left lung, …")."""
    mention = found[number]
    if number and _is_denied_of_normal(sentence, found[number - 1], mention):
        return [Setting([], setting.side) for setting in result[number - 1]]
    if number and found[number - 1].entry is not None:
        before = found[number - 1]
        if sentence.has(before.last, mention.first, "negation before") and not _is_feature(mention):
            return []  # "left atelectasis without pneumothorax"
        if before.clause is mention.clause or mention.clause.opener not in _NEW_SUBJECT or _explains(sentence, mention):
            possible = [s for s in result[number - 1] if all(can_lie(mention, place) for place in s.places)]
            return [_without_home(sentence, setting, before) for setting in possible]
    free = [p for p in free if sentence.words(p.last - 1, p.last) != ("window",)]  # "in the lung window, …"
    subjects = [p for p in free if mention.clause.first <= p.first and p.last <= mention.first]
    introduced = topic(sentence, found, mention, free)
    settings = by_side(subjects or introduced, []) if subjects or introduced else []
    return with_side(settings, introduced[0].side if introduced and len(settings) == 1 else None)


def _is_denied_of_normal(sentence: Reading, before: Mention, mention: Mention) -> bool:
    """Whether a finding is denied of what was called normal ("the left lung is well aerated without effusion")."""
    between = sentence.words(before.last, mention.first)
    denied = bool(between) and (between[0] == "without" or between[:2] == ("with", "no"))
    return before.normal and before.clause is mention.clause and denied


def _explains(sentence: Reading, mention: Mention) -> bool:
    """Whether a clause tells what the one before may mean ("…, and the findings were evaluated as pneumonia")."""
    clause = mention.clause
    if not sentence.has(clause.first, clause.last, "interpretation", "hedge before", "hedge after"):
        return False
    opening = sentence.words(clause.first, clause.first + _SUBJECT)
    return not _POINTING.isdisjoint(opening) or "etiology" in sentence.words(clause.first, clause.last)


def from_following(sentence: Reading, mention: Mention, following: Mention, where: list[Setting]) -> list[Setting]:
    """Return the place that what follows gives: what a mention means, what goes along with it, or its list."""
    if not where or mention.entry is None or following.entry is None:
        return []
    if following.clause is sentence.clause_after(mention.clause) and following.clause.opener in _RELATIVE:
        return [Setting(setting.places, setting.side) for setting in where]
    if mention.clause is not following.clause or _is_of_own_words(sentence, following, where):
        return []
    between = (mention.last, following.first)
    looks_like = sentence.words(*between)[: len(FORM)] == FORM
    if sentence.has(*between, "preposition", "boundary") and not looks_like:
        return []
    if sentence.has(*between, "verb") and "with" not in sentence.words(*between):
        return []  # but "scarring is seen with bronchiectasis in the …"
    same = [Setting(setting.places, setting.side) for setting in where]
    if (
        sentence.has(*between, "interpretation", "hedge before")
        or sentence.words(*between)[:1] == ("of",)
        or looks_like
    ):
        return same
    denied = sentence.has(mention.clause.first, mention.first, "negation before")
    along = not denied and not _ALONG.isdisjoint(sentence.words(*between))
    behind = all(place.first >= following.last for setting in where for place in setting.places)
    possible = all(can_lie(mention, place) for setting in where for place in setting.places)
    return same if behind and possible and (along or coordinated(sentence, mention, following)) else []


def _is_of_own_words(sentence: Reading, mention: Mention, where: list[Setting]) -> bool:
    """Whether a side is only that of the finding's own name ("levoscoliosis")."""
    placed = any(setting.places for setting in where)
    return not placed and sentence.has(mention.first, mention.last, "side")


def is_feature_of(sentence: Reading, mention: Mention, following: Mention) -> bool:
    """Whether what follows is a property of a finding ("consolidation including air bronchograms in the left base")."""
    along = not _ALONG.isdisjoint(sentence.words(mention.last, following.first))
    return along and following.finding in _FEATURES and mention.entry is not None


def _is_feature(mention: Mention) -> bool:
    """Whether a finding is a property that another has or lacks ("a nodule without calcification")."""
    return mention.entry is None or mention.entry.name is None or mention.finding in _FEATURES


def _without_home(sentence: Reading, setting: Setting, mention: Mention) -> Setting:
    """Return a setting to pass on, without the adjective that belongs to its finding ("pleural effusion")."""
    home = mention.entry.site if mention.entry is not None else None
    kept = [place for place in setting.places if set(place.sites) != {home} or place.first >= mention.last]
    own = sentence.has(mention.first, mention.last, "side") and not any(place.side for place in setting.places)
    return Setting(kept, None if own else setting.side)  # the side of "dextroscoliosis" is its own


def side_beside(sentence: Reading, mention: Mention, placed: list[Place]) -> str | None:
    """Return the side told right after the place that named a finding ("the fissure on the right is thickened")."""
    if mention.place is None or mention.place.side is not None:
        return None
    for place in placed:
        near = mention.place.last <= place.first and place.last <= mention.first and not place.sites
        if near and _BESIDE.issuperset(sentence.words(mention.place.last, place.first)):
            return place.side
    return None


def _goes_with(sentence: Reading, end: int, start: int) -> bool:
    """Whether nothing but a place and "with" stands between two findings ("… of the right lung with basilar …")."""
    words = sentence.words(end, start)
    return "with" in words and "," not in words and not sentence.has(end, start, "verb", "coordinator", "finding")


def side_of_main(sentence: Reading, mention: Mention, before: Mention, where: list[Setting]) -> str | None:
    """Return the side of the finding that a relative clause tells of ("consolidation in which … are seen")."""
    relative = mention.clause.opener in _RELATIVE and sentence.clause_before(mention.clause) is before.clause
    along = mention.clause is before.clause and _goes_with(sentence, before.last, mention.first)
    if not relative and not along:
        return None
    akin = len(where) == 1 and before.entry is not None and all(is_akin(mention, place) for place in where[0].places)
    return where[0].side if akin else None
