"""What one report says that another does not: the shared core of judging rewrites and planted errors."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from reref.report import Report

Kind = Literal[
    "finding lost",
    "finding added",
    "negation flipped",
    "side changed",
    "degree changed",
    "certainty changed",
    "change altered",
    "location changed",
    "detail changed",
    "detail lost",
    "device position changed",
    "number changed",
    "number lost",
    "number swapped",
    "number moved",
    "denial lost",
    "denial added",
    "normal lost",
    "normal added",
    "recommendation lost",
    "recommendation added",
    "recommendation changed",
    "placeholder added",
    "placeholder lost",
    "word added",
    "word lost",
]


@dataclass(frozen=True, slots=True)
class Difference:
    """One way in which the alternative says something else.

    Attributes:
        kind: what sort of thing differs.
        name: the finding, device, normal statement or number it is about.
        before: what the original says, empty when it says nothing.
        after: what the alternative says.
    """

    kind: Kind
    name: str
    before: str = ""
    after: str = ""

    def sentence(self) -> str:
        """Say it in a few words, for a reason or a message."""
        what = self.name.replace("device_", "").replace("_", " ")
        if self.before and self.after:
            return f"{self.kind}: {what}: {self.before} became {self.after}"
        if self.before or self.after:
            return f"{self.kind}: {what} ({self.before or self.after})"
        return f"{self.kind}: {what}"


def differences(original: Report, alternative: Report) -> list[Difference]:
    """Return everything that the two reports say differently; wording and order do not count.

    Args:
        original: what is taken as true.
        alternative: what is compared with it.

    Returns:
        Differences, the gravest kinds first.
    """
    from reref.perturbations.verify import (
        compare_details,
        compare_findings,
        compare_normals,
        compare_numbers,
        compare_sentences,
    )
    from reref.perturbations.verify.reading import read

    if original.findings == alternative.findings and original.impression == alternative.impression:
        return []
    before, after = read(original), read(alternative)
    found: list[Difference] = []
    for compare in (compare_findings, compare_details, compare_numbers, compare_normals, compare_sentences):
        found += compare.compare(before, after)
    return list(dict.fromkeys(found))


def kinds(found: Iterable[Difference]) -> frozenset[str]:
    """Return the kinds that occur."""
    return frozenset(difference.kind for difference in found)
