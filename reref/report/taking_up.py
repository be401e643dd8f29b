"""What a sentence says of a finding just stated, instead of stating another: its length, its change, its other name."""

from __future__ import annotations

import re
from dataclasses import replace

from reref.report.assembling import is_lump
from reref.report.measurements import has_number, measurements
from reref.report.model import Cue, Fact

CuedFact = tuple[Fact, tuple[Cue, ...]]

_TIPPED = frozenset(  # "Port in the left chest. The catheter ends in the SVC."
    ("device_port_cvc", "device_picc", "device_ett", "device_ng_tube", "device_pacemaker", "device_chest_tube")
)
_TWOFOLD = frozenset(("scoliosis_kyphosis",))  # a name of two things: the second takes up nothing
_MEASURED = frozenset(
    ("mass", "consolidation", "ground_glass", "lung_opacity", "pleural_effusion", "pericardial_effusion")
)
_MEASURED |= {"pneumothorax", "lymphadenopathy", "aortic_aneurysm_ectasia", "loculated_effusion_empyema", "cavity"}
_GENERIC = frozenset(("mass", "lung_opacity"))  # what "lesion" is called in the lung
_THE_LESION = re.compile(r"(?:the|this) (?:\w+ )?lesion\b", re.I)
_ON_IT = re.compile(
    r"(?:it|they|this|these|its|their|measur(?:es|ing)|(?:approximately|about) (?=\d)"
    r"|the (?:described|mentioned|aforementioned) lesions?|the wall"
    r"|the (?:size|diameter|dimensions?|long(?:est)? (?:axis|diameter)))\b",
    re.I,
)
_OF_ANOTHER = re.compile(r"\b(?:previous|previously|prior|old|earlier|former|other|another)\b", re.I)
_APART = re.compile(r"\s?(?:above|below|from|away|proximal|distal|beyond|superior|inferior|to)\b", re.I)
_FURTHER = frozenset(("other", "another", "also", "additional", "addition", "different", "formed"))


def is_taken_up(fact: Fact, before: tuple[CuedFact, ...], read: tuple[CuedFact, ...]) -> bool:
    """Whether a bare mention only takes up a finding just stated with its side ("The nodules are nonspecific")."""
    if fact.finding in _TIPPED and fact.polarity == "present" and fact.laterality is None and fact.change is None:
        return any(other.finding == fact.finding and other.polarity == "present" for other, _ in before)
    if fact.normal or fact.polarity == "absent" or fact.laterality or fact.location or fact.severity or fact.sizes_mm:
        return False
    if fact.finding in _TWOFOLD or not _FURTHER.isdisjoint(fact.span.lower().split()):
        return False
    return any(
        other.finding == fact.finding
        and other.laterality is not None
        and (other.start < fact.start or source is before)
        for source in (before, read)
        for other, _ in source
        if other.polarity != "absent" and ((fact.change is None and fact.polarity == "present") or source is read)
    )


def with_later_change(read: tuple[CuedFact, ...]) -> tuple[CuedFact, ...]:
    """Give a change said of a bare later mention to the finding it takes up ("…, and the nodules are unchanged")."""
    later = [(fact, cues) for fact, cues in read if fact.change is not None and is_taken_up(fact, (), read)]
    if not later:
        return read
    changed = []
    for fact, cues in read:
        source = next(
            (s for s in later if s[0].finding == fact.finding and s[0].start > fact.start and fact.change is None), None
        )
        if source is not None and fact.polarity != "absent":
            said = tuple(cue for cue in source[1] if cue.kind == "change")
            changed.append((replace(fact, change=source[0].change), (*cues, *said)))
        else:
            changed.append((fact, cues))
    return tuple(changed)


def speaks_on(text: str) -> bool:
    """Whether a sentence begins with a word for what was just stated ("It measures …", "Its diameter is …")."""
    return _ON_IT.match(text) is not None


def told_length(text: str) -> tuple[float, ...]:
    """Return the one length, in mm, that a sentence which speaks on tells ("It measures 3 x 2 cm")."""
    if not has_number(text):
        return ()
    lengths = [measure for measure in measurements(text) if measure.unit == "mm"]
    current = [measure for measure in lengths if not measure.prior]
    if len(current) != 1 or _APART.match(text, current[0].end):
        return ()
    return () if len(lengths) == 1 and _OF_ANOTHER.search(text) else current[0].values


def with_length(held: list[tuple[CuedFact, int]], length: tuple[float, ...]) -> list[tuple[CuedFact, int]]:
    """Give a length to the last of the facts just stated that can have one and has none."""
    able = [n for n, ((fact, _), _) in enumerate(held) if _can_be_measured(fact)]
    number = max(able, key=lambda n: (is_lump(held[n][0][0].finding), n), default=None)
    if number is None or not length or held[number][0][0].sizes_mm:
        return held
    (fact, cues), offset = held[number]
    return [*held[:number], ((replace(fact, sizes_mm=length), cues), offset), *held[number + 1 :]]


def _can_be_measured(fact: Fact) -> bool:
    if fact.polarity == "absent" or fact.normal:
        return False
    return is_lump(fact.finding) or fact.finding in _MEASURED or fact.finding.endswith("wall thickening")


def with_its_name(fact: Fact, before: tuple[CuedFact, ...]) -> Fact:
    """Return what "the lesion" is said to be under the name of the finding it takes up ("a mass … The lesion …")."""
    if fact.finding not in _GENERIC or fact.location is not None or not _THE_LESION.match(fact.span):
        return fact
    stated = next((f for f, _ in reversed(before) if _can_be_measured(f) and is_lump(f.finding)), None)
    return fact if stated is None else replace(fact, finding=stated.finding, sites=stated.sites)
