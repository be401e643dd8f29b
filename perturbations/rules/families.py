"""Sentences that reports say over and over, said in another way; data in ``families.yaml``."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from reref.perturbations.rules.choice import chosen
from reref.perturbations.rules.grammar import is_plural
from reref.perturbations.rules.phrases import lexicon

if TYPE_CHECKING:
    from numpy.random import Generator

_WORDS = {
    "normal": r"(?:normal|natural|unremarkable|within normal limits|within the normal range)",
    "seen": r"(?:observed|detected|seen|identified|noted|present|visualized)",
}
_OK = ("normal", "unremarkable")
_WHERE = ("seen", "identified", "found")


def retold(text: str, rng: Generator) -> list[str]:
    """Return every other way to say a sentence (without its stop) that is said often; empty for any other sentence."""
    plain = re.sub(r"\s+", " ", text)
    for pattern, ways in _families():
        match = pattern.fullmatch(plain)
        if match is not None:
            return [_filled(way, match, rng) for way in ways]
    return []


def _filled(way: str, match: re.Match[str], rng: Generator) -> str:
    groups = {name: _inside(value or "") for name, value in match.groupdict().items()}
    groups["orplace"] = groups.get("orplace", "").replace(" and ", " or ")
    part = re.sub("^the ", "", groups.get("part", ""))
    part = groups["part"] = "mediastinum" if part == "mediastinal" else part
    if groups.get("what", "").lower() == "calibration":
        groups["what"] = "caliber"
    past = groups.get("be", "is").lower() in {"was", "were"}
    plural = is_plural(part) or " and " in part
    groups["is"] = ("were" if past else "are") if plural else ("was" if past else "is")
    return way.format(**{"both": "", **groups}, ok=chosen(rng, _OK), where=chosen(rng, _WHERE))


def _inside(words: str) -> str:
    """Return words as they stand within a sentence."""
    return words if re.match(r"\s*[A-Z]{2}", words) else words[:1].lower() + words[1:]


@cache
def _families() -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    found = []
    for family in lexicon("families.yaml")["families"]:
        pattern = re.sub(r"\{(normal|seen)\}", lambda m: _WORDS[m.group(1)], family["is"])
        pattern = pattern.replace("{{", "{").replace("}}", "}")
        found.append((re.compile(pattern, re.IGNORECASE), tuple(family["as"])))
    return tuple(found)
