"""Reading a report: sections, sentences, measurements, clinical facts. Imports nothing of ours but ``reref.core``."""

from reref.report.facts import cued_facts, facts, section_facts
from reref.report.measurements import measurements
from reref.report.model import CONTEXT_SECTIONS, TARGET_SECTIONS, Cue, Fact, Measurement, Report, Sentence
from reref.report.reading import read_report
from reref.report.sections import SectionSpan, sections
from reref.report.sentences import sentences

__all__ = [
    "CONTEXT_SECTIONS",
    "TARGET_SECTIONS",
    "Cue",
    "Fact",
    "Measurement",
    "Report",
    "SectionSpan",
    "Sentence",
    "cued_facts",
    "facts",
    "measurements",
    "read_report",
    "section_facts",
    "sections",
    "sentences",
]
