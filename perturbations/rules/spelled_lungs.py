"""Normal lungs and pleural spaces named part by part: zones or lobes, either side; one fluent sentence each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from reref.perturbations.edits import Edit
from reref.perturbations.placeholders import PLACEHOLDER
from reref.perturbations.rules.denials import Denied, denial
from reref.perturbations.rules.grammar import cased_like, is_plural, listed
from reref.perturbations.rules.phrases import lexicon

if TYPE_CHECKING:
    from numpy.random import Generator

    from reref.report import Report, Sentence

_CT = re.compile(
    r"\b(?:main\s+bronchi|parenchyma\w*\s+window|both\s+lung\s+parenchyma|thoracic\s+esophag\w+|adrenal\s+glands"
    r"|lytic|in\s+the\s+lung\s+parenchyma|supraclavicular|calibration|within\s+the\s+sections|both\s+hemithorax|mediastinal\s+main|hounsfield)\b",
    re.IGNORECASE,
)

_SUBJECT = r"(?P<subject>(?:the\s+)?(?:both\s+|right\s+and\s+left\s+)?lungs(?:\s+fields)?|(?:the\s+)?lung\s+fields)"
_CLEAR = re.compile(
    rf"\b{_SUBJECT}\s+(?P<verb>(?:(?:are|appear(?:\s+to\s+be)?|remain)\s+)?)"
    r"(?P<state>(?:(?:grossly|essentially|relatively|both|well|normally)[\s-]+)*(?:(?:well[\s-]+)?(?:expanded|inflated|aerated)\s+and\s+(?:grossly\s+)?)?"
    r"clear(?P<more>\s+and\s+(?:well[\s-]+)?(?:expanded|inflated|aerated))?)(?P<bilaterally>\s+bilaterally)?(?!\s+(?:of\b|and\b|in\b|from\b|at\b|bilaterally|except|otherwise))",
    re.IGNORECASE,
)
_CLEAR_FIRST = re.compile(
    r"(?P<state>(?:(?:well[\s-]+)?(?:expanded|inflated|aerated)\s+and\s+)?clear)\s+lungs(?P<bilaterally>\s+bilaterally)?",
    re.IGNORECASE,
)
_BOTH = re.compile(r"\bthe\s+lungs\s+and\s+pleural\s+spaces(?=\s+show\s+no\b)", re.IGNORECASE)
_AERATED = re.compile(
    r"\b(?:ventilation|aeration)\s+of\s+(?P<both>both\s+lungs)\b(?=\s+(?:is|are)\s+(?:normal|natural))", re.IGNORECASE
)
_IN_LUNGS = re.compile(
    r"\b(?:in|within)\s+(?:both\s+lung(?:s\b(?!\s+parenchyma)|\s+parenchymas?\b)|the\s+lung\s+parenchyma\b|(?:the|either)\s+lungs?\b)",
    re.IGNORECASE,
)
_NO_BEFORE = re.compile(r"\bno\s[^;:.]*$", re.IGNORECASE)
_NOT_BEFORE = re.compile(r"\bnot\s+(?:detected|observed|seen|identified)\s+$", re.IGNORECASE)
_ENDS_PLEURAL = re.compile(r"\b(?:no|without)\b[^.;:]*\b(?:effusions?|pneumothora\w+)$", re.IGNORECASE)
_PLEURAL_WORD = re.compile(r"effusion|pneumothora|pleural\s+fluid", re.IGNORECASE)
_LUNG_WORD = re.compile(r"infiltr|consolid|opacit|nodul|mass|densit|ground", re.IGNORECASE)
_LUNG_ZONES = re.compile(r"lung zones|zones of either lung")
_CLOSED = re.compile(r"\s*(?:[.,;]|$|with\b|without\b)", re.IGNORECASE)
_TWICE = 2
_TURN = re.compile(
    r"\b(?:but|however|except|other than|although|there\s+(?:is|are)(?!\s+no)|was\s+observed(?!\s+in)"
    r"|chang\w+|compar\w+|right|left|lobes?)\b",
    re.IGNORECASE,
)
_SIDED = re.compile(
    r"\b(?:right|left|bilateral\w*|either|both|side\w*|bas(?:es?|al|ilar)|ap(?:ex|ices|ical))\b", re.IGNORECASE
)
_LUNG, _PLEURA = frozenset(("airspace", "nodule")), frozenset(("effusion", "pneumothorax"))
#: Qualifiers before the first of a list that may be meant for the rest of it.
_REACHES = re.compile(
    r"(?:new|acute|active|any|suspicious|discrete|visible|visualized|definite|associated)\b", re.IGNORECASE
)
_EVIDENCE = re.compile(r"(?:(?:radiographic\s+)?(?:evidence|signs?)\s+(?:of|for)\s+)", re.IGNORECASE)
_PURPOSE = re.compile(r"\s+to\s+suggest\b", re.IGNORECASE)


Change: TypeAlias = "tuple[int, int, str]"


@dataclass(slots=True)
class Spelled:
    """What a report has had spelt out so far.

    Attributes:
        words: how its lungs are named, by zones or by lobes.
        clear: whether clear lungs may be spelt out; a report that names an abnormal place may not call each part clear.
        lungs: how often the lungs were named part by part.
        pleura: how often a side was put to the pleura.
    """

    words: dict[str, Any]
    clear: bool = True
    lungs: int = 0
    pleura: int = 0


def spelled(report: Report, *, clear: bool) -> Spelled:
    """Return the state at the beginning of a report."""
    text = f"{report.findings} {report.impression}"
    return Spelled(lexicon("anatomy_high.yaml")["lungs"]["ct" if _CT.search(text) else "radiograph"], clear)


def spelled_lungs(section: str, sentence: Sentence, state: Spelled, rng: Generator) -> list[Edit]:
    """Return the edits that name the parts of lungs and pleura in one sentence, and note them in ``state``."""
    text = sentence.text
    changes = _clear(text, state, rng)
    if changes:
        changes += _pleural_end(text, state)
    else:
        changes = _in_lungs(text, state, rng) or _denied(text, state, rng)
    return [Edit(section, sentence.start + start, sentence.start + end, new, "place") for start, end, new in changes]


def _clear(text: str, state: Spelled, rng: Generator) -> list[Change]:
    """Spell out "the lungs are clear"."""
    if not state.clear or state.lungs or "lungs" not in text.lower():
        return []
    both = _BOTH.search(text)
    if both:
        state.lungs += 1
        return [(both.start(), both.end(), cased_like(both.group(), _the_zones(state)))]
    if re.search(r"\b(?:right|left|otherwise|except)\b(?!\s+(?:and|or)\s+(?:right|left))", text, re.IGNORECASE):
        return []
    first = _CLEAR_FIRST.match(text)
    if first:
        state.lungs += 1
        return [(first.end(), first.end(), f" {state.words['clear'][-1]}")]
    found = _CLEAR.search(text)
    if found is None or (not found.group("verb") and found.start()):
        return []
    if not _CLOSED.match(text[found.end() :]):
        return []
    state.lungs += 1
    ways: list[Change] = [
        (found.start(), found.end(), cased_like(found.group(), _renamed(found, words)))
        for words in state.words["subject"]
    ]
    if not found.group("more"):
        ways += [(found.end(), found.end(), f" {words}") for words in state.words["clear"]]
    return [ways[int(rng.integers(len(ways)))]]


def _renamed(found: re.Match[str], words: str) -> str:
    the = "the " if found.group("subject").lower().startswith(("the", "both")) and not words.startswith("all") else ""
    said = f"{the}{words} {found.group('verb')}{found.group('state')}"
    return said if words.endswith("of both lungs") else f"{said} bilaterally"


def _the_zones(state: Spelled) -> str:
    words = state.words["subject"][-1]
    return f"{words if words.startswith('all') else f'the {words}'} and both pleural spaces"


def _in_lungs(text: str, state: Spelled, rng: Generator) -> list[Change]:
    """Spell out "in both lungs" where something is denied there, and the lobes that are aerated."""
    changes: list[Change] = []
    if not state.lungs and (aerated := _AERATED.search(text)) and "all lobes of both lungs" in state.words["subject"]:
        state.lungs += 1
        changes.append((aerated.start("both"), aerated.end("both"), "all lobes of both lungs"))
    for found in _IN_LUNGS.finditer(text):
        before = text[: found.start()]
        if _TURN.search(text) or not (_NO_BEFORE.search(before) or _NOT_BEFORE.search(before)):
            continue
        if _PLEURAL_WORD.search(text):
            if not _LUNG_WORD.search(text):
                changes += [(found.start(), found.end(), place) for place in _pleural_place(state)]
            continue
        new = state.words["again"] if state.lungs else _one_of(state.words["none"], rng)
        if new != found.group():
            changes.append((found.start(), found.end(), new))
        state.lungs += 1
        break
    return changes


def _pleural_end(text: str, state: Spelled) -> list[Change]:
    """Put a side to the pleural findings that a sentence about clear lungs denies at its end."""
    bare = text.rstrip(" .;")
    if not _ENDS_PLEURAL.search(bare):
        return []
    return [(len(bare), len(bare), f" {place}") for place in _pleural_place(state)]


def _pleural_place(state: Spelled) -> list[str]:
    places = lexicon("anatomy_high.yaml")["pleura"][state.pleura : state.pleura + 1]
    state.pleura += 1
    return list(places)


def _denied(text: str, state: Spelled, rng: Generator) -> list[Change]:
    """Put their places to denied findings of lungs and pleura."""
    if PLACEHOLDER.search(text) or _SIDED.search(text):
        return []
    found = denial(text)
    if found is None or not all(item.key in _LUNG | _PLEURA for item in found.items):
        return []
    bare = text.rstrip(" .;")
    spans = _spans(bare, found.items)
    if not spans:
        return []
    pleural = [item.key in _PLEURA for item in found.items]
    turns = [i for i in range(1, len(pleural)) if pleural[i] != pleural[i - 1]]
    if found.main and found.state and not state.clear:
        return []
    if not any(pleural):
        place = _lung_place(text, state, rng, free=bool(found.main))
        purpose = _PURPOSE.search(bare)
        at = purpose.start() if purpose else len(bare)
        return [(at, at, f" {place}")] if place else []
    if len(turns) == 1 and not state.lungs and state.pleura < _TWICE and _may_part(found.items[0]):
        return _parted(text, bare, spans, turns[0], state, rng, main=found.main)
    if len(turns) > 1 or not (all(pleural) or pleural[-1] or not found.main):
        return []
    return [(len(bare), len(bare), f" {place}") for place in _pleural_place(state)]


def _lung_place(text: str, state: Spelled, rng: Generator, *, free: bool = False) -> str:
    if state.lungs:
        state.lungs += 1
        said = re.search(r"\blung", text, re.IGNORECASE) is not None
        return "" if free or said or state.lungs > _TWICE else str(state.words["again"])
    state.lungs += 1
    if free:
        return _one_of(state.words["free"], rng)
    place = _one_of(state.words["none"], rng)
    return _LUNG_ZONES.sub("zones", place) if re.search(r"\blung|pulmon", text, re.IGNORECASE) else place


def _may_part(first: Denied) -> bool:
    """Return whether the first of a list keeps its qualifier to itself ("focal consolidation")."""
    return first.strength == "plain" and not _REACHES.match(_EVIDENCE.sub("", first.words))


def _spans(text: str, items: Sequence[Denied]) -> list[tuple[int, int]]:
    spans, at = [], 0
    for item in items:
        start = text.find(item.words, at)
        if start < 0:
            return []
        at = start + len(item.words)
        spans.append((start, at))
    return spans


def _parted(
    text: str,
    bare: str,
    spans: Sequence[tuple[int, int]],
    turn: int,
    state: Spelled,
    rng: Generator,
    *,
    main: str,
) -> list[Change]:
    """Part a denial into what is denied of the lungs and what of the pleura, each with its place."""
    first, second = ([text[a:b] for a, b in part] for part in (spans[:turn], spans[turn:]))
    start = spans[0][0]
    lead, tail = text[:start].lower(), bare[spans[-1][1] :]
    if main:
        again = "without " if re.search(r"\bwithout\s+$", lead) else "with no "
        joint = " and " if again == "without " else ", "
    elif lead.endswith("no ") and not _PURPOSE.search(text):
        again, joint = "no ", ", and "
    elif lead.endswith("negative for "):
        again, joint = "for ", ", and "
    else:
        return []
    pleural_first = bool(_PLEURAL_WORD.search(first[0]))
    lung = _lung_place("lungs" if main else text, state, rng, free=bool(main) and again == "with no ")
    pleura = _pleural_place(state)[0]
    here, there = (pleura, lung) if pleural_first else (lung, pleura)
    evidence = _EVIDENCE.match(first[0])
    if evidence and not re.match(rf"{_EVIDENCE.pattern}|large\b|significant\b", second[0], re.IGNORECASE):
        again += evidence.group().lower()
    if len(first) == 1:
        tail = re.sub(r"^(\s+)(is|are)\b", rf"\1{'are' if is_plural(first[0]) else 'is'}", tail)
        tail = re.sub(r"^(\s+)(was|were)\b", rf"\1{'were' if is_plural(first[0]) else 'was'}", tail)
    said = f"{listed(first, 'or')}{tail} {here}{joint}{again}{listed(second, 'or')} {there}"
    return [(start, len(bare), said)]


def _one_of(words: Sequence[str], rng: Generator) -> str:
    return str(words[int(rng.integers(len(words)))])
