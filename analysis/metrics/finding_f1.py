"""Finding F1: do two reports name the same abnormal findings? By `reref.report.facts`, so offline and in milliseconds.

What is compared are abnormal findings that a report calls present or uncertain; findings from both sections together,
each once. Normal and negated statements count only in ``statement-f1``: a report that leaves "no effusion" out says
the same about the patient. Two reports without any abnormal finding agree (1.0).

- ``finding-f1``: finding and polarity.
- ``finding-f1-side``: and no contradiction of sides ("bilateral" is left and right; an unstated side contradicts none).
- ``finding-f1-detail``: and no contradiction of side, degree or size.
- ``statement-f1``: finding and polarity of every statement, normal and negated ones too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from reref.analysis.metrics.registry import metric
from reref.report import Fact, facts, read_report

#: Sizes that differ by less are the same measurement, rounded or in another unit.
_SIZE_TOLERANCE = 0.15


class Detail(NamedTuple):
    """What a report says about one finding; ``None`` where it does not say."""

    finding: str
    polarity: str
    side: str | None
    grade: str | None
    size: float | None

    def agrees(self, other: Detail) -> bool:
        """Whether nothing that both say contradicts."""
        if (self.finding, self.polarity) != (other.finding, other.polarity):
            return False
        sizes = [size for size in (self.size, other.size) if size is not None]
        return (
            (self.side is None or other.side is None or self.side == other.side)
            and (self.grade is None or other.grade is None or self.grade == other.grade)
            and (len(sizes) < 2 or max(sizes) - min(sizes) <= _SIZE_TOLERANCE * max(sizes))
        )


@cache
def grades() -> dict[str, str]:
    """Return the grade of each degree word."""
    import yaml

    text = files("reref.analysis.metrics").joinpath("finding_f1.yaml").read_text(encoding="utf-8")
    return {word: grade for grade, words in yaml.safe_load(text).items() for word in words}


@lru_cache(maxsize=4096)
def read_facts(text: str) -> tuple[Fact, ...]:
    """Return a report's facts, remembered."""
    return tuple(facts(read_report(text)))


def _abnormal(fact: Fact) -> bool:
    return not fact.normal and fact.polarity != "absent"


def _statements(text: str) -> set[Hashable]:
    return {(fact.finding, fact.polarity) for fact in read_facts(text)}


def _findings(text: str) -> set[Hashable]:
    return {(fact.finding, fact.polarity) for fact in read_facts(text) if _abnormal(fact)}


def _sided(text: str) -> list[Detail]:
    return _details(text, lambda fact, side: Detail(fact.finding, fact.polarity, side, None, None))


def _detailed(text: str) -> list[Detail]:
    def everything(fact: Fact, side: str | None) -> Detail:
        size = max(fact.sizes_mm, default=None)
        return Detail(fact.finding, fact.polarity, side, grades().get(fact.severity or ""), size)

    return _details(text, everything)


def _details(text: str, detail: Callable[[Fact, str | None], Detail]) -> list[Detail]:
    """Return a report's abnormal findings; one that a fuller statement repeats is not counted again."""
    found: list[Detail] = []
    for fact in filter(_abnormal, read_facts(text)):
        sides = ("left", "right") if fact.laterality == "bilateral" else (fact.laterality,)
        found += [detail(fact, side) for side in sides]
    found.sort(key=_stated, reverse=True)
    kept: list[Detail] = []
    for item in found:
        if not any(item.agrees(other) for other in kept):
            kept.append(item)
    return kept


def _stated(detail: Detail) -> int:
    return sum(value is not None for value in detail)


def _f1_of_sets(candidate: set[Hashable], reference: set[Hashable]) -> float:
    if not candidate and not reference:
        return 1.0
    return 2 * len(candidate & reference) / (len(candidate) + len(reference))


def _f1_of_details(candidate: list[Detail], reference: list[Detail]) -> float:
    if not candidate and not reference:
        return 1.0
    waiting = list(reference)
    agreed = 0
    for item in candidate:
        match = next((other for other in waiting if item.agrees(other)), None)
        if match is not None:
            waiting.remove(match)
            agreed += 1
    return 2 * agreed / (len(candidate) + len(reference))


@metric(name="finding-f1", higher_is_better=True, range=(0, 1))
def finding_f1(candidates: Sequence[str], references: Sequence[str]) -> list[float]:
    """F1 of abnormal findings with their polarity, mean over studies."""
    return [_f1_of_sets(_findings(c), _findings(r)) for c, r in zip(candidates, references, strict=True)]


@metric(name="finding-f1-side", higher_is_better=True, range=(0, 1))
def finding_f1_side(candidates: Sequence[str], references: Sequence[str]) -> list[float]:
    """F1 of abnormal findings with polarity and side, mean over studies."""
    return [_f1_of_details(_sided(c), _sided(r)) for c, r in zip(candidates, references, strict=True)]


@metric(name="finding-f1-detail", higher_is_better=True, range=(0, 1))
def finding_f1_detail(candidates: Sequence[str], references: Sequence[str]) -> list[float]:
    """F1 of abnormal findings with polarity, side, degree and size, mean over studies."""
    return [_f1_of_details(_detailed(c), _detailed(r)) for c, r in zip(candidates, references, strict=True)]


@metric(name="statement-f1", higher_is_better=True, range=(0, 1))
def statement_f1(candidates: Sequence[str], references: Sequence[str]) -> list[float]:
    """F1 of all statements (finding and polarity), normal and negated ones too, mean over studies."""
    return [_f1_of_sets(_statements(c), _statements(r)) for c, r in zip(candidates, references, strict=True)]
