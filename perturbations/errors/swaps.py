"""Words that stand in one place of a sentence and mean different things: which of them may be written for which."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.rules.phrases import PhraseBook

#: How far back a group looks for what has to stand before its phrase.
_LOOK_BACK = 90


@dataclass(frozen=True, slots=True)
class Sense:
    """What a phrase says within its group.

    Attributes:
        group: name of the group of phrases that may stand in the same place.
        rank: place among the group's senses; phrases of one rank mean about the same.
    """

    group: str
    rank: int


@dataclass(frozen=True, slots=True)
class Group:
    """Phrases that may stand in the same place of a sentence.

    Attributes:
        family: groups of one family have corresponding senses.
        senses: the phrases by sense; the first of each is the one that is written.
        step: how many places two senses must lie apart.
        findings: the findings that these phrases can be said of, empty for all.
        not_before: what must not follow the phrase.
        before: what must follow it.
        not_after: what must not precede it.
        after: what must precede it.
        alone: senses that are replaced and never written, by their first phrase.
        unsaid: whether a wrong phrase must be nowhere in the report yet.
        leave: words beside the phrase that fit none of the others.
        seen_on: the modality on which they can be told apart, empty for any.
    """

    family: str
    senses: tuple[tuple[str, ...], ...]
    step: int
    findings: frozenset[str]
    not_before: re.Pattern[str] | None
    before: re.Pattern[str] | None
    not_after: re.Pattern[str] | None
    after: re.Pattern[str] | None
    alone: frozenset[str]
    unsaid: bool
    leave: re.Pattern[str] | None
    seen_on: str

    def fits(self, text: str, start: int, end: int) -> bool:
        """Say whether the words around a phrase let it belong to this group."""
        ahead = text[max(0, start - _LOOK_BACK) : start]
        return not (
            (self.not_before and self.not_before.match(text, end))
            or (self.before and not self.before.match(text, end))
            or (self.not_after and self.not_after.search(ahead))
            or (self.after and not self.after.search(ahead))
        )


@dataclass(frozen=True, slots=True)
class Place:
    """A phrase found in a text, with the senses that its surroundings allow."""

    start: int
    end: int
    senses: tuple[Sense, ...]


class SwapBook:
    """The groups of one lexicon.

    Args:
        groups: name -> fields of :class:`Group`, as in the YAML files beside this module.
        after: what must precede every phrase.
        leave: words by which a sentence is left alone, whichever of its phrases is meant.
    """

    def __init__(self, groups: Mapping[str, Mapping[str, Any]], after: str = "", leave: str = "") -> None:
        self._leave = re.compile(leave, re.IGNORECASE) if leave else None
        self.groups = {name: _group(name, fields, after) for name, fields in groups.items()}
        senses: dict[str, list[Sense]] = {}
        for name, group in self.groups.items():
            for rank, phrases in enumerate(group.senses):
                for phrase in phrases:
                    senses.setdefault(phrase.lower(), []).append(Sense(name, rank))
        every = {phrase for group in self.groups.values() for phrases in group.senses for phrase in phrases}
        self._proper = {phrase.lower() for phrase in every if phrase != phrase.lower()}
        self._book: PhraseBook[tuple[Sense, ...]] = PhraseBook(
            (phrase, tuple(found)) for phrase, found in senses.items()
        )

    def find(self, text: str) -> Iterator[Place]:
        """Yield the phrases of a text that fit a group."""
        for found in self._book.find(text):
            senses = tuple(s for s in found.entry if self.groups[s.group].fits(text, found.start, found.end))
            if senses:
                yield Place(found.start, found.end, senses)

    def named(self, text: str) -> Iterator[Place]:
        """Yield all phrases of a text, whatever stands around them."""
        for found in self._book.find(text):
            yield Place(found.start, found.end, found.entry)

    def leaves(self, group: str, text: str, start: int, end: int) -> bool:
        """Say whether the words around a phrase of a group, before or behind it in its sentence, fit no other one."""
        around = f"{text[:start]} _ {text[end:]}"
        return any(p is not None and p.search(around) for p in (self._leave, self.groups[group].leave))

    def sense_for(self, place: Place, finding: str) -> Sense | None:
        """Return the sense in which a phrase is said of a finding: that of a group made for it, else a general one."""
        general: Sense | None = None
        for sense in place.senses:
            findings = self.groups[sense.group].findings
            if finding in findings:
                return sense
            if not findings and general is None:
                general = sense
        return general

    def wrong_ranks(self, sense: Sense) -> list[int]:
        """Return the senses of the group that are far enough away and may be written."""
        group = self.groups[sense.group]
        return [
            rank
            for rank, phrases in enumerate(group.senses)
            if abs(rank - sense.rank) >= group.step and phrases[0] not in group.alone
        ]

    def is_proper(self, phrase: str) -> bool:
        """Say whether the lexicon writes a phrase with capitals (a name, an abbreviation)."""
        return phrase.lower() in self._proper

    def written(self, group: str, rank: int) -> str | None:
        """Return how a sense is written in a group, ``None`` where it has no such sense."""
        senses = self.groups[group].senses
        return senses[rank][0] if rank < len(senses) else None


def _group(name: str, fields: Mapping[str, Any], after: str) -> Group:
    def pattern(key: str, form: str) -> re.Pattern[str] | None:
        given = fields.get(key)
        return re.compile(form.format(given), re.IGNORECASE) if given else None

    return Group(
        family=fields.get("family", name),
        senses=tuple(tuple(sense) for sense in fields["senses"]),
        step=fields.get("step", 1),
        findings=frozenset(fields.get("findings", ())),
        not_before=pattern("not_before", r"\s*(?:{})"),
        before=pattern("before", r"\s*(?:{})"),
        not_after=pattern("not_after", r"(?:{})\s*$"),
        after=pattern("after", r"(?:{})\s*$") or (re.compile(rf"{after}$", re.IGNORECASE) if after else None),
        alone=frozenset(fields.get("alone", ())),
        unsaid=fields.get("unsaid", False),
        leave=re.compile(fields["leave"], re.IGNORECASE) if "leave" in fields else None,
        seen_on=fields.get("seen_on", ""),
    )


@cache
def swap_book(name: str, part: str = "") -> SwapBook:
    """Return the groups of a YAML file beside the error rooms, or of one part of it."""
    content = lexicon(name)[part] if part else lexicon(name)
    return SwapBook(content["groups"], content.get("interpretation", ""), content.get("leave", ""))
