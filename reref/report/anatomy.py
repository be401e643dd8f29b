"""The anatomy tree of the chest, the upper abdomen and the coronaries: part -> organ -> system."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from reref.report.lexicon_files import expand, read


@lru_cache(maxsize=1)
def _tree() -> dict[str, dict[str, Any]]:
    return dict(read("anatomy"))


def sites() -> list[str]:
    """Return the names of all sites, in the order of the lexicon."""
    return list(_tree())


def words(site: str) -> list[str]:
    """Return the phrases that name a site, in the lexicon's notation."""
    return list(_tree()[site].get("words", ()))


def names(site: str) -> list[str]:
    """Return the phrases that name a site, written out; the first is the plainest."""
    return list(dict.fromkeys(phrase for notation in words(site) for phrase in expand(notation)))


def side(site: str) -> str | None:
    """Return the side a site's name implies (the lingula is left), ``None`` for most."""
    value = _tree()[site].get("side")
    return None if value is None else str(value)


def parent(site: str) -> str | None:
    """Return the site directly above, ``None`` for a system."""
    value = _tree()[site].get("parent")
    return None if value is None else str(value)


@lru_cache(maxsize=1024)
def path(site: str) -> tuple[str, ...]:
    """Return the site and everything above it, from near to far."""
    found = [site]
    above = parent(site)
    while above is not None:
        found.append(above)
        above = parent(above)
    return tuple(found)


@lru_cache(maxsize=1024)
def organ(site: str) -> str | None:
    """Return the nearest organ at or above a site, ``None`` for a site that belongs to no organ."""
    return next((above for above in path(site) if _tree()[above].get("level") == "organ"), None)


def system(site: str) -> str:
    """Return the system a site belongs to."""
    return path(site)[-1]


def is_within(site: str, other: str) -> bool:
    """Whether ``site`` is ``other`` or a part of it."""
    return other in path(site)


def children(site: str) -> list[str]:
    """Return the sites directly below."""
    return [name for name, entry in _tree().items() if entry.get("parent") == site]
