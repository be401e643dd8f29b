"""Reading a report: sections, sentences, measurements, clinical facts. Imports nothing of ours but ``reref.core``."""

from reref.report.facts import facts, section_facts
from reref.report.measurements import measurements
from reref.report.model import CONTEXT_SECTIONS, TARGET_SECTIONS, Fact, Measurement, Report, Sentence
from reref.report.reading import read_report
from reref.report.sections import SectionSpan, sections
from reref.report.sentences import sentences

__all__ = [
    "CONTEXT_SECTIONS",
    "TARGET_SECTIONS",
    "Fact",
    "Measurement",
    "Report",
    "SectionSpan",
    "Sentence",
    "facts",
    "measurements",
    "read_report",
    "section_facts",
    "sections",
    "sentences",
]
