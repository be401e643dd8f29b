"""All targets by name: the built-in ones, those of installed plugins, and a user's own files."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from typing import Any

from reref.core.errors import UnknownNameError
from reref.core.registry import Registry
from reref.taxonomy.loading import read_entries, yaml_files
from reref.taxonomy.models import Axis, Persona, Target

HERE = Path(__file__).parent
BUILT_IN = ("axes", "controls", "paraphrase", "errors", "personas", "doses")
PLUGINS = "reref.taxonomy"
#: What is made when a user names no target.
DEFAULT = ("axis", "control")


class Taxonomy:
    """A set of axes and targets that can grow by files.

    Attributes:
        axes: axes by name.
        targets: every target by name, in the order of the built-in files, then plugins, then user files.
    """

    def __init__(self) -> None:
        self.axes: Registry[Axis] = Registry("axis")
        self.targets: Registry[Target] = Registry("target")

    def add_file(self, path: Path, *, origin: str | None = None) -> list[Target]:
        """Add what one YAML file, or every YAML file of a folder, describes.

        Args:
            path: the file or folder.
            origin: what to call it in messages; its path by default.

        Returns:
            The targets that it defines.

        Raises:
            BadDataError: a file that is not there, is not YAML, or breaks the shape of its kind.
            UsageError: a name that is taken by another entry.
        """
        added: list[Target] = []
        for file in yaml_files(path):
            for entry in read_entries(file):
                if isinstance(entry, Axis):
                    self._add(self.axes, entry.name, entry, origin or str(file))
                    new: list[Target] = [*entry.targets()]
                else:
                    new = entry
                for target in new:
                    self._add(self.targets, target.name, target, origin or str(file))
                added += new
        return added

    def _add(self, registry: Registry[Any], name: str, entry: Axis | Target, origin: str) -> None:
        if name in registry and registry.get(name) == entry:
            return  # the same file named twice is no mistake
        registry.add(name, entry, origin=origin)

    def get(self, name: str) -> Target:
        """Return one target; ``persona+target`` is the persona with that third step.

        Raises:
            UnknownNameError: no such target; the message has close matches and the full list.
        """
        base, plus, step = name.partition("+")
        close = [] if base in self.targets else self._closest(base)
        if close:
            known = ", ".join(self.targets.names())
            raise UnknownNameError(f"unknown target '{name}'; did you mean {' or '.join(close)}? Known: {known}")
        persona = self.targets.get(base)
        if plus and isinstance(persona, Persona):
            return persona.with_third(self.targets.get(step))
        return persona

    def _closest(self, name: str) -> list[str]:
        """Return axes, groups and targets that a mistyped name may have meant: by likeness, then by last part."""
        groups = sorted({target.group for target in self.targets})
        near = get_close_matches(name, [*self.axes.names(), *groups], n=2, cutoff=0.7)
        return near + [known for known in self.targets.names() if known.partition("/")[2] == name]

    def expand(self, names: Iterable[str] = ()) -> list[Target]:
        """Return the targets that a list of names means, each once, in the order in which they are named.

        Args:
            names: target names, axis names, groups (``axis``, ``error``, ``control``, ``persona``, ``paraphrase``,
                ``dose``), ``all``, families of errors (``error/attribute``), dose series (``dose/omission``) or
                patterns (``error/*``, ``persona/minimalist+*``). Nothing means the axes and the controls.

        Raises:
            UnknownNameError: a name that is none of these.
        """
        found: dict[str, Target] = {}
        for name in [*names] or DEFAULT:
            for target in self._meaning(name):
                found[target.name] = target
        return [*found.values()]

    def _meaning(self, name: str) -> list[Target]:
        if name == "all":
            return [*self.targets]
        if name in self.targets:
            return [self.targets.get(name)]
        if name in self.axes:
            return [self.targets.get(f"{name}/{variation}") for variation in self.axes.get(name).variations]
        members = [t for t in self.targets if name in (t.group, f"{t.group}/{_series(t)}")]
        if members:
            return members
        if "*" in name:
            matching = [t for t in self._with_third_steps() if fnmatchcase(t.name, name)]
            if matching:
                return matching
        return [self.get(name)]

    def _with_third_steps(self) -> Iterable[Target]:
        for target in self.targets:
            yield target
            if isinstance(target, Persona):
                yield from (target.with_third(self.targets.get(step)) for step in target.third)


def _series(target: Target) -> str:
    return target.stream.removeprefix("dose/") if target.group == "dose" else str(getattr(target, "family", ""))


def built_in() -> Taxonomy:
    """Return a new taxonomy with the built-in entries only."""
    taxonomy = Taxonomy()
    for folder in BUILT_IN:
        for file in yaml_files(HERE / folder):
            taxonomy.add_file(file, origin=f"reref ({folder}/{file.name})")
    _check_personas(taxonomy)
    return taxonomy


def _check_personas(taxonomy: Taxonomy) -> None:
    for target in taxonomy.targets:
        if isinstance(target, Persona):
            for step in (*target.steps, *target.third):
                taxonomy.targets.get(step)


@lru_cache(maxsize=1)
def shared() -> Taxonomy:
    """Return the taxonomy that the whole process uses: built-in entries, plugins, and user files added to it."""
    taxonomy = built_in()
    _add_plugins(taxonomy)
    return taxonomy


def _add_plugins(taxonomy: Taxonomy) -> None:
    """Add what installed packages offer: an entry point names a path, or a function that returns one or several."""
    from importlib.metadata import entry_points

    for point in entry_points(group=PLUGINS):
        try:
            offered = point.load()
            paths = offered() if callable(offered) else offered
            for path in [paths] if isinstance(paths, str | Path) else paths:
                taxonomy.add_file(Path(path), origin=f"plugin {point.name} ({path})")
        except Exception as error:  # noqa: BLE001 - a broken plugin must not take the product down with it
            warnings.warn(f"taxonomy plugin '{point.name}' was left out: {error}", stacklevel=2)


def targets() -> Registry[Target]:
    """Return every known target by name."""
    return shared().targets


def axes() -> Registry[Axis]:
    """Return every known axis by name."""
    return shared().axes


def get_target(name: str) -> Target:
    """Return one target by name (see :meth:`Taxonomy.get`)."""
    return shared().get(name)


def expand(names: Iterable[str] = ()) -> list[Target]:
    """Return the targets that a list of names means (see :meth:`Taxonomy.expand`)."""
    return shared().expand(names)


def load_taxonomy(path: str | Path) -> list[Target]:
    """Add a user's YAML file (or folder of files) to the known targets (see :meth:`Taxonomy.add_file`)."""
    added = shared().add_file(Path(path))
    _check_personas(shared())
    return added


def reset() -> None:
    """Forget user files and plugins; the next use loads afresh. For tests and long-lived programs."""
    shared.cache_clear()


__all__ = ["Taxonomy", "axes", "built_in", "expand", "get_target", "load_taxonomy", "reset", "shared", "targets"]
