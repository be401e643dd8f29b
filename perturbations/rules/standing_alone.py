"""Whether statements mean the same without their neighbours, and whether they are said elsewhere already."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TypeAlias

from reref.perturbations.placeholders import PLACEHOLDER
from reref.perturbations.rules.phrases import lexicon
from reref.perturbations.rules.regions import leans_on_previous, text_regions
from reref.perturbations.rules.statements import Statement

#: A statement and those that lean on it; they move together.
Run: TypeAlias = "list[Statement]"

OTHERWISE = re.compile(r"\b(?:otherwise|rest|remainder|remaining|elsewhere|others?)\b", re.IGNORECASE)
#: "The nodule …" speaks of something that was named before.
_DEFINITE = re.compile(
    r"(?:the|described|mentioned|aforementioned) (?:\w+ )?(?:nodules?|opacit\w+|lesions?|mass\w*|effusions?|tip"
    r"|densit\w+|tube|catheter|fractures?|findings?|abnormalit\w+|consolidations?|infiltrat\w+|appearance|changes|areas?)\b",
    re.IGNORECASE,
)
_THING = (
    r"(?:nodules?|lesions?|mass(?:es)?|opacit(?:y|ies)|effusions?|collections?|consolidations?|infiltrat\w+|fractures?|cysts?"
    r"|lymph nodes?|densit(?:y|ies)|area|appearance|findings?|abnormalit\w+|aneurysm|hernia|pneumothorax|tube|catheter)"
)
#: "… adjacent to the lesion" does too, unless the sentence itself names one first.
_THE_THING = re.compile(
    rf"\b(?:the|this|these|that|those|same)\s+(?:(?:described|mentioned|aforementioned|said|above)\s+)?(?P<thing>{_THING})\b"
    rf"|\b(?:described|mentioned|aforementioned)\s+(?:\w+\s+)?(?:{_THING}|levels?|localization|region)\b"
    r"|\baffected\b|\b(?:this|these|that|those)\s+(?:levels?|localization|regions?|segments?|zones?)\b",
    re.IGNORECASE,
)
_ONE_OF_THEM = re.compile(r"\b(?:an?|one|two|multiple|several|few|some|many|numerous)\b", re.IGNORECASE)
_ADDS = re.compile(
    r"(?:since|because|although|and|also|additionally|in addition|however|but|furthermore|besides|apart"
    r"|therefore|accordingly|as far as"
    r"|his|her|its|their|within the (?:limits|borders)|in (?:pet|the (?:previous|old|evaluation)))\b"
    r"|.*\b(?:another|additional|underlying|also)\b",
    re.IGNORECASE,
)
#: How the picture was taken or the patient built, not what was found.
_OF_THE_FILM = re.compile(r"\b(?:habitus|rotat(?:ed|ion)|inspirat\w+|exposure|artifacts?|positioning)\b", re.I)
_DEGENERATION = re.compile(
    r"(?:there (?:is|are) )?(?:\w+ )?degenerative changes?(?: (?:is|are|was|were) \w+)?\.?", re.IGNORECASE
)
#: What is longer is no statement that one writes elsewhere, and often more than one.
_TOO_LONG = 220
_FIRST_OF_ALL = re.compile(r"first(?:ly| of all)\b|in the first place\b", re.IGNORECASE)
_LONG_WORD = re.compile(r"[a-z]{9,}")
_STEM = 8
#: Long words that say how, how much or since when, not what.
_COMMON = re.compile(
    r"\w+ly$|unchanged|previous|approximat|consisten|measur|compati|suggest|represent|compar|demonstrat|moderate"
    r"|nonspecific|millimet|segment|describ|accompan|following|different|recommend|evaluat|secondary|associated|predomin"
)


def stands_alone(run: Run) -> bool:
    """Whether the run means the same without its neighbours."""
    first = run[0]
    if first.introduction or _DEFINITE.match(first.text) or first.leans or leans_on_previous(first.text):
        return False
    if _points_back(first.text) or any(_ADDS.match(s.text) or _OF_THE_FILM.search(s.text) for s in run):
        return False
    if _DEGENERATION.fullmatch(first.text):
        return False  # of what, the sentences before it tell
    if first.recommends and first.names_no_finding:
        return False  # it advises about what stands before it
    if any(len(s.text) > _TOO_LONG or len(PLACEHOLDER.findall(s.text)) > 1 for s in run):
        return False
    if any(_FIRST_OF_ALL.match(s.text) for s in run):
        return False  # what it is said of may be missing or further above
    if first.text.lower().startswith("when ") or any(s.text.rstrip().endswith((";", ":")) for s in run):
        return False  # it only says what is looked at next
    if any(f.finding == "technique_limitation" for s in run for f in s.facts):
        return False  # it limits what the findings say, not the impression
    if first.heading and not text_regions(first.text):  # only its heading says where it belongs
        return False
    return not any(OTHERWISE.search(s.text) for s in run)


def _points_back(text: str) -> bool:
    """Whether a sentence speaks of "the nodule" or "this level" without having named it."""
    found = _THE_THING.search(text)
    return found is not None and not (found.group("thing") and _ONE_OF_THEM.search(text[: found.start()]))


def leaves_an_orphan(run: Run, after: Sequence[Run]) -> bool:
    """Whether something that stands after the run speaks of what only the run names.

    Args:
        run: what would be taken away.
        after: the runs that follow it in its section.
    """
    text = " ".join(s.text for s in run)
    if after and (OTHERWISE.search(after[0][0].text) or _points_back(after[0][0].text)):
        return True
    if after and len(after[0]) > 1 and (after[0][0].only_normal or {*after[0][0].regions} & {*run[0].regions}):
        return True  # "The appearance …" may be said of the run, over a sentence in between
    return any(
        (found := _THE_THING.search(s.text)) is not None
        and (found.group("thing") is None or _stem(found.group("thing")) in text.lower())
        and _points_back(s.text)
        for later in after[:4]
        for s in later[:1]
    )


def _stem(word: str) -> str:
    return re.sub(r"(?:es|ies|y|s)$", "", word.lower())


def said(run: Run, elsewhere: Sequence[Statement]) -> bool:
    """Whether the other section says it already, at least in part."""
    there = {(f.finding, f.polarity == "absent") for s in elsewhere for f in s.facts}
    texts = {_letters(s.text) for s in elsewhere}
    said = [(f.finding, f.polarity == "absent") in there for s in run for f in s.facts]
    if any(said) or any(_letters(s.text) in texts for s in run):
        return True
    return bool(_telling_words(run) & _telling_words(elsewhere) or _topics(run) & _topics(elsewhere))


def is_only_mention(run: Run, section: Sequence[Statement]) -> bool:
    """Whether a section would no longer mention a main finding without the run; what is incidental may go."""
    main = {*lexicon("scope.yaml")["main_findings"]}
    stays = {f.finding for s in section if s not in run for f in s.facts if f.polarity != "absent"}
    return any(f.finding in main - stays for s in run for f in s.facts if f.polarity != "absent")


def _topics(found: Sequence[Statement]) -> set[str]:
    """Return what statements of something abnormal are about ("lymphadenomegaly" and "lymph nodes" alike)."""
    return {name for s in found if not s.only_normal for name in _topics_of(s.text)}


@lru_cache(maxsize=8192)
def _topics_of(text: str) -> frozenset[str]:
    return frozenset(name for name, pattern in _named_topics() if pattern.search(text))


@cache
def _named_topics() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, re.compile(words, re.IGNORECASE)) for name, words in lexicon("scope.yaml")["topics"].items())


def _telling_words(found: Sequence[Statement]) -> set[str]:
    """Return the beginnings of long words that name something abnormal ("rotoscoliotic")."""
    return {stem for s in found if not s.only_normal for stem in _telling_stems(s.text)}


@lru_cache(maxsize=8192)
def _telling_stems(text: str) -> frozenset[str]:
    words = set(_LONG_WORD.findall(text.lower()))
    stems = {word[:_STEM] for word in words if not text_regions(word) and not _COMMON.match(word)}
    return frozenset(stems - _plain_stems())


@cache
def _plain_stems() -> frozenset[str]:
    return frozenset(str(word)[:_STEM] for word in lexicon("scope.yaml")["plain_words"])


def _letters(text: str) -> str:
    return re.sub(r"\W+", "", text).lower()
