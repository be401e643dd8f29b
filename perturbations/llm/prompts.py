"""What a prompt says about a target and a report, composed from the taxonomy: a new YAML entry needs no code."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import yaml

from reref.report import Report
from reref.taxonomy.models import AxisTarget

if TYPE_CHECKING:
    from reref.taxonomy.models import Target

_CONTEXT_SECTIONS = ("indication", "technique", "comparison")
_LONG_LINE = 40  # a sentence of the prompt that is shorter could stand in a report


@cache
def wording() -> dict[str, Any]:
    """Return the programs' texts."""
    text = files("reref.perturbations.llm").joinpath("wording.yaml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.safe_load(text)
    return found


def describe(target: Target) -> str:
    """Return what a model needs to know about a target: what it is, its variations, examples and rules."""
    lines = [f"Name: {target.name}"]
    if isinstance(target, AxisTarget):
        lines += [f"How practice differs: {target.axis.description}", "Practices along this axis:"]
        lines += [f"- {name}: {text}" for name, text in target.axis.variations.items()]
        lines += [f"Wanted practice: {target.variation}: {target.description}"]
    else:
        lines += [f"What is wanted: {target.description}"]
    if target.examples:
        lines += ["Examples (before, then after):"]
        lines += [f"- {_quoted(pair.original)} -> {_quoted(pair.alternative)}" for pair in target.examples]
    return "\n".join([*lines, "Rules:", *(f"- {rule}" for rule in _rules(target))])


def _rules(target: Target) -> list[str]:
    rules = list(target.constraints)
    if target.group == "axis":
        rules += wording()["rules_for_one_practice"]
    return rules + (wording()["rules_for_rewriting"] if target.expected_effect == "preserve" else [])


def _quoted(text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False)


def sections_of(report: Report) -> dict[str, str]:
    """Return a report as the model sees it: findings and impression always, the sections around them when written."""
    around = {name: report.section(name) for name in _CONTEXT_SECTIONS if report.section(name).strip()}
    return {**around, "findings": report.findings, "impression": report.impression}


@cache
def prompt_lines() -> frozenset[str]:
    """Return sentences of our prompts that no report has: a reply that holds one repeats the prompt."""
    texts = [program["instructions"] for program in wording()["programs"].values()]
    sentences = [part.strip() for text in texts for part in text.split(". ")]
    rules = [*wording()["rules_for_one_practice"], *wording()["rules_for_rewriting"]]
    lines = [*sentences, wording()["data_rule"], *rules]
    return frozenset(line for line in lines if len(line) >= _LONG_LINE)
