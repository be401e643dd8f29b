"""The verifier's own words: parts of the body, findings, devices, qualities and cues, as one phrase book.

It is kept apart from the report parser's lexicon on purpose: what the parser overlooks, this one may see.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from reref.report.lexicon_files import expand
from reref.report.phrases import PhraseBook
from reref.report.tokens import tokenize

_ARTICLE = re.compile(r"\b(?:a|an|the)\b(?!\s*[|)])")
#: Words before which "left" and "right" name a chamber or a vessel, not a side.
_OF_HEART = frozenset(("heart", "ventricle", "ventricular", "sided", "cardiac", "rca", "lad", "main", "circumflex"))
_FOLDER = Path(__file__).with_name("lexicon")


def read_lexicon_file(name: str) -> Any:
    """Return the content of one file of ``lexicon/``."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load((_FOLDER / f"{name}.yaml").read_text(encoding="utf-8"), Loader=loader)


def phrases(listed: str) -> list[str]:
    """Return the phrases of a comma-separated list, without articles (the reader leaves them out too)."""
    return [" ".join(_ARTICLE.sub(" ", phrase).split()) for phrase in listed.split(",")]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Everything that is known about words.

    Attributes:
        book: phrases with their senses by kind.
        above: for each site, itself and every larger part that it lies in.
        natural_side: the side that a site is on by nature.
        opposites: for each quality, the qualities that exclude it.
        families: kinds of quality of which a finding has one.
        weighty: qualities that are compared strictly.
        weighty_for: for some of them, the only findings for which they are.
        homes: for each finding, the sites that its names imply.
        renamed: for a finding, its name in some sites; ``unless`` lists sites that leave its name.
        compose: for each quality, the findings that it makes with a site: (finding, site).
        neutral: words without clinical content.
        vocabulary: every word of every phrase.
        roots: for a beginning of words, the site that they are about.
    """

    book: PhraseBook
    above: dict[str, frozenset[str]]
    natural_side: dict[str, str]
    opposites: dict[str, frozenset[str]]
    families: tuple[frozenset[str], ...]
    weighty: frozenset[str]
    weighty_for: dict[str, frozenset[str]]
    homes: dict[str, frozenset[str]]
    renamed: dict[str, dict[str, Any]]
    compose: dict[str, tuple[tuple[str, str], ...]]
    neutral: frozenset[str]
    vocabulary: frozenset[str]
    roots: dict[str, str]

    def weighty_of(self, finding: str, qualities: frozenset[str]) -> frozenset[str]:
        """Return those qualities that are compared strictly for a finding."""
        return frozenset(
            q for q in qualities & self.weighty if q not in self.weighty_for or finding in self.weighty_for[q]
        )

    def site_of(self, word: str) -> str | None:
        """Return the part of the body that an unknown word is about by its root."""
        return next((site for root, site in self.roots.items() if word.startswith(root)), None)

    def related(self, one: str, other: str) -> bool:
        """Say whether one site lies in the other, or the other way round."""
        return one in self.above.get(other, ()) or other in self.above.get(one, ())


@cache
def lexicon() -> Lexicon:
    """Return the lexicon, read once."""
    book = PhraseBook()
    anatomy, qualities, cues = read_lexicon_file("anatomy"), read_lexicon_file("qualities"), read_lexicon_file("cues")
    for site, entry in anatomy.items():
        for term in phrases(entry["terms"]):
            book.add(term, "site", site)
    _add_sides(book, anatomy)
    inner = _inner_book(anatomy, qualities)
    for kind, file in (("finding", "findings"), ("device", "devices")):
        for name, terms in read_lexicon_file(file).items():
            for term in phrases(terms):
                book.add(term, kind, name)
                _add_inner(book, inner, term)
    for kind in ("grade", "change", "side", "quality"):
        for name, terms in qualities[kind].items():
            for term in phrases(terms):
                book.add(term, kind, name)
    for way, terms in cues["negation"].items():
        for term in phrases(terms):
            book.add(term, f"neg_{way}", way)
    for way in ("forward", "backward"):
        for level, terms in cues["hedge"][way].items():
            for term in phrases(terms):
                book.add(term, f"hedge_{way}", level)
    for kind in ("between", "less"):
        for term in phrases(cues["hedge"][kind]):
            book.add(term, f"hedge_{kind}", kind)
    for kind in (
        "whole",
        "study_normal",
        "verb",
        "existence",
        "request",
        "notify",
        "prior",
        "no_acute",
        "soft",
        "frame",
    ):
        for term in phrases(cues[kind]):
            book.add(term, kind, term)
    for kind in ("part", "study", "normal"):
        for name, terms in cues[kind].items():
            for term in phrases(terms):
                book.add(term, kind, name)
    for term in phrases(cues["request"]):
        for phrase in expand(term):
            words = tokenize(phrase).words
            for tag in (*book.find(words[:1]), *book.find(words[1:])):
                if len(words) > 1 and "study" in tag.senses:
                    book.add(phrase, "inner_study", tag.senses["study"])
    excluding: dict[str, frozenset[str]] = {}
    for group in qualities["opposites"]:
        for name in group:
            excluding[name] = excluding.get(name, frozenset()) | (frozenset(group) - {name})
    neutral = frozenset(word for line in read_lexicon_file("neutral") for word in tokenize(line).words)
    return Lexicon(
        book=book,
        above=_ancestors({site: entry.get("parent", ()) for site, entry in anatomy.items()}),
        natural_side={site: entry["side"] for site, entry in anatomy.items() if "side" in entry},
        opposites=excluding,
        families=tuple(frozenset(names) for names in qualities["families"].values()),
        weighty=frozenset(qualities["weighty"]),
        weighty_for={name: frozenset(found) for name, found in qualities["weighty_for"].items()},
        homes=_homes(qualities, inner),
        renamed=qualities["renamed"],
        compose=_compositions(qualities["compose"]),
        neutral=neutral,
        vocabulary=neutral | _vocabulary(),
        roots=read_lexicon_file("roots"),
    )


def _vocabulary() -> frozenset[str]:
    """Return every word that stands in a phrase of the lexicon."""
    found: set[str] = set()

    def collect(entry: Any) -> None:
        if isinstance(entry, str):
            found.update(word for word in tokenize(entry).words if word.isalpha())
        elif isinstance(entry, dict):
            for value in entry.values():
                collect(value)

    for file in ("anatomy", "findings", "devices", "qualities", "cues", "abbreviations"):
        collect(read_lexicon_file(file))
    return frozenset(found)


def _add_sides(book: PhraseBook, anatomy: dict[str, Any]) -> None:
    """Keep the side that a name holds ("right lobe of liver"), except where it only tells chambers apart."""
    above = _ancestors({site: entry.get("parent", ()) for site, entry in anatomy.items()})
    named = [entry["terms"] for site, entry in anatomy.items() if "heart" not in above[site]]
    named += [terms for file in ("findings", "devices") for terms in read_lexicon_file(file).values()]
    for term in (term for terms in named for term in phrases(terms) if "left" in term or "right" in term):
        for phrase in expand(term):
            words = phrase.split()
            sides = {"left", "right"}.intersection(words)
            if len(sides) == 1 and _OF_HEART.isdisjoint(words):
                book.add(phrase, "side", sides.pop())


def _inner_book(anatomy: dict[str, Any], qualities: dict[str, Any]) -> PhraseBook:
    """Return a book of the sites and qualities that a finding's name may hold: "calcified" in "calcified plaque"."""
    book = PhraseBook()
    for site, entry in anatomy.items():
        for term in phrases(entry["terms"]):
            book.add(term, "site", site)
    for name in qualities["inner"]:
        for term in phrases(qualities["quality"][name]):
            book.add(term, "quality", name)
    return book


def _compositions(compose: dict[str, list[list[str]]]) -> dict[str, tuple[tuple[str, str], ...]]:
    by_quality: dict[str, list[tuple[str, str]]] = {}
    for finding, pairs in compose.items():
        for site, quality in pairs:
            by_quality.setdefault(quality, []).append((finding, site))
    return {quality: tuple(pairs) for quality, pairs in by_quality.items()}


def _homes(qualities: dict[str, Any], inner: PhraseBook) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for name, terms in read_lexicon_file("findings").items():
        for phrase in (p for term in phrases(terms) for p in expand(term)):
            for tag in inner.find(tokenize(phrase).words):
                if "site" in tag.senses:
                    found.setdefault(name, set()).add(tag.senses["site"])
    for name, pairs in qualities["compose"].items():
        found.setdefault(name, set()).update(site for site, _ in pairs)
    for name, sites in qualities["homes"].items():
        found.setdefault(name, set()).update(sites)
    return {name: frozenset(sites) for name, sites in found.items()}


def _add_inner(book: PhraseBook, inner: PhraseBook, term: str) -> None:
    for phrase in expand(term):
        found = inner.find(tokenize(phrase).words)
        for kind in ("site", "quality"):
            named = frozenset(tag.senses[kind] for tag in found if kind in tag.senses)
            if named and len(phrase.split()) > 1:
                book.add(phrase, f"inner_{kind}", named)


def _ancestors(parents: dict[str, Any]) -> dict[str, frozenset[str]]:
    def climb(site: str) -> set[str]:
        direct = parents.get(site, ())
        found = {site}
        for parent in [direct] if isinstance(direct, str) else direct:
            found |= climb(parent)
        return found

    named = {*parents, *(p for direct in parents.values() for p in ([direct] if isinstance(direct, str) else direct))}
    return {site: frozenset(climb(site)) for site in named}
