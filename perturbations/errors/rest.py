"""What an error leaves of a report as it was, and which of its sentences tell of the finding, in whatever words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from reref.perturbations.edits import Edit
from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.errors.reading import Reading, same_finding
from reref.report import TARGET_SECTIONS, Fact, Sentence

#: Words of so many letters tell something.
WORD = re.compile(r"[A-Za-z]{5,}")
#: Words that agree in so many letters are taken for forms of one word.
STEM = 6
SIDES = {side: re.compile(rf"\b{side}\b", re.IGNORECASE) for side in ("left", "right")}
_BOTH = re.compile(r"\bboth\b|\bbilateral", re.IGNORECASE)


class Rest(NamedTuple):
    """What an error leaves as it was: its report, its edits and, for each, its fact and its sentence."""

    reading: Reading
    edits: Sequence[Edit]
    edit: Edit
    fact: Fact | None
    section: str
    sentence: Sentence
    before: Sentence | None
    following: Sentence | None

    @property
    def finding(self) -> str:
        """The finding that the edit tells wrongly."""
        return str((self.edit.detail or {}).get("finding", ""))

    def untouched(self, *sections: str) -> Iterator[tuple[str, Sentence]]:
        """Yield the sentences of the sections (of both where none is named) without an edit."""
        for section in sections or TARGET_SECTIONS:
            places = [(e.start, max(e.end, e.start + 1)) for e in self.edits if e.section == section]
            for sentence in self.reading.sentences(section):
                if sentence == self.sentence and section == self.section:
                    continue
                if not any(start < sentence.end and end > sentence.start for start, end in places):
                    yield section, sentence

    def about(self, *sections: str) -> Iterator[tuple[str, Sentence]]:
        """Yield the untouched sentences that tell of the finding, or may: on its side, by any of its names."""
        for section, sentence in self.untouched(*sections):
            if self._tells(section, sentence):
                yield section, sentence

    def _tells(self, section: str, sentence: Sentence) -> bool:
        found = self.reading.facts_in(section, sentence)
        told = [f for f in found if self.reading.is_told_fact(f)]
        side = self.fact.laterality if self.fact else None
        if side in SIDES and _other_side_only(sentence.text, side or ""):
            return False
        near = sentence == self.following
        if section == self.section and not near:
            return any(
                f is not self.fact
                and same_finding(f.finding, self.finding)
                and (f.location is None or self.fact is None or self.fact.location in (None, f.location))
                for f in told
            )
        if found and not told:
            return False
        if any(same_finding(f.finding, self.finding) for f in told):
            return True
        return names_of(self.finding, self.fact.span if self.fact else "").search(sentence.text) is not None


def _other_side_only(text: str, side: str) -> bool:
    other = "right" if side == "left" else "left"
    if _BOTH.search(text):
        return False
    return SIDES[side].search(text) is None and SIDES[other].search(text) is not None


def rests(reading: Reading, edits: Sequence[Edit]) -> Iterator[Rest]:
    """Yield what is left around each edit that tells the error."""
    for edit in edits:
        detail: Mapping[str, str] = edit.detail or {}
        if detail.get("role") not in ("error", "carried") or not reading.sentences(edit.section):
            continue
        everything = reading.sentences(edit.section)
        sentence = reading.sentence(edit.section, edit.start if edit.start == edit.end else edit.start + 1)
        place = everything.index(sentence)
        while place + 1 < len(everything) and everything[place + 1].start < edit.end:
            place += 1
        first = everything.index(sentence)
        before = everything[first - 1] if first else None
        following = everything[place + 1] if place + 1 < len(everything) else None
        finding = detail.get("finding", "")
        facts = [f for f in reading.facts_in(edit.section, sentence) if f.finding == finding]
        fact = facts[0] if facts else None
        yield Rest(reading, edits, edit, fact, edit.section, sentence, before, following)


@cache
def pattern(name: str) -> re.Pattern[str]:
    """Return a pattern of the word lists of what may be left."""
    return re.compile(lexicon("leftovers")[name], re.IGNORECASE)


@cache
def _by_name() -> dict[str, re.Pattern[str]]:
    return {
        finding: re.compile(entry["words"], re.IGNORECASE)
        for entry in lexicon("leftovers")["names"]
        for finding in entry["findings"]
    }


def names_of(finding: str, span: str) -> re.Pattern[str]:
    """Return the words by which a finding may be told: those of the lexicon, else its own."""
    known = _by_name().get(finding)
    return known if known is not None else _own_words(f"{finding.removeprefix('other:')} {span}")


@cache
def _own_words(text: str) -> re.Pattern[str]:
    stems = sorted({word.lower()[:STEM] for word in WORD.findall(text)})
    return re.compile("|".join(rf"\b{stem}" for stem in stems) or r"(?!)", re.IGNORECASE)
