"""One finding told as present that is absent, or as absent that is present, by the negation alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from reref.perturbations.edits import Edit
from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.errors.planting import denials, plainly, withdrawn
from reref.perturbations.errors.reading import Reading, same_finding
from reref.perturbations.errors.room import Role, Slip, error, label, shuffled
from reref.perturbations.rules.grammar import article, capital, cased_like, uncapital
from reref.report import Fact, Sentence

if TYPE_CHECKING:
    from numpy.random import Generator


class _Turn(NamedTuple):
    """A change inside a sentence that turns one finding's polarity: from, to (in the sentence), and the new words."""

    start: int
    end: int
    after: str


_FOUND = r"(?:seen|identified|observed|detected|present|noted|visualized|demonstrated|evident|appreciated|found)\b"
_THERE = r"\b(there (?:is|are|was|were|has been|have been))"


def _pattern(form: str) -> re.Pattern[str]:
    return re.compile(form, re.IGNORECASE)


_NEGATED = _pattern(
    r"\b(?:no|not|without|free of|clear of|negative for|denies|cannot|never|absence|absent|neither|nor|ruled out"
    r"|resolved)\b"
)
#: Words that only a denial needs.
_PLAIN = r"(?:(?:visible|visualized|definite|obvious|convincing|discernible) )?"
_THERE_NO = _pattern(rf"{_THERE} no {_PLAIN}(?=\w)")
_EVIDENCE = _pattern(
    r"\bno( (?:(?:definite|radiographic|convincing|obvious|clear) )?(?:evidence|signs?|findings?) (?:of|for) )"
)
_NO_FIRST = _pattern(rf"^no {_PLAIN}(?=\w)")
_WITHOUT = _pattern(r"\bwithout (?:any )?(?:(?:definite |radiographic )?evidence of )?(?=\w)")
_SEEN = _pattern(rf"\b(is|are|was|were) (?=(?:also |again )?{_FOUND})")
_DEGREE = (
    r"(?:small|moderate|moderately|large)[ -]sized?|multiple|several|few|minimal|mild|moderate|severe|small|large|trace"
    r"|tiny|slight"
)
_THERE_IS = _pattern(rf"\b(there (?:is|are|was|were)) (?:(?:an?|some|evidence of|also|again|{_DEGREE}) )*(?=\w)")
_DEGREE_FIRST = _pattern(rf"^(?:(?:an?|{_DEGREE}) )*(?=\w)")
#: "Heart size increased.": a state told without a verb, to which "no" cannot be put.
_STATE = _pattern(
    r"\b(?:\w+ed|wide|large|low|high|prominent|tortuous|clear|normal|small|worse|better)\W*$"
    r"|\w (?:increased|decreased|enlarged|widened|elevated|reduced|dilated|thickened) (?:in|on|at|to|by)\b"
)
_ONE_SIDED = _pattern(r"(?:right|left)\b")
#: What is denied for one side alone.
_ON_ONE_SIDE = _pattern(r"effusion|pneumothora|hydro|hemothora")
_STATES = r"(?:enlarged|widened|elevated|dilated|thickened|deviated|blunted|congested)\b"
#: What is written for a negation that stands alone in its sentence; ``\\1`` is the verb that was matched.
_OPPOSITES = (
    (_pattern(rf"\bno longer (?=(?:\w+ly )?{_FOUND})"), "still "),
    (_pattern(rf"\b(is|are|was|were|been) not (?=(?:\w+ly )?(?:{_FOUND}|{_STATES}))"), r"\1 "),
    (_pattern(r"\bnegative for\b"), "positive for"),
    (_pattern(r"\b(is|are) (?:absent|ruled out)\b"), r"\1 present"),
    (_pattern(r"\bhas (?:completely )?resolved\b"), "persists"),
    (_pattern(r"\bhave (?:completely )?resolved\b"), "persist"),
    (_pattern(r"\b(?:is|appears) (?:free|clear) of\b"), "shows"),
    (_pattern(r"\b(?:are|appear) (?:free|clear) of\b"), "show"),
    (_pattern(r"\b(?:was|were) (?:free|clear) of\b"), "showed"),
)
#: Several organs' disease in one denial: turning it would turn more than one finding.
_DENIES_AT_LARGE = _pattern(r"(?:,| or | and ).*\b(?:disease|process|abnormalit\w+|findings?)\b")
_DETAILED = _pattern(
    r"\b(?:more|most|mostly|largest|especially|particularly|age|indetermin\w*|which|some|approximately|predominant\w*"
    r"|segments?|lingul\w*|dependent|(?:postero|antero|latero|medio)\w+|apicoposterior)\b"
)
#: Words that nobody uses in a denial.
_NOT_DENIED = _pattern(
    r"\b(?:otherwise|also|again|chronic|old|remote|sequel\w*|granulom\w*|bibas\w+|biapical|stable|known|status|history|spur\w*"
    r"|consistent|compatible|evaluated|interpreted|likely|probabl\w+|suggest\w*|due|secondary|normal variant|accessory"
    r"|asymmetric|smooth|non-?specific|millimetric|hypodense|sliding|smear\w*|plaster\w*|placing|ratio|index"
    r"|C/?T[OIR]|K/?T[OIR]|in favou?r|XXXX|___)\b|\?|\d"
)
#: A denial whose first word is a placeholder.
_HIDDEN = _pattern(r"\b(?:no|of|or) (?:XXXX|___)")
#: A single thing denied on both sides.
_IN_BOTH = _pattern(
    r"\b(?:mass|lesion|nodule|infiltrate|opacity|cavity|node|abnormality)\b(?!s).*\b(?:both|bilateral)\b"
)
_SEPARATOR = _pattern(r"\s*(?:,\s*(?:or|and|nor)\s+|,\s*|\s+(?:or|nor)\s+)")
_EVIDENT = _pattern(r"(?:\w+ )?(?:evidence|signs?|findings?) (?:of|for)\b")
_LAST_COMMA = _pattern(r",(?= (?:or|and|nor) )")
_VERB = _pattern(r"\b(?:is|are|was|were|has|have)\b")


@error("negation-flip", needs="finding whose negation alone can be turned")
def turn(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Take the negation from one absent finding, or give one to a present finding, wherever the report tells it."""
    for fact in shuffled(rng, [f for f in reading.facts if _may_turn(reading, f)]):
        first = _turned(reading, fact)
        if first is None:
            continue
        everywhere = [other for other in reading.facts if other is not fact and _says_the_same(other, fact)]
        again = [other for other in everywhere if reading.carry_through or other.section == fact.section]
        mismatch = next((other.section for other in everywhere if other not in again), "")
        edits = [_edit(fact, first, "error", mismatch)]
        turned = [_turned(reading, other) for other in again]
        edits += [_edit(other, t, "carried") for other, t in zip(again, turned, strict=True) if t is not None]
        taken_back = _taken_back(reading, [fact, *again])
        if None not in turned and taken_back is not None:
            yield Slip((*edits, *taken_back))


def _taken_back(reading: Reading, facts: list[Fact]) -> list[Edit] | None:
    """Return edits of what else denies a finding that is told as present now, ``None`` where that is not clean."""
    if facts[0].polarity != "absent":
        return []
    turned = [reading.sentence(f.section, f.start) for f in facts]
    against = [
        f for f in denials(reading, facts[0].finding, facts[0].laterality or "")
        if f not in facts and (reading.carry_through or f.section == facts[0].section)
    ]  # fmt: skip
    if not against:
        return []
    said = plainly(facts[0].finding)
    if said is None or any(reading.sentence(f.section, f.start) in turned for f in against):
        return None
    return withdrawn("negation-flip", reading, against, said)


def _may_turn(reading: Reading, fact: Fact) -> bool:
    if fact.normal or fact.finding in lexicon("negation_flip")["never"]:
        return False
    if fact.polarity == "absent":
        is_bare = fact.laterality is None and fact.finding in lexicon("negation_flip")["never_bare"]
        if fact.finding.startswith("other:") or is_bare:
            return False  # what else in the report it would deny, or how it would be told, nobody knows
        told = [f for f in reading.told if same_finding(f.finding, fact.finding)]
        return not told or "new" in fact.span.lower()
    if fact.finding.startswith(("device", "surgical")) or fact.finding in lexicon("negation_flip")["never_gone"]:
        return False
    if not reading.is_backed(fact):
        return False
    return fact.polarity == "present" and not fact.sizes_mm and fact.change is None


def _says_the_same(other: Fact, fact: Fact) -> bool:
    if other.normal or other.polarity != fact.polarity:
        return False
    if fact.polarity == "absent":
        return other.finding == fact.finding and other.section != fact.section
    if other.section == fact.section:
        return False  # another finding of its kind; where it may be the same, it is left, and refuses the error
    return same_finding(other.finding, fact.finding) and (
        other.laterality is None or fact.laterality is None or other.laterality == fact.laterality
    )


def _turned(reading: Reading, fact: Fact) -> _Turn | None:
    """Return the change of the fact's sentence, in places of the section; ``None`` where it is not simple enough."""
    sentence = reading.sentence(fact.section, fact.start)
    others = [f for f in reading.facts_in(fact.section, sentence) if f is not fact]
    turned = _to_present(sentence, fact, others) if fact.polarity == "absent" else _to_absent(sentence, others)
    return None if turned is None else _Turn(turned.start + sentence.start, turned.end + sentence.start, turned.after)


def _to_present(sentence: Sentence, fact: Fact, others: list[Fact]) -> _Turn | None:
    text = sentence.text
    if len(_NEGATED.findall(text)) != 1 or _HIDDEN.search(text) or (not others and _DENIES_AT_LARGE.search(text)):
        return None
    if _IN_BOTH.search(text):
        return None  # one thing in two places
    if not others:
        return _alone_to_present(text)
    return _first_of_list(sentence, fact, others)


def _alone_to_present(text: str) -> _Turn | None:
    for pattern, after in _OPPOSITES:
        if found := pattern.search(text):
            return _Turn(found.start(), found.end(), cased_like(found.group(), found.expand(after)))
    if found := _EVIDENCE.search(text):
        return _Turn(found.start(), found.end(), cased_like(found.group(), found.group(1).lstrip()))
    for pattern in (_THERE_NO, _NO_FIRST):
        if found := pattern.search(text):
            noun = text[found.end() :]
            said = f"{found.group(1)} " if pattern is _THERE_NO else ""
            counted = _article_for(noun, found.group(0)) if said or _VERB.search(noun) else ""
            if found.start() == 0 and not said:
                return _Turn(0, found.end() + (0 if counted else 1), capital(counted) if counted else noun[:1].upper())
            return _Turn(found.start(), found.end(), said + counted)
    if found := _WITHOUT.search(text):
        said = cased_like(found.group(), "with ") + _article_for(text[found.end() :], "")
        return _Turn(found.start(), found.end(), said)
    return None


def _article_for(noun: str, before: str) -> str:
    """Return the article that a singular thing needs where "no" stood before it, with a blank behind it."""
    things = "|".join(lexicon("negation_flip")["things"])
    head = re.match(rf"(?:[\w-]+\s+){{0,6}}?({things})\b(?!\s+or\b)", noun, re.IGNORECASE)
    if head is not None and "node" in head.group(1).lower() and re.search(r",| and ", noun):
        return ""  # not one node in several places
    if head is None or re.search(r"\b(?:are|were|have)\b", before, re.IGNORECASE) or _EVIDENT.match(noun):
        return ""
    return f"{article(noun)} "


def _first_of_list(sentence: Sentence, fact: Fact, others: list[Fact]) -> _Turn | None:
    """Turn the first of a list of denied findings: "No A or B." becomes "A, no B."."""
    text = sentence.text
    if any(f.polarity != "absent" or f.cue_start < fact.cue_end for f in others):
        return None
    lead = _THERE_NO.search(text) or _NO_FIRST.search(text)
    if lead is None or lead.start() > 0:
        return None
    cue_end = fact.cue_end - sentence.start
    gap = _SEPARATOR.match(text, cue_end)
    next_cue = min(f.cue_start for f in others) - sentence.start
    if gap is None or gap.end() > next_cue:
        return None
    noun = text[lead.end() : cue_end]
    counted = _article_for(noun, lead.group(0)) if lead.re is _THERE_NO else ""
    said = f"{lead.group(1)} " if lead.re is _THERE_NO else ""
    told = capital(f"{said}{counted}{noun}")
    end = gap.end()
    rest = ""
    if len(others) == 2 and (comma := _LAST_COMMA.search(text, end)):  # two members need no comma between them
        rest, end = text[end : comma.start()], comma.end()
    if not said and (verb := _VERB.search(text, end)):
        if verb.group().lower() in ("are", "were", "have") and len(others) == 1:
            return None  # the other member alone needs another verb
        return _Turn(0, end, f"{told} {'are' if noun.endswith('s') else 'is'} seen. No {rest}")
    return _Turn(0, end, f"{told} but no {rest}" if said else f"{told}. No {rest}")


def _to_absent(sentence: Sentence, others: list[Fact]) -> _Turn | None:
    text = sentence.text
    if others or _NEGATED.search(text) or _DETAILED.search(text) or _NOT_DENIED.search(text) or len(text) > 120:
        return None
    if found := _THERE_IS.search(text):
        return _Turn(found.end(1), found.end(), " no ")
    if (found := _SEEN.search(text)) and not re.search(_DEGREE, text, re.IGNORECASE):
        return _Turn(found.end(1), found.end(1), " not")
    if " and " in text:
        return None  # what stands behind it may be denied too
    if not _VERB.search(text) and not text.lower().startswith("there") and (found := _DEGREE_FIRST.match(text)):
        rest = text[found.end() :]
        if _STATE.search(rest) or (_ONE_SIDED.match(rest) and not _ON_ONE_SIDE.search(rest)):
            return None
        word = re.match(r"\S+", uncapital(rest))
        said = word.group() if word else ""
        return _Turn(0, found.end() + len(said), f"No {said}")
    return None


def _edit(fact: Fact, turned: _Turn, role: Role, mismatch: str = "") -> Edit:
    old = "absent" if fact.polarity == "absent" else "present"
    return label(
        "negation-flip", fact.section, turned.start, turned.end, turned.after,
        role=role, finding=fact.finding, attribute="polarity",
        old=old, new="present" if old == "absent" else "absent", mismatch=mismatch,
    )  # fmt: skip
