"""One registry class for targets, rules, metrics and formats: a duplicate or an unknown name is one clear error."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Generic, TypeVar

from reref.core.errors import UnknownNameError, UsageError

T = TypeVar("T")


class Registry(Generic[T]):
    """Named entries of one kind, in the order in which they were added.

    Args:
        kind: what an entry is called in messages, for example ``"metric"``.
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._entries: dict[str, T] = {}
        self._origins: dict[str, str] = {}

    def add(self, name: str, entry: T, *, origin: str = "reref", replace: bool = False) -> T:
        """Add an entry.

        Args:
            name: the name users type.
            entry: what it stands for.
            origin: where it was defined, shown when two definitions collide.
            replace: take the place of an entry of that name (the same definition, run again).

        Raises:
            UsageError: the name is taken by another entry.
        """
        if name in self._entries and self._entries[name] is not entry and not replace:
            raise UsageError(
                f"{self.kind} '{name}' is defined twice: in {self._origins[name]} and in {origin}; rename one"
            )
        self._entries[name] = entry
        self._origins[name] = origin
        return entry

    def get(self, name: str) -> T:
        """Return the entry called ``name``.

        Raises:
            UnknownNameError: no such entry; the message has the close matches and the full list.
        """
        if name in self._entries:
            return self._entries[name]
        close = difflib.get_close_matches(name, self._entries, n=3, cutoff=0.5)
        hint = f"; did you mean {' or '.join(close)}?" if close else "."
        raise UnknownNameError(f"unknown {self.kind} '{name}'{hint} Known: {', '.join(self._entries) or 'none'}")

    def origin(self, name: str) -> str:
        """Return where the entry called ``name`` was defined."""
        self.get(name)
        return self._origins[name]

    def names(self) -> list[str]:
        """Return all names in the order in which they were added."""
        return list(self._entries)

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def __iter__(self) -> Iterator[T]:
        return iter(self._entries.values())

    def __len__(self) -> int:
        return len(self._entries)
