"""A measurement of a finding that is wrong by half or more, and still a size that such a finding can have."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.errors.reading import Reading, names_another_part, same_finding
from reref.perturbations.errors.room import Slip, error, label, shuffled
from reref.perturbations.rules.grammar import with_article
from reref.perturbations.rules.regions import fact_region
from reref.report import TARGET_SECTIONS, Fact, Measurement, Sentence

if TYPE_CHECKING:
    from numpy.random import Generator

_NUMBER = re.compile(r"\d[\d,]*\.\d+|\d{1,3}(?:,\d{3})+|\d+,\d+|\d+|(?<!\d)\.\d+")
_FACTORS = (0.25, 0.33, 0.4, 0.5, 1.5, 1.75, 2.0, 2.5, 3.0)
_GROWS = re.compile(
    r"\b(largest|biggest|greatest|increas\w+|grown|larger|enlarg\w+|large|giant|bulky|wid\w+|dilat\w+|ecta\w+|aneurysm\w*"
    r"|above|exceed\w*)\b",
    re.IGNORECASE,
)
_SHRINKS = re.compile(r"\b(smallest|decreas\w+|smaller|shrunk\w*|regress\w*|reduced)\b", re.IGNORECASE)
_TINY = re.compile(
    r"\b(tiny|punctate|millimetric\w*|subcentimet\w+|micro\w+|millimeter-sized|pinpoint)\b", re.IGNORECASE
)
_NOT_LARGE = re.compile(r"\bnot? (?:\w+ )?(?:enlarged|pathologic\w*|dilated)\b|\bnon-?enlarged\b", re.IGNORECASE)
_TINY_BELOW = 10
#: Nodes do not triple unnoticed, and those of the lung itself are small.
_NODE = re.compile(r"\blymph\s?(?:node|aden)|adenopath", re.IGNORECASE)
_NODE_OF_LUNG = re.compile(r"\bintra-?(?:pulmonary|parenchymal) lymph|\b(?:peri)?fissural", re.IGNORECASE)
_MOST_OF_NODE, _LARGEST_NODE_OF_LUNG = 2.0, 12
#: Words by which the sizes of several lesions depend on each other.
_OF_SEVERAL = re.compile(r"\b(?:largest|larger|biggest|bigger|greatest|smallest|smaller|dominant)\b", re.IGNORECASE)
_STEADY = re.compile(r"\b(unchanged|stable|same|similar)\b", re.IGNORECASE)
#: Where a size has several numbers, each must be at least this much off.
OFF = 0.5
#: By how many mm the largest number must be off to matter, and in a wall, which is thin.
_LEAST, _LEAST_THIN, _THIN = 3.0, 1.5, 10.0
#: Up to so many mm a size is so small that less matters.
_MINUTE, _LEAST_MINUTE = 2.0, 2.0


@error("size", needs="measured size of a finding that could be another")
def wrong_size(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Scale one measurement, wherever the report gives it."""
    places = [(section, m) for section in TARGET_SECTIONS for m in reading.measurements(section) if _may_change(m)]
    for section, measured in shuffled(rng, places):
        fact = measured_fact(reading, section, measured)
        if fact is None or _NOT_LARGE.search(fact.finding) or _has_no_size(fact.finding):
            continue
        if fact_region(fact) in ("lungs", "pleura") and names_another_part(
            reading.sentence(section, measured.start), fact
        ):
            continue
        for factor in shuffled(rng, _allowed_factors(reading, section, measured, fact)):
            edits = _scaled_everywhere(reading, section, measured, fact, factor)
            if edits:
                yield Slip(tuple(edits))
                break


def _has_no_size(finding: str) -> bool:
    """Say whether a number in a finding's sentence is none of its size: how deep a tube lies is its position."""
    return finding.startswith("device") or finding in lexicon("size")["unmeasured"]


def _may_change(measured: Measurement) -> bool:
    return measured.unit == "mm" and not measured.prior and all(value > 0 for value in measured.values)


def measured_fact(reading: Reading, section: str, measured: Measurement) -> Fact | None:
    """Return the finding that a measurement belongs to, ``None`` for what is absent, normal or no finding."""
    sentence = reading.sentence(section, measured.start)
    for fact in reading.facts_in(section, sentence):
        if fact in reading.told and set(measured.values) <= set(fact.sizes_mm):
            return fact
    return None


def _allowed_factors(reading: Reading, section: str, measured: Measurement, fact: Fact) -> list[float]:
    """Return the factors that the words around the number, and about the finding elsewhere, leave open."""
    sentence = reading.sentence(section, measured.start)
    now, factors = max(measured.values), list(_FACTORS)
    before = [
        max(m.values)
        for m in reading.measurements(section)
        if m.prior and m.unit == measured.unit and sentence.start <= m.start < sentence.end
    ]
    if before and (_STEADY.search(sentence.text) or any(math.isclose(now, value, rel_tol=0.02) for value in before)):
        return []
    if _GROWS.search(sentence.text) or any(value < now for value in before):
        factors = [f for f in factors if f > 1]
    if _SHRINKS.search(sentence.text) or _NOT_LARGE.search(sentence.text) or any(value > now for value in before):
        factors = [f for f in factors if f < 1]
    if len(_largest_of(reading, section, sentence)) > 1 or (
        factors and _OF_SEVERAL.search(_about_same(reading, section, sentence, fact))
    ):
        factors = []
    told = [sentence, *(reading.sentence(f.section, f.start) for f in reading.partners(fact))]
    if any(_TINY.search(s.text) for s in told):
        factors = [f for f in factors if now * f < _TINY_BELOW]
    if any(_NODE.search(s.text) for s in told):
        factors = [f for f in factors if f <= _MOST_OF_NODE]
    if any(_NODE_OF_LUNG.search(s.text) for s in told):
        factors = [f for f in factors if now * f <= _LARGEST_NODE_OF_LUNG]
    return factors


def _largest_of(reading: Reading, section: str, sentence: Sentence) -> list[Measurement]:
    """Return the sizes of a sentence that ranks them, none of a sentence that does not."""
    if not _OF_SEVERAL.search(sentence.text):
        return []
    return [m for m in reading.measurements(section) if sentence.start <= m.start < sentence.end]


def _about_same(reading: Reading, section: str, sentence: Sentence, fact: Fact) -> str:
    """Return the other sentences of the section about findings of the same kind."""
    others = [
        reading.sentence(section, f.start)
        for f in reading.told
        if f.section == section and same_finding(f.finding, fact.finding)
    ]
    return " ".join(s.text for s in others if s != sentence)


def _scaled_everywhere(
    reading: Reading, section: str, measured: Measurement, fact: Fact, factor: float
) -> list[Edit] | None:
    low, high = lexicon("size")["ranges_mm"].get(fact.finding, lexicon("size")["ranges_mm"]["any"])
    written = _scaled(measured.text, factor)
    if written is None or not all(low <= value * factor <= high for value in measured.values):
        return None
    now = max(measured.values)
    least = _LEAST_THIN if high <= _THIN else _LEAST_MINUTE if now <= _MINUTE else _LEAST
    if abs(factor - 1) * now < least:
        return None
    edits = [_edit(reading, section, measured, written, fact, "error")]
    again = [
        (other_section, m)
        for other_section in TARGET_SECTIONS
        for m in reading.measurements(other_section)
        if m is not measured
        and _may_change(m)
        and _same_size(m, measured)
        and tells_again(reading, other_section, m, fact, section)
    ]
    if again and not reading.carry_through:
        detail = {**(edits[0].detail or {}), "mismatch": again[0][0]}
        return [Edit(section, edits[0].start, edits[0].end, edits[0].after, edits[0].label, detail=detail)]
    for other_section, other in again:
        rewritten = _scaled(other.text, factor)
        if rewritten is None:
            return None
        edits.append(_edit(reading, other_section, other, rewritten, fact, "carried"))
    return edits


def _same_size(one: Measurement, other: Measurement) -> bool:
    return len(one.values) == len(other.values) and all(
        math.isclose(a, b, rel_tol=0.02) for a, b in zip(sorted(one.values), sorted(other.values), strict=True)
    )


def tells_again(reading: Reading, section: str, measured: Measurement, fact: Fact | None, first: str) -> bool:
    """Say whether a measurement is that of a fact measured in the section ``first``, told once more."""
    other = measured_fact(reading, section, measured)
    if fact is None or other is None:
        return section != first
    return reading.is_same_statement(fact, other)


def _scaled(text: str, factor: float) -> str | None:
    """Return the written measurement with every number scaled in its own precision, ``None`` if one is not far off."""
    pieces: list[str] = []
    at = 0
    for found in _NUMBER.finditer(text):
        written = found.group()
        new = _number(written, factor)
        if new is None:
            return None
        pieces += [text[at : found.start()], new]
        at = found.end()
    return "".join([*pieces, text[at:]]) if pieces else None


def _number(written: str, factor: float) -> str | None:
    thousands = re.fullmatch(r"\d{1,3}(?:,\d{3})+", written) is not None
    plain = written.replace(",", "") if thousands or "." in written else written.replace(",", ".")
    decimals = len(plain.partition(".")[2])
    old = float(plain)
    unit = 10**-decimals
    steps = old * factor / unit
    new = (math.floor(steps + 1e-9) if factor < 1 else math.ceil(steps - 1e-9)) * unit
    if new <= 0 or abs(new - old) < OFF * old - 1e-9:
        return None
    shown = f"{new:,.{decimals}f}" if thousands else f"{new:.{decimals}f}"
    if written.startswith("."):
        return shown.removeprefix("0")
    return shown.replace(".", ",") if "," in written and not thousands and "." not in written else shown


def _edit(reading: Reading, section: str, measured: Measurement, written: str, fact: Fact, role: str) -> Edit:
    """Return the edit without the unit, the same on both sides, at its end."""
    text = reading.text(section)
    old = text[measured.start : measured.end]
    first = next(_NUMBER.finditer(old)).start()
    last = [m.end() for m in _NUMBER.finditer(old)][-1]
    start, after = with_article(text, measured.start + first, written[first : len(written) - (len(old) - last)])
    return label(
        "size", section, start, measured.start + last, after,
        role="carried" if role == "carried" else "error", finding=fact.finding, attribute="size",
        old=old, new=written,
    )  # fmt: skip
