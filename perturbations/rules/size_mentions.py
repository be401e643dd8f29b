"""Where a report names a finding that has a size, with the size where one is stated."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from reref.perturbations.rules.grammar import is_plural
from reref.perturbations.rules.number_phrases import BETWEEN_SIDES, OTHER_SIDE
from reref.perturbations.rules.phrases import lexicon
from reref.perturbations.rules.sizes import Thing, group_start, nouns
from reref.report import Measurement, Sentence, measurements, sentences

_PLACE = re.compile(
    r"\b(?:right|left|bilateral|both|upper|middle|lower|lingular?|apex|apical|base|basal|basilar|mid|midlung|hilum"
    r"|hilar|perihilar|ascending|descending|segment \d|pericardial|mediastin\w+|axill\w+|supraclavicular)\b",
    re.IGNORECASE,
)
_SAME_PLACE = {
    "apex": "apical", "base": "basal", "basilar": "basal", "midlung": "mid", "lingula": "lingular", "hilum": "hilar",
    "both": "bilateral", "mediastinum": "mediastinal",
}  # fmt: skip
_WIDE = re.compile(
    r"\b(?:dilat\w+|ectas\w+|ectatic|aneurysm\w*|wid\w+|diameter|calib\w+|enlarge\w*|increase\w*|measur\w+)\b", re.I
)
_BESIDE_VESSEL = re.compile(r"\b(?:lymph\w*|neighbou?rhood|adjacent|plaques?|wall)\b", re.IGNORECASE)
_NOT_THERE = re.compile(r"\b(?:no|without|not|resol\w+)\b", re.IGNORECASE)
_DENIED = re.compile(
    r"\b(?:no|without|resol\w+)\b|\bnot\s+(?:observed|detected|seen|identified|present)\b", re.IGNORECASE
)
#: What is measured beside the finding that is named.
_PART = re.compile(r"\b(?:defect|wall|neck|component|distance|septum|sac)\b", re.IGNORECASE)
#: Both in one word or breath: a size would be either's.
_BOTH_FLUIDS = re.compile(r"\bpleur\w*\W.*\bpericard|\bpericard\w*\W.*\bpleur", re.IGNORECASE)
#: "Dilated ascending and descending aorta" names the aorta once for both.
_AND_ANOTHER = re.compile(r"\b(?:ascending|arch|descending)\s*(?:,|and)\s*$", re.IGNORECASE)
_AORTA, _PULMONARY = (
    re.compile(r"\baort", re.IGNORECASE),
    re.compile(r"\bpulmonary\s+(?:arter|trunk|conus|arch)", re.IGNORECASE),
)
#: "Of the size described above".
_ELSEWHERE = re.compile(r"\b(?:described|mentioned|stated)\s+above\b", re.IGNORECASE)
_CLAUSE = re.compile(r"[^,;]+(?:\([^()]*\)[^,;]*)*")
_LARGEST = re.compile(r"\b(?:larg(?:est|er)|biggest)\b", re.IGNORECASE)
_UP_TO = re.compile(
    r"\b(?:up\s+to|reach\w*|not\s+exceeding)\s+(?:(?:a|an)\s+\w+\s+of\s+)?(?:approximately\s+)?$", re.IGNORECASE
)
_SHORT_AXIS = re.compile(r"\bshort(?:est)?\s+(?:ax[ei]s|diameters?)\b", re.IGNORECASE)
#: Findings of an organ that may be called by several of these names.
_OF_AN_ORGAN = frozenset({"organ nodule", "nodule", "lesion", "cyst", "mass", "opacity", "watched lesion"})
_CALLED_BY_ITS_NOUN = frozenset({"lesion", "opacity", "cavity", "bulla"})
#: Kinds of which no other word is a name; all others may be a lesion by another name.
_NO_LESION = frozenset(
    {
        "lymph node", "pleural effusion", "pericardial effusion", "pneumothorax", "kidney stone", "gallstone", "spleen",
        "aorta", "ascending aorta", "aortic arch", "descending aorta", "pulmonary trunk", "abdominal aneurysm",
        "hernia", "fluid", "stenosis", "loss of height", "cardiothoracic ratio", "RV/LV ratio", "accessory spleen",
    }
)  # fmt: skip
_FLUID = re.compile(r"\bfluid\b(?!\s+(?:attenuation|densit))", re.IGNORECASE)
_SPLEEN = re.compile(r"(?<!accessory )\bspleen\b", re.IGNORECASE)
_PLEURAL_TOO = re.compile(r"\bpleur\w*\s+(?:effusion|fluid)|\b(?:effusion|fluid)\b.*\bpleura", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mention:
    """A finding named in a sentence: where, of what kind, and how large if the sentence says so.

    Attributes:
        section: the section's name.
        start: where its noun group begins.
        noun: where its noun begins.
        end: where its noun ends.
        kind: what it is.
        vessel: whether its size is a width.
        place: the places and sides named with it.
        size: what is written of its size, empty where nothing is.
        plain: whether the size is a mere number, which can stand before a noun.
        sentence: span of its sentence.
    """

    section: str
    start: int
    noun: int
    end: int
    kind: str
    vessel: bool
    place: frozenset[str]
    size: str
    plain: bool
    sentence: tuple[int, int]


def mentions(section: str, text: str) -> list[Mention]:
    """Return the findings that a section names, with their sizes where it is clear whose they are."""
    found: list[Mention] = []
    for sentence in sentences(text):
        if _NOT_THERE.search(sentence.text):
            continue
        stated = measurements(sentence.text)
        sizes = [m for m in stated if m.unit == "mm" and not m.prior]
        if sizes:
            found += _measured(section, sentence, sizes)
        elif not stated and not _ELSEWHERE.search(sentence.text):
            for clause in _CLAUSE.finditer(sentence.text):
                found += _named(section, sentence, clause.start(), clause.group())
    return found


def with_a_size(text: str) -> Iterator[tuple[tuple[int, int], frozenset[str]]]:
    """Yield each sentence that measures something, by its span, with the kinds of all that it may name."""
    for sentence in sentences(text):
        if any(m.unit == "mm" and not m.prior for m in measurements(sentence.text)):
            kinds = _may_name(sentence.text)
            yield (sentence.start, sentence.end), kinds | {"spleen"} if _SPLEEN.search(sentence.text) else kinds


def without_a_size(text: str) -> Iterator[tuple[tuple[int, int], frozenset[str]]]:
    """Yield each sentence that measures nothing, by its span, with the kinds of all that it may name."""
    for sentence in sentences(text):
        if not _DENIED.search(sentence.text) and not measurements(sentence.text):
            yield (sentence.start, sentence.end), _may_name(sentence.text)


def _may_name(sentence: str) -> frozenset[str]:
    """Return the kinds of what a sentence names, or may mean by a wider name ("dilated thoracic aorta")."""
    kinds = {kind for _, _, kind, _ in _kinds(sentence)}
    if _WIDE.search(sentence):
        kinds |= {"aorta"} if _AORTA.search(sentence) else set()
        kinds |= {"pulmonary trunk"} if _PULMONARY.search(sentence) else set()
    kinds |= {"pleural effusion"} if _PLEURAL_TOO.search(sentence) else set()
    kinds |= {"fluid"} if _FLUID.search(sentence) and not any("effusion" in kind for kind in kinds) else set()
    organs = {f"finding of {organ}" for organ, pattern in _organs() if pattern.search(sentence)}
    return frozenset(kinds | organs if not kinds & {"kidney stone"} else kinds)


def wider(kinds: frozenset[str]) -> frozenset[str]:
    """Return kinds by their widest names: what is a nodule here may be a lesion or an opacity there."""
    return frozenset(kind if kind in _NO_LESION else "lesion" for kind in kinds)


def _measured(section: str, sentence: Sentence, sizes: Sequence[Measurement]) -> Iterator[Mention]:
    """Yield what the sentence measures: one finding, one on both sides, or vessels each before its size."""
    text = sentence.text
    named = _kinds(text)
    if any(m.relation in {"<", ">", ">="} for m in sizes):
        return
    if named and all(vessel for _, _, _, vessel in named):
        yield from _vessels(section, sentence, named, sizes)
        return
    if len({kind for _, _, kind, _ in named}) != 1:
        return
    start, end, kind, _ = named[0]
    first, last = sizes[0], sizes[-1]
    if _PART.search(text[: last.start]) or _BOTH_FLUIDS.search(text):
        return
    both = (
        len(sizes) == 2 and BETWEEN_SIDES.fullmatch(text[first.end : last.start]) and OTHER_SIDE.match(text, last.end)
    )
    if len(sizes) > 1 and not both:
        return
    axis = " in short axis" if kind == "lymph node" and _SHORT_AXIS.search(text) else ""
    if both:
        size, plain = text[first.start : both.end()] + axis, False
    else:
        before = text[: first.start]
        how = (
            "up to "
            if first.relation == "<=" or _UP_TO.search(before)
            else "approximately "
            if first.relation == "~"
            else ""
        )
        several = is_plural(text[start:end]) or bool(_LARGEST.search(text))
        if _LARGEST.search(text):
            how = "up to " if kind == "lymph node" else "largest "
        size, plain = how + first.text + axis, not (how or axis or several)
    yield _mention(section, sentence, (start, end, kind, False), text, size, plain=plain)


def _vessels(
    section: str, sentence: Sentence, named: Sequence[tuple[int, int, str, bool]], sizes: Sequence[Measurement]
) -> Iterator[Mention]:
    text = sentence.text
    if (not _WIDE.search(text) and len(named) > 1) or _BESIDE_VESSEL.search(text) or len(sizes) != len(named):
        return
    ends = [start for start, _, _, _ in named[1:]] + [len(text)]
    if all(noun[1] <= size.start and size.end <= end for noun, size, end in zip(named, sizes, ends, strict=True)):
        for noun, size in zip(named, sizes, strict=True):
            yield _mention(section, sentence, noun, text[noun[0] : noun[1]], size.text, plain=False)


def _named(section: str, sentence: Sentence, at: int, clause: str) -> Iterator[Mention]:
    """Yield what a clause names without a size."""
    named = [(at + start, at + end, kind, vessel) for start, end, kind, vessel in _kinds(clause)]
    vessels = [noun for noun in named if noun[3]]
    if vessels:
        shared = _AND_ANOTHER.search(sentence.text[: vessels[0][0]])
        if (
            len(vessels) == len(named)
            and not shared
            and _WIDE.search(sentence.text)
            and not _BESIDE_VESSEL.search(clause)
        ):
            for noun in vessels:
                yield _mention(section, sentence, noun, sentence.text[noun[0] : noun[1]], "", plain=False)
        return
    if len({kind for _, _, kind, _ in named}) == 1 and not _BOTH_FLUIDS.search(clause):
        yield _mention(section, sentence, named[0], clause, "", plain=False)


def _mention(
    section: str, sentence: Sentence, noun: tuple[int, int, str, bool], around: str, size: str, *, plain: bool
) -> Mention:
    start, end, kind, vessel = noun
    return Mention(
        section, sentence.start + (start if vessel else group_start(sentence.text, start)), sentence.start + start,
        sentence.start + end, kind, vessel, _places(around), size, plain, (sentence.start, sentence.end),
    )  # fmt: skip


@lru_cache(maxsize=8192)
def _kinds(text: str) -> tuple[tuple[int, int, str, bool], ...]:
    """Return the findings named in a text: start, end, kind, and whether it is a vessel."""
    organs = [organ for organ, pattern in _organs() if pattern.search(text)]
    found = [
        (start, end, _kind(thing, text[start:end], organs), bool(thing.width) and thing.name != "spleen")
        for start, end, thing in nouns(text)
        if thing.name != "spleen" and "-" not in (text[start - 1 : start], text[end : end + 1])
    ]
    for kind, pattern in _named_also():
        found += [(*name.span(), kind, False) for name in pattern.finditer(text)]
    return tuple(sorted(found))


def _kind(thing: Thing, noun: str, organs: Sequence[str]) -> str:
    if thing.name in _OF_AN_ORGAN and organs:
        return f"finding of {' and '.join(organs)}"
    if thing.name == "stone":
        return "kidney stone"
    if thing.name in {"lymphadenopathy", "lymph node"}:
        return "lymph node"
    if thing.name in _CALLED_BY_ITS_NOUN:
        return noun.lower().rstrip("s")
    return thing.name


@cache
def _organs() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, re.compile(noun, re.IGNORECASE)) for name, noun in lexicon("quantity.yaml")["organs"].items())


@cache
def _named_also() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, re.compile(noun, re.I)) for name, noun in lexicon("quantity.yaml")["named_also"].items())


def _places(text: str) -> frozenset[str]:
    return frozenset(_SAME_PLACE.get(word.lower(), word.lower()) for word in _PLACE.findall(text))


def may_be_the_same(one: Mention, other: Mention) -> bool:
    """Return whether two mentions may be of one finding: the same kind, and no side against the other."""
    sides = {"left", "right", "bilateral"}
    here, there = one.place & sides, other.place & sides
    here, there = (frozenset({"bilateral"}) if len(s) > 1 else s for s in (here, there))
    if one.kind != other.kind:
        return False
    return here == there or not here or not there


def is_the_same(one: Mention, other: Mention) -> bool:
    """Return whether two mentions are of one finding: the same side, and one place as precise as the other or more."""
    sides = {"left", "right", "bilateral"}
    here, there = one.place & sides, other.place & sides
    here, there = (frozenset({"bilateral"}) if len(s) > 1 else s for s in (here, there))
    rest, others = one.place - sides, other.place - sides
    return one.kind == other.kind and here == there and (rest <= others or others <= rest)
