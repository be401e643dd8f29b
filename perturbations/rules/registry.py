"""Where rules are found: a rule is one function in one file of this folder, or of an installed plugin."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import warnings
from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from reref.core.errors import UsageError
from reref.core.registry import Registry
from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.report import Report

if TYPE_CHECKING:
    from numpy.random import Generator

#: Reads a report and proposes edits, or says why there can be none.
Rule: TypeAlias = "Callable[[Report, Generator], Iterable[Edit] | Infeasible]"
R = TypeVar("R", bound="Rule")

ENTRY_POINTS = "reref.rules"

_RULES: Registry[Rule] = Registry("rule")


def rule(name: str) -> Callable[[R], R]:
    """Register a function as the rule of a target.

    Args:
        name: the target's name, for example ``"hedging/alternative"``.

    Raises:
        UsageError: the function does not take exactly ``(report, rng)``, or the target has a rule already.
    """

    def register(function: R) -> R:
        parameters = inspect.signature(function).parameters.values()
        positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        needed = [p for p in parameters if p.default is p.empty]
        origin = f"{function.__module__}.{function.__qualname__}"
        if len(positional) != 2 or len(needed) != 2:
            raise UsageError(
                f"rule '{name}' ({origin}) must take (report, rng), but takes {inspect.signature(function)}"
            )
        _RULES.add(name, function, origin=origin)
        return function

    return register


@cache
def rules() -> Registry[Rule]:
    """Return every rule: those of the rules and errors folders first, then those of plugins (``reref.rules``)."""
    for folder in ("reref.perturbations.rules", "reref.perturbations.errors"):
        rooms = importlib.import_module(folder)
        for module in sorted(pkgutil.walk_packages(rooms.__path__, f"{folder}."), key=lambda m: m.name):
            importlib.import_module(module.name)
    for plugin in sorted(entry_points(group=ENTRY_POINTS), key=lambda p: p.name):
        try:
            plugin.load()
        except Exception as error:  # noqa: BLE001 - a broken plugin must not take the product down with it
            warnings.warn(f"rules plugin '{plugin.name}' was left out: {error}", stacklevel=2)
    return _RULES
