"""Whether a sentence that an error leaves as it was still tells of the finding as it was, in whatever words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from reref.perturbations.edits import Edit
from reref.perturbations.errors.leftover_sizes import measured, sizes
from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.errors.planting import is_acute
from reref.perturbations.errors.reading import Reading, named_regions, same_finding
from reref.perturbations.errors.rest import SIDES, STEM, WORD, Rest, names_of, pattern, rests
from reref.perturbations.rules.regions import fact_region

_CHEST = frozenset({"lungs", "pleura", "vessels"})


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
    return any(_CHECKS[name](rest) for rest in rests(reading, edits) for name in checks)


def _told(rest: Rest) -> bool:
    if rest.fact is not None and rest.fact.polarity == "absent":
        return False
    return next(rest.about(), None) is not None


def _advice(rest: Rest) -> bool:
    """Say whether advice, or what tells more of the finding without naming a place, follows where it stood."""
    if rest.fact is not None and rest.fact.polarity == "absent":
        return False
    if pattern("notes").search(rest.sentence.text):
        return True
    following = rest.following
    if following is None:
        return False
    if pattern("advice").search(following.text) or pattern("apart").match(following.text):
        return True
    if named_regions(following.text):
        return False
    return all(fact_region(f) is None and not f.normal for f in rest.reading.facts_in(rest.section, following))


def _grades(rest: Rest) -> bool:
    """Say whether another statement of the finding has a word of degree, or a size tells it, here or there."""
    if measured(rest.reading, rest.section, rest.sentence):
        return True
    return any(pattern("grades").search(s.text) or measured(rest.reading, section, s) for section, s in rest.about())


def _course(rest: Rest) -> bool:
    return any(pattern("course").search(s.text) for _, s in rest.about())


def _course_of_all(rest: Rest) -> bool:
    """Say whether a sentence tells a course of "this" or "the lesions", which may be what the error is about."""
    return any(
        pattern("course_told").search(s.text)
        and not named_regions(s.text)
        and not any(
            not same_finding(f.finding, rest.finding)
            for f in rest.reading.facts_in(section, s)
            if rest.reading.is_told_fact(f) and not f.finding.startswith("other:")
        )
        for section, s in rest.untouched()
    )


def _no_prior(rest: Rest) -> bool:
    """Say whether its text, other than the field for it, says that there was nothing to compare with."""
    return any(pattern("no_prior").search(s.text) for _, s in rest.untouched())


def _same_sentence(rest: Rest) -> bool:
    """Say whether the old word stands once more in the sentence of the error, about something beside it."""
    stems = [w[:STEM] for w in WORD.findall((rest.edit.detail or {}).get("old", "").lower())]
    around = _around(rest).lower()
    return any(stem in around for stem in stems)


def _around(rest: Rest) -> str:
    """Return what the edits leave of the sentence of the error."""
    text, at = rest.reading.text(rest.section), rest.sentence.start
    left: list[str] = []
    inside = [e for e in rest.edits if e.section == rest.section and at <= e.start < rest.sentence.end]
    for edit in sorted(inside, key=lambda e: e.start):
        left.append(text[at : edit.start])
        at = edit.end
    return " ".join([*left, text[at : rest.sentence.end]])


def _clear_lungs(rest: Rest) -> bool:
    """Say whether clear lungs stand beside a high degree of a disease of the lungs."""
    if not pattern("high").search((rest.edit.detail or {}).get("new", "")):
        return False
    if rest.fact is None or fact_region(rest.fact) not in ("lungs", None):
        return False
    return any(pattern("clear").search(s.text) for _, s in rest.untouched())


def _nothing_told(rest: Rest) -> bool:
    """Say whether a high degree stands beside a word that there is nothing to tell, or nothing acute where it is."""
    if not pattern("high").search((rest.edit.detail or {}).get("new", "")):
        return False
    part = fact_region(rest.fact) if rest.fact else None
    parts = _CHEST if part in _CHEST else {part}
    told = [pattern("nothing_told"), *([pattern("nothing_acute")] if is_acute(rest.finding) else [])]
    for _, sentence in rest.untouched():
        named = named_regions(sentence.text)
        if any(p.search(sentence.text) for p in told) and (not named or part is None or parts.intersection(named)):
            return True
    return False


def _side(rest: Rest) -> bool:
    """Say whether the other section keeps the old side for something there, or any the new one free of the finding."""
    side = rest.fact.laterality if rest.fact else None
    if side not in SIDES or rest.fact is None:
        return False
    part = fact_region(rest.fact)
    new = SIDES["right" if side == "left" else "left"]
    names = names_of(rest.finding, rest.fact.span)
    parts = _CHEST if part in _CHEST else {part}
    for _, sentence in rest.untouched():
        if new.search(sentence.text) and (
            (pattern("denial").search(sentence.text) and names.search(sentence.text))
            or (part in _CHEST and pattern("clear").search(sentence.text))
        ):
            return True
    if SIDES[side or ""].search(_around(rest)) and pattern("linked").search(rest.sentence.text):
        return True
    other = "impression" if rest.section == "findings" else "findings"
    for section, sentence in rest.untouched(other):
        if not SIDES[side or ""].search(sentence.text):
            continue
        named = {*named_regions(sentence.text), *map(fact_region, rest.reading.facts_in(section, sentence))}
        if not named or parts & named or (None in named and part in (None, "devices", *_CHEST)):
            return True
    return False


def _words(rest: Rest) -> bool:
    """Say whether the old word is told again of the finding, or elsewhere of the same part of the body or of none."""
    old = (rest.edit.detail or {}).get("old", "").lower()
    stems = [w.removeprefix("bi")[:STEM] for w in WORD.findall(old)]
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


def _unsaid(rest: Rest) -> bool:
    """Say whether a sentence that denies something names what the error writes."""
    new = (rest.edit.detail or {}).get("new", "").lower()
    stems = [w[:STEM] for w in WORD.findall(new)]
    return any(
        pattern("denial").search(s.text) and any(stem in s.text.lower() for stem in stems) for _, s in rest.untouched()
    )


def _place(rest: Rest) -> bool:
    """Say whether an untouched sentence tells of the same device, and so of where it is."""
    if any(pattern("well_placed").search(s.text) for _, s in rest.untouched()):
        return True
    names = names_of(rest.finding, "")
    other = "impression" if rest.section == "findings" else "findings"
    return any(names.search(s.text) for _, s in rest.untouched(other))


def _causes(rest: Rest) -> bool:
    """Say whether a sentence speaks of further causes of the old kind, or of its treatment."""
    return any(pattern("other_causes").search(s.text) for _, s in rest.untouched())


_Check: TypeAlias = Callable[[Rest], bool]
_CHECKS: dict[str, _Check] = {
    "told": _told,
    "advice": _advice,
    "grades": _grades,
    "sizes": sizes,
    "course": _course,
    "course_of_all": _course_of_all,
    "no_prior": _no_prior,
    "same_sentence": _same_sentence,
    "clear_lungs": _clear_lungs,
    "nothing_told": _nothing_told,
    "side": _side,
    "words": _words,
    "place": _place,
    "unsaid": _unsaid,
    "causes": _causes,
}
