"""What an error room is: a function that lists, in random order, the slips that a report allows."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

from reref.core.registry import Registry
from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.errors.reading import Reading, read
from reref.perturbations.rules.registry import rule
from reref.report import Report

if TYPE_CHECKING:
    from numpy.random import Generator

T = TypeVar("T")

#: What an edit does for its error: makes it, repeats it where the same is said again, takes out what would deny it,
#: or keeps a list's numbers in order.
Role = Literal["error", "carried", "contradiction", "numbering"]


@dataclass(frozen=True, slots=True)
class Slip:
    """One possible error: the edit that makes it first, then those that it brings with it."""

    edits: tuple[Edit, ...]


#: Yields the slips that a report allows, in random order; the first that holds up is made.
Room: TypeAlias = "Callable[[Reading, Generator], Iterator[Slip]]"
R = TypeVar("R", bound="Room")

_ERRORS: Registry[Room] = Registry("error type")
_NEEDS: dict[str, str] = {}


def error(name: str, *, needs: str) -> Callable[[R], R]:
    """Register a room as the maker of an error type and as the rule of its target.

    Args:
        name: the type's name without its group, for example ``"size"``.
        needs: what a report must hold for it, for the message of an infeasible one.
    """

    def register(room: R) -> R:
        _ERRORS.add(name, room, origin=f"{room.__module__}.{room.__qualname__}")
        _NEEDS[name] = needs

        @rule(f"error/{name}")
        def make(report: Report, rng: Generator) -> list[Edit] | Infeasible:
            return plant(name, report, rng)

        return room

    return register


@cache
def errors() -> Registry[Room]:
    """Return every error room."""
    here = importlib.import_module("reref.perturbations.errors")
    for module in sorted(pkgutil.iter_modules(here.__path__, "reref.perturbations.errors."), key=lambda m: m.name):
        importlib.import_module(module.name)
    return _ERRORS


def plant(name: str, report: Report, rng: Generator, *, carry_through: bool = True) -> list[Edit] | Infeasible:
    """Return the edits of one error of a type, or why there can be none.

    Args:
        name: the type's name without its group.
        report: the original.
        rng: random numbers.
        carry_through: whether the error is told wherever the report tells its fact (else the label names the section
            that it does not agree with).
    """
    slip = first_slip(name, read(report, carry_through=carry_through), rng)
    if slip is None:
        return Infeasible("missing_information", f"the report has no {_NEEDS[name]}")
    return _first_leads(slip.edits)


def _first_leads(edits: Sequence[Edit]) -> list[Edit]:
    """Return the edits with the role of the error on the first place that tells it, whichever was drawn."""
    telling = [e for e in edits if e.detail and e.detail["role"] in ("error", "carried")]
    if not telling or "mismatch" in (telling[0].detail or {}):
        return list(edits)
    first = min(telling, key=lambda e: (e.section, e.start))
    return [_as(e, "error" if e is first else "carried") if e in telling else e for e in edits]


def _as(edit: Edit, role: Role) -> Edit:
    return replace(edit, detail={**(edit.detail or {}), "role": role})


def first_slip(name: str, reading: Reading, rng: Generator) -> Slip | None:
    """Return the first slip of a type that changes nothing but what it says, ``None`` when there is none."""
    from reref.perturbations.errors.check import holds_up

    for slip in errors().get(name)(reading, rng):
        if holds_up(reading, slip):
            return Slip(tuple(_whole_words(reading, edit, slip.edits) for edit in slip.edits))
    return None


def _whole_words(reading: Reading, edit: Edit, edits: Sequence[Edit]) -> Edit:
    """Return an edit widened to the words that it begins and ends in, so that its label can be read."""
    text, start, end = reading.text(edit.section), edit.start, edit.end
    if start == end:
        return edit
    while start and text[start - 1].isalpha() and text[start].isalpha():
        start -= 1
    while end < len(text) and text[end - 1].isalpha() and text[end].isalpha():
        end += 1
    if any(e is not edit and e.section == edit.section and e.start < end and start < e.end for e in edits):
        return edit
    return replace(edit, start=start, end=end, after=text[start : edit.start] + edit.after + text[edit.end : end])


def label(
    kind: str,
    section: str,
    start: int,
    end: int,
    after: str,
    *,
    role: Role = "error",
    finding: str = "",
    **fields: str,
) -> Edit:
    """Return an edit that carries the label of an error.

    Args:
        kind: the error type without its group, or another target's name with it.
        section: ``"findings"`` or ``"impression"``.
        start: first character that is replaced.
        end: one past the last.
        after: the new text.
        role: what the edit does for the error.
        finding: the finding that is told wrongly.
        **fields: further label fields (``attribute``, ``old``, ``new``); empty ones are left out.
    """
    detail = {"role": role, "finding": finding, **fields}
    return Edit(
        section,
        start,
        end,
        after,
        kind if "/" in kind else f"error/{kind}",
        detail={k: v for k, v in detail.items() if v},
    )


def shuffled(rng: Generator, items: Iterable[T]) -> list[T]:
    """Return the items in random order."""
    pool: Sequence[T] = [*items]
    return [pool[i] for i in rng.permutation(len(pool))]
