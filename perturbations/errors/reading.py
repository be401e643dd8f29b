"""A report as the error rooms see it: its facts, sentences and measurements, read once."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import Literal

from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.rules.regions import fact_region, text_regions
from reref.report import TARGET_SECTIONS, Fact, Measurement, Report, Sentence, measurements, section_facts, sentences

Modality = Literal["ct", "x-ray", "other"]

_CT = re.compile(
    r"\bCT\b|tomograph|parenchyma window|\bHounsfield|\bHU\b|non-?contrast|contrast|axial|sections", re.IGNORECASE
)
_OTHER = re.compile(r"\bMRI?\b|magnetic resonance|ultraso|sonogra|mammogra|scintigra|echocardiogra", re.IGNORECASE)

#: Sentences of an exam that was made before or should be made.
_ANOTHER_EXAM = re.compile(
    r"\b(?:recommend\w*|would|could|further|consider\w*|prior|previous\w*|correlat\w*|follow\w*|helpful|compar\w+|initiated)\b",
    re.IGNORECASE,
)


class Reading:
    """A report and what was read from it.

    Args:
        report: the original.
        carry_through: whether an error is made wherever its fact is told (else in one place, labelled as a mismatch).
    """

    def __init__(self, report: Report, *, carry_through: bool = True) -> None:
        self.report = report
        self.carry_through = carry_through
        self._sentences: dict[str, tuple[Sentence, ...]] = {
            name: tuple(sentences(report.section(name))) for name in TARGET_SECTIONS
        }

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """The facts of both sections, findings first."""
        return tuple(fact for name in TARGET_SECTIONS for fact in _section_facts(self.report.section(name), name))

    @cached_property
    def _by_section(self) -> dict[str, list[Fact]]:
        return {name: [f for f in self.facts if f.section == name] for name in TARGET_SECTIONS}

    @cached_property
    def told(self) -> tuple[Fact, ...]:
        """The abnormal findings and devices that the report tells of, with or without doubt."""
        return tuple(f for f in self.facts if f.polarity != "absent" and not f.normal and f.finding not in _NO_FINDING)

    @cached_property
    def _told_ids(self) -> frozenset[int]:
        return frozenset(map(id, self.told))

    def is_told_fact(self, fact: Fact) -> bool:
        """Say whether one of this reading's facts is among those told."""
        return id(fact) in self._told_ids

    @cached_property
    def modality(self) -> Modality:
        """How the images were made, guessed from the words."""
        told = (s.text for found in self._sentences.values() for s in found if not _ANOTHER_EXAM.search(s.text))
        text = " ".join([self.report.technique, *told])
        said = [self.report.technique, *(found[0].text for found in self._sentences.values() if found)]
        if any(_OTHER.search(words) for words in said):
            return "other"
        return "ct" if _CT.search(text) else "x-ray"

    def text(self, section: str) -> str:
        """Return a section's text."""
        return self.report.section(section)

    def sentences(self, section: str) -> tuple[Sentence, ...]:
        """Return a section's sentences."""
        return self._sentences[section]

    def sentence(self, section: str, at: int) -> Sentence:
        """Return the sentence around a place (the last one before it, where it lies between two)."""
        found = self._sentences[section][0]
        for sentence in self._sentences[section]:
            if sentence.start > at:
                break
            found = sentence
        return found

    def is_told(self, section: str, at: int) -> bool:
        """Say whether a place lies in a sentence (and not in a heading or a list marker)."""
        return any(sentence.start <= at < sentence.end for sentence in self._sentences[section])

    def facts_in(self, section: str, sentence: Sentence) -> list[Fact]:
        """Return the facts that begin in a sentence."""
        return [f for f in self._by_section[section] if sentence.start <= f.start < sentence.end]

    @lru_cache(maxsize=4)  # noqa: B019 - readings are few, and gone with their cache
    def measurements(self, section: str) -> tuple[Measurement, ...]:
        """Return a section's measurements."""
        return tuple(measurements(self.text(section)))

    def partners(self, fact: Fact) -> list[Fact]:
        """Return the other statements of the same finding on the same side (or on a side that is not told)."""
        return [f for f in self.facts if f is not fact and f.polarity != "absent" and self._may_be_one(fact, f)]

    def is_backed(self, fact: Fact) -> bool:
        """Say whether a finding of the impression is told in the findings too, if there are any."""
        if fact.section != "impression" or not self._sentences["findings"]:
            return True
        return any(f.section == "findings" for f in self.partners(fact))

    def told_beyond(self, fact: Fact) -> list[Fact]:
        """Return what the other section tells of the same finding, on the same side or on both."""
        return [
            f
            for f in self.told
            if f.section != fact.section
            and same_finding(f.finding, fact.finding)
            and (f.laterality == fact.laterality or {None, "bilateral"} & {f.laterality, fact.laterality})
        ]

    def _may_be_one(self, one: Fact, other: Fact) -> bool:
        """Say whether two facts may be of one finding; under two names only where neither section has both names."""
        if one.finding != other.finding:
            if not same_finding(one.finding, other.finding):
                return False
            if any(
                (f.section, f.finding) in ((one.section, other.finding), (other.section, one.finding))
                for f in self.told
            ):
                return False
        return one.laterality is None or other.laterality is None or one.laterality == other.laterality

    def is_same_statement(self, one: Fact, other: Fact) -> bool:
        """Say whether two facts tell the same thing twice; within one section only when side and place agree."""
        if one is other or not self._may_be_one(one, other):
            return False
        if one.section == other.section:
            places = (one.finding, one.laterality, one.location), (other.finding, other.laterality, other.location)
            return one.location is not None and places[0] == places[1]
        return True


#: Statements that are about the exam or its use, not about the patient.
_NO_FINDING = frozenset({"technique_limitation", "comparison_statement", "recommendation", "no_acute_abnormality"})


@lru_cache(maxsize=512)
def _section_facts(text: str, section: str) -> tuple[Fact, ...]:
    return tuple(section_facts(text, section))


@lru_cache(maxsize=512)
def read(report: Report, *, carry_through: bool = True) -> Reading:
    """Return the reading of a report."""
    return Reading(report, carry_through=carry_through)


@lru_cache(maxsize=4096)
def same_finding(one: str, other: str) -> bool:
    """Say whether two finding names may stand for one finding, as a description and its summary do."""
    return one == other or any(one in group and other in group for group in lexicon("families")["families"])


def names_another_part(sentence: Sentence, fact: Fact) -> bool:
    """Say whether a sentence names parts of the body, and none of them is where its finding belongs.

    The finding was then named after the wrong organ, and its words may not mean what they mean there.
    """
    named, region = named_regions(sentence.text), fact_region(fact)
    return bool(named) and region is not None and region not in named


@lru_cache(maxsize=4096)
def named_regions(text: str) -> tuple[str, ...]:
    """Return the regions that the words of a sentence name."""
    return text_regions(text)
