"""The lexicon compiled into one phrase book, on first use."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from reref.report import anatomy
from reref.report.lexicon_files import expand, read
from reref.report.phrases import PhraseBook, plain_tokens
from reref.report.tokens import tokenize

#: What a whole statement of normality says, if nothing else.
NORMAL_CHEST = "no_acute_abnormality"
#: What a word family is called at a site where it names nothing ("density" in the mediastinum).
NOTHING = "-"


@dataclass(frozen=True, slots=True, eq=False)
class Finding:
    """A word family of the lexicon.

    Attributes:
        name: the vocabulary's name; ``None`` when only a site makes it a finding ("thickening").
        also: a second finding that the words name ("hydropneumothorax").
        also_at: a second finding that the words name at a site.
        otherwise: the name when no site is found at all.
        needs: a quality without which the words name nothing ("diameter" needs "increase").
        site: the site the words imply.
        at: other names at other sites.
        qualified: other names when a word of a quality stands with it.
        negated: another name when it is denied.
        role: ``"device"``; ``"abnormality"`` (its absence is normality); ``"measure"`` (it can be normal);
            ``"adjective"`` (another finding word after it takes over); or empty.
    """

    name: str | None
    also: str | None = None
    also_at: dict[str, str] = field(default_factory=dict)
    otherwise: str | None = None
    needs: str | None = None
    site: str | None = None
    at: dict[str, str] = field(default_factory=dict)
    qualified: dict[str, str] = field(default_factory=dict)
    negated: str | None = None
    role: str = ""

    def at_site(self, site: str) -> str | None:
        """Return the name at a site: its own entry, or that of the nearest site above it."""
        for above in anatomy.path(site):
            if above in self.at:
                return self.at[above]
        return None


@dataclass(frozen=True, slots=True, eq=False)
class Normal:
    """A word that says a site is normal, the sites it is limited to, and what it says if not what the site says."""

    sites: tuple[str, ...] = ()
    says: tuple[str, ...] = ()

    def fits(self, site: str) -> bool:
        """Whether the word can be said of a site."""
        return not self.sites or any(above in self.sites for above in anatomy.path(site))


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The compiled lexicon. ``words`` are the normal forms of all its words, ``aspects`` name properties of a site."""

    phrases: PhraseBook
    words: frozenset[str]
    normal_at: dict[str, tuple[str, ...]]
    absence_at: dict[str, tuple[str, ...]]
    aspects: frozenset[str]
    properties: dict[str, dict[str, str]]

    def normality(self, site: str) -> tuple[str, ...]:
        """Return what "normal" says of a site (names; a leading "-" means absent)."""
        return _climb(self.normal_at, site)

    def absence(self, site: str) -> tuple[str, ...]:
        """Return what "no <site> abnormality" says."""
        return _climb(self.absence_at, site) or self.normality(site)


def _climb(table: dict[str, tuple[str, ...]], site: str) -> tuple[str, ...]:
    for above in anatomy.path(site):
        if above in table:
            return table[above]
    return ()


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """Return the lexicon, compiled once."""
    book = PhraseBook()
    for site in anatomy.sites():
        for phrase in anatomy.words(site):
            book.add(phrase, "site", site)
            implied = anatomy.side(site)
            if implied is not None:
                book.add(phrase, "side", implied)
    _add_findings(book)
    _add_qualities(book)
    _add_cues(book)
    normal = read("normality")
    words: dict[str, tuple[Normal, ...]] = {}
    for entry in normal["words"]:
        value = Normal(tuple(entry.get("sites", ())), tuple(entry.get("says", ())))
        for notation in entry["words"]:
            for phrase in expand(notation):
                words[phrase] = (*words.get(phrase, ()), value)
    for phrase, values in words.items():
        book.add(phrase, "normal", values)
    for phrase in normal["global"]:
        book.add(phrase, "global", NORMAL_CHEST)
    for name, phrases in normal["statements"].items():
        for phrase in phrases:
            book.add(phrase, "global", name)
    return Lexicon(
        book,
        book.words(),
        {site: tuple(says) for site, says in normal["sites"].items()},
        {site: tuple(says) for site, says in normal["absence"].items()},
        frozenset(tokenize(" ".join(normal["aspects"])).words),
        normal["properties"],
    )


def _add_findings(book: PhraseBook) -> None:
    families: dict[str, tuple[Finding, ...]] = {}
    for entry in read("findings"):
        finding = Finding(
            entry["finding"],
            entry.get("also"),
            entry.get("also_at") or {},
            entry.get("otherwise"),
            entry.get("needs"),
            entry.get("site"),
            entry.get("at") or {},
            entry.get("with") or {},
            entry.get("negated"),
            entry.get("role", ""),
        )
        for notation in entry["words"]:
            for phrase in expand(notation):
                words = " ".join(token for word in phrase.split() for token in plain_tokens(word))
                families[words] = (*families.get(words, ()), finding)
    for phrase, meanings in families.items():
        book.add(phrase, "finding", tuple(dict.fromkeys(meanings)))


def _add_qualities(book: PhraseBook) -> None:
    qualities = read("qualities")
    for kind in ("severity", "side", "change", "quality"):
        for value, phrases in qualities[kind].items():
            for phrase in phrases:
                book.add(phrase, kind, value)
    for kind in ("position", "link"):
        for phrase in qualities[kind]:
            book.add(phrase, kind, phrase)


def _add_cues(book: PhraseBook) -> None:
    cues = read("cues")
    for place, phrases in cues["negation"].items():
        for phrase in phrases:
            book.add(phrase, f"negation {place}", phrase)
    for tier, places in cues["hedge"].items():
        for place, phrases in places.items():
            for phrase in phrases:
                book.add(phrase, f"hedge {place}", tier)
    for kind, phrases in _plain_cues(cues):
        for phrase in phrases:
            book.add(phrase, kind, phrase)


def _plain_cues(cues: dict[str, Any]) -> list[tuple[str, list[str]]]:
    return [(kind, phrases) for kind, phrases in cues.items() if kind not in ("negation", "hedge")]


def finding_names() -> list[str]:
    """Return every finding name the lexicon can produce, sorted."""
    names: set[str | None] = set()
    for entry in read("findings"):
        names.update({entry["finding"], entry.get("negated")}, (entry.get("at") or {}).values())
        names.update((entry.get("with") or {}).values())
    normal = read("normality")
    names.update(normal["statements"])
    names.update(normal["measured"].values())
    of_properties = [table.values() for table in normal["properties"].values()]
    for says in [*normal["sites"].values(), *normal["absence"].values(), *of_properties]:
        names.update(name.removeprefix("-") for name in says)
    return sorted(name for name in names if name and name != NOTHING)


def synonyms(finding: str) -> list[str]:
    """Return the ways to say a finding without naming a site, in the order of the lexicon."""
    found: dict[str, None] = {}
    for entry in read("findings"):
        if entry["finding"] == finding:
            for notation in entry["words"]:
                found.update(dict.fromkeys(expand(notation)))
    return list(found)
