"""What every built-in target must keep to."""

from __future__ import annotations

import re

import pytest

from reref.taxonomy import AxisTarget, Dose, ErrorType, Persona, Target, built_in

TAXONOMY = built_in()
TARGETS = list(TAXONOMY.targets)
VARIATIONS = {
    "structure/structured", "structure/free-text", "section-assignment/alternative", "findings-scope/exhaustive",
    "findings-scope/minimal", "anatomical-granularity/high", "anatomical-granularity/low",
    "quantitative-granularity/high", "quantitative-granularity/low", "terminology/alternative",
    "hedging/alternative", "negation/explicit", "negation/implicit",
}  # fmt: skip


def test_the_thirteen_variations_and_the_three_controls_are_there() -> None:
    assert {t.name for t in TARGETS if t.group == "axis"} == VARIATIONS
    assert {t.name for t in TARGETS if t.group == "control"} == {
        "control/identity",
        "control/case",
        "control/whitespace",
    }
    assert "paraphrase/free" in TAXONOMY.targets


@pytest.mark.parametrize("target", TARGETS, ids=lambda t: t.name)
def test_name_group_and_effect_agree(target: Target) -> None:
    assert re.fullmatch(r"[a-z0-9-]+/[a-z0-9-]+", target.name)
    group = target.name.partition("/")[0]
    assert group == target.group or (target.group == "axis" and group in TAXONOMY.axes)
    if target.group != "dose":
        assert (target.expected_effect == "change") == (target.group == "error")


@pytest.mark.parametrize("target", TARGETS, ids=lambda t: t.name)
def test_words_are_whole_sentences(target: Target) -> None:
    for words in (target.description, *target.constraints):
        assert words[0].isupper() or words[0].isdigit()
        assert words.endswith(".")
        assert "  " not in words


@pytest.mark.parametrize("target", [t for t in TARGETS if isinstance(t, AxisTarget)], ids=lambda t: t.name)
def test_every_variation_has_three_example_pairs_and_constraints(target: AxisTarget) -> None:
    assert len(target.examples) >= 3
    assert target.constraints
    assert target.description != target.axis.description


@pytest.mark.parametrize("target", [t for t in TARGETS if isinstance(t, ErrorType)], ids=lambda t: t.name)
def test_every_error_type_has_three_examples_and_says_that_the_rest_stays(target: ErrorType) -> None:
    assert len(target.examples) >= 3
    assert "Every other character of the report stays." in target.constraints


@pytest.mark.parametrize("target", [t for t in TARGETS if isinstance(t, Persona)], ids=lambda t: t.name)
def test_every_step_of_a_persona_is_a_target(target: Persona) -> None:
    assert len(target.steps) == 2
    for step in (*target.steps, *target.third):
        assert TAXONOMY.get(step).group == "axis"


@pytest.mark.parametrize("target", [t for t in TARGETS if isinstance(t, Dose)], ids=lambda t: t.name)
def test_a_dose_says_its_level(target: Dose) -> None:
    assert str(target.level) in target.description
