"""Whether a sentence that an error leaves as it was still tells of the finding as it was, in whatever words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from reref.perturbations.edits import Edit
from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.errors.omission import points_back
from reref.perturbations.errors.reading import Reading, named_regions, same_finding
from reref.perturbations.rules.regions import fact_region
from reref.report import TARGET_SECTIONS, Fact, Sentence

_WORD = re.compile(r"[A-Za-z]{5,}")
#: Words that agree in so many letters are taken for forms of one word.
_STEM = 6
#: Sizes that lie nearer than this share of the old one may be the same one, rounded or measured elsewhere.
_NEAR = 0.35
#: From this many mm on a finding cannot stand beside "no pathology".
_LARGE = 10
_SIDES = {side: re.compile(rf"\b{side}\b", re.IGNORECASE) for side in ("left", "right")}
_BOTH = re.compile(r"\bboth\b|\bbilateral", re.IGNORECASE)
_CHEST = frozenset({"lungs", "pleura", "vessels"})


class _Rest(NamedTuple):
    """What an error leaves as it was: its report, its edits and, for each, its fact and its sentence."""

    reading: Reading
    edits: Sequence[Edit]
    edit: Edit
    fact: Fact | None
    section: str
    sentence: Sentence
    before: Sentence | None
    following: Sentence | None

    @property
    def finding(self) -> str:
        """The finding that the edit tells wrongly."""
        return str((self.edit.detail or {}).get("finding", ""))

    def untouched(self, *sections: str) -> Iterator[tuple[str, Sentence]]:
        """Yield the sentences of the sections (of both where none is named) without an edit."""
        for section in sections or TARGET_SECTIONS:
            places = [(e.start, max(e.end, e.start + 1)) for e in self.edits if e.section == section]
            for sentence in self.reading.sentences(section):
                if sentence == self.sentence and section == self.section:
                    continue
                if not any(start < sentence.end and end > sentence.start for start, end in places):
                    yield section, sentence

    def about(self, *sections: str) -> Iterator[tuple[str, Sentence]]:
        """Yield the untouched sentences that tell of the finding, or may: on its side, by any of its names."""
        for section, sentence in self.untouched(*sections):
            if self._tells(section, sentence):
                yield section, sentence

    def _tells(self, section: str, sentence: Sentence) -> bool:
        found = self.reading.facts_in(section, sentence)
        told = [f for f in found if self.reading.is_told_fact(f)]
        side = self.fact.laterality if self.fact else None
        if side in _SIDES and _other_side_only(sentence.text, side or ""):
            return False
        near = sentence == self.following
        if section == self.section and not near:
            return any(
                f is not self.fact
                and same_finding(f.finding, self.finding)
                and (f.location is None or self.fact is None or self.fact.location in (None, f.location))
                for f in told
            )
        if found and not told:
            return False
        if any(same_finding(f.finding, self.finding) for f in told):
            return True
        return _names(self.finding, self.fact.span if self.fact else "").search(sentence.text) is not None


def _other_side_only(text: str, side: str) -> bool:
    other = "right" if side == "left" else "left"
    if _BOTH.search(text):
        return False
    return _SIDES[side].search(text) is None and _SIDES[other].search(text) is not None


def leaves_the_old(reading: Reading, edits: Sequence[Edit], kind: str) -> bool:
    """Say whether an untouched sentence keeps to what an error tells otherwise.

    Args:
        reading: the original.
        edits: the edits of the error.
        kind: the error type without its group.
    """
    checks = lexicon("leftovers")["kinds"].get(kind)
    if not checks or not reading.carry_through:
        return False
    return any(_CHECKS[name](rest) for rest in _rests(reading, edits) for name in checks)


def _rests(reading: Reading, edits: Sequence[Edit]) -> Iterator[_Rest]:
    for edit in edits:
        detail: Mapping[str, str] = edit.detail or {}
        if detail.get("role") not in ("error", "carried") or not reading.sentences(edit.section):
            continue
        everything = reading.sentences(edit.section)
        sentence = reading.sentence(edit.section, edit.start if edit.start == edit.end else edit.start + 1)
        place = everything.index(sentence)
        while place + 1 < len(everything) and everything[place + 1].start < edit.end:
            place += 1
        first = everything.index(sentence)
        before = everything[first - 1] if first else None
        following = everything[place + 1] if place + 1 < len(everything) else None
        finding = detail.get("finding", "")
        facts = [f for f in reading.facts_in(edit.section, sentence) if f.finding == finding]
        fact = facts[0] if facts else None
        yield _Rest(reading, edits, edit, fact, edit.section, sentence, before, following)


def _told(rest: _Rest) -> bool:
    if rest.fact is not None and rest.fact.polarity == "absent":
        return False
    return next(rest.about(), None) is not None


def _advice(rest: _Rest) -> bool:
    """Say whether advice, or what tells more of the finding without naming a place, follows where it stood."""
    if rest.fact is not None and rest.fact.polarity == "absent":
        return False
    if _pattern("notes").search(rest.sentence.text):
        return True
    following = rest.following
    if following is None:
        return False
    if _pattern("advice").search(following.text) or _pattern("apart").match(following.text):
        return True
    if named_regions(following.text):
        return False
    return all(fact_region(f) is None and not f.normal for f in rest.reading.facts_in(rest.section, following))


def _grades(rest: _Rest) -> bool:
    """Say whether another statement of the finding has a word of degree, or a size tells it, here or there."""
    if _measured(rest.reading, rest.section, rest.sentence):
        return True
    return any(_pattern("grades").search(s.text) or _measured(rest.reading, section, s) for section, s in rest.about())


def _sizes(rest: _Rest) -> bool:
    """Say whether a word for the size stands beside it or in another statement, or nearly the same size elsewhere."""
    text = rest.sentence.text
    if rest.before and (rest.fact is None or points_back(text)):
        text = f"{rest.before.text} {text}"
    if rest.edit.label == "error/size":  # of words for what is tiny the room itself takes care
        text = _pattern("minute").sub(" ", text)
    if _pattern("degrees").search(text) or any(_pattern("degrees").search(s.text) for _, s in rest.about()):
        return True
    if rest.edit.label == "error/unit" and _is_compared(rest):
        return True
    old = [v for f in rest.reading.facts_in(rest.section, rest.sentence) for v in f.sizes_mm]
    if any(_is_near(v, old) for v in _elsewhere(rest)):
        return True
    for section, sentence in rest.about():
        sizes = _measured(rest.reading, section, sentence)
        if section != rest.section and sizes:
            return True
        if any(_is_near(v, old) for v in sizes):
            return True
    written = re.search(r"\d+(?:[.,]\d+)?", (rest.edit.detail or {}).get("new", ""))
    value = float(written.group().replace(",", ".")) if written else 0.0
    value *= 10 if re.search(r"\b(?:cm|centim)", (rest.edit.detail or {}).get("new", ""), re.IGNORECASE) else 1
    if old and value > max(old) and value >= _LARGE:
        return _leaves_no_room(rest)
    return rest.edit.label == "error/unit" and value >= _LARGE and _leaves_no_room(rest)


def _is_compared(rest: _Rest) -> bool:
    """Say whether an earlier size stands beside the measured one, or a word elsewhere that only the right one fits."""
    earlier = _pattern("earlier")
    behind = rest.following if rest.following and _measured(rest.reading, rest.section, rest.following) else None
    several = len(_measured(rest.reading, rest.section, rest.sentence)) > 1
    if (several and earlier.search(rest.sentence.text)) or (behind and earlier.search(behind.text)):
        return True
    return any(_pattern("dominant").search(s.text) for _, s in rest.about())


def _leaves_no_room(rest: _Rest) -> bool:
    """Say whether a sentence denies the finding, or the other section calls small what lies where it is large now."""
    if any(_pattern("nothing").search(s.text) for _, s in rest.untouched("impression")):
        return True
    names = _names(rest.finding, rest.fact.span if rest.fact else "")
    here = set(named_regions(rest.sentence.text))
    if rest.fact and (part := fact_region(rest.fact)):
        here.add(part)
    for section, sentence in rest.untouched():
        named = set(named_regions(sentence.text))
        if named and here and not named & here:
            continue
        if _pattern("denial").search(sentence.text) and names.search(sentence.text):
            return True
        if section != rest.section and named and _pattern("grades").search(sentence.text):
            return True
    return False


def _is_near(size: float, sizes: Sequence[float]) -> bool:
    return any(abs(size - other) <= _NEAR * other for other in sizes)


def _elsewhere(rest: _Rest) -> Iterator[float]:
    """Yield the sizes that the other section gives of something in the same part of the body, or in none."""
    part = fact_region(rest.fact) if rest.fact else None
    other = "impression" if rest.section == "findings" else "findings"
    for section, sentence in rest.untouched(other):
        sizes = _measured(rest.reading, section, sentence)
        named = named_regions(sentence.text) if sizes else ()
        if not named or part is None or part in named:
            yield from sizes


def _measured(reading: Reading, section: str, sentence: Sentence) -> list[float]:
    """Return the sizes in a sentence, in mm."""
    found = [m for m in reading.measurements(section) if m.unit == "mm" and sentence.start <= m.start < sentence.end]
    return [value for m in found for value in m.values]


def _course(rest: _Rest) -> bool:
    return any(_pattern("course").search(s.text) for _, s in rest.about())


def _course_of_all(rest: _Rest) -> bool:
    """Say whether a sentence tells a course of "this" or "the lesions", which may be what the error is about."""
    return any(
        _pattern("course_told").search(s.text)
        and not named_regions(s.text)
        and not any(
            not same_finding(f.finding, rest.finding)
            for f in rest.reading.facts_in(section, s)
            if rest.reading.is_told_fact(f) and not f.finding.startswith("other:")
        )
        for section, s in rest.untouched()
    )


def _no_prior(rest: _Rest) -> bool:
    """Say whether its text, other than the field for it, says that there was nothing to compare with."""
    return any(_pattern("no_prior").search(s.text) for _, s in rest.untouched())


def _same_sentence(rest: _Rest) -> bool:
    """Say whether the old word stands once more in the sentence of the error, about something beside it."""
    stems = [w[:_STEM] for w in _WORD.findall((rest.edit.detail or {}).get("old", "").lower())]
    around = _around(rest).lower()
    return any(stem in around for stem in stems)


def _around(rest: _Rest) -> str:
    """Return what the edits leave of the sentence of the error."""
    text, at = rest.reading.text(rest.section), rest.sentence.start
    left: list[str] = []
    inside = [e for e in rest.edits if e.section == rest.section and at <= e.start < rest.sentence.end]
    for edit in sorted(inside, key=lambda e: e.start):
        left.append(text[at : edit.start])
        at = edit.end
    return " ".join([*left, text[at : rest.sentence.end]])


def _clear_lungs(rest: _Rest) -> bool:
    """Say whether clear lungs stand beside a high degree of a disease of the lungs."""
    if not _pattern("high").search((rest.edit.detail or {}).get("new", "")):
        return False
    if rest.fact is None or fact_region(rest.fact) not in ("lungs", None):
        return False
    return any(_pattern("clear").search(s.text) for _, s in rest.untouched())


def _side(rest: _Rest) -> bool:
    """Say whether the other section keeps the old side for something there, or any the new one free of the finding."""
    side = rest.fact.laterality if rest.fact else None
    if side not in _SIDES or rest.fact is None:
        return False
    part = fact_region(rest.fact)
    new = _SIDES["right" if side == "left" else "left"]
    names = _names(rest.finding, rest.fact.span)
    parts = _CHEST if part in _CHEST else {part}
    for _, sentence in rest.untouched():
        if new.search(sentence.text) and (
            (_pattern("denial").search(sentence.text) and names.search(sentence.text))
            or (part in _CHEST and _pattern("clear").search(sentence.text))
        ):
            return True
    if _SIDES[side or ""].search(_around(rest)) and _pattern("linked").search(rest.sentence.text):
        return True
    other = "impression" if rest.section == "findings" else "findings"
    for section, sentence in rest.untouched(other):
        if not _SIDES[side or ""].search(sentence.text):
            continue
        named = {*named_regions(sentence.text), *map(fact_region, rest.reading.facts_in(section, sentence))}
        if not named or parts & named or (None in named and part in (None, "devices", *_CHEST)):
            return True
    return False


def _words(rest: _Rest) -> bool:
    """Say whether the old word is told again of the finding, or elsewhere of the same part of the body or of none."""
    old = (rest.edit.detail or {}).get("old", "").lower()
    stems = [w.removeprefix("bi")[:_STEM] for w in _WORD.findall(old)]
    stems += [stem for form, alike in lexicon("leftovers")["alike"].items() if re.search(form, old) for stem in alike]
    part = fact_region(rest.fact) if rest.fact else None
    other = "impression" if rest.section == "findings" else "findings"
    about = [s for _, s in rest.about(other)]
    if any(stem in s.text.lower() for _, s in rest.about(rest.section) for stem in stems):
        return True
    for _, sentence in rest.untouched(other):
        lowered = sentence.text.lower()
        if any(stem in lowered for stem in stems):
            named = set(named_regions(sentence.text))
            if sentence in about or not named or part is None or part in named:
                return True
    return False


def _unsaid(rest: _Rest) -> bool:
    """Say whether a sentence that denies something names what the error writes."""
    new = (rest.edit.detail or {}).get("new", "").lower()
    stems = [w[:_STEM] for w in _WORD.findall(new)]
    return any(
        _pattern("denial").search(s.text) and any(stem in s.text.lower() for stem in stems) for _, s in rest.untouched()
    )


def _place(rest: _Rest) -> bool:
    """Say whether an untouched sentence tells of the same device, and so of where it is."""
    if any(_pattern("well_placed").search(s.text) for _, s in rest.untouched()):
        return True
    names = _names(rest.finding, "")
    other = "impression" if rest.section == "findings" else "findings"
    return any(names.search(s.text) for _, s in rest.untouched(other))


def _causes(rest: _Rest) -> bool:
    """Say whether a sentence speaks of further causes of the old kind, or of its treatment."""
    return any(_pattern("other_causes").search(s.text) for _, s in rest.untouched())


_Check: TypeAlias = Callable[[_Rest], bool]
_CHECKS: dict[str, _Check] = {
    "told": _told,
    "advice": _advice,
    "grades": _grades,
    "sizes": _sizes,
    "course": _course,
    "course_of_all": _course_of_all,
    "no_prior": _no_prior,
    "same_sentence": _same_sentence,
    "clear_lungs": _clear_lungs,
    "side": _side,
    "words": _words,
    "place": _place,
    "unsaid": _unsaid,
    "causes": _causes,
}


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(lexicon("leftovers")[name], re.IGNORECASE)


@cache
def _by_name() -> dict[str, re.Pattern[str]]:
    return {
        finding: re.compile(entry["words"], re.IGNORECASE)
        for entry in lexicon("leftovers")["names"]
        for finding in entry["findings"]
    }


def _names(finding: str, span: str) -> re.Pattern[str]:
    """Return the words by which a finding may be told: those of the lexicon, else its own."""
    known = _by_name().get(finding)
    return known if known is not None else _own_words(f"{finding.removeprefix('other:')} {span}")


@cache
def _own_words(text: str) -> re.Pattern[str]:
    stems = sorted({word.lower()[:_STEM] for word in _WORD.findall(text)})
    return re.compile("|".join(rf"\b{stem}" for stem in stems) or r"(?!)", re.IGNORECASE)
