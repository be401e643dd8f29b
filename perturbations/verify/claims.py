"""What a report claims, sentence by sentence: findings, devices, normal statements and requests with their attributes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from reref.perturbations.verify.attributes import Attributes, attributes_of
from reref.perturbations.verify.lexicon import lexicon
from reref.perturbations.verify.numbers import Number, numbers
from reref.perturbations.verify.sameness import sameness
from reref.perturbations.verify.scope import PLAIN, Clause, Scope, clauses, scope
from reref.perturbations.verify.words import read_words
from reref.report import Report, sentences
from reref.report.phrases import Tag
from reref.report.tokens import PLACEHOLDER

#: A sentence of at most so many words has its heading for a subject.
_BARE = 4
_SEGMENT_BREAKS = frozenset((",", "and", "or", "with", "without", "/", "plus", ">", "nor"))
_WHERE = frozenset(("in", "at", "within", "near", "along", "above", "below"))
_GONE = frozenset(("resolved", "removed"))
Kind = Literal["finding", "device", "normal", "request"]


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that a sentence says.

    Attributes:
        kind: a finding, a device, a normal statement or a request ("CT recommended").
        name: of the finding, device or normal statement (``entailment.yaml``).
        absent: whether it is denied.
        certainty: 6 plain, 5 "consistent with", 4 "likely", 3 "suspicious for", 2 "possible", 1 "unlikely".
        near: attributes in the words around it.
        far: attributes anywhere in its sentence.
        pairs: side and degree that stand together.
        free_words: whether its sentence holds words that the lexicon does not know.
        explicit: for a normal statement, whether it denies an abnormality.
        asks: for a request, what it asks for (``"ct"``, ``"consultation"``).
        words: for a request, its content words.
        section: where the sentence stands.
        text: the words that name it, as the report has them.
    """

    kind: Kind
    name: str
    absent: bool
    certainty: int
    near: Attributes
    far: Attributes
    words: frozenset[str] = frozenset()
    section: str = ""
    text: str = ""
    pairs: frozenset[tuple[str, int]] = frozenset()
    asks: frozenset[str] = frozenset()
    explicit: bool = False
    free_words: bool = False


@dataclass(frozen=True, slots=True)
class NumberInContext:
    """A number with what it stands beside."""

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
        hedges: its hedging phrases.
        softeners: its words that soften without casting doubt.
        placeholders: how many redactions it has.
        unclaimed: sites of its clauses in which nothing was recognized, and the unknown words there.
        unknown: content words that the lexicon does not know, with whether they are denied.
        denials: how many denied findings it names.
        around: attributes anywhere in it.
        sites: the parts of the body that it names itself, its heading's left out.
        content: names of all findings, devices and sites in it.
        words: its content words.
        terms: the words that name findings, devices and sites.
        studies: imaging, sampling and other steps that it mentions.
    """

    text: str
    claims: tuple[Claim, ...]
    numbers: tuple[NumberInContext, ...]
    hedges: tuple[str, ...]
    softeners: tuple[str, ...]
    placeholders: int
    unclaimed: tuple[frozenset[str], ...]
    unknown: tuple[tuple[str, bool], ...]
    denials: int
    around: Attributes
    sites: frozenset[str]
    content: frozenset[str]
    words: frozenset[str]
    terms: frozenset[str]
    studies: frozenset[str]


def read_report(report: Report) -> dict[str, tuple[SentenceReading, ...]]:
    """Read both sections of a report."""
    return {name: tuple(read_section(report.section(name), name)) for name in ("findings", "impression")}


def read_section(text: str, section: str) -> Iterator[SentenceReading]:
    """Read the sentences of one section."""
    for sentence in sentences(text):
        yield read_sentence(sentence.text, sentence.heading, section)


@lru_cache(maxsize=16384)
def read_sentence(text: str, heading: str, section: str) -> SentenceReading:
    """Read one sentence under its sub-heading."""
    text = _with_named_heading(text, heading)
    read = read_words(text)
    tags = lexicon().book.find(read.words)
    found = clauses(read.words, tags)
    scopes = scope(read.words, found)
    far = attributes_of(tags)
    topic = _heading(heading)
    if topic:
        far = far | attributes_of(topic)
    claims: list[Claim] = []
    subject: tuple[Tag, ...] = ()
    unclaimed: list[frozenset[str]] = []
    for clause in found:
        parts = tuple(tag for tag in clause.tags if "site" in tag.senses)
        if not parts and not clause.has("finding", "device") and subject and not topic:
            claims += _clause_claims(text, section, read.words, read.starts, read.ends, clause, scopes, far, subject)
            continue
        told = len(claims)
        subject = parts or subject
        claims += _clause_claims(text, section, read.words, read.starts, read.ends, clause, scopes, far, topic)
        if len(claims) == told and clause.last - clause.first > 1:
            around = attributes_of((*clause.tags, *topic))
            unclaimed.append(around.sites | around.home | _matter(clause))
    unknown = tuple(_unknown(read.words, tags, scopes))
    return SentenceReading(
        text=text,
        claims=tuple(replace(c, free_words=True) if unknown else c for c in claims),
        numbers=tuple(_numbers_in_context(text, read.starts, tags, read.words, topic)),
        hedges=scopes.hedges,
        softeners=tuple(" ".join(read.words[t.first : t.last]) for t in tags if "soft" in t.senses),
        placeholders=read.words.count(PLACEHOLDER),
        unclaimed=tuple(unclaimed),
        unknown=unknown,
        denials=sum((c.absent and c.kind == "finding") or c.explicit for c in claims),
        around=far,
        sites=attributes_of(tags).sites,
        content=frozenset(c.name for c in claims if c.kind in ("finding", "device")) | far.sites,
        studies=frozenset(s for t in tags for s in (t.senses.get("study"), t.senses.get("inner_study")) if s),
        words=frozenset(w for w in read.words if w.isalnum() and w not in lexicon().neutral and w != PLACEHOLDER),
        terms=frozenset(
            word
            for tag in tags
            if tag.senses.keys() & {"finding", "device", "site"}
            for word in read.words[tag.first : tag.last]
        ),
    )


@lru_cache(maxsize=16384)
def _with_named_heading(text: str, heading: str) -> str:
    """Put a heading that names a finding before a bare predicate: "PNEUMOTHORAX: None"."""
    book = lexicon().book
    if not heading or len(text.split()) > _BARE:
        return text
    if any(t.senses.keys() & {"finding", "device", "site"} for t in book.find(read_words(text).words)):
        return text
    heads = book.find(read_words(heading).words)
    names = {t.senses.get("finding") or t.senses.get("device") for t in heads} - {None} - sameness().loose
    return f"{heading}: {text}" if names else text


@lru_cache(maxsize=1024)
def _heading(heading: str) -> tuple[Tag, ...]:
    if not heading:
        return ()
    return tuple(t for t in lexicon().book.find(read_words(heading).words) if "site" in t.senses or "side" in t.senses)


def _clause_claims(
    text: str,
    section: str,
    words: tuple[str, ...],
    starts: tuple[int, ...],
    ends: tuple[int, ...],
    clause: Clause,
    scopes: Scope,
    far: Attributes,
    topic: tuple[Tag, ...],
) -> Iterator[Claim]:
    if _is_request(clause, words):
        content = frozenset(words[clause.first : clause.last]) - lexicon().neutral
        names = frozenset(v for t in clause.tags for k, v in t.senses.items() if k in ("finding", "device"))
        asks = frozenset(s for t in clause.tags for s in (t.senses.get("study"), t.senses.get("inner_study")) if s)
        yield Claim("request", "request", False, PLAIN, far, far, content | names, section, text, frozenset(), asks)  # noqa: FBT003
        return
    heads = sorted([*_named(clause), *_composed(clause, topic, words)])
    segments = _segments(words, clause)
    bundles = _bundles(clause, segments, heads, words)
    for place, (first, last, kind, name) in enumerate(heads):
        near, pairs = bundles[place]
        if topic and not near.sides:
            near = near | attributes_of([t for t in topic if "side" in t.senses])
        written = text[starts[first] : ends[last - 1]]
        if name == "abnormality":
            named_after = any(head[0] >= last for head in heads) and last < len(words) and words[last] == "of"
            if scopes.denied[first] and not named_after:
                yield from _nothing_abnormal(near, topic, far, section, written)
            continue
        gone = scopes.denied[first] or bool(near.changes & _GONE and not near.changes & {"new"})
        name = _name_in_place(name, near, clause)
        for single in sameness().parts(name):
            yield Claim(kind, single, gone, scopes.certainty[first], near, far, frozenset(), section, written, pairs)
    yield from _normal_claims(text, section, starts, ends, clause, scopes, far, topic, words)


def _matter(clause: Clause) -> frozenset[str]:
    """Return what a clause that makes no claim is made of: fluid, air, thickened, …"""
    return frozenset(t.senses["quality"] for t in clause.tags if "quality" in t.senses)


def _name_in_place(name: str, near: Attributes, clause: Clause) -> str:
    """Return what a finding is called where it stands: emphysema of the chest wall is subcutaneous."""
    around = attributes_of(clause.tags)
    places = near.sites | around.sites | around.home
    if name == "pleural_effusion" and "pericardium" in places and not places & {"pleura", "costophrenic", "fissure"}:
        return "pericardial_effusion"
    for site, other in lexicon().renamed.get(name, {}).items():
        if site in places:
            return other
    return name


def _nothing_abnormal(
    near: Attributes, topic: tuple[Tag, ...], far: Attributes, section: str, written: str
) -> Iterator[Claim]:
    """Read the denial of any abnormality as a normal statement about the parts that it names."""
    acute = "acute" in near.qualities
    for statement in _normal_names(near.sites, topic):
        if statement == "no_acute_abnormality" and not acute:
            statement = "study_normal"
        yield Claim(
            "normal",
            statement,
            False,
            PLAIN,
            near,
            far,
            section=section,
            text=written,
            explicit=True,  # noqa: FBT003
        )


_INTERVALS = frozenset(("day", "week", "month", "year", "hour"))


def _is_request(clause: Clause, words: tuple[str, ...]) -> bool:
    if (
        clause.has("study")
        and not clause.has("finding", "prior")
        and _INTERVALS & set(words[clause.first : clause.last])
    ):
        return True
    return clause.has("request") and (clause.has("study", "device", "finding") or len(clause.tags) <= 3)


def _named(clause: Clause) -> Iterator[tuple[int, int, Literal["finding", "device"], str]]:
    for tag in clause.tags:
        if "finding" in tag.senses:
            yield tag.first, tag.last, "finding", tag.senses["finding"]
        elif "device" in tag.senses:
            yield tag.first, tag.last, "device", tag.senses["device"]


def _composed(
    clause: Clause, topic: tuple[Tag, ...], words: tuple[str, ...]
) -> Iterator[tuple[int, int, Literal["finding", "device"], str]]:
    sites = {t.senses["site"] for t in clause.tags if "site" in t.senses}
    sites |= {t.senses["part"] for t in clause.tags if "part" in t.senses}
    if not sites and _is_bare(clause, words):
        sites = {t.senses["site"] for t in topic if "site" in t.senses}
    named = {t.senses["finding"] for t in clause.tags if "finding" in t.senses}
    for tag in clause.tags:
        quality = tag.senses.get("quality")
        if quality is None:
            continue
        for finding, site, needed in lexicon().compose:
            if needed == quality and site in sites and finding not in named and not _plain_word_of_finding(tag):
                yield tag.first, tag.last, "finding", finding
                named.add(finding)
    yield from _bare_matter(clause, named)


def _bare_matter(clause: Clause, named: set[str]) -> Iterator[tuple[int, int, Literal["finding", "device"], str]]:
    """Read "a little fluid on the left", which does not say where, as fluid somewhere."""
    if named:
        return
    for tag in clause.tags:
        if tag.senses.get("quality") == "fluid":
            yield tag.first, tag.last, "finding", "fluid"


def _is_bare(clause: Clause, words: tuple[str, ...]) -> bool:
    """Whether a clause holds nothing but words of the lexicon, so that only its heading can be its subject."""
    known = {p for tag in clause.tags for p in range(tag.first, tag.last)} | {
        p for p in range(clause.first, clause.last) if words[p] in lexicon().neutral
    }
    return all(p in known or not words[p].isalpha() for p in range(clause.first, clause.last))


def _plain_word_of_finding(tag: Tag) -> bool:
    return "finding" in tag.senses and tag.senses["finding"] not in sameness().loose


def _segments(words: tuple[str, ...], clause: Clause) -> list[tuple[int, int]]:
    cuts = [clause.first]
    inside = {p for tag in clause.tags for p in range(tag.first + 1, tag.last)}
    cuts += [p for p in range(clause.first + 1, clause.last) if words[p] in _SEGMENT_BREAKS and p not in inside]
    return list(zip(cuts, [*cuts[1:], clause.last], strict=True))


def _bundles(
    clause: Clause,
    segments: list[tuple[int, int]],
    heads: list[tuple[int, int, Literal["finding", "device"], str]],
    words: tuple[str, ...],
) -> list[tuple[Attributes, frozenset[tuple[str, int]]]]:
    """Give every attribute phrase of the clause to the finding that it stands with."""
    mine: list[list[Tag]] = [[] for _ in heads]
    pairs: list[set[tuple[str, int]]] = [set() for _ in heads]
    if not heads:
        return []
    for first, last in segments:
        here = [n for n, head in enumerate(heads) if first <= head[0] < last]
        owned: dict[int, list[Tag]] = {}
        for tag in clause.tags:
            if first <= tag.first < last:
                owned.setdefault(_owner(tag, here, heads, first), []).append(tag)
        for owner, tags in owned.items():
            mine[owner] += tags
            together = attributes_of(tags)
            if len(together.sides) == 1 and len(together.grades) == 1:
                pairs[owner].add((*together.sides, *together.grades))  # type: ignore[arg-type]
    return [(attributes_of(tags), frozenset(pair)) for tags, pair in zip(mine, pairs, strict=True)]


def _owner(
    tag: Tag, here: list[int], heads: list[tuple[int, int, Literal["finding", "device"], str]], first: int
) -> int:
    if here:
        after = [n for n in here if heads[n][1] > tag.first]
        return after[0] if after else here[-1]
    before = [n for n, head in enumerate(heads) if head[0] < first]
    return before[-1] if before else 0


def _normal_names(sites: frozenset[str], topic: tuple[Tag, ...], how: str = "general") -> list[str]:
    table = sameness()
    sites = sites or frozenset(t.senses["site"] for t in topic if "site" in t.senses)
    if how in table.normal_by:
        return sorted({table.normal_by[how][site] for site in sites if site in table.normal_by[how]})
    return sorted({table.normal_of.get(site, f"{site}_normal") for site in sites}) or ["no_acute_abnormality"]


def _normal_claims(
    text: str,
    section: str,
    starts: tuple[int, ...],
    ends: tuple[int, ...],
    clause: Clause,
    scopes: Scope,
    far: Attributes,
    topic: tuple[Tag, ...],
    words: tuple[str, ...],
) -> Iterator[Claim]:
    used: set[str] = set()
    for tag in clause.tags:
        if "study_normal" in tag.senses:
            written = text[starts[tag.first] : ends[tag.last - 1]]
            yield Claim("normal", "study_normal", False, PLAIN, far, far, frozenset(), section, written)  # noqa: FBT003
        if tag.senses.get("quality") == "abnormal" and scopes.denied[tag.first] and clause.has("site"):
            near = attributes_of(clause.tags)
            for statement in _normal_names(near.sites, topic):
                yield Claim("normal", statement, False, PLAIN, near, far, section=section, text=text, explicit=True)  # noqa: FBT003
        if "no_acute" in tag.senses:
            written = text[starts[tag.first] : ends[tag.last - 1]]
            yield Claim("normal", "no_acute_abnormality", False, PLAIN, far, far, frozenset(), section, written)  # noqa: FBT003
        if (
            "normal" not in tag.senses
            or "neg_pseudo" in tag.senses
            or (scopes.denied[tag.first] and "neg_backward" not in tag.senses)
        ):
            continue
        sites = [t for t in clause.tags if "site" in t.senses or "part" in t.senses]
        sites = [t for t in sites if t.first < tag.first] or sites
        sites = [t for t in sites if words[t.first - 1] not in _WHERE or t.first == clause.first] or sites
        near = attributes_of([t for t in clause.tags if "side" in t.senses or "site" in t.senses])
        names = frozenset(t.senses.get("site") or t.senses["part"] for t in sites) - {"size", "contour"}
        if "volume" in names:
            names = names - {"lung"}
        if not names and clause.has("whole"):
            yield Claim("normal", "otherwise_normal", False, PLAIN, near, far, frozenset(), section, text)  # noqa: FBT003
            continue
        if not names and (clause.has("finding", "device") or not topic):
            continue
        for statement in _normal_names(names, topic, tag.senses["normal"]):
            if statement not in used:
                used.add(statement)
                yield Claim("normal", statement, False, PLAIN, near, far, frozenset(), section, text)  # noqa: FBT003


def _numbers_in_context(
    text: str, starts: tuple[int, ...], tags: list[Tag], words: tuple[str, ...], topic: tuple[Tag, ...]
) -> Iterator[NumberInContext]:
    found = numbers(text)
    if not found:
        return
    cuts = [0]
    ends_of_clauses = [start for start, word in zip(starts, words, strict=True) if word == ";"]
    places = sorted({number.start for number in found})
    breaks = [start for start, word in zip(starts, words, strict=True) if word in (",", "and", ";", ".")]
    for earlier, later in zip(places, places[1:], strict=False):
        between = [b for b in breaks if earlier < b < later]
        if between:
            cuts.append(between[-1])
    cuts.append(len(text) + 1)
    for number in found:
        first = max(c for c in (*cuts, *ends_of_clauses) if c <= number.start)
        last = min(c for c in (*cuts, *ends_of_clauses) if c > number.start)
        near = [t for t in tags if first <= starts[t.first] < last]
        names = frozenset(v for t in near for k, v in t.senses.items() if k in ("finding", "device"))
        yield NumberInContext(number, names, attributes_of([*near, *topic]))


def _unknown(words: tuple[str, ...], tags: list[Tag], scopes: Scope) -> Iterator[tuple[str, bool]]:
    known = {p for tag in tags for p in range(tag.first, tag.last)}
    neutral = lexicon().neutral
    for position, word in enumerate(words):
        if position not in known and word.isalpha() and len(word) > 2 and word not in neutral and word != PLACEHOLDER:
            yield word, scopes.denied[position]
