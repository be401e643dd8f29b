from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import EntryPoint

import pytest
from numpy.random import Generator

from reref.core.errors import UnknownNameError, UsageError
from reref.core.registry import Registry
from reref.perturbations import Edit, rule, rules
from reref.perturbations.rules import registry
from reref.report import Report


@pytest.fixture
def empty(monkeypatch: pytest.MonkeyPatch) -> Registry[registry.Rule]:
    """A registry of the test's own, so that its rules are gone afterwards."""
    fresh: Registry[registry.Rule] = Registry("rule")
    monkeypatch.setattr(registry, "_RULES", fresh)
    return fresh


def nothing(report: Report, rng: Generator) -> Iterable[Edit]:
    return ()


def test_a_decorated_function_is_the_rule_of_its_target(empty: Registry[registry.Rule]) -> None:
    assert rule("demo/one")(nothing) is nothing
    assert empty.get("demo/one") is nothing


def test_a_function_of_another_shape_is_refused_when_it_registers(empty: Registry[registry.Rule]) -> None:
    def too_few(report: Report) -> Iterable[Edit]:
        return ()

    with pytest.raises(UsageError, match=r"rule 'demo/few' .* must take \(report, rng\), but takes \(report"):
        rule("demo/few")(too_few)  # type: ignore[type-var]
    assert len(empty) == 0


def test_two_rules_of_one_name_name_each_other(empty: Registry[registry.Rule]) -> None:
    def other(report: Report, rng: Generator) -> Iterable[Edit]:
        return ()

    rule("demo/one")(nothing)
    with pytest.raises(UsageError, match=r"defined twice: in .*nothing and in .*other"):
        rule("demo/one")(other)


def test_an_unknown_name_gets_the_close_ones() -> None:
    with pytest.raises(UnknownNameError, match="did you mean findings-scope/minimal"):
        rules().get("findings-scope/minimall")


def test_a_broken_plugin_is_left_out_with_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("broken", "no.such.module", registry.ENTRY_POINTS)
    monkeypatch.setattr(registry, "entry_points", lambda group: [broken])
    rules.cache_clear()
    try:
        with pytest.warns(UserWarning, match="rules plugin 'broken' was left out"):
            assert "structure/structured" in rules()
    finally:
        rules.cache_clear()
