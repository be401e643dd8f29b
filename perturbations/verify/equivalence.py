"""What each target may change, read from ``equivalence.yaml``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from reref.perturbations.verify.allowances import ALLOWANCES
from reref.perturbations.verify.difference import Difference
from reref.perturbations.verify.forms import FORMS, Form
from reref.perturbations.verify.reading import Reading

if TYPE_CHECKING:
    from reref.taxonomy.models import Target

_FILE = Path(__file__).with_name("equivalence.yaml")


@dataclass(frozen=True, slots=True)
class Equivalence:
    """What a target may change.

    Attributes:
        forms: the forms that it asks for; a persona asks for one of several, as a step may be infeasible.
        kinds: kinds of difference that it may make freely.
        excuses: names of allowances.
    """

    forms: tuple[Form, ...]
    kinds: frozenset[str] = frozenset()
    excuses: tuple[str, ...] = ()

    def harmful(self, found: list[Difference], before: Reading, after: Reading) -> list[Difference]:
        """Return the differences that the target may not make."""
        return [
            difference
            for difference in found
            if difference.kind not in self.kinds
            and not any(ALLOWANCES[name](difference, before, after) for name in self.excuses)
        ]

    def missed(self, before: Reading, after: Reading) -> str:
        """Say why the alternative is no rewrite of the wanted form; empty when it is."""
        reasons = [form.reached(before, after) for form in self.forms]
        return "" if "" in reasons else reasons[0]


@cache
def table() -> dict[str, Any]:
    """Return the content of ``equivalence.yaml``."""
    read: dict[str, Any] = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    return read


def equivalence(target: Target) -> Equivalence:
    """Return what a target may change; a persona may change what its steps may, a user's axis no fact."""
    return _of(tuple(getattr(target, "steps", ())) or (target.name,))


@cache
def _of(names: tuple[str, ...]) -> Equivalence:
    entries = [table()["targets"].get(name, table()["default"]) for name in names]
    return Equivalence(
        tuple(FORMS[entry["form"]] for entry in entries),
        frozenset(kind for entry in entries for kind in entry.get("kinds", ())),
        tuple(excuse for entry in entries for excuse in entry.get("unless_harmful", ())),
    )
