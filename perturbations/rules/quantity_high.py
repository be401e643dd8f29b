"""Numbers where words stood: a size that one section states is carried to where the other names the same finding."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit, Source
from reref.perturbations.engine import Infeasible
from reref.perturbations.rules.grammar import article, cased_like, uncapital
from reref.perturbations.rules.registry import rule
from reref.perturbations.rules.sizes import group_start, nouns, sized_already
from reref.report import TARGET_SECTIONS, Measurement, Report, Sentence, measurements, sentences

if TYPE_CHECKING:
    from numpy.random import Generator

_PLACE = re.compile(
    r"\b(?:right|left|bilateral|both|upper|middle|lower|lingular?|apex|apical|base|basal|basilar|mid|midlung|hilum"
    r"|hilar|perihilar|ascending|descending"
    r"|segment \d|kidney|renal|liver|hepatic|adrenal|thyroid|breast|spleen|splenic|gallbladder"
    r"|pericardial|mediastin\w+)\b",
    re.IGNORECASE,
)
_SAME_PLACE = {
    "apex": "apical", "base": "basal", "basilar": "basal", "midlung": "mid", "lingula": "lingular", "hilum": "hilar",
    "both": "bilateral", "kidney": "renal", "liver": "hepatic", "spleen": "splenic",
}  # fmt: skip
_VESSEL = re.compile(r"aort|arter|trunk", re.IGNORECASE)
_WIDE = re.compile(
    r"\b(?:dilat\w+|ectas\w+|ectatic|aneurysm\w*|wid\w+|diameter|calib\w+|enlarge\w*|increase\w*|measur\w+)\b", re.I
)
_BESIDE_VESSEL = re.compile(r"\b(?:lymph\w*|neighbou?rhood|adjacent|plaques?|wall)\b", re.IGNORECASE)
#: Words of size that a number stands for; a degree ("mild", "minimal") stays beside it.
_ONLY_A_SIZE = re.compile(r"\b(?:millimetric(?:[ -]sized)?|millimeter-sized|subcentimeter|punctate)\b", re.IGNORECASE)
#: What is usually told with its size after it: "dilated ascending aorta (42 mm)", "minimal effusion (5 mm)".
_IN_BRACKETS = re.compile(r"aort|arter|trunk|effusion|fluid", re.IGNORECASE)
_WIDTH = re.compile(r"\s+(?:diameters?|calibrations?|caliber|width)\b", re.IGNORECASE)
_NOT_THERE = re.compile(r"\b(?:no|without|not|resol\w+)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Mention:
    """A finding named in a sentence: where, of what kind, and how large if the sentence says so."""

    section: str
    start: int
    noun: int
    end: int
    kind: str
    place: frozenset[str]
    size: str
    sentence: tuple[int, int]


@rule("quantitative-granularity/high")
def words_to_numbers(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Write a stated size where the same finding is named without one."""
    mentions = [mention for section in TARGET_SECTIONS for mention in _mentions(section, report.section(section))]
    measured = [mention for mention in mentions if mention.size]
    if not measured:
        return Infeasible("missing_information", "the report states no size that could be written elsewhere")
    edits: list[Edit] = []
    for mention in mentions:
        if mention.size:
            continue
        sources = [
            m
            for m in measured
            if m.section != mention.section and m.kind == mention.kind and _same(m.place, mention.place)
        ]
        rivals = [
            m
            for m in mentions
            if m is not mention
            and m.section == mention.section
            and m.kind == mention.kind
            and _same(m.place, mention.place)
        ]
        if len(sources) == 1 and not rivals:
            edits.append(_edit(report.section(mention.section), mention, sources[0]))
    return edits or Infeasible("missing_information", "no finding with a stated size is named a second time without it")


def _mentions(section: str, text: str) -> list[_Mention]:
    found: list[_Mention] = []
    for sentence in sentences(text):
        if _NOT_THERE.search(sentence.text):
            continue
        named = [(start, end, thing.name) for start, end, thing in nouns(sentence.text)]
        sizes = [m for m in measurements(sentence.text) if m.unit == "mm" and not m.prior]
        if len(named) > 1:
            found += _vessels(section, sentence, named, sizes)
            continue
        if len(named) != 1 or len(sizes) > 1 or (measurements(sentence.text) and not sizes):
            continue
        start, end, kind = named[0]
        if sentence.text[start:end].endswith("s") or "mediastinum" in kind:
            continue
        if _VESSEL.search(kind) and (not _WIDE.search(sentence.text) or _BESIDE_VESSEL.search(sentence.text)):
            continue
        if "effusion" in kind and "pericardial" not in kind and "pericard" in sentence.text.lower():
            continue
        size = sizes[0].text if sizes and not sizes[0].relation else ""
        if sizes and not size:
            continue
        place = _places(sentence.text[start:end] if _VESSEL.search(kind) else sentence.text)
        at = group_start(sentence.text, start)
        if re.search(r"[\d(]\s*$", sentence.text[:at]):
            continue
        found.append(
            _Mention(
                section, sentence.start + at, sentence.start + start, sentence.start + end, kind, place, size,
                (sentence.start, sentence.end),
            )
        )  # fmt: skip
    return found


def _vessels(
    section: str, sentence: Sentence, named: list[tuple[int, int, str]], sizes: list[Measurement]
) -> list[_Mention]:
    """Return the vessels of a sentence that names several things: none of them sized, or each just before its size."""
    text = sentence.text
    if not all(_VESSEL.search(kind) for _, _, kind in named) or not _WIDE.search(text) or _BESIDE_VESSEL.search(text):
        return []
    if len(sizes) not in (0, len(named)) or any(size.relation for size in sizes):
        return []
    ends = [start for start, _, _ in named[1:]] + [len(text)]
    if sizes and not all(
        noun[1] <= size.start and size.end <= end for noun, size, end in zip(named, sizes, ends, strict=True)
    ):
        return []
    return [
        _Mention(
            section, sentence.start + start, sentence.start + start, sentence.start + end, kind,
            _places(text[start:end]), sizes[i].text if sizes else "", (sentence.start, sentence.end),
        )
        for i, (start, end, kind) in enumerate(named)
    ]  # fmt: skip


def _places(text: str) -> frozenset[str]:
    return frozenset(_SAME_PLACE.get(word.lower(), word.lower()) for word in _PLACE.findall(text))


def _same(one: frozenset[str], other: frozenset[str]) -> bool:
    """Return whether two places may be the same: no side against the other, and one as precise as the other or more."""
    sides = {"left", "right", "bilateral"}
    return one & sides == other & sides and (one <= other or other <= one)


def _edit(text: str, mention: _Mention, source: _Mention) -> Edit:
    group = text[mention.start : mention.noun]
    if _IN_BRACKETS.search(mention.kind) or (sized_already().search(group) and not _ONLY_A_SIZE.search(group)):
        width = _WIDTH.match(text, mention.end)
        at = width.end() if width else mention.end
        return Edit(
            mention.section,
            at,
            at,
            f" ({source.size})",
            "quantity",
            sources=(Source(source.section, *source.sentence),),
        )
    size = _ONLY_A_SIZE.search(group)
    start, end, after = mention.start, mention.start, f"{source.size} "
    if size is not None:
        start, end = mention.start + size.start(), mention.start + size.end()
        after = source.size
    elif not text[mention.sentence[0] : mention.start].strip():
        first = text[mention.start :].split(" ", 1)[0]
        end = mention.start + len(first)
        after = f"{source.size} {uncapital(first)}"
    before = re.search(r"\b(an?)(\s+)$", text[:start], re.IGNORECASE)
    if before is not None:
        start = before.start()
        after = f"{cased_like(before.group(1), article(source.size))}{before.group(2)}{after}"
    return Edit(mention.section, start, end, after, "quantity", sources=(Source(source.section, *source.sentence),))
