"""Whether an error changes the fact that its label names, and nothing else: what its maker checks before it is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from reref.perturbations.edits import Edit, apply_edits
from reref.perturbations.errors.leftovers import leaves_the_old
from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.errors.reading import Reading, read, same_finding
from reref.perturbations.placeholders import placeholder_change
from reref.report import Fact

if TYPE_CHECKING:
    from reref.perturbations.errors.room import Slip

_ATTRIBUTES = ("finding", "polarity", "laterality", "location", "severity", "sizes_mm", "change", "normal", "tier")
#: Which lost and gained facts are taken for one fact that changed, best match first.
_SAME = (("finding", "polarity", "laterality"), ("finding", "polarity"), ("finding", "laterality"), ("finding",))


@dataclass(frozen=True, slots=True)
class FactChanges:
    """How the facts of two texts differ.

    Attributes:
        altered: facts that are told differently: before, after, and the attributes that differ.
        gone: facts of the first text only.
        new: facts of the second text only.
    """

    altered: tuple[tuple[Fact, Fact, frozenset[str]], ...]
    gone: tuple[Fact, ...]
    new: tuple[Fact, ...]

    @property
    def findings(self) -> set[str]:
        """The findings that are told differently."""
        return {f.finding for pair in self.altered for f in pair[:2]} | {f.finding for f in (*self.gone, *self.new)}


def fact_changes(before: Iterable[Fact], after: Iterable[Fact]) -> FactChanges:
    """Return how two lists of facts differ, whatever their order."""
    gone, new = _difference(before, after), _difference(after, before)
    altered: list[tuple[Fact, Fact, frozenset[str]]] = []
    for shared in _SAME:
        for one in list(gone):
            other = next((f for f in new if f.section == one.section and _agree(one, f, shared)), None)
            if other is not None:
                gone.remove(one)
                new.remove(other)
                altered.append((one, other, frozenset(a for a in _ATTRIBUTES if getattr(one, a) != getattr(other, a))))
    return FactChanges(tuple(altered), tuple(gone), tuple(new))


def _difference(these: Iterable[Fact], those: Iterable[Fact]) -> list[Fact]:
    left = Counter(_key(f) for f in those)
    rest: list[Fact] = []
    for fact in these:
        key = _key(fact)
        if left[key]:
            left[key] -= 1
        else:
            rest.append(fact)
    return rest


_key = attrgetter("section", *_ATTRIBUTES)


def _agree(one: Fact, other: Fact, names: Sequence[str]) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in names)


def complaint(kind: str, changes: FactChanges) -> str:
    """Say what an error of a kind changed that it must not change, or failed to change; empty when all is well.

    Args:
        kind: the error type without its group.
        changes: how the facts differ.
    """
    allowed = _allowed(kind)
    may = set(allowed.get("may", ()))
    for one, other, names in changes.altered:
        if not names <= may and not (allowed.get("weaker") and _weaker(one, other)):
            return f"'{one.span}' and '{other.span}' differ in {', '.join(sorted(names - may))}"
    if changes.gone and not allowed.get("gone"):
        return f"'{changes.gone[0].span}' ({changes.gone[0].finding}) is no longer told"
    if changes.new and not allowed.get("new"):
        return f"'{changes.new[0].span}' ({changes.new[0].finding}) is told now"
    must = set(allowed.get("must", ()))
    told = {name for _, _, names in changes.altered for name in names}
    told |= {"gone"} if changes.gone else set()
    told |= {"new"} if changes.new else set()
    return f"no fact differs in {' or '.join(sorted(must))}" if must and not must & told else ""


def _allowed(kind: str) -> Mapping[str, Any]:
    """Return what an error of a kind may do; one that the table does not know may do anything."""
    kinds: Mapping[str, Mapping[str, Any]] = lexicon("check")["kinds"]
    return kinds.get(kind, {"may": _ATTRIBUTES, "gone": True, "new": True, "any_finding": True})


def _weaker(one: Fact, other: Fact) -> bool:
    """Say whether the second tells no more than the first does."""
    return all(getattr(other, n) == getattr(one, n) or not getattr(other, n) for n in _ATTRIBUTES)


def holds_up(reading: Reading, slip: Slip) -> bool:
    """Say whether a slip changes the findings of its labels, in the way of its kind, and nothing else."""
    kind = slip.edits[0].label.removeprefix("error/")
    named = {(edit.detail or {}).get("finding", "") for edit in slip.edits}
    if not are_apart(slip.edits) or leaves_the_old(reading, slip.edits, kind) or _was_torn(reading, kind, named):
        return False
    new, applied = apply_edits(reading.report, slip.edits)
    if len(applied) < len(slip.edits) or placeholder_change(applied):
        return False
    after = read(new, carry_through=reading.carry_through)
    changes = fact_changes(reading.facts, after.facts)
    if complaint(kind, changes):
        return False
    free = _allowed(kind).get("any_finding", False)
    if not free and not all(any(same_finding(f, n) for n in named) for f in changes.findings):
        return False
    return not _is_denied(after, kind, changes)


def _was_torn(reading: Reading, kind: str, named: set[str]) -> bool:
    """Say whether the report was at odds with itself about the finding before, where that matters for a kind."""
    from reref.perturbations.errors.surroundings import is_torn

    return bool(_allowed(kind).get("whole")) and any(is_torn(reading, name) for name in sorted(named) if name)


def _is_denied(new: Reading, kind: str, changes: FactChanges) -> bool:
    """Say whether the rest of the report denies what is told now, where that matters for a kind."""
    from reref.perturbations.errors.surroundings import denied_still

    became = [*changes.new, *(other for one, other, _ in changes.altered if _came(one, other))]
    return bool(_allowed(kind).get("undenied")) and denied_still(new, became)


def _came(one: Fact, other: Fact) -> bool:
    return one.finding != other.finding or (one.polarity, one.normal) != (other.polarity, other.normal)


def are_apart(edits: Sequence[Edit]) -> bool:
    """Say whether no two edits of one section overlap, and no two insertions stand at one place."""
    placed = sorted((e.section, e.start, e.end) for e in edits)
    return all(a[0] != b[0] or (b[1] >= a[2] and a != b) for a, b in pairwise(placed))
