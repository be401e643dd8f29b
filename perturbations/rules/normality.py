"""The normal statements of ``normality.yaml``: what each covers, its words, and beside what it is untrue."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from reref.perturbations.rules.phrases import lexicon

_SEEN = r"(?:(?:was|were|is|are) )?(?:detected|observed|seen|identified|noted)"
_THERE = r"(?:there (?:is|are|was|were) )?"


@dataclass(frozen=True, slots=True)
class Normal:
    """A normal statement.

    Attributes:
        covers: what is denied when it is true; it stands for all of them together.
        subject: what is normal.
        determiner: ``"the "``, ``"both "`` or nothing.
        plural: whether the subject is plural.
        states: ways to say that it is normal.
        large: how to say it when only something large was denied; empty when it cannot be said.
        rank: place in the usual order.
        modality: ``"ct"`` or ``"radiograph"`` when it is said of one of them only, empty otherwise.
        unless: what must not be stated in the report.
        major: beside what not even the rest is said to be so; ``None`` when "otherwise" is never said.
    """

    covers: frozenset[str]
    subject: str
    determiner: str
    plural: bool
    states: tuple[str, ...]
    large: str
    rank: int
    modality: str
    unless: re.Pattern[str]
    major: re.Pattern[str] | None


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole sentence that denies, and the normal statement in its place.

    Attributes:
        pattern: the sentence without its stop.
        says: the normal statement, with the pattern's groups as fields.
        otherwise: the statement beside findings that leave it true; empty when there is none.
        unless: what must not be stated in the report.
        major: beside what ``otherwise`` is not said either; ``None`` when there is no ``otherwise``.
        already: what makes it superfluous where the section has it.
        when: what has to stand in the section.
    """

    pattern: re.Pattern[str]
    says: str
    otherwise: str
    unless: re.Pattern[str]
    major: re.Pattern[str] | None
    already: re.Pattern[str] | None
    when: re.Pattern[str] | None


@cache
def normals() -> tuple[Normal, ...]:
    """Return the normal statements, those that cover more first."""
    found = (_normal(rank, entry) for rank, entry in enumerate(lexicon("normality.yaml")["normal"]))
    return tuple(sorted(found, key=lambda normal: -len(normal.covers)))


@cache
def clear_lungs() -> Normal:
    """Return the statement that the lungs are clear."""
    return next(normal for normal in normals() if normal.covers == {"opacity"})


@cache
def whole_sentences() -> tuple[Whole, ...]:
    """Return the whole sentences, in the order of the file."""
    return tuple(
        Whole(
            re.compile(entry["as"].replace("<seen>", _SEEN).replace("<there>", _THERE), re.IGNORECASE),
            str(entry["says"]),
            str(entry.get("otherwise", "")),
            _stated(entry["unless"]),
            _stated(entry["major"]) if "major" in entry else None,
            re.compile(entry["already"], re.IGNORECASE) if "already" in entry else None,
            re.compile(entry["when"], re.IGNORECASE) if "when" in entry else None,
        )
        for entry in lexicon("normality.yaml")["sentences"]
    )


@cache
def _stated(name: str) -> re.Pattern[str]:
    return re.compile(lexicon("normality.yaml")["stated"][name], re.IGNORECASE)


def _normal(rank: int, entry: dict[str, object]) -> Normal:
    covers: Iterable[str] = entry["covers"]  # type: ignore[assignment]
    states: Iterable[str] = entry["states"]  # type: ignore[assignment]
    return Normal(
        frozenset(covers),
        str(entry["subject"]),
        str(entry.get("determiner", "the ")),
        entry["number"] == "plural",
        tuple(states),
        str(entry.get("large", f"grossly {next(iter(states))}")),
        rank,
        str(entry.get("modality", "")),
        _stated(str(entry["unless"])),
        _stated(str(entry["major"])) if "major" in entry else None,
    )
