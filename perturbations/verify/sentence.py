"""Everything that the verifier reads from one sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from reref.perturbations.verify.attributes import Attributes, attributes_of, merged
from reref.perturbations.verify.claims import Claim, Parsed, clause_claims, studies
from reref.perturbations.verify.lexicon import lexicon
from reref.perturbations.verify.numbers import Number, numbers
from reref.perturbations.verify.sameness import sameness
from reref.perturbations.verify.scope import Clause, Scope, clauses, scope
from reref.perturbations.verify.words import Words, read_words, repaired, stem
from reref.report import sentences
from reref.report.phrases import Tag
from reref.report.tokens import NUMBER, PLACEHOLDER

#: A sentence of at most so many words can have a finding in its heading for a subject.
_BARE = 4
_SHORTEST_WORD = 3
_SIDES = frozenset(("left", "right", "both", "bilateral"))
_ALONE = re.compile(r"(?m)^\W*([A-Za-z][A-Za-z /&,]{1,40}):[ \t]*$")
#: "Neither gland is enlarged": the gland is not enlarged.
_NEITHER = re.compile(
    r"\bneither(?:\s+of)?(?:\s+the)?(\s+(?:[\w-]+\s+){1,4}?)(is|are|was|were|has|have|appears?|looks?)\b", re.IGNORECASE
)
#: "The rest of the chest" is a statement about the whole.
_REST = re.compile(
    r"\b(?:the\s+)?(?:rest|remainder)\s+of\s+"
    r"(?!(?:the\s+)?(?:chest|thorax|exam|study|scan|film|abdomen|visuali[sz]ed))(?:the\s+)?",
    re.IGNORECASE,
)
_NAMES = frozenset(("finding", "device", "site"))


@dataclass(frozen=True, slots=True)
class NumberInContext:
    """A number with what it stands beside.

    Attributes:
        number: the number.
        names: findings and devices in the same part of the sentence.
        around: attributes in the same part of the sentence.
    """

    number: Number
    names: frozenset[str]
    around: Attributes


@dataclass(frozen=True, slots=True)
class SentenceReading:
    """Everything read from one sentence.

    Attributes:
        text: the sentence.
        claims: what it says.
        numbers: its numbers with their context.
        hedges: its hedging phrases with their strength.
        softeners: its words that soften without casting doubt.
        placeholders: how many redactions it has.
        unclaimed: for each clause in which nothing was recognized, its sites and qualities, "#" where it only measures.
        hinted: parts of the body that unknown words are about by their roots.
        unknown: content words that the lexicon does not know, with whether they are denied.
        doubts: the same words with how sure the sentence is of them.
        denials: how many denied findings it names.
        around: attributes anywhere in it.
        sites: the parts of the body that it names itself, its heading's left out.
        words: its content words.
        terms: the words that name findings, devices and sites, and those that the lexicon does not know.
        studies: imaging, sampling and other steps that it mentions.
    """

    text: str
    claims: tuple[Claim, ...]
    numbers: tuple[NumberInContext, ...]
    hedges: tuple[tuple[str, int], ...]
    softeners: tuple[str, ...]
    placeholders: int
    unclaimed: tuple[frozenset[str], ...]
    hinted: frozenset[str]
    unknown: tuple[tuple[str, bool], ...]
    doubts: tuple[tuple[str, int], ...]
    denials: int
    around: Attributes
    sites: frozenset[str]
    words: frozenset[str]
    terms: frozenset[str]
    studies: frozenset[str]


def read_section(text: str) -> tuple[SentenceReading, ...]:
    """Read the sentences of one section."""
    return tuple(
        read_sentence(
            sentence.text,
            _full_heading(text[: sentence.start], sentence.heading)
            if sentence.heading.lower() in _SIDES
            else sentence.heading,
        )
        for sentence in sentences(text)
    )


def _full_heading(before: str, heading: str) -> str:
    """Put the heading above before one that only names a side: "LUNGS:" over "- Right: clear"."""
    above = [other for other in _ALONE.findall(before) if other.lower() not in _SIDES]
    return f"{above[-1]} {heading}" if above else heading


class _Taken(NamedTuple):
    """What is read from a sentence whatever its heading."""

    words: Words
    tags: list[Tag]
    clauses: list[Clause]
    scope: Scope
    own: Attributes
    unknown: tuple[tuple[str, bool], ...]
    doubts: tuple[tuple[str, int], ...]


@lru_cache(maxsize=16384)
def _take(text: str) -> _Taken:
    read = read_words(text)
    tags = lexicon().book.find(read.words)
    found = clauses(read.words, tags)
    scopes = scope(read.words, found)
    unknown = list(_unknown(read.words, tags))
    denied = tuple((read.words[p], scopes.denied[p] or _denies_itself(read.words[p])) for p in unknown)
    doubts = tuple((read.words[p], scopes.certainty[p]) for p in unknown)
    return _Taken(read, tags, found, scopes, attributes_of(tags), denied, doubts)


@lru_cache(maxsize=16384)
def read_sentence(text: str, heading: str) -> SentenceReading:
    """Read one sentence under its sub-heading (empty where there is none)."""
    text = _plainly(_with_named_heading(text, heading) if heading else text)
    taken = _take(text)
    words, tags, scopes = taken.words.words, taken.tags, taken.scope
    topic = _topic(heading) if heading else ()
    around = merged((taken.own, attributes_of(topic))) if topic else taken.own
    parsed = Parsed(text, taken.words, scopes, around, frozenset(stem(word) for word, _ in taken.unknown))
    claims, unclaimed = _claims(parsed, taken, topic)
    neutral = lexicon().neutral
    return SentenceReading(
        text=text,
        claims=claims,
        numbers=tuple(_numbers_in_context(text, taken.words, tags, topic)),
        hedges=scopes.hedges,
        softeners=tuple(" ".join(words[t.first : t.last]) for t in tags if "soft" in t.senses),
        placeholders=words.count(PLACEHOLDER),
        unclaimed=unclaimed,
        hinted=frozenset(site for word, _ in taken.unknown if (site := lexicon().site_of(word))),
        unknown=taken.unknown,
        doubts=taken.doubts,
        denials=sum((c.absent and c.kind == "finding") or c.explicit for c in claims),
        around=around,
        sites=taken.own.sites,
        words=frozenset(w for w in words if w.isalnum() and w not in neutral and w != PLACEHOLDER),
        terms=frozenset(w for t in tags if t.senses.keys() & _NAMES for w in words[t.first : t.last])
        | frozenset(word for word, _ in taken.unknown),
        studies=studies(tags),
    )


def _plainly(text: str) -> str:
    """Say in plain order what "neither" and "the rest of" turn round."""
    return _REST.sub("remaining ", _NEITHER.sub(r"\1\2 not", text))


def _claims(
    parsed: Parsed, taken: _Taken, topic: tuple[Tag, ...]
) -> tuple[tuple[Claim, ...], tuple[frozenset[str], ...]]:
    claims: list[Claim] = []
    unclaimed: list[frozenset[str]] = []
    subject: tuple[Tag, ...] = ()
    unknown = {word for word, _ in taken.unknown}
    for clause in taken.clauses:
        parts = tuple(tag for tag in clause.tags if "site" in tag.senses)
        if subject and not topic and not parts and not clause.has("finding", "device"):
            relative = taken.words.words[clause.first] == "which"  # "the disc touches the cord, which is normal"
            claims += clause_claims(parsed, clause, subject[-1:] if relative else subject)
            continue
        subject = parts or subject
        said = list(clause_claims(parsed, clause, topic))
        claims += said
        if not said and clause.last - clause.first > 1:
            around = attributes_of((*clause.tags, *topic))
            here = taken.words.words[clause.first : clause.last]
            if not (around.qualities or clause.has("normal") or NUMBER in here) and unknown.isdisjoint(here):
                continue  # a mere place: "beneath the pleura, mainly at the bases, there is …"
            measured = {NUMBER} if unknown.isdisjoint(here) and not around.qualities else frozenset()
            unclaimed.append(around.sites | around.home | around.qualities | measured)
    return tuple(claims), tuple(unclaimed)


def _with_named_heading(text: str, heading: str) -> str:
    """Put a heading that names a finding before a bare predicate: "PNEUMOTHORAX: None"."""
    book = lexicon().book
    if len(text.split()) > _BARE or any(t.senses.keys() & _NAMES for t in book.find(read_words(text).words)):
        return text
    heads = book.find(read_words(heading).words)
    names = {t.senses.get("finding") or t.senses.get("device") for t in heads} - {None} - sameness().loose
    return f"{heading}: {text}" if names else text


@lru_cache(maxsize=1024)
def _topic(heading: str) -> tuple[Tag, ...]:
    return tuple(
        t for t in lexicon().book.find(read_words(heading).words) if t.senses.keys() & {"site", "side", "part"}
    )


def _unknown(words: tuple[str, ...], tags: list[Tag]) -> Iterator[int]:
    """Yield the positions of content words that the lexicon does not know."""
    known = {p for tag in tags for p in range(tag.first, tag.last)}
    neutral = lexicon().neutral
    for position, word in enumerate(words):
        if position in known or word in neutral or word == PLACEHOLDER:
            continue
        if word.isalpha() and len(word) >= _SHORTEST_WORD:
            yield position


def _denies_itself(word: str) -> bool:
    """Whether a word denies what it is made of: "unperforated"."""
    bare = next((word.removeprefix(p) for p in ("un", "non") if word.startswith(p)), "")
    return bool(bare) and repaired(bare) in lexicon().vocabulary


def _numbers_in_context(text: str, read: Words, tags: list[Tag], topic: tuple[Tag, ...]) -> Iterator[NumberInContext]:
    """Yield numbers with the phrases between the last break before them and the break before the next number."""
    found = numbers(text)
    if not found:
        return
    signs = [(start, word) for start, word in zip(read.starts, read.words, strict=True)]
    cuts = {0, len(text) + 1} | {start for start, word in signs if word == ";"}
    for earlier, later in pairwise(sorted({number.start for number in found})):
        between = [start for start, word in signs if earlier < start < later and word in (",", "and", "with", ";", ".")]
        cuts |= set(between[-1:])
    breaks = [start for start, word in signs if word in (",", "and", "with", "without")]
    names: frozenset[str] = frozenset()
    for number in found:
        first = max(cut for cut in cuts if cut <= number.start)
        last = min(cut for cut in cuts if cut > number.start)
        near = [t for t in tags if first <= read.starts[t.first] < last and not _NAMES.isdisjoint(t.senses)]
        ending = next((start for start in breaks if number.end <= start < last), last)
        if not (names or any(read.starts[t.first] < ending for t in near)):
            ending = last  # else "15 mm before, and there is atelectasis" would measure the atelectasis
        near = [t for t in tags if first <= read.starts[t.first] < last]
        here = frozenset(
            v for t in near if read.starts[t.first] < ending for k, v in t.senses.items() if k in ("finding", "device")
        )
        names = here or names  # "effusions of 6 cm on the right and 1 cm on the left"
        yield NumberInContext(number, names, attributes_of((*near, *topic)))
