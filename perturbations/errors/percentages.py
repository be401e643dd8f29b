"""Semantic-stability pairs: a word of degree as the percentage that it stands for, or the other way round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from math import ceil
from typing import TYPE_CHECKING, Any

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.errors.room import label, shuffled
from reref.perturbations.rules.grammar import cased_like, with_article
from reref.perturbations.rules.registry import rule
from reref.report import TARGET_SECTIONS, Report

if TYPE_CHECKING:
    from numpy.random import Generator

    from reref.perturbations.rules.registry import Rule

LEVELS = (25, 50, 75, 100)


def degrees(report: Report) -> Iterator[Edit]:
    """Yield every exchange of a degree and its percentage that a report allows."""
    for section in TARGET_SECTIONS:
        text = report.section(section)
        for scale in lexicon("percentages")["scales"]:
            for found in _pattern(scale["of"]).finditer(text):
                old = found["degree"]
                new = _other_form(old, scale["steps"])
                if new is not None:
                    start, after = with_article(text, found.start("degree"), cased_like(old, new))
                    yield label(
                        "dose/percentages", section, start, found.end("degree"), after,
                        finding=scale["name"], attribute="severity", old=old, new=new,
                    )  # fmt: skip


def _other_form(degree: str, steps: list[dict[str, Any]]) -> str | None:
    number = re.match(r"(\d{1,3})\s*(?:%|percent)", degree)
    for step in steps:
        low, high = step["range"]
        if number and low <= int(number.group(1)) <= high:
            return str(step["words"][0])
        if degree.lower() in step["words"]:
            return f"{step['says']}%"
    return None


@cache
def _pattern(of: str) -> re.Pattern[str]:
    words = "|".join(lexicon("percentages")["words"])
    between = "|".join(lexicon("percentages")["between"])
    degree = rf"(?<![-–\d])(?<!to )(?<!no )\b(?P<degree>{words}|\d{{1,3}}\s?(?:%|percent))"
    return re.compile(rf"{degree}\s+(?:(?:{between})\s+){{0,2}}(?:{of})\b", re.IGNORECASE)


def _exchange(percent: int) -> Rule:
    def exchange(report: Report, rng: Generator) -> list[Edit] | Infeasible:
        found = shuffled(rng, degrees(report))
        if not found:
            return Infeasible("missing_information", "the report grades nothing that has a percentage")
        return found[: ceil(len(found) * percent / 100)]

    return exchange


for _level in LEVELS:
    rule(f"dose/percentages-{_level}")(_exchange(_level))
