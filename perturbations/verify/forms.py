"""The form that each variation asks for: whether a report has it or could not have it, and whether a rewrite got it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from reref.perturbations.verify.allowances import is_measurement
from reref.perturbations.verify.lexicon import lexicon
from reref.perturbations.verify.reading import Reading
from reref.perturbations.verify.sameness import sameness
from reref.report import sentences

#: How many larger parts, itself included, an organ has at most; a site with more is a part of an organ.
_COARSE = 3
#: A section of fewer words may have no other wording.
_LONG_ENOUGH_TO_REWORD = 5

#: Requests whose lengths measure no finding.
_MOVES = frozenset(("repositioning", "advancing", "withdrawing"))
#: The share of the denials that may stay when they are said implicitly: a paraphrase may lose one by its words.
_MOST = 0.8

Check = Callable[[Reading, Reading], str]
State = Callable[[Reading], bool]


@dataclass(frozen=True, slots=True)
class Form:
    """How one variation shows in a text.

    Attributes:
        reached: why the alternative is not a rewrite of this kind; empty when it is.
        has: whether a report is in this form already.
        lacks: whether a report holds nothing that could be brought into this form.
    """

    reached: Check
    has: State
    lacks: State


_PART = re.compile(r"\b(?:left|right|either|zones?|lobes?|apices|bases)\b", re.IGNORECASE)
_HEADING = re.compile(r"(?m)^\s*[A-Za-z][A-Za-z/,& -]{1,40}:(?=\s|$)|(?<=[.;]\s)[A-Z][A-Z/& ]{2,30}:(?=\s)")
_ITEM = re.compile(r"(?m)^\s*(?:\d{1,2}[.)]|[-•*–])\s+\S|(?<=[.;]\s)\d{1,2}[.)]\s+[A-Z]")


def never(_: Reading) -> bool:
    """Say no."""
    return False


def says_nothing(reading: Reading) -> bool:
    """Whether a report makes no statement at all: empty, redacted, or a pointer to another report."""
    return not (reading.present or reading.absent or reading.normal)


# Structure


def is_structured(text: str) -> bool:
    """Whether a section is a template: sub-headings, bullets or numbered items."""
    return len(_HEADING.findall(text)) >= 2 or bool(_ITEM.search(text)) or _is_heading_line(text)


def _is_heading_line(text: str) -> bool:
    return bool(_HEADING.search(text)) and len(sentences(text)) <= 2


def _structured_sections(reading: Reading) -> set[str]:
    return {name for name in ("findings", "impression") if is_structured(reading.report.section(name))}


def _main_section(reading: Reading) -> str:
    return "findings" if reading.report.findings.strip() else "impression"


def _became_structured(before: Reading, after: Reading) -> str:
    gained = _structured_sections(after) - _structured_sections(before)
    return "" if gained else "no section became structured: no headings, bullets or numbered items were added"


def _became_prose(before: Reading, after: Reading) -> str:
    left = _structured_sections(after)
    if left:
        return f"{' and '.join(sorted(left))} still structured"
    return "" if _structured_sections(before) else "the original was prose already"


# Placement


def _placement(reading: Reading) -> dict[str, set[object]]:
    """What each section says: names with their certainty and course, numbers, requests."""
    return {
        name: {
            item
            for sentence in readings
            for claim in sentence.claims
            for item in (
                (claim.name, claim.absent),
                *((claim.name, change) for change in claim.near.changes),
            )
        }
        | {("number", n.number.value) for sentence in readings for n in sentence.numbers if not n.number.spelled}
        for name, readings in reading.sections.items()
    }


def _moved(before: Reading, after: Reading) -> str:
    old, new = _placement(before), _placement(after)
    old_words, new_words = _words(before), _words(after)
    for here, there in (("findings", "impression"), ("impression", "findings")):
        if (new[there] - old[there]) & old[here] or (old[here] - new[here]) & new[there]:
            return ""
        if _texts(after, there) & _texts(before, here) - _texts(before, there):
            return ""
        if len((new_words[there] - old_words[there]) & old_words[here]) > 1:
            return ""
    return "nothing changed its section"


def _texts(reading: Reading, section: str) -> set[str]:
    return {sentence.text for sentence in reading.sections[section]}


def _words(reading: Reading) -> dict[str, frozenset[str]]:
    return {
        name: frozenset(word for sentence in readings for word in sentence.words)
        for name, readings in reading.sections.items()
    }


def _cannot_move(reading: Reading) -> bool:
    if any(not any(s.claims for s in readings) for readings in reading.sections.values()):
        return True
    here, there = (frozenset(s.words for s in readings) for readings in reading.sections.values())
    return here == there


# Scope


def _normal_count(reading: Reading) -> int:
    return sum(
        claim.kind == "normal" or (claim.kind == "finding" and claim.absent)
        for sentence in reading.sentences
        for claim in sentence.claims
    )


def _claim_count(reading: Reading) -> int:
    return len(
        {(c.name, c.absent, c.near.sides, c.near.sites) for r in reading.sections.values() for s in r for c in s.claims}
    )


def _became_minimal(before: Reading, after: Reading) -> str:
    if _length(after) >= _length(before):
        return "the report is no shorter than before"
    return "" if _normal_count(after) < _normal_count(before) else "every normal finding is still listed"


def _length(reading: Reading) -> int:
    return sum(len(reading.report.section(name).split()) for name in reading.sections)


def _is_minimal(reading: Reading) -> bool:
    return _normal_count(reading) == 0


def _became_exhaustive(before: Reading, after: Reading) -> str:
    section = "findings" if before.report.findings.strip() or after.report.findings.strip() else "impression"
    old, new = before.sections[section], after.sections[section]
    more = sum(len(s.claims) for s in new) - sum(len(s.claims) for s in old)
    one_by_one = len(new) > len(old) and more >= 0 and not is_structured(after.report.section(section))
    names_parts = more >= 0 and _all_sites(after) > _all_sites(before)
    return "" if more > 0 or one_by_one or names_parts else "the list of findings is no more exhaustive than before"


def _nothing_to_spell_out(reading: Reading) -> bool:
    return not reading.normal


# Granularity


def _depth(reading: Reading) -> int:
    above = lexicon().above
    return sum(len(above[site]) for s in reading.sentences for site in s.sites)


def _all_sites(reading: Reading) -> set[str]:
    return {site for s in reading.sentences for site in s.sites}


def _fine_sites(reading: Reading) -> set[str]:
    above = lexicon().above
    return {site for site in _all_sites(reading) if len(above[site]) > _COARSE}


def _became_coarser(before: Reading, after: Reading) -> str:
    lost, gained = _content_words(before) - _content_words(after), _content_words(after) - _content_words(before)
    if _depth(after) < _depth(before) or _levels(after) < _levels(before) or (lost and not gained):
        return ""
    return "places are named as finely as before"


def _became_finer(before: Reading, after: Reading) -> str:
    above = lexicon().above
    known = _all_sites(before)
    parts = {site for site in _all_sites(after) - known if above[site] & known or len(above[site]) > _COARSE}
    split = _part_words(after) > _part_words(before)
    if parts or split or _levels(after) > _levels(before) or _claim_count(after) > _claim_count(before):
        return ""
    return "no substructure is named that was not named before"


def _part_words(reading: Reading) -> int:
    """Count sides, zones and lobes: a whole told part by part has more of them than "bilateral" or "lungs"."""
    return sum(len(_PART.findall(s.text)) for s in reading.sentences)


def _levels(reading: Reading) -> int:
    return sum(n.number.unit in ("level", "T", "L", "C") for n in reading.numbers)


def _is_coarse(reading: Reading) -> bool:
    return not _fine_sites(reading) and not _levels(reading)


def _measured(reading: Reading) -> int:
    return sum(
        is_measurement(n.number.value, n.number.unit)
        for s in reading.sentences
        if not any(c.asks & _MOVES for c in s.claims)
        for n in s.numbers
    )


def _became_words(before: Reading, after: Reading) -> str:
    left = _measured(after)
    if left:
        return f"{left} measurement{'s' if left > 1 else ''} left in place"
    return "" if _measured(before) else "the original has no measurement"


def _became_numbers(before: Reading, after: Reading) -> str:
    return "" if _measured(after) > _measured(before) else "no measurement stands where a word stood"


def _has_no_measurement(reading: Reading) -> bool:
    return _measured(reading) == 0


def _has_measurement(reading: Reading) -> bool:
    return _measured(reading) > 0


# Language


def _content_words(reading: Reading) -> frozenset[str]:
    """Return the words that name findings, places and devices."""
    return frozenset(word for sentence in reading.sentences for word in sentence.terms)


def _terms_changed(before: Reading, after: Reading) -> str:
    return "" if _content_words(after) - _content_words(before) else "no term was replaced by another"


def _hedges(reading: Reading) -> list[str]:
    return sorted(h for s in reading.sentences for h in (*(words for words, _ in s.hedges), *s.softeners))


def _hedges_changed(before: Reading, after: Reading) -> str:
    return "" if _hedges(before) != _hedges(after) else "the wording of doubt is as before"


def _has_no_hedge(reading: Reading) -> bool:
    return not _hedges(reading)


def _denials(reading: Reading) -> int:
    return sum(s.denials for s in reading.sentences)


def _organ_normals(reading: Reading) -> int:
    return sum(
        c.kind == "normal"
        and not c.explicit
        and c.name not in ("no_acute_abnormality", "study_normal", "otherwise_normal")
        for s in reading.sentences
        for c in s.claims
    )


def _became_explicit(before: Reading, after: Reading) -> str:
    return "" if _denials(after) > _denials(before) else "no normal statement became an explicit denial"


def _became_implicit(before: Reading, after: Reading) -> str:
    old, new = _denials(before), _denials(after)
    return "" if new < old and new <= _MOST * old else "the denials are as explicit as before"


def _all_explicit(reading: Reading) -> bool:
    return _denials(reading) > 0 and _organ_normals(reading) == 0


def _all_implicit(reading: Reading) -> bool:
    return _denials(reading) == 0 and bool(reading.normal)


def _no_normal_at_all(reading: Reading) -> bool:
    return _denials(reading) == 0 and not reading.normal


# Paraphrase


def _reworded(before: Reading, after: Reading) -> str:
    sections = [name for name in ("findings", "impression") if any(s.claims for s in before.sections[name])]
    texts = {name: (_words_of(before.report.section(name)), _words_of(after.report.section(name))) for name in sections}
    for name, (old, new) in texts.items():
        if old == new and len(old) >= _LONG_ENOUGH_TO_REWORD:
            return f"{name} stand as they were"
    if all(sorted(old) == sorted(new) for old, new in texts.values()):
        return "only the order of the words changed"
    return ""


def _words_of(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def _changed(before: Reading, after: Reading) -> str:
    return ""


FORMS: dict[str, Form] = {
    "structured": Form(_became_structured, lambda r: _main_section(r) in _structured_sections(r), says_nothing),
    "free-text": Form(_became_prose, lambda r: not _structured_sections(r), says_nothing),
    "moved": Form(_moved, never, _cannot_move),
    "minimal": Form(_became_minimal, _is_minimal, says_nothing),
    "exhaustive": Form(_became_exhaustive, never, _nothing_to_spell_out),
    "coarse": Form(_became_coarser, _is_coarse, says_nothing),
    "fine": Form(_became_finer, never, lambda r: says_nothing(r) or _is_coarse(r)),
    "words": Form(_became_words, _has_no_measurement, says_nothing),
    "numbers": Form(_became_numbers, _has_measurement, _has_no_measurement),
    "terms": Form(_terms_changed, never, says_nothing),
    "hedges": Form(_hedges_changed, never, _has_no_hedge),
    "explicit": Form(_became_explicit, _all_explicit, _no_normal_at_all),
    "implicit": Form(_became_implicit, _all_implicit, _no_normal_at_all),
    "reworded": Form(_reworded, never, says_nothing),
    "any": Form(_changed, never, never),
}
"""Forms by the name that ``equivalence.yaml`` uses."""

__all__ = ["FORMS", "Form", "is_structured", "sameness", "says_nothing"]
