"""A report as the verifier compares it: all claims, by kind and name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from reref.perturbations.verify.attributes import Attributes, implied_sides, merged
from reref.perturbations.verify.claims import Claim
from reref.perturbations.verify.entailment import entailment
from reref.perturbations.verify.sameness import sameness
from reref.perturbations.verify.sentence import NumberInContext, SentenceReading, read_section
from reref.perturbations.verify.words import stem
from reref.report import TARGET_SECTIONS, Report

#: Statements about the whole study.
WHOLE = frozenset(("study_normal", "otherwise_normal"))


@dataclass(frozen=True)  # no slots: what is derived from it is kept on it
class Reading:
    """All that a report says.

    Attributes:
        report: the report.
        sections: sentence readings by section.
        present: findings and devices that are stated or suspected, by name.
        absent: denied findings and devices, by name.
        normal: normal statements, by name.
        requests: recommendations.
        numbers: all numbers with their context.
        everything: attributes that stand anywhere.
        mentioned: names inside requests: neither found nor denied.
    """

    report: Report
    sections: dict[str, tuple[SentenceReading, ...]]
    present: dict[str, list[Claim]]
    absent: dict[str, list[Claim]]
    normal: dict[str, list[Claim]]
    requests: list[Claim]
    numbers: list[NumberInContext]
    everything: Attributes
    mentioned: frozenset[str]

    @cached_property
    def sentences(self) -> tuple[SentenceReading, ...]:
        """All sentences of the report."""
        return tuple(sentence for readings in self.sections.values() for sentence in readings)

    @cached_property
    def texts(self) -> frozenset[str]:
        """The sentences as they stand."""
        return frozenset(sentence.text for sentence in self.sentences)

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of all words of the report."""
        return frozenset(stem(word) for sentence in self.sentences for word in sentence.words)

    def fresh(self, sentence: SentenceReading) -> bool:
        """Whether a sentence of another report has words that neither the lexicon nor this report knows."""
        return any(stem(word) not in self.stems for word, _ in sentence.unknown)

    def lacks_words_of(self, claims: Iterable[Claim]) -> bool:
        """Whether claims of another report stand beside words that neither the lexicon nor this report knows."""
        return any(claim.unknown - self.stems for claim in claims)

    @cached_property
    def denied(self) -> frozenset[str]:
        """Every finding that the report denies, by name or by a normal statement about its part."""
        return self._denied(frozenset(self.normal))

    @cached_property
    def denied_by_whole(self) -> frozenset[str]:
        """The same, with "normal chest" taken for the usual normal statements one by one."""
        return self._denied(self.statements)

    @cached_property
    def statements(self) -> frozenset[str]:
        """The normal statements, with what "normal chest" and "otherwise normal" stand for."""
        said = frozenset(self.normal)
        return said | entailment().global_covers if said & WHOLE else said

    def _denied(self, statements: frozenset[str]) -> frozenset[str]:
        table = entailment()
        alike = {other for name in self.absent for other in sameness().like(name)}
        return table.denied(self.absent.keys() | alike | table.covered(statements))

    def kin(self, name: str) -> list[Claim]:
        """Return the claims under every name that can speak of the same thing: alike, wider and narrower ones."""
        return [claim for other in sorted(sameness().kin(name)) for claim in self.present.get(other, ())]

    def like(self, name: str, other: Reading) -> list[Claim]:
        """Return the claims under ``name``, or else under names that may stand for it and that ``other`` lacks."""
        table = sameness()
        if name in self.present and name not in table.loose:
            return self.present[name]
        always = table.same.get(name, frozenset()) | table.loose | {name}
        names = sorted(n for n in table.like(name) if n not in other.present or n in always)
        return [claim for n in names for claim in self.present.get(n, ())]


def near(claims: Iterable[Claim]) -> Attributes:
    """Return all attributes that stand next to some of the claims."""
    listed = list(claims)
    return listed[0].near if len(listed) == 1 else merged(claim.near for claim in listed)


def far(claims: Iterable[Claim]) -> Attributes:
    """Return all attributes that stand in the sentences of the claims."""
    listed = list(claims)
    return listed[0].far if len(listed) == 1 else merged(claim.far for claim in listed)


def sides(attributes: Attributes) -> frozenset[str]:
    """Return stated and natural sides."""
    return implied_sides(attributes)


@lru_cache(maxsize=1024)
def read(report: Report) -> Reading:
    """Read a report."""
    sections: dict[str, tuple[SentenceReading, ...]] = {
        name: read_section(report.section(name)) for name in TARGET_SECTIONS
    }
    present: dict[str, list[Claim]] = {}
    absent: dict[str, list[Claim]] = {}
    normal: dict[str, list[Claim]] = {}
    requests: list[Claim] = []
    all_numbers: list[NumberInContext] = []
    for readings in sections.values():
        for sentence in readings:
            all_numbers += sentence.numbers
            for claim in sentence.claims:
                if claim.kind == "request":
                    requests.append(claim)
                else:
                    book = normal if claim.kind == "normal" else absent if claim.absent else present
                    book.setdefault(claim.name, []).append(claim)
    everything = merged(sentence.around for readings in sections.values() for sentence in readings)
    mentioned = frozenset(word for request in requests for word in request.words)
    return Reading(report, sections, present, absent, normal, requests, all_numbers, everything, mentioned)
