"""Which names stand for the same thing in two wordings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from reref.perturbations.verify.lexicon import lexicon, read_lexicon_file

#: Organs whose parts are normal when they are.
_ORGANS = ("meniscus", "tendon", "ligament", "bone", "bowel", "lung", "airway")


@dataclass(frozen=True, slots=True)
class Sameness:
    """The table of ``lexicon/sameness.yaml``.

    Attributes:
        alike: for each name, itself and the names that may stand for it.
        same: for each name, names that stand for it even where a report uses both.
        general: for a general word, the findings that it may name.
        rivals: groups of sites of which a finding is in one or the other.
        old: findings that are old by nature.
        acute_by_nature: findings of which "acute" says nothing new.
        low_by_nature: findings whose name says that something is less than normal.
        high_by_nature: findings whose name says that something is more than normal.
        exact: parts that do not follow from the whole.
        sideless: findings of parts that are called left and right but lie on no side.
        composed: for a name that stands for several at once, those.
        loose: names too general to be a finding by themselves.
        normal_of: for a part of the body, the statement that it is normal.
        normal_by: the same for words that say less than "normal" ("dry", "midline").
    """

    alike: dict[str, frozenset[str]]
    same: dict[str, frozenset[str]]
    general: dict[str, frozenset[str]]
    rivals: tuple[frozenset[str], ...]
    old: frozenset[str]
    acute_by_nature: frozenset[str]
    low_by_nature: frozenset[str]
    high_by_nature: frozenset[str]
    exact: frozenset[str]
    sideless: frozenset[str]
    composed: dict[str, tuple[str, ...]]
    loose: frozenset[str]
    normal_of: dict[str, str]
    normal_by: dict[str, dict[str, str]]

    def parts(self, name: str) -> tuple[str, ...]:
        """Return the names that ``name`` stands for, most often itself alone."""
        return self.composed.get(name, (name,))

    def statement_about(self, site: str) -> str:
        """Return the statement that a part of the body is normal, by its organ where it has none of its own."""
        if site in self.normal_of:
            return self.normal_of[site]
        organ = next((o for o in _ORGANS if o in lexicon().above.get(site, ())), None)
        return self.normal_of[organ] if organ else f"{site}_normal"

    def sites_of(self, statement: str) -> frozenset[str]:
        """Return the parts of the body that a normal statement is about."""
        named = frozenset(site for site, about in self.normal_of.items() if about == statement)
        return named or frozenset((statement.removesuffix("_normal"),))

    def kin(self, name: str) -> frozenset[str]:
        """Return every name that can speak of the same thing."""
        wider = frozenset(general for general, narrow in self.general.items() if name in narrow)
        return self.like(name) | self.general.get(name, frozenset()) | wider

    def like(self, name: str) -> frozenset[str]:
        """Return ``name`` and the names that may stand for it."""
        return self.alike.get(name, frozenset((name,)))


@cache
def sameness() -> Sameness:
    """Return the table, read once."""
    raw = read_lexicon_file("sameness")
    return Sameness(
        alike=_groups([*raw["alike"], *raw["same"]]),
        same=_groups(raw["same"]),
        general={name: frozenset(narrow) for name, narrow in raw["general"].items()},
        rivals=tuple(frozenset(group) for group in raw["rivals"]),
        old=frozenset(raw["old"]),
        acute_by_nature=frozenset(raw["acute_by_nature"]),
        low_by_nature=frozenset(raw["low_by_nature"]),
        high_by_nature=frozenset(raw["high_by_nature"]),
        exact=frozenset(raw["exact"]),
        sideless=frozenset(raw["sideless"]),
        composed={name: tuple(parts) for name, parts in raw["composed"].items()},
        loose=frozenset(raw["loose"]),
        normal_of=raw["normal_of"],
        normal_by=raw["normal_by"],
    )


def _groups(groups: list[list[str]]) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for group in groups:
        for name in group:
            found[name] = found.get(name, frozenset((name,))) | frozenset(group)
    return found


@lru_cache(maxsize=65536)
def are_rivals(one: str, other: str) -> bool:
    """Say whether a finding is in one of two sites or the other, but not in both."""
    above = lexicon().above
    for group in sameness().rivals:
        first, second = above[one] & group, above[other] & group
        if first and second and not first & second:
            return True
    return False
