"""What a statement adds to a finding: its degree, and its change since a prior exam."""

from __future__ import annotations

from reref.report.clauses import Clause, Reading, is_verb
from reref.report.growth import told_by_size
from reref.report.lists import coordinated
from reref.report.phrases import Tag
from reref.report.scene import Mention
from reref.report.sided import Setting
from reref.report.statements import course
from reref.report.tokens import NUMBER

_ATTACHING = frozenset(("in", "of", "with"))
_STILL = "remain"
_UNDERLYING = ("underlying",)
_COURSES = frozenset(("regression", "progression", "reduction", "increase", "decrease"))
_PRONOUNS = frozenset(("it", "they", "this", "these"))
_SHAPES = frozenset(("irregular", "irregularly", "lobulated", "displaced", "angulated", "spiculated", "heterogeneous"))
_SIZED = frozenset(("mm", "millimeter", "cm"))
_NEAR = 4  # tokens between "increase in" and the finding
_UNCHANGEABLE = frozenset(("no_acute_abnormality", "recommendation", "technique_limitation"))


def severity(sentence: Reading, mention: Mention) -> Tag | None:
    """Return the degree or size word of a mention: before it in its phrase, or said of it after a verb."""
    tags: list[Tag] = sentence.tags_in(mention.clause.first, mention.clause.last)
    for tag in tags[::-1]:
        if tag.first >= mention.last:
            continue
        if "severity" in tag.senses:
            if _is_measured(sentence, tag) or _is_of_another_word(sentence, tag, mention):
                continue
            if "versus" in sentence.words(tag.last, mention.first):
                break
            return tag
        if tag.first >= mention.first or "quality" in tag.senses:
            continue  # "millimetric calcified nodule"
        if sentence.words(tag.first, tag.last) == _UNDERLYING:
            continue  # "minimal underlying opacities"
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
        elif "severity" in tag.senses and not _is_measured(sentence, tag):
            if _describes_next(sentence, tag):
                return tag if _names_again(sentence, tag, mention) else None
            said = seen_verb or sentence.tokens.words[tag.first] in _ATTACHING  # "nodules of millimetric size"
            return tag if said else None
        elif "finding" in tag.senses or "coordinator" in tag.senses:
            break
    return None


def severity_at(sentence: Reading, setting: Setting) -> Tag | None:
    """Return the degree told with a side alone ("moderate right and small left effusions", "small on the left")."""
    for place in setting.places:
        if place.side is None or place.side_words[0][0] != place.first:
            continue  # "in a small area on the left"
        before = sentence.tags_in(max(0, place.first - _NEAR), place.first)
        if before and not place.sites and "preposition" in before[-1].senses:
            before.pop()
        told = bool(before) and "severity" in before[-1].senses and not _is_measured(sentence, before[-1])
        if told and "more" not in sentence.words(before[-1].first - 1, before[-1].first):
            return before[-1]
    return None


def _is_measured(sentence: Reading, tag: Tag) -> bool:
    """Whether a word of size is no degree: "mm sized" after a number, "too small" to be told."""
    words = sentence.tokens.words
    if tag.first and words[tag.first - 1] == "too":
        return True  # "too small to characterize"
    return tag.first > 0 and words[tag.first - 1] == NUMBER and words[tag.first] in _SIZED


def _is_of_another_word(sentence: Reading, tag: Tag, mention: Mention) -> bool:
    """Whether a degree is that of what follows it: "slight regression of the mass", "slightly irregular nodule"."""
    words = sentence.tokens.words
    if tag.first and words[tag.first - 1] == "more":
        return True
    if tag.last >= mention.first:
        return False
    return words[tag.last] in _COURSES or (words[tag.first].endswith("ly") and words[tag.last] in _SHAPES)


def _describes_next(sentence: Reading, tag: Tag) -> bool:
    """Whether a degree word belongs to what follows it: another finding, or a change ("slightly smaller")."""
    return sentence.has(tag.last, tag.last + 3, "finding") or sentence.has(tag.last, tag.last + 1, "change", "quality")


def _names_again(sentence: Reading, tag: Tag, mention: Mention) -> bool:
    """Whether what a degree belongs to says the same ("decreased liver density in line with mild steatosis")."""
    following = next((t for t in sentence.tags_in(tag.last, tag.last + _NEAR) if "finding" in t.senses), None)
    if following is None or mention.entry is None or sentence.has(mention.last, tag.first, "finding"):
        return False
    names = {entry.at_site(site) or entry.name for entry in following.senses["finding"] for site in mention.sites}
    return mention.finding in names


def changes(sentence: Reading, found: list[Mention]) -> list[Tag | None]:
    """Return the change word of each mention: in front of it, or said of it and the mentions before it."""
    result: list[Tag | None] = [None] * len(found)
    named = {mention.first for mention in found if mention.entry is not None}
    for tag in sentence.tags:
        if "change" in tag.senses and tag.first not in named:
            for number in _changed(sentence, found, tag):
                result[number] = result[number] or tag
        elif course(tag) is not None:
            for number in told_by_size(sentence, found, tag):
                result[number] = result[number] or Tag(tag.first, tag.last, {"change": course(tag)})
    for number, mention in enumerate(found):
        if result[number] is None and _STILL in sentence.words(mention.first, mention.last):
            result[number] = Tag(mention.first, mention.last, {"change": "unchanged"})  # "heart remains large"
        elif result[number] is None and number and _means(sentence, found[number - 1], mention):
            result[number] = result[number - 1]
    return result


def _means(sentence: Reading, described: Mention, mention: Mention) -> bool:
    """Whether a finding is what the one before it stands for ("stable opacity, consistent with scarring")."""
    between = described.last, mention.first
    parted = sentence.has(*between, "boundary", "preposition", "negation before")
    return sentence.has(*between, "interpretation") and described.clause is mention.clause and not parted


def _changed(sentence: Reading, found: list[Mention], tag: Tag) -> list[int]:
    numbers = [n for n, mention in enumerate(found) if mention.finding not in _UNCHANGEABLE]
    inside = [n for n in numbers if found[n].clause.first <= tag.first < found[n].clause.last]
    compared = [n for n in inside if found[n].entry is None and found[n].first == tag.first]
    if compared:
        return compared
    inside = [n for n in inside if found[n].finding != "comparison_statement"]  # its own word says what changed
    clause = sentence.clause_at(tag.first)
    if clause.opener == "which" and sentence.words(tag.last, tag.last + 1) == (",",):
        inside = [n for n in inside if found[n].last <= tag.first]  # "…, which is new, is accompanied by …"
    if _is_of_what_was_told(sentence, found, clause, tag):
        inside = []
    before = [n for n in inside if found[n].last <= tag.first]
    after = [n for n in inside if found[n].first >= tag.last]
    if not before and after and sentence.accompanied(tag.last, found[after[0]].first):
        return []  # "improved lung volumes with atelectasis"
    said = bool(before) and _is_predicate(sentence, found[before[-1]].last, tag)
    if after and not said and _describes_change(sentence, tag.last, found[after[0]].first):
        return _listed(sentence, found, after)
    spanning = [n for n in inside if found[n].first <= tag.first < found[n].last]
    if spanning:
        return spanning
    if inside and (before or clause.opener != "which"):
        return before or after  # but "…, which has appeared and may be …" speaks of what stands before it
    earlier = [n for n in numbers if found[n].clause.last <= clause.first]
    earlier = [n for n in earlier if found[n].clause.opener != "("] or earlier
    if not earlier:
        return []
    nearest = found[earlier[-1]].clause
    return [n for n in earlier if found[n].clause is nearest]


def _is_of_what_was_told(sentence: Reading, found: list[Mention], clause: Clause, tag: Tag) -> bool:
    """Whether a change is that of the clause before ("…; it is new and may be pneumonia")."""
    if not any(mention.clause.last <= clause.first for mention in found):
        return False
    pronoun = not _PRONOUNS.isdisjoint(sentence.words(clause.first, clause.first + 2))
    following = next((m.first for m in found if m.clause is clause and m.first >= tag.last), clause.last)
    meant = sentence.has(tag.last, following, "hedge before", "hedge after", "interpretation")
    told = any(m.clause is clause and m.last <= tag.first for m in found)
    return pronoun and meant and not told


def _is_predicate(sentence: Reading, end: int, tag: Tag) -> bool:
    """Whether a change is said of what stands before it, and what follows is new ("… is stable, likely scarring")."""
    closed = sentence.words(tag.last, tag.last + 1) == (",",) or _goes_on(sentence, tag)
    return closed and any(is_verb(sentence, other) for other in sentence.tags_in(end, tag.first))


def _goes_on(sentence: Reading, tag: Tag) -> bool:
    """Whether what was changed goes on as the subject ("… are unchanged and represent emphysema")."""
    following = sentence.tags_in(tag.last, tag.last + 2)
    return [kind for other in following for kind in ("coordinator", "interpretation") if kind in other.senses] == [
        "coordinator",
        "interpretation",
    ]


def _describes_change(sentence: Reading, end: int, start: int) -> bool:
    words = sentence.words(end, start)
    if "." in words or ";" in words:
        return False
    return not any(is_verb(sentence, tag) for tag in sentence.tags_in(end, start))


def _listed(sentence: Reading, found: list[Mention], numbers: list[int]) -> list[int]:
    chosen = numbers[:1]
    for number in numbers[1:]:
        of_one_word = found[number].first == found[chosen[-1]].first  # "stable cardiomediastinal silhouette"
        if not (of_one_word or coordinated(sentence, found[chosen[-1]], found[number])):
            break
        chosen.append(number)
    return chosen
