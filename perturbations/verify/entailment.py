"""What normal statements imply about single findings, and which denials a normal statement may stand for."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import yaml

_FILE = Path(__file__).with_name("entailment.yaml")


@dataclass(frozen=True, slots=True)
class NormalStatement:
    """A statement that something is normal.

    Attributes:
        name: its name, for example ``"pleura_normal"``.
        organ: the part of the body it is about.
        covers: findings that are absent when it is true.
        needs: sets of denied findings; any one of them makes the statement a fair summary.
        names: what a radiologist names when spelling it out.
        parts: normal statements that it is made of.
    """

    name: str
    organ: str
    covers: frozenset[str]
    needs: tuple[frozenset[str], ...]
    names: tuple[str, ...]
    parts: frozenset[str]


@dataclass(frozen=True)  # no slots: what is derived from it is kept on it
class Entailment:
    """The whole table, read once from ``entailment.yaml``.

    Attributes:
        normal: normal statements by name.
        global_covers: normal statements that "normal chest radiograph" stands for.
        absent_implies: findings that are absent when a wider finding is.
        same_absent: for each finding, the names that deny the same thing.
        headings: usual heading of each organ, in a usual order.
        organ_of: the organ under whose heading a finding stands.
    """

    normal: dict[str, NormalStatement]
    global_covers: frozenset[str]
    absent_implies: dict[str, frozenset[str]]
    same_absent: dict[str, frozenset[str]]
    headings: dict[str, str]
    organ_of: dict[str, str]

    @cached_property
    def listed(self) -> frozenset[str]:
        """Every finding that some normal statement covers; one that none does is judged by its place."""
        return frozenset(finding for entry in self.normal.values() for finding in entry.covers)

    def covered(self, statements: Set[str]) -> frozenset[str]:
        """Return every finding that these normal statements make absent."""
        found: set[str] = set()
        for name in statements:
            if name in self.normal:
                found |= self.normal[name].covers
                for part in self.normal[name].parts:
                    found |= self.normal[part].covers
        return frozenset(found)

    def denied(self, absent: Set[str]) -> frozenset[str]:
        """Return ``absent`` with what it implies and what the same denial is also called."""
        table = self._implied
        return frozenset(absent).union(*(table[finding] for finding in absent if finding in table))

    @cached_property
    def _implied(self) -> dict[str, frozenset[str]]:
        """What else each denied finding denies."""
        names = self.same_absent.keys() | self.absent_implies.keys()
        nothing = frozenset[str]()
        return {n: self.same_absent.get(n, nothing) | self.absent_implies.get(n, nothing) for n in names}

    def is_fair_summary(self, statement: str, absent: Set[str], statements: Set[str] = frozenset()) -> bool:
        """Say whether a normal statement claims no more than denied findings and other normal statements do.

        Args:
            statement: name of the normal statement.
            absent: findings that are denied.
            statements: other normal statements that stand.
        """
        if statement in statements:
            return True
        entry = self.normal.get(statement)
        if entry is None:
            return False
        if entry.parts and entry.parts <= statements:
            return True
        if any(statement in self.normal[other].parts for other in statements if other in self.normal):
            return True
        known = absent | self.covered(statements)
        return any(needed <= known for needed in entry.needs)


@cache
def entailment() -> Entailment:
    """Return the table."""
    raw = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    normal = {
        name: NormalStatement(
            name=name,
            organ=entry["organ"],
            covers=frozenset(entry["covers"]),
            needs=tuple(frozenset(needed) for needed in entry["needs"]),
            names=tuple(entry["names"]),
            parts=frozenset(entry.get("parts", ())),
        )
        for name, entry in raw["normal"].items()
    }
    same: dict[str, frozenset[str]] = {}
    for group in raw["same_absent"]:
        for finding in group:
            same[finding] = same.get(finding, frozenset()) | frozenset(group)
    return Entailment(
        normal=normal,
        global_covers=frozenset(raw["global_covers"]),
        absent_implies={wide: frozenset(narrow) for wide, narrow in raw["absent_implies"].items()},
        same_absent=same,
        headings={organ: entry["heading"] for organ, entry in raw["organs"].items()},
        organ_of={f: organ for organ, entry in raw["organs"].items() for f in entry.get("findings", ())},
    )
