"""What a clause claims: findings, devices, normal statements and requests, with their attributes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from reref.perturbations.verify.attributes import Attributes, attributes_of, merged
from reref.perturbations.verify.heads import Head, heads_of, is_bare
from reref.perturbations.verify.lexicon import lexicon
from reref.perturbations.verify.sameness import sameness
from reref.perturbations.verify.scope import INTERVALS, PLAIN, Clause, Scope
from reref.perturbations.verify.words import Words
from reref.report.phrases import Tag

Kind = Literal["finding", "device", "normal", "request"]

#: "No acute abnormality of heart or lungs" calls neither normal.
_CHEST = frozenset(("heart", "lung", "chest", "mediastinum", "pleura"))
_WHERE = frozenset(("in", "at", "within", "near", "along", "above", "below"))
_IMPERATIVES = frozenset(
    (
        "consider",
        "recommend",
        "suggest",
        "advise",
        "obtain",
        "please",
        "retract",
        "withdraw",
        "advance",
        "reposition",
        "remove",
        "repeat",
        "correlate",
        "follow",
    )
)
#: A word of normality that begins so denies something: "no abnormality of the liver".
_DENYING = frozenset(("no", "without", "nothing"))
_SIGNS = frozenset((";", ".", ",", "and"))
_FEW = 3


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that a sentence says.

    Attributes:
        kind: a finding, a device, a normal statement or a request ("CT recommended").
        name: of the finding, device or normal statement (``entailment.yaml``).
        near: attributes in the words around it.
        far: attributes anywhere in its sentence.
        text: the words that name it, as the report has them.
        absent: whether it is denied.
        certainty: 6 plain, 5 "consistent with", 4 "likely", 3 "suspicious for", 2 "possible", 1 "unlikely".
        pairs: side and degree that stand together.
        words: for a request, its content words.
        asks: for a request, what it asks for (``"ct"``, ``"consultation"``).
        explicit: for a normal statement, whether it denies an abnormality.
        unknown: stems of the words of its sentence that the lexicon does not know.
        sentence: its sentence.
    """

    kind: Kind
    name: str
    near: Attributes
    far: Attributes
    text: str
    absent: bool = False
    certainty: int = PLAIN
    pairs: frozenset[tuple[str, int]] = frozenset()
    words: frozenset[str] = frozenset()
    asks: frozenset[str] = frozenset()
    explicit: bool = False
    unknown: frozenset[str] = frozenset()
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A sentence that was split into words and clauses.

    Attributes:
        text: the sentence.
        words: its words.
        scope: what is denied and how sure it is, word by word.
        far: attributes anywhere in it or its heading.
        unknown: stems of the words that the lexicon does not know.
    """

    text: str
    words: Words
    scope: Scope
    far: Attributes
    unknown: frozenset[str]

    def written(self, first: int, last: int) -> str:
        """Return some of its words as they stand."""
        return self.text[self.words.starts[first] : self.words.ends[last - 1]]


def clause_claims(parsed: Parsed, clause: Clause, topic: tuple[Tag, ...]) -> Iterator[Claim]:
    """Yield what a clause says.

    Args:
        parsed: its sentence.
        clause: the clause.
        topic: the sites and sides that it inherits, from a heading or from the clause before.
    """
    words = parsed.words.words
    if _is_request(clause, words):
        yield _request(parsed, clause)
        return
    heads = heads_of(clause, topic, words)
    for head in heads:
        near = head.near
        if topic and not near.sides:
            near = merged((near, attributes_of(t for t in topic if "side" in t.senses)))
        denied = parsed.scope.denied[head.first] or _is_denied_at_site(head, clause, parsed.scope)
        if denied and head.kind == "device" and any(o.kind == "finding" and o.last <= head.first for o in heads):
            continue  # "no fracture around the prosthesis"
        if head.name == "abnormality" and (denied or _name_in_place(head.name, near, clause) == head.name):
            followed = any(other.first >= head.last for other in heads) and words[head.last : head.last + 1] == ("of",)
            if denied and not followed:
                yield from _nothing_abnormal(parsed, head, near, topic)
        else:
            yield from _stated(parsed, clause, head, near, denied=denied)
    yield from _normal_claims(parsed, clause, topic)


def _is_request(clause: Clause, words: tuple[str, ...]) -> bool:
    dated = bool(INTERVALS & set(words[clause.first : clause.last]))
    if dated and clause.has("study") and not clause.has("finding", "prior"):
        return True
    opening = (
        words[clause.first + 1 : clause.first + 2]
        if words[clause.first] in _SIGNS
        else words[clause.first : clause.first + 1]
    )
    if opening and opening[0] in _IMPERATIVES:
        return True
    return clause.has("request") and (clause.has("study", "device", "finding") or len(clause.tags) <= _FEW)


def _request(parsed: Parsed, clause: Clause) -> Claim:
    content = frozenset(parsed.words.words[clause.first : clause.last]) - lexicon().neutral
    names = frozenset(v for t in clause.tags for k, v in t.senses.items() if k in ("finding", "device"))
    return Claim(
        "request", "request", parsed.far, parsed.far, parsed.text, words=content | names, asks=studies(clause.tags)
    )


def studies(tags: tuple[Tag, ...] | list[Tag]) -> frozenset[str]:
    """Return the kinds of imaging, sampling and other steps that phrases name."""
    return frozenset(s for t in tags for s in (t.senses.get("study"), t.senses.get("inner_study")) if s)


def _is_denied_at_site(head: Head, clause: Clause, scope: Scope) -> bool:
    """Whether a finding said by a site and a quality is denied between them: "air is not free in the abdomen"."""
    if any(t.first == head.first and head.name in t.senses.values() for t in clause.tags):
        return False
    pairs = {site for found in lexicon().compose.values() for name, site in found if name == head.name}
    return any(scope.denied[t.first] for t in clause.tags if t.senses.get("site") in pairs)


def _stated(parsed: Parsed, clause: Clause, head: Head, near: Attributes, *, denied: bool) -> Iterator[Claim]:
    left = "removed" if head.kind == "device" else "resolved"
    gone = denied or (left in near.changes and "new" not in near.changes)
    for name in sameness().parts(_name_in_place(head.name, near, clause)):
        yield Claim(
            head.kind,
            name,
            near,
            parsed.far,
            parsed.written(head.first, head.last),
            absent=gone,
            certainty=parsed.scope.certainty[head.first],
            pairs=head.pairs,
            unknown=parsed.unknown,
            sentence=parsed.text,
        )


def _name_in_place(name: str, near: Attributes, clause: Clause) -> str:
    """Return what a finding is called where it stands: emphysema of the chest wall is subcutaneous."""
    renamed = lexicon().renamed.get(name)
    if renamed is None:
        return name
    around = attributes_of(clause.tags)
    places = near.sites | around.sites | around.home
    if places & frozenset(renamed.get("unless", ())):
        return name
    return next((str(other) for site, other in renamed.items() if site in places), name)


def _nothing_abnormal(parsed: Parsed, head: Head, near: Attributes, topic: tuple[Tag, ...]) -> Iterator[Claim]:
    """Read the denial of any abnormality as a normal statement about the parts that it names."""
    written = parsed.written(head.first, head.last)
    for statement in _normal_names(near.sites, topic):
        if "acute" not in near.qualities:
            statement = "study_normal" if statement == "no_acute_abnormality" else statement
        elif near.sites and near.sites <= _CHEST:
            statement = "no_acute_abnormality"
        yield Claim("normal", statement, near, parsed.far, written, explicit=True)


def _normal_names(sites: frozenset[str], topic: tuple[Tag, ...], how: str = "general") -> list[str]:
    table = sameness()
    sites = sites or frozenset(
        t.senses.get("site") or t.senses["part"] for t in topic if "site" in t.senses or "part" in t.senses
    )
    if how in table.normal_by:
        named = table.normal_by[how]
        return sorted({named.get(site, f"{site}_open") for site in sites if site in named or how == "open"})
    return sorted({table.statement_about(site) for site in sites}) or ["no_acute_abnormality"]


def _normal_claims(parsed: Parsed, clause: Clause, topic: tuple[Tag, ...]) -> Iterator[Claim]:
    used: set[str] = set()
    for tag in clause.tags:
        senses = tag.senses
        if "study_normal" in senses or "no_acute" in senses:
            name = "study_normal" if "study_normal" in senses else "no_acute_abnormality"
            yield Claim("normal", name, parsed.far, parsed.far, parsed.written(tag.first, tag.last))
        denied = parsed.scope.denied[tag.first]
        if senses.get("quality") == "abnormal" and denied and clause.has("site"):
            near = attributes_of(clause.tags)
            for statement in _normal_names(near.sites, topic):
                yield Claim("normal", statement, near, parsed.far, parsed.text, explicit=True)
        if "normal" not in senses or "neg_pseudo" in senses or (denied and "neg_backward" not in senses):
            continue
        near = attributes_of(t for t in clause.tags if "side" in t.senses or "site" in t.senses)
        explicit = parsed.words.words[tag.first] in _DENYING
        for statement in _called_normal(clause, tag, topic, parsed.words.words):
            if statement not in used:
                used.add(statement)
                yield Claim("normal", statement, near, parsed.far, parsed.text, explicit=explicit)


def _called_normal(clause: Clause, tag: Tag, topic: tuple[Tag, ...], words: tuple[str, ...]) -> list[str]:
    """Return the statements that a word of normality makes with the parts in its clause."""
    if tag.senses["normal"] == "open" and clause.has("device"):
        return []  # a patent stent is no normal vessel
    sites = [t for t in clause.tags if "site" in t.senses or "part" in t.senses]
    of = next((t.first for t in sites if t.first >= tag.last and "site" in t.senses), 0)
    if "of" in words[tag.last : of]:  # "show normal size and configuration of the cardiac silhouette"
        sites = [t for t in sites if t.first >= of]
    sites = [t for t in sites if t.first < tag.first] or sites
    sites = [t for t in sites if words[t.first - 1] not in _WHERE or t.first == clause.first] or sites
    names = frozenset(t.senses.get("site") or t.senses["part"] for t in sites) - {"size", "contour"}
    if "volume" in names:
        names -= {"lung"}
    if not names and topic and not any("site" in t.senses or "part" in t.senses for t in topic):
        return []  # "Right: clear" under a heading that is not known here
    if not names and clause.has("whole"):
        return ["otherwise_normal"]
    if not names and (clause.has("finding", "device") or not topic or not is_bare(clause, words)):
        return []
    return _normal_names(names, topic, tag.senses["normal"])
