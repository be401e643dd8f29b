"""Metrics by name: the built-in rooms of this folder, installed plugins, and anyone's function by its place."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any
from warnings import warn

from reref.analysis.metrics.contract import call_style
from reref.analysis.metrics.model import Aggregate, Metric
from reref.core.errors import MetricError, UnknownNameError, UsageError
from reref.core.registry import Registry
from reref.core.seeding import digest

METRICS: Registry[Metric] = Registry("metric")
_PLUGIN_GROUP = "reref.metrics"


def metric(
    *,
    name: str,
    higher_is_better: bool,
    range: tuple[float | None, float | None] = (None, None),
    version: str = "1",
    batch_dependent: bool = False,
    aggregate: Aggregate | None = None,
    sentence: Aggregate | None = None,
    description: str = "",
    needs: str = "",
) -> Callable[[Callable[..., Any]], Metric]:
    """Make a function a metric and register it under its name.

    Args:
        name: what users type.
        higher_is_better: whether a better report has a higher score.
        range: lowest and highest possible score, ``None`` where there is no bound.
        version: raise it whenever a score can change.
        batch_dependent: whether a pair's score depends on the other pairs of the call.
        aggregate: makes it a corpus-level metric: the function then returns one row of K statistics a pair, and
            ``aggregate`` turns their sums, shape (..., K), into scores, shape (...).
        sentence: the score of one study from its own statistics; ``aggregate`` when not given.
        description: one line for people; the first line of the function's docstring when not given.
        needs: what a user must install or name first; the function raises MissingExtraError without it.

    Raises:
        MetricError: the function's parameters are not those of a metric; the message shows its definition.
        UsageError: the name is taken.
    """

    def decorate(function: Callable[..., Any]) -> Metric:
        style = call_style(function)
        made = Metric(
            name=name,
            function=function,
            higher_is_better=higher_is_better,
            range=range,
            version=version,
            batch_dependent=batch_dependent,
            aggregate=aggregate,
            sentence=sentence,
            style=style.style,
            arguments=style.arguments,
            description=description or (inspect.getdoc(function) or "").split("\n")[0],
            needs=needs,
            spec=name if function.__module__.startswith(f"{__package__}.") else _spec_of(function),
        )
        origin = made.spec or f"{function.__module__}:{getattr(function, '__qualname__', '?')}"
        # The same definition run again (a notebook cell, a reloaded module) takes its own place, another one's never.
        METRICS.add(name, made, origin=origin, replace=name in METRICS and METRICS.origin(name) == origin)
        return made

    return decorate


def get_metric(spec: str | Metric | Callable[..., Any]) -> Metric:
    """Return the metric that a text or object stands for.

    Args:
        spec: a built-in or installed name (``"rouge-l"``), ``"package.module:function"``, ``"file.py:function"``,
            a metric, or any callable with the parameters of one (taken as "higher is better" without a stated range).

    Raises:
        UnknownNameError: no metric of that name; the message lists the close ones and all.
        UsageError: the module, file or function is not there.
        MetricError: what is there is not a metric.
    """
    if isinstance(spec, Metric):
        return spec
    if not isinstance(spec, str):
        return _wrap(spec, getattr(spec, "__name__", type(spec).__name__), _spec_of(spec))
    if ":" in spec or spec.endswith(".py"):
        return _from_place(spec)
    _load_built_in()
    if spec not in METRICS:
        _load_plugins()
    return METRICS.get(spec)


def metric_names() -> list[str]:
    """Return the names of all built-in and installed metrics, sorted."""
    _load_built_in()
    _load_plugins()
    return sorted(METRICS.names())


@cache
def _load_built_in() -> None:
    package = import_module("reref.analysis.metrics")
    for module in sorted(found.name for found in iter_modules(package.__path__)):
        import_module(f"reref.analysis.metrics.{module}")


@cache
def _load_plugins() -> None:
    for point in sorted(entry_points(group=_PLUGIN_GROUP), key=lambda p: p.name):
        try:
            found = _as_metric(point.load(), point.name, point.value)
            if point.name not in METRICS:
                METRICS.add(point.name, found, origin=point.value)
        except Exception as error:  # noqa: BLE001 - a broken plugin must not take the other metrics with it
            warn(f"the installed metric '{point.name}' ({point.value}) does not load: {error}", stacklevel=2)


def _from_place(spec: str) -> Metric:
    place, _, attribute = spec.rpartition(":")
    if spec.endswith(".py"):
        place, attribute = spec, ""
    module = _load_file(Path(place)) if place.endswith(".py") else _load_module(place, spec)
    if not attribute:
        found = [value for value in vars(module).values() if isinstance(value, Metric)]
        if len(found) != 1:
            names = ", ".join(m.name for m in found) or "none"
            raise UsageError(f"'{spec}' defines {len(found)} metrics ({names}); say which: {spec}:FUNCTION")
        return found[0]
    value: Any = module
    for part in attribute.split("."):
        if not hasattr(value, part):
            known = ", ".join(n for n, v in vars(module).items() if callable(v) and not n.startswith("_"))
            raise UnknownNameError(f"metric '{spec}': {place} has no '{part}'. Callable there: {known or 'none'}")
        value = getattr(value, part)
    return _as_metric(value, attribute, spec)


def _as_metric(value: Any, name: str, spec: str) -> Metric:
    if isinstance(value, Metric):
        return value
    if inspect.isclass(value):
        try:
            value = value()
        except TypeError as error:
            raise MetricError(f"metric '{spec}' is a class that cannot be made without arguments: {error}") from None
    return _wrap(value, name, spec)


def _wrap(function: Callable[..., Any], name: str, spec: str) -> Metric:
    style = call_style(function)
    summary = (inspect.getdoc(function) or "").split("\n")[0]
    return Metric(
        name=name,
        function=function,
        higher_is_better=bool(getattr(function, "higher_is_better", True)),
        version=str(getattr(function, "version", "1")),
        style=style.style,
        arguments=style.arguments,
        description=summary,
        spec=spec,
    )


def _load_module(name: str, spec: str) -> ModuleType:
    if str(Path.cwd()) not in sys.path and "" not in sys.path:
        sys.path.append(str(Path.cwd()))  # the installed command does not see the user's own folder otherwise
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise UsageError(f"metric '{spec}': no module named '{error.name}'; install it or check the spelling") from None
    except Exception as error:
        raise UsageError(f"metric '{spec}': importing {name} failed: {type(error).__name__}: {error}") from error


def _load_file(path: Path) -> ModuleType:
    path = path.expanduser().resolve()
    if not path.is_file():
        raise UsageError(f"metric file '{path}' does not exist")
    name = f"reref_metric_{digest(path, size=6).hex()}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:  # pragma: no cover - a .py file always has a loader
        raise UsageError(f"metric file '{path}' cannot be loaded as Python")
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise UsageError(f"metric file '{path}' failed on import: {type(error).__name__}: {error}") from error
    return module


def _spec_of(function: object) -> str:
    """Return a text from which another process finds the function again, empty when there is none."""
    module = getattr(function, "__module__", None)
    name = getattr(function, "__qualname__", "")
    if module in (None, "__main__") or not name or "<" in name:
        return ""
    if module.startswith("reref_metric_"):
        return f"{sys.modules[module].__file__}:{name}"
    return f"{module}:{name}"
