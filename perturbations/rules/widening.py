"""A normal statement of a whole, written out in its own place so that it names its parts, or what is not there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from reref.perturbations.rules.grammar import capital, listed
from reref.perturbations.rules.phrases import lexicon
from reref.perturbations.rules.prose import completed
from reref.perturbations.rules.regions import fact_region, text_regions
from reref.perturbations.rules.statements import Statement

if TYPE_CHECKING:
    from numpy.random import Generator

#: A list of fewer parts only repeats what the statement says.
_SEVERAL = 2


@dataclass(frozen=True, slots=True)
class Known:
    """What a report says besides one of its statements.

    Attributes:
        named: every finding that it speaks of, in whatever way.
        troubled: regions in which something abnormal, or open, stands, each with the finding; a region of which only
            the words tell stands there with an empty one.
        words: its text in lower case.
        is_sectional: whether it is about sections through the body, not a radiograph.
    """

    named: frozenset[str]
    troubled: frozenset[tuple[str, str]]
    words: str
    is_sectional: bool

    def is_troubled(self, regions: Sequence[str], despite: Sequence[str] = ()) -> bool:
        """Whether something but the findings ``despite`` is abnormal, or open, in one of the regions."""
        return any(region in regions and finding not in despite for region, finding in self.troubled)


def known(everything: Sequence[Statement], *, but: Statement | None = None, is_sectional: bool) -> Known:
    """Return what the statements of a report say, without one of them."""
    rest = [s for s in everything if s is not but]
    facts = [f for s in rest for f in s.facts]
    troubled = {(fact_region(f), f.finding) for f in facts if not f.normal and f.polarity != "absent"}
    unread = {(name, "") for s in rest if not s.facts for name in text_regions(s.text)}
    return Known(
        frozenset(f.finding for f in facts),
        frozenset((region, finding) for region, finding in troubled | unread if region is not None),
        "\n".join(s.text.lower() for s in rest),
        is_sectional,
    )


def widened(sentence: str, rest: Known, rng: Generator) -> tuple[str, str] | None:
    """Return a normal sentence written out, and what is gained: parts, denials, splits or wording.

    Args:
        sentence: the sentence, with its stop or without.
        rest: what the rest of the report says.
        rng: source of the choice of wording.

    Returns:
        ``None`` when there is nothing that it leaves unnamed.
    """
    text = (completed(sentence) or sentence).rstrip(" .")
    for entry, found in _entries(text):
        if rest.is_troubled(entry["regions"], entry.get("despite", ())) or (
            entry.get("ct_only") and not rest.is_sectional
        ):
            continue
        if rest.named & {*entry.get("unless", ())} or _has(entry.get("unless_words"), rest.words):
            continue
        names = [part["name"] for part in entry.get("each", ()) if _is_left(part, text, rest)]
        if "each" in entry and len(names) < entry.get("at_least", _SEVERAL):
            continue
        groups = {name: said or "" for name, said in found.groupdict().items()}
        says = entry["says"][int(rng.integers(len(entry["says"])))]
        written = capital(says.format(list=listed(names, entry.get("joined", "and")), **groups))
        return written, entry.get("gain", "parts")
    return None


def _is_left(part: Mapping[str, Any], text: str, rest: Known) -> bool:
    if part.get("ct_only") and not rest.is_sectional:
        return False
    return not (_has(part["words"], rest.words) or _has(part["words"], text.lower()))


def _has(words: str | None, text: str) -> bool:
    return words is not None and _pattern(words).search(text) is not None


def _entries(text: str) -> Iterator[tuple[Mapping[str, Any], re.Match[str]]]:
    for entry in lexicon("exhaustive.yaml")["widened"]:
        found = _pattern(entry["as"]).fullmatch(text)
        if found is not None:
            yield entry, found


@cache
def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(words, re.IGNORECASE)
