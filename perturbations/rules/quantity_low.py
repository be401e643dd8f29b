"""Numbers as words: the number goes, and a word that fits it for that finding stands where none stood."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.rules.deciding_sizes import decides
from reref.perturbations.rules.grammar import capital, uncapital
from reref.perturbations.rules.number_forms import of_pronoun, without_numbers
from reref.perturbations.rules.own_sizes import OwnSizes
from reref.perturbations.rules.registry import rule
from reref.perturbations.rules.remains import has_bare_size
from reref.perturbations.rules.size_words import Sizing, Unsafe
from reref.perturbations.rules.spans import smallest_edit
from reref.report import TARGET_SECTIONS, Report, measurements, sentences

if TYPE_CHECKING:
    from numpy.random import Generator

#: "A total of a few nodules": a total is a number.
_TOTAL_OF_FEW = re.compile(r"\ba\s+total\s+of\s+(?=(?:a\s+few|several|some|multiple)\b)", re.IGNORECASE)


@rule("quantitative-granularity/low")
def numbers_to_words(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Drop every measurement and say the size in words where no word said it."""
    edits: list[Edit] = []
    own = OwnSizes([report.section(section) for section in TARGET_SECTIONS])
    for section in TARGET_SECTIONS:
        previous = ""
        for sentence in sentences(report.section(section)):
            previous, before = sentence.text, previous
            found = measurements(sentence.text)
            if not found and not has_bare_size(sentence.text):
                continue
            if decides(sentence.text, before, found):
                return Infeasible("missing_information", f"a size in the {section} decides what is done next")
            sizing = Sizing.of(sentence.text, own)
            try:
                alone = of_pronoun(sizing, found, Sizing.of(before, own)) if found else ""
                new = alone or without_numbers(sizing, found)
            except Unsafe:
                return Infeasible(
                    "missing_information",
                    f"the {section} hold a number in a sentence that carries no word in its place",
                )
            new = _TOTAL_OF_FEW.sub("", new)
            new = uncapital(new) if sentence.text[0].islower() else capital(new)
            edits.append(smallest_edit(section, sentence.start, sentence.text, new, "quantity"))
    return edits or Infeasible("already_in_form", "the report holds no measurement")
