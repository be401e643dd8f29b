"""Sentences that say that something is normal ("Heart size and mediastinum are normal"): of what, and how firmly."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from reref.perturbations.rules.phrases import lexicon

#: Between two clauses about two organs ("heart size is normal and the lungs are clear").
CLAUSES = re.compile(
    r",?\s+and\s+(?=(?:the\s+)?(?:lungs|heart|mediastin\w+|bon\w+|pleura\w*)\b)|;\s+"
    r"|(?<=\bnormal\slimits),\s+(?!and\b)",
    re.IGNORECASE,
)
_COPULA = re.compile(r"\s+(is|are|was|were|appears?|remains?|has|have)\s+", re.IGNORECASE)
_ADVERB_FIRST = re.compile(r"\b(otherwise|also|both|all|grossly)\s+(is|are|appears?)\b", re.IGNORECASE)
_AND = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)
_NORMAL_FIRST = re.compile(
    r"(normal|unremarkable|clear|well[- ]expanded and clear|intact|midline|sharp)\s+(.+)", re.IGNORECASE
)
_DETERMINERS = re.compile(
    r"^(?:(?:the|both|visualized|imaged|included|visible)\s+)+(?:portions?\s+of\s+the\s+)?", re.IGNORECASE
)
_INTRODUCTION = re.compile(
    r"^(?:as\s+far\s+as\s+can\s+be\s+(?:seen|observed)\s*[;:,]\s*|otherwise,?\s+"
    r"|in\s+the\s+(?:upper\s+abdominal\s+)?sections\s+(?:passing\s+through|including)\s+the\s+upper\s+(?:part\s+of\s+the\s+)?abdomen,\s*)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Subject:
    """What is said to be normal.

    Attributes:
        words: as written, without "the" and "visualized".
        name: its name in ``normal_statements.yaml``; of several names of one thing the first.
    """

    words: str
    name: str


@dataclass(frozen=True, slots=True)
class NormalStatement:
    """A sentence, or one of the clauses of a sentence, that says that something is normal.

    Attributes:
        subjects: of what.
        states: in which way, keys of ``states`` in ``normal_statements.yaml``.
        verb: the verb as written, empty in a telegram ("Heart size normal", "Clear lungs").
        adverb: how firmly ("grossly"), empty when flatly.
        predicate: what is said, as written ("normal in size").
        telegram_first: whether the state comes first ("Clear lungs").
        introduction: words before it that only set the scene, as written.
    """

    subjects: tuple[Subject, ...]
    states: tuple[str, ...]
    verb: str
    adverb: str
    predicate: str
    telegram_first: bool = False
    introduction: str = ""


@lru_cache(maxsize=8192)
def normal_statement(sentence: str) -> NormalStatement | None:
    """Return the normal statement that a sentence is; ``None`` when it says anything else or more."""
    text = " ".join(sentence.rstrip(" .;").split())
    if len(text) > 220:
        return None
    opening = _INTRODUCTION.match(text)
    introduction = opening.group() if opening else ""
    text = text[len(introduction) :]
    text = _ADVERB_FIRST.sub(r"\2 \1", text)
    copula = _COPULA.search(text)
    if copula:
        found = _parsed(text[: copula.start()], text[copula.end() :], copula.group(1))
    else:
        first = _NORMAL_FIRST.fullmatch(text)
        found = _parsed(first.group(2), first.group(1), "") if first else None
        found = replace(found, telegram_first=True) if found is not None else _telegram(text)
    if found is None or not introduction:
        return found
    return replace(found, introduction=introduction)


def _telegram(text: str) -> NormalStatement | None:
    words = text.split(" ")
    for cut in range(1, len(words)):
        found = _parsed(" ".join(words[:cut]), " ".join(words[cut:]), "")
        if found is not None:
            return found
    return None


def _parsed(subjects: str, states: str, verb: str) -> NormalStatement | None:
    named = _subjects(subjects)
    if named is None:
        return None
    known = _states(states)
    if known is None:
        return None
    return NormalStatement(named, known[0], verb, known[1], states)


def _subjects(written: str) -> tuple[Subject, ...] | None:
    names = _names()
    bare = _DETERMINERS.sub("", written)
    whole = names.get(bare.lower())
    if whole is not None:
        return (Subject(bare, whole),)
    found: list[Subject] = []
    for part in _AND.split(written):
        words = _DETERMINERS.sub("", part)
        name = names.get(words.lower())
        if name is None and words.lower() == "size" and found and found[-1].name == "cardiac contours":
            name = "heart size"  # "heart contour, size are normal"
        if name is None and words.lower() == "cardiac" and "mediastinal" in written.lower():
            name = "heart"  # "cardiac and mediastinal contours"
        if name is None:
            return None
        found.append(Subject(words, name))
    return tuple(found)


def _states(written: str) -> tuple[tuple[str, ...], str] | None:
    states, adverbs = _state_names()
    firmly = ""

    def known(words: str) -> str | None:
        nonlocal firmly
        kept = []
        for word in words.lower().replace("-", " ").split():
            if word in adverbs:
                firmly = word if adverbs[word] else firmly
            else:
                kept.append(word)
        return states.get(" ".join(kept))

    whole = known(written)
    if whole is not None:
        return (whole,), firmly
    parts = [known(part) for part in _AND.split(written)]
    if any(part is None for part in parts):
        return None
    return tuple(part for part in parts if part is not None), firmly


@cache
def _names() -> dict[str, str]:
    data = lexicon("normal_statements.yaml")
    names = {name.lower(): entry["names"][0] for entry in data["subjects"] for name in entry["names"]}
    names.update({name.lower(): "chest" for name in data["exam"]["names"]})
    return names


@cache
def _state_names() -> tuple[dict[str, str], dict[str, str]]:
    data = lexicon("normal_statements.yaml")
    states = {words.replace("-", " "): key for key, phrases in data["states"].items() for words in phrases}
    return states, data["adverbs"]
