"""Facts put together from what a sentence mentions, claims, places and measures."""

from __future__ import annotations

from typing import cast

from reref.report.attributes import changes, severity, severity_at
from reref.report.clauses import Clause, Reading
from reref.report.lists import coordinated
from reref.report.location import location_words
from reref.report.model import Change, Cue, Fact, Laterality
from reref.report.phrases import Tag
from reref.report.places import Place
from reref.report.scene import Mention, Scene
from reref.report.scope import Stand, stand
from reref.report.settings import settings
from reref.report.sided import Setting
from reref.report.sizes import Size, is_of_glass, sizes, with_sizes

_PRONOUNS = frozenset(("it", "they", "this", "these"))
_OPENING = 3  # tokens, with ", and"
_GRANULOMA = "granuloma_calcified"
_PLEURAL = {"pleural_effusion", "pleural_thickening"}
_MEANT = frozenset(("lung_opacity", "other: soft tissue density increase"))  # descriptions of what has another name
_CALLED = {
    "other: accessory spleen": "other: splenic lesion",
    "other: gynecomastia": "other: breast lesion",
    "hepatic_steatosis": "liver_lesion",
    _GRANULOMA: "other: lung calcification",
}
_LEADING = frozenset((",", "and", "but", ";", ":", ")", ".", "or"))
_EARLIER = frozenset(("previous", "previously", "prior", "old"))
_SHOWN = frozenset(("seen", "observed", "described", "noted", "detected", "present", "defined", "identified"))
_LUMPS = frozenset(("mass", _GRANULOMA, "other: lymph nodes not enlarged", "kidney_lesion_stone"))
_TRAILING = frozenset((",", ";", ":", "(", ".", ")", "and"))


def assemble(scene: Scene, found: list[Mention]) -> list[tuple[Fact, tuple[Cue, ...]]]:
    """Return the facts of a sentence's mentions, each with its cues; offsets are into the sentence."""
    sentence = scene.sentence
    where = settings(sentence, found, scene.placed)
    change = changes(sentence, found)
    measured = sizes(sentence, found)
    if scene.context.size:
        _take_up_size(scene, found, measured)
    merged = _merge_rest(sentence, found, where, measured)
    merged |= _merge_meaning(sentence, found, measured)
    _share_size(sentence, found, measured)
    claims = [stand(sentence, mention, _list_of(sentence, found, number)) for number, mention in enumerate(found)]
    for number, claim in enumerate(claims):
        main = _restated(sentence, found, number) if claim.polarity != "absent" else None
        if main is not None and number not in merged:
            merged.add(number)
            if measured[number] and not measured[main]:
                measured[main], where[main] = measured[number], where[number] or where[main]
    made: list[tuple[Fact, tuple[Cue, ...]]] = []
    for number, mention in enumerate(found):
        if number in merged:
            continue
        claim = claims[number]
        degree = None if mention.normal else severity(sentence, mention)
        for setting, size in with_sizes(scene.placed, where[number], measured[number]):
            course = _change(claim, change[number]) or _is_gone(sentence, mention, claim)
            here = None if mention.normal else severity_at(sentence, setting)
            made.append(_fact(sentence, mention, claim, setting, here or degree, course, size))
    return made


def _share_size(sentence: Reading, found: list[Mention], measured: list[list[Size]]) -> None:
    """Give a length to both names of one thing: "ground-glass nodule", "nodule (cyst?)", "density meaning fluid"."""
    for number in range(1, len(found)):
        before, mention = found[number - 1], found[number]
        glass = is_of_glass(sentence, before, mention)
        alike = (
            before.first == mention.first
            or _is_meant(sentence, before, mention)
            or _are_layers(sentence, before, mention)
        )
        asked = mention.clause.opener == "(" and before.clause is not mention.clause and is_lump(mention.finding)
        if not measured[number] and (glass or alike or (asked and len(measured[number - 1]) == 1)):
            measured[number] = measured[number - 1]
        elif alike and not measured[number - 1]:
            measured[number - 1] = measured[number]


def _is_meant(sentence: Reading, before: Mention, mention: Mention) -> bool:
    """Whether the second name is what the first is taken for ("increased density compatible with consolidation")."""
    if before.finding not in _MEANT:
        return False
    if mention.clause.opener == "which" and sentence.clause_before(mention.clause) is before.clause:
        return sentence.has(mention.clause.first, mention.first, "interpretation", "hedge before")
    between = (before.last, mention.first)
    meant = before.clause is mention.clause and sentence.has(*between, "interpretation")
    return meant and not sentence.has(*between, "coordinator", "verb", "boundary")


def _are_layers(sentence: Reading, before: Mention, mention: Mention) -> bool:
    """Whether two layers of the pleura are measured as one ("effusion and pleural thickening of up to 16 mm")."""
    return {before.finding, mention.finding} == _PLEURAL and coordinated(sentence, before, mention)


def is_lump(finding: str) -> bool:
    """Whether a finding is a single thing that has a size."""
    return finding in _LUMPS or finding.endswith(("node", "nodule", "lesion", "cyst"))


def _take_up_size(scene: Scene, found: list[Mention], measured: list[list[Size]]) -> None:
    """Give the length told before to what is said of the same site ("… measures 33 mm. It is wider than normal")."""
    for mention, sizes_of in zip(found, measured, strict=True):
        of_site = mention.place is None and mention.sites == (scene.context.site,)
        if of_site and mention.entry is not None and mention.entry.name is None and not sizes_of:
            sizes_of.append(Size(scene.context.size, -1, -1, -1))


def _change(claim: Stand, change: Tag | None) -> Tag | None:
    """Return the change of a finding; "no new nodule" tells of none."""
    denied = claim.polarity == "absent" and change is not None and change.senses["change"] == "new"
    return None if denied else change


def _is_gone(sentence: Reading, mention: Mention, claim: Stand) -> Tag | None:
    """Return the denial of what an earlier exam showed, as a change ("the areas seen previously were not observed")."""
    if claim.polarity != "absent" or claim.cue is None or claim.cue.first < mention.last:
        return None
    between = sentence.words(mention.last, claim.cue.first)
    earlier = not _EARLIER.isdisjoint(between) and not _SHOWN.isdisjoint(between)
    return Tag(claim.cue.first, claim.cue.last, {"change": "resolved"}) if earlier else None


def _describes(sentence: Reading, place: Place, mention: Mention) -> bool:
    """Whether a place is but an adjective of a finding ("subpleural nodules")."""
    introduced = sentence.has(max(0, place.first - 2), place.first, "preposition", "link")
    return place.last <= mention.first and not introduced


def _merge_rest(
    sentence: Reading, found: list[Mention], where: list[list[Setting]], measured: list[list[Size]]
) -> set[int]:
    """Give "the largest …" to the finding it belongs to, unless it stands on a side of its own.

    Returns:
        The numbers of the mentions that are merged into another.
    """
    merged: set[int] = set()
    for number, mention in enumerate(found):
        if not mention.rest:
            continue
        main = max((n for n in range(number) if not found[n].rest and found[n].entry is mention.entry), default=None)
        if main is None:
            continue
        if where[number]:
            placed = (place for setting in where[main] for place in setting.places)
            apart = any(
                place.sites and (place.side or not _describes(sentence, place, found[main])) for place in placed
            )
            if not apart and all(setting.side is None for setting in where[main]):
                where[main] = []
            if apart or where[main]:
                if where[number][0].side not in {setting.side for setting in where[main]}:
                    _give_size(found[number], measured, main, number)
                    continue
            else:
                where[main] = where[number]
        measured[main] = [*measured[main], *measured[number]]
        merged.add(number)
    return merged


def _merge_meaning(sentence: Reading, found: list[Mention], measured: list[list[Size]]) -> set[int]:
    """Let a description be what it is called ("nodule beside the spleen, compatible with an accessory spleen")."""
    merged: set[int] = set()
    for number in range(1, len(found)):
        before, mention = found[number - 1], found[number]
        if _CALLED.get(mention.finding) != before.finding or before.entry is None:
            continue
        if not sentence.has(before.last, mention.first, "interpretation", "article"):
            continue
        if mention.finding == _GRANULOMA:
            before.finding = _GRANULOMA  # a calcification is one, however sure its meaning is
            merged.add(number)
        else:
            measured[number] = measured[number] or measured[number - 1]
            merged.add(number - 1)
    return merged


def _give_size(rest: Mention, measured: list[list[Size]], main: int, number: int) -> None:
    """Let "the largest of which is in …" have the one length that was told before it."""
    if len(measured[main]) == 1 and not measured[number] and measured[main][0].token < rest.first:
        measured[number], measured[main] = measured[main], []


def _restated(sentence: Reading, found: list[Mention], number: int) -> int | None:
    """Return the finding of which one only says, under the same name, what it means ("renal lesion (cyst?)")."""
    mention = found[number]
    if mention.entry is None or mention.rest:
        return None
    bracketed = mention.clause.opener == "("
    for main, before in enumerate(found[:number]):
        if before.finding != mention.finding or before.entry is None:
            continue
        if _explains_it(sentence, mention):
            return main
        between = (before.last, mention.first)
        if bracketed or sentence.has(*between, "interpretation", "hedge before"):
            relative = (
                mention.clause.opener in ("which", "that") and sentence.clause_after(before.clause) is mention.clause
            )
            until = mention.first if bracketed else _meant_from(sentence, *between)
            parted = sentence.has(before.last, until, "coordinator")
            parted = parted or (sentence.has(*between, "boundary") and not relative)
            return main if bracketed or not parted else None
    return None


def _meant_from(sentence: Reading, end: int, start: int) -> int:
    """Return where the words begin that tell what something means ("opacity or nodule, likely …")."""
    kinds = ("interpretation", "hedge before")
    return next(tag.first for tag in sentence.tags_in(end, start) if any(kind in tag.senses for kind in kinds))


def _explains_it(sentence: Reading, mention: Mention) -> bool:
    """Whether a clause says what "it" may mean ("a nodule …, and it was evaluated in favor of adenoma")."""
    clause = mention.clause
    pronoun = not _PRONOUNS.isdisjoint(sentence.words(clause.first, clause.first + _OPENING))
    return pronoun and clause.first > 0 and sentence.has(clause.first, mention.first, "hedge before")


def _list_of(sentence: Reading, found: list[Mention], number: int) -> list[Mention]:
    """Return the list that a mention is a member of."""
    first = last = number
    while first and coordinated(sentence, found[first - 1], found[first]):
        first -= 1
    while last + 1 < len(found) and coordinated(sentence, found[last], found[last + 1]):
        last += 1
    return found[first : last + 1]


def _fact(
    sentence: Reading,
    mention: Mention,
    claim: Stand,
    setting: Setting,
    degree: Tag | None,
    change: Tag | None,
    size: Size | None,
) -> tuple[Fact, tuple[Cue, ...]]:
    tokens = sentence.tokens
    start, end = _statement(sentence, mention.clause)
    start = min(start, tokens.starts[mention.first])
    end = max(end, tokens.ends[mention.last - 1])
    location = location_words(sentence, mention, setting)
    fact = Fact(
        section="",
        start=start,
        end=end,
        span=sentence.text[start:end],
        finding=_name(mention, claim),
        polarity=claim.polarity,
        laterality=cast("Laterality | None", setting.side),
        location=None if location is None else sentence.text[tokens.starts[location[0]] : tokens.ends[location[1] - 1]],
        severity=None if degree is None else degree.senses["severity"],
        sizes_mm=size.values if size is not None else (),
        change=None if change is None else cast(Change, change.senses["change"]),
        normal=mention.normal or claim.normal,
        tier=claim.tier,
        sites=setting.sites or mention.sites,
        cue_start=tokens.starts[mention.first],
        cue_end=tokens.ends[mention.last - 1],
    )
    return fact, tuple(_cues(sentence, claim, setting, degree, change, size))


def _name(mention: Mention, claim: Stand) -> str:
    """Return a mention's name; some words have another when they are denied ("no lymph nodes")."""
    denied = mention.entry.negated if mention.entry is not None else None
    return denied if denied is not None and claim.polarity == "absent" else mention.finding


def _cues(
    sentence: Reading, claim: Stand, setting: Setting, degree: Tag | None, change: Tag | None, size: Size | None
) -> list[Cue]:
    starts, ends = sentence.tokens.starts, sentence.tokens.ends
    cues = []
    if claim.cue is not None:
        span = (starts[claim.cue.first], ends[claim.cue.last - 1])
        cues.append(Cue("negation", *span) if claim.polarity == "absent" else Cue("hedge", *span, claim.tier or ""))
    if degree is not None:
        cues.append(Cue("severity", starts[degree.first], ends[degree.last - 1], degree.senses["severity"]))
    if change is not None:
        cues.append(Cue("change", starts[change.first], ends[change.last - 1], change.senses["change"]))
    for place in setting.places:
        cues.extend(Cue("side", starts[first], ends[last - 1], side) for first, last, side in place.side_words)
    if size is not None and size.token >= 0:
        cues.append(Cue("size", size.start, size.end))
    return cues


def _statement(sentence: Reading, clause: Clause) -> tuple[int, int]:
    """Return the characters of a clause without the words that only join it to its neighbours."""
    words = sentence.tokens.words
    first, last = clause.first, clause.last
    while first < last - 1 and words[first] in _LEADING:
        first += 1
    while last > first + 1 and words[last - 1] in _TRAILING and not _closes(words[first:last]):
        last -= 1
    return sentence.tokens.starts[first], sentence.tokens.ends[last - 1]


def _closes(words: tuple[str, ...]) -> bool:
    """Whether words end with the close of a bracket that opens among them ("stenosis (25-49%)")."""
    return words[-1] == ")" and words.count("(") >= words.count(")")
