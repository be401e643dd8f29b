"""Whether what an error leaves as it was still tells a size that the error made another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from reref.perturbations.errors.omission import points_back
from reref.perturbations.errors.reading import Reading, named_regions
from reref.perturbations.errors.rest import Rest, names_of, pattern
from reref.perturbations.rules.regions import fact_region
from reref.report import Sentence

#: Sizes that lie nearer than this share of the old one may be the same one, rounded or measured elsewhere.
_NEAR = 0.35
#: From this many mm on a finding cannot stand beside "no pathology".
_LARGE = 10


def sizes(rest: Rest) -> bool:
    """Say whether a word for the size stands beside it or in another statement, or nearly the same size elsewhere."""
    text = rest.sentence.text
    if rest.before and (rest.fact is None or points_back(text)):
        text = f"{rest.before.text} {text}"
    if rest.edit.label == "error/size":  # of words for what is tiny the room itself takes care
        text = pattern("minute").sub(" ", text)
    if pattern("degrees").search(text) or any(pattern("degrees").search(s.text) for _, s in rest.about()):
        return True
    if rest.edit.label == "error/unit" and _is_compared(rest):
        return True
    old = [v for f in rest.reading.facts_in(rest.section, rest.sentence) for v in f.sizes_mm]
    if any(_is_near(v, old) for v in _elsewhere(rest)):
        return True
    for section, sentence in rest.about():
        sizes = measured(rest.reading, section, sentence)
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


def _is_compared(rest: Rest) -> bool:
    """Say whether an earlier size stands beside the measured one, or a word elsewhere that only the right one fits."""
    earlier = pattern("earlier")
    behind = rest.following if rest.following and measured(rest.reading, rest.section, rest.following) else None
    several = len(measured(rest.reading, rest.section, rest.sentence)) > 1
    if (several and earlier.search(rest.sentence.text)) or (behind and earlier.search(behind.text)):
        return True
    return any(pattern("dominant").search(s.text) for _, s in rest.about())


def _leaves_no_room(rest: Rest) -> bool:
    """Say whether a sentence denies the finding, or the other section calls small what lies where it is large now."""
    if any(pattern("nothing").search(s.text) for _, s in rest.untouched("impression")):
        return True
    names = names_of(rest.finding, rest.fact.span if rest.fact else "")
    here = set(named_regions(rest.sentence.text))
    if rest.fact and (part := fact_region(rest.fact)):
        here.add(part)
    for section, sentence in rest.untouched():
        named = set(named_regions(sentence.text))
        if named and here and not named & here:
            continue
        if pattern("denial").search(sentence.text) and names.search(sentence.text):
            return True
        if section != rest.section and named and any(pattern(p).search(sentence.text) for p in ("grades", "minute")):
            return True
    return False


def _is_near(size: float, sizes: Sequence[float]) -> bool:
    return any(abs(size - other) <= _NEAR * other for other in sizes)


def _elsewhere(rest: Rest) -> Iterator[float]:
    """Yield the sizes that the other section gives of something in the same part of the body, or in none."""
    part = fact_region(rest.fact) if rest.fact else None
    other = "impression" if rest.section == "findings" else "findings"
    for section, sentence in rest.untouched(other):
        sizes = measured(rest.reading, section, sentence)
        named = named_regions(sentence.text) if sizes else ()
        if not named or part is None or part in named:
            yield from sizes


def measured(reading: Reading, section: str, sentence: Sentence) -> list[float]:
    """Return the sizes in a sentence, in mm."""
    found = [m for m in reading.measurements(section) if m.unit == "mm" and sentence.start <= m.start < sentence.end]
    return [value for m in found for value in m.values]
