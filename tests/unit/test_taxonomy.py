"""Names, groups, users' files and the messages for what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from reref.cli.taxonomy import command
from reref.core.errors import BadDataError, UnknownNameError, UsageError
from reref.taxonomy import Axis, AxisTarget, Persona, Taxonomy, built_in, reset

AXIS = """\
name: tone
dimension: language
kind: relative
description: how formal the wording is
variations: {formal: stiff wording}
examples: [{original: A bit of fluid., formal: A small amount of fluid.}]
constraints: [the meaning stays]
version: 3
"""


@pytest.fixture
def known() -> Taxonomy:
    return built_in()


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "tone.yaml"
    path.write_text(AXIS, encoding="utf-8")
    return path


def names(known: Taxonomy, *given: str) -> list[str]:
    return [target.name for target in known.expand(given)]


def test_nothing_named_means_all_variations_and_controls(known: Taxonomy) -> None:
    assert len(names(known)) == 13 + 3


def test_axis_group_family_series_and_pattern_expand(known: Taxonomy) -> None:
    assert names(known, "findings-scope") == ["findings-scope/exhaustive", "findings-scope/minimal"]
    assert names(known, "control") == ["control/case", "control/identity", "control/whitespace"]
    assert "error/margin" in names(known, "error/attribute")
    assert "error/size" not in names(known, "error/attribute")
    assert names(known, "dose/errors") == [f"dose/errors-{k}" for k in range(1, 6)]
    assert names(known, "negation/*") == ["negation/explicit", "negation/implicit"]


def test_a_target_named_twice_comes_once(known: Taxonomy) -> None:
    assert names(known, "control/case", "control", "control/case").count("control/case") == 1


def test_a_persona_takes_a_third_step(known: Taxonomy) -> None:
    target = known.get("persona/minimalist+terminology/alternative")
    assert isinstance(target, Persona)
    assert target.steps == ("findings-scope/minimal", "anatomical-granularity/low", "terminology/alternative")
    assert len(names(known, "persona/minimalist+*")) == 9
    assert names(known, "persona") == ["persona/maximalist", "persona/minimalist"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("hedgin", "hedging"), ("size", "error/size"), ("minimal", "findings-scope/minimal"), ("eror/size", "error/size")],
)
def test_an_unknown_name_gets_the_close_match_and_the_full_list(known: Taxonomy, typed: str, meant: str) -> None:
    with pytest.raises(UnknownNameError, match=f"did you mean .*{meant}.*Known: .*control/whitespace"):
        known.expand([typed])


def test_an_unknown_third_step_is_told(known: Taxonomy) -> None:
    with pytest.raises(UnknownNameError, match="terminology/alternative"):
        known.get("persona/minimalist+terminology/alternativ")


def test_a_users_axis_needs_no_code(known: Taxonomy, own: Path) -> None:
    (target,) = known.add_file(own)
    assert isinstance(target, AxisTarget)
    assert (target.name, target.group, target.expected_effect, target.version) == ("tone/formal", "axis", "preserve", 3)
    assert target.examples[0].alternative == "A small amount of fluid."
    assert target.constraints == ("the meaning stays",)
    assert names(known, "tone") == ["tone/formal"]


def test_a_folder_and_a_list_of_entries_are_read(known: Taxonomy, tmp_path: Path) -> None:
    (tmp_path / "two.yaml").write_text(
        "- {name: laugh, severity: minor, family: lexical, description: a joke}\n"
        "- {name: hurried, description: in haste, steps: [findings-scope/minimal, hedging/alternative]}\n",
        encoding="utf-8",
    )
    assert [t.name for t in known.add_file(tmp_path)] == ["error/laugh", "persona/hurried"]
    assert known.get("error/laugh").expected_effect == "change"


def test_the_same_file_twice_is_no_mistake_but_another_entry_of_that_name_is(known: Taxonomy, own: Path) -> None:
    known.add_file(own)
    known.add_file(own)
    own.write_text(AXIS.replace("stiff", "starched"), encoding="utf-8")
    with pytest.raises(UsageError, match=r"'tone' is defined twice: in .*tone.yaml"):
        known.add_file(own)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("version: 3", "version: 0"), r"tone.yaml: version: .*greater than or equal to 1"),
        (("kind: relative", "kind: middling"), r"tone.yaml: kind: .*'absolute' or 'relative'"),
        (("dimension: language\n", ""), r"tone.yaml: dimension: Field required"),
        (("dimension:", "dimensoin:"), r"tone.yaml: dimension: Field required \(and 1 more\)"),
        (("formal: A small", "informal: A small"), r"tone.yaml: tone: example 1 has 'informal', which is none of"),
        (("A bit of fluid.", "A small amount of fluid."), r"tone.yaml: tone: example 1 has equal texts"),
        (("examples: [{original: A bit of fluid., formal: A small amount of fluid.}]\n", ""), "no example shows"),
        (("{formal: stiff wording}", "[formal]"), r"tone.yaml: variations: .*dictionary"),
        (("variations: {formal: stiff wording}", "wariations: {}"), r"cannot tell what 'tone' is"),
        (("kind: relative", "kind: [relative"), r"tone.yaml line \d+: not valid YAML"),
        ((AXIS, "just words"), r"tone.yaml: expected an entry"),
        ((AXIS, ""), r"tone.yaml: expected an entry"),
    ],
)
def test_a_broken_file_is_one_line_with_file_and_field(
    known: Taxonomy, own: Path, change: tuple[str, str], message: str
) -> None:
    own.write_text(AXIS.replace(*change), encoding="utf-8")
    with pytest.raises(BadDataError, match=message) as told:
        known.add_file(own)
    assert "\n" not in str(told.value)


def test_a_file_that_is_not_there_is_told(known: Taxonomy, tmp_path: Path) -> None:
    with pytest.raises(BadDataError, match=r"none.yaml is not there"):
        known.add_file(tmp_path / "none.yaml")


def test_an_axis_cannot_change_the_meaning(known: Taxonomy, own: Path) -> None:
    own.write_text(AXIS + "expected_effect: change\n", encoding="utf-8")
    with pytest.raises(BadDataError, match="expected_effect"):
        known.add_file(own)


def test_commands_list_show_and_validate(own: Path) -> None:
    run = CliRunner().invoke
    listed = run(command, ["list", "error"])
    assert listed.exit_code == 0
    assert "error/size" in listed.output
    shown = run(command, ["show", "negation"])
    assert "negation/explicit" in shown.output
    assert "The pleural spaces are clear." in shown.output
    assert "critical" in run(command, ["show", "error/direction"]).output
    assert "tone/formal is sound" in run(command, ["validate", str(own)]).output
    assert '"kind": "absolute"' in run(command, ["show", "structure", "--json"]).output


def test_a_users_file_is_listed_beside_the_built_in_ones(own: Path) -> None:
    try:
        assert "tone/formal" in CliRunner().invoke(command, ["list", "--taxonomy", str(own)]).output
    finally:
        reset()


def test_pairs_of_a_two_way_axis_serve_both_directions(known: Taxonomy) -> None:
    axis = known.axes.get("negation")
    assert isinstance(axis, Axis)
    there, back = axis.pairs("implicit")[0], axis.pairs("explicit")[0]
    assert (there.original, there.alternative) == (back.alternative, back.original)
