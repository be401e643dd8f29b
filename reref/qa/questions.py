"""The questions' wordings and the text that they show."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from reref.report import TARGET_SECTIONS, Report, Sentence, sentences

if TYPE_CHECKING:
    from numpy.random import Generator


@cache
def wordings(name: str = "questions") -> Any:
    """Return the content of a YAML file of this folder."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load((files("reref.qa") / f"{name}.yaml").read_text("utf-8"), Loader=loader)


def no_error() -> str:
    """Return the answer for a report without an error."""
    return str(wordings()["no_error"])


def placed_sentences(report: Report) -> list[tuple[str, Sentence]]:
    """Return the sentences of both sections in order, with their section; sentence n of a question is number n - 1."""
    return [(section, sentence) for section in TARGET_SECTIONS for sentence in sentences(report.section(section))]


def shown(report: Report) -> str:
    """Return the report as a question shows it: both sections under their headings, empty ones left out."""
    parts = [f"{section.upper()}:\n{report.section(section)}" for section in TARGET_SECTIONS if report.section(section)]
    return "\n\n".join(parts)


def numbered(report: Report) -> str:
    """Return the report's sentences with a number before each, under the sections' headings."""
    lines: list[str] = []
    heading = ""
    for number, (section, sentence) in enumerate(placed_sentences(report), start=1):
        if section != heading:
            lines.append(f"{section.upper()}:")
            heading = section
        lines.append(f"[{number}] {sentence.text}")
    return "\n".join(lines)


def question(level: str, report: Report, rng: Generator) -> str:
    """Return a question of a level in one of its wordings."""
    options = wordings()[level]
    wording: str = options[int(rng.integers(len(options)))]
    return (
        wording.replace("{no_error}", no_error())
        .replace("{numbered}", numbered(report))
        .replace("{report}", shown(report))
    )
