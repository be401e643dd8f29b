"""What a report is made of. All offsets are characters (Python ``str`` indices) into the text they are told of."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

SectionName = Literal["findings", "impression"]
TARGET_SECTIONS: tuple[SectionName, ...] = ("findings", "impression")
CONTEXT_SECTIONS = ("indication", "technique", "comparison")

Polarity = Literal["present", "absent", "uncertain"]
Laterality = Literal["left", "right", "bilateral", "midline"]
Change = Literal["new", "increased", "decreased", "unchanged", "resolved"]
#: Strength of a hedge, strongest first; ``None`` on a fact without a hedge.
Tier = Literal["near-certain", "probable", "possible", "doubtful"]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, list item or sub-heading with text, without the white space around it.

    Attributes:
        start: first character in the section's text.
        end: one past the last character.
        text: ``section[start:end]``, with its full stop, without its list marker.
        marker: the list marker before it (``"1."``, ``"-"``), empty where there is none.
        heading: the sub-heading it stands under (``"LUNGS"``), empty where there is none.
    """

    start: int
    end: int
    text: str
    marker: str = ""
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Measurement:
    """A number with its unit, as written and in a common unit.

    Attributes:
        start: first character in the text that was read.
        end: one past the last character.
        text: the written form, ``"2.3 x 1.4 cm"``.
        values: the numbers in the common unit (mm for lengths; otherwise as written).
        unit: ``"mm"``, ``"HU"``, ``"SUV"``, ``"%"``, ``"ml"``, ``"ratio"``, … ; the unit of ``values``.
        written_unit: the unit as written (``"cm"``), empty where there is none.
        kind: one value, a product of dimensions, or a range.
        relation: an inequality that stands with it (``"<"`` for "less than").
        prior: whether it is a value from an earlier exam ("previously 14 mm").
    """

    start: int
    end: int
    text: str
    values: tuple[float, ...]
    unit: str
    written_unit: str
    kind: Literal["value", "product", "range"] = "value"
    relation: Literal["", "<", ">", "<=", ">=", "~"] = ""
    prior: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """One clinical statement.

    Attributes:
        section: the section it stands in.
        start: first character of the statement in the section's text.
        end: one past its last character.
        span: ``section[start:end]``.
        finding: a name of the vocabulary (``reref/report/lexicon/``), or ``"other: words"``.
        polarity: present, absent or uncertain.
        laterality: stated side, ``None`` when none is stated.
        location: a verbatim piece of the section, ``None`` when the finding's name says it already.
        severity: degree or size word in its base form.
        sizes_mm: lengths in mm as written, without prior values.
        change: change since a prior exam.
        normal: whether it says that something is normal.
        tier: the strength of the hedge, ``None`` without one.
        sites: names in the anatomy tree that ``location`` stands for.
        cue_start: first character of the words that name the finding (inside the span).
        cue_end: one past the last of them.
    """

    section: str
    start: int
    end: int
    span: str
    finding: str
    polarity: Polarity
    laterality: Laterality | None = None
    location: str | None = None
    severity: str | None = None
    sizes_mm: tuple[float, ...] = ()
    change: Change | None = None
    normal: bool = False
    tier: Tier | None = None
    sites: tuple[str, ...] = ()
    cue_start: int = 0
    cue_end: int = 0


@dataclass(frozen=True, slots=True)
class Cue:
    """The words behind one property of a fact.

    Attributes:
        kind: the property: ``"negation"``, ``"hedge"``, ``"severity"``, ``"change"``, ``"side"`` or ``"size"``.
        start: first character in the section's text.
        end: one past the last character.
        value: what the words stand for: the tier of a hedge, the base form of a severity, a change, a side; else empty.
    """

    kind: Literal["negation", "hedge", "severity", "change", "side", "size"]
    start: int
    end: int
    value: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """The text of one study's report, by section. Only findings and impression are ever rewritten.

    Attributes:
        findings: text of the Findings section, empty where there is none.
        impression: text of the Impression section.
        indication: why the exam was made.
        technique: how it was made.
        comparison: which prior exams it was compared with.
    """

    findings: str = ""
    impression: str = ""
    indication: str = field(default="", kw_only=True)
    technique: str = field(default="", kw_only=True)
    comparison: str = field(default="", kw_only=True)

    def section(self, name: str) -> str:
        """Return a section's text by name."""
        return str(getattr(self, name))

    def with_sections(self, sections: dict[str, str]) -> Report:
        """Return a copy with these sections replaced."""
        return replace(self, **sections)
