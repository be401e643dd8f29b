"""Whether the rest of a report leaves room for an error: what it says of the same finding, organ and exam elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.errors.omission import points_back
from reref.perturbations.errors.planting import denials
from reref.perturbations.errors.reading import Reading, named_regions, same_finding
from reref.perturbations.rules.regions import fact_region, leans_on_previous
from reref.report import TARGET_SECTIONS, Fact, Sentence

if TYPE_CHECKING:
    from reref.perturbations.edits import Edit

#: Advice about what was just told.
_ADVICE = re.compile(
    r"\brecommend|\bfurther\b|\bin case of\b|\bif necessary|\bappropriate to\b|\bcorrelat", re.IGNORECASE
)


def denied_still(new: Reading, became: Iterable[Fact]) -> bool:
    """Say whether a report still denies, in whatever words, what an error made it tell.

    Args:
        new: the report with the error.
        became: the facts that it tells only now.
    """
    return any(
        fact.polarity != "absent" and not fact.normal and _is_denied(new, fact, fact.laterality or "")
        for fact in became
    )


def _is_denied(new: Reading, fact: Fact, side: str) -> bool:
    where = None if new.carry_through else fact.section
    against = [f for f in denials(new, fact.finding, side) if where in (None, f.section)]
    return bool(against) or _is_denied_in_words(new, fact, where)


def _is_denied_in_words(new: Reading, fact: Fact, where: str | None) -> bool:
    """Say whether a sentence that the reader of facts took for something else denies the finding."""
    region = fact_region(fact)
    own = new.sentence(fact.section, fact.start)
    return any(
        is_denied_in_words(new, fact.finding, region, section, own if section == fact.section else None)
        for section in TARGET_SECTIONS
        if where in (None, section)
    )


def is_denied_in_words(reading: Reading, finding: str, region: str | None, section: str, but: Sentence | None) -> bool:
    """Say whether a sentence of a section, other than ``but``, denies a finding in words, read as a fact or not."""
    clashes = [clash for clash in _clashes() if finding in clash.findings]
    for sentence in reading.sentences(section):
        if sentence == but:
            continue
        if _whole().match(sentence.text):
            return True
        if not any(clash.words.search(sentence.text) for clash in clashes):
            continue
        named = named_regions(sentence.text)
        if any(
            (clash.named or not named or region in named) and clash.words.search(sentence.text) for clash in clashes
        ):
            return True
    return False


class _Clash(NamedTuple):
    """Words that leave no room for some findings; named: they name their organ themselves."""

    findings: frozenset[str]
    words: re.Pattern[str]
    named: bool


@cache
def _whole() -> re.Pattern[str]:
    return re.compile(lexicon("statements")["whole"], re.IGNORECASE)


@cache
def _clashes() -> tuple[_Clash, ...]:
    return tuple(
        _Clash(frozenset(entry["findings"]), re.compile(entry["words"], re.IGNORECASE), entry.get("named", False))
        for entry in lexicon("statements")["clashes"]
    )


def is_torn(reading: Reading, finding: str) -> bool:
    """Say whether the sections of the original already disagree about a finding: its side, or whether it is there."""
    told = [f for f in reading.told if f.finding and same_finding(f.finding, finding)]
    sides = {s: {f.laterality for f in told if f.section == s} for s in ("findings", "impression")}
    one, other = sides["findings"], sides["impression"]
    if one and other and not (one & other) and not {None, "bilateral"} & (one | other):
        return True
    return any(
        against.section != fact.section
        for fact in told
        if fact.finding == finding and fact.polarity == "present"
        for against in denials(reading, finding, fact.laterality or "")
    )


def beside(
    reading: Reading,
    section: str,
    region: str | None,
    taken_back: Sequence[Edit] = (),
) -> Sentence | None:
    """Return the sentence behind which a statement about a region would be dictated.

    That is the last one about the region, else the last one about what usually comes before it. Sentences that are
    taken out do not count; what points back at the sentence stays behind it.

    Args:
        reading: the report.
        section: where to look.
        region: the region of the new statement.
        taken_back: edits that take sentences out.
    """
    staying = [s for s in reading.sentences(section) if not any(e.start < s.end <= e.end for e in taken_back)]
    if not staying:
        return None
    place = _last(reading, section, staying, region)
    while place + 1 < len(staying) and _belongs_together(staying[place], staying[place + 1]):
        place += 1
    return staying[place]


def _belongs_together(one: Sentence, following: Sentence) -> bool:
    """Say whether nothing may be put between two sentences."""
    return (
        one.text[-1:] in ";:,"
        or _ADVICE.search(following.text) is not None
        or points_back(following.text)
        or leans_on_previous(following.text)
    )


def _last(reading: Reading, section: str, staying: Sequence[Sentence], region: str | None) -> int:
    """Return the place of the last sentence where most is told of a region, else of one that stands beside it."""
    told = [_regions_of(reading, section, sentence) for sentence in staying]
    for name in (region, *lexicon("statements")["neighbours"].get(region, ())):
        blocks = list(_blocks(told, name))
        if blocks:
            return max(blocks, key=lambda block: (block[1], -block[0]))[0]
    return len(staying) - 1


def _blocks(told: Sequence[frozenset[str]], region: str | None) -> Iterator[tuple[int, int]]:
    """Yield for each run of sentences about a region the place of its last one, and how many they are."""
    last, size = -1, 0
    for place, names in enumerate(told):
        if region in names:
            last, size = place, size + 1
        elif names and size:
            yield last, size
            size = 0
    if size:
        yield last, size


def _regions_of(reading: Reading, section: str, sentence: Sentence) -> frozenset[str]:
    """Return the regions of a sentence: those of its facts that it names, else those that it names or they have."""
    found = {name for f in reading.facts_in(section, sentence) if (name := fact_region(f))}
    named = named_regions(sentence.text)
    if not named:
        return frozenset(found)
    return frozenset(found.intersection(named) or named[:1])
