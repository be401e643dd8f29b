"""Places spelt out: each lung, each pleural space, heart and mediastinum one by one, as far as the text says so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.placeholders import PLACEHOLDER
from reref.perturbations.rules.denials import denial
from reref.perturbations.rules.grammar import capital, cased_like, is_plural, uncapital
from reref.perturbations.rules.normal_statements import NormalStatement, normal_statement
from reref.perturbations.rules.phrases import lexicon
from reref.perturbations.rules.registry import rule
from reref.report import TARGET_SECTIONS, Report, Sentence, sentences

if TYPE_CHECKING:
    from numpy.random import Generator

_PLURAL_VERB = {"is": "are", "was": "were", "appears": "appear", "remains": "remain", "has": "have"}
_SINGULAR_VERB = {plural: singular for singular, plural in _PLURAL_VERB.items()}
_PLEURAL = re.compile(r"(?=\b(?:pleural\s+(?:effusions?|fluid)|effusions?|pneumothora\w+)\b)", re.IGNORECASE)
_BILATERALLY = re.compile(r"\s+bilaterally\b|^both\s+|\bclear\s+and\s+expanded$", re.IGNORECASE)
_DETERMINER = re.compile(r"(?:the\s+)?(?:both\s+)?", re.IGNORECASE)
_NOT_SPLIT = re.compile(r"\b(?:symmetric\w*|equal\w*|respectively|between|midline)\b", re.IGNORECASE)


@rule("anatomical-granularity/high")
def spell_places_out(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Name every structure and side on its own that the report names together."""
    told: list[Edit] = []
    denied: list[Edit] = []
    for section in TARGET_SECTIONS:
        for sentence in sentences(report.section(section)):
            if _NOT_SPLIT.search(sentence.text):
                continue
            whole = _one_by_one(sentence)
            if whole:
                told.append(Edit(section, sentence.start, sentence.end, whole, "place"))
                continue
            sides = list(_sides(section, sentence))
            told += sides
            if not sides and not PLACEHOLDER.search(sentence.text):
                apart = _denials_apart(sentence)
                if apart:
                    denied.append(Edit(section, sentence.start, sentence.end, apart, "place"))
    edits = told + denied if not told or rng.random() < 0.6 else told
    return edits or Infeasible(
        "missing_information", "the report names no structure that its text would let one spell out"
    )


def _one_by_one(sentence: Sentence) -> str:
    """Return a normal statement structure by structure; empty when it names one only."""
    found = normal_statement(sentence.text)
    if found is None or found.introduction or any(subject.name == "chest" for subject in found.subjects):
        return ""
    stop = sentence.text[len(sentence.text.rstrip(" .;")) :]
    parts = [part for subject in found.subjects for part in _parts(subject.words)]
    if len(parts) < 2:
        return ""
    # "cardiac and mediastinal contours" reads as two subjects whose first has lost its noun
    if any(part.lower() in {"cardiac", "size", "mediastinal", "hilar"} for part in parts):
        return ""
    visualized = " ".join(re.findall(r"\b(?:visualized|imaged)\b", sentence.text, re.IGNORECASE)[:1]).lower()
    the = sentence.text.lower().startswith(("the ", "both ")) and bool(found.verb)
    said = [_said(found, part, the=the, visualized=visualized and _is_bone(part)) for part in parts]
    return ". ".join(said) + stop


def _said(found: NormalStatement, part: str, *, the: bool, visualized: str | bool) -> str:
    predicate = _BILATERALLY.sub(lambda m: m.group() if "expanded" in m.group() else "", found.predicate)
    subject = f"visualized {part}" if visualized else part
    subject = f"the {subject}" if the else subject
    if not found.verb:
        return (
            capital(f"{uncapital(predicate)} {subject}") if found.telegram_first else f"{capital(subject)} {predicate}"
        )
    verb = found.verb.lower()
    verb = _PLURAL_VERB.get(verb, verb) if is_plural(part) else _SINGULAR_VERB.get(verb, verb)
    return f"{capital(subject)} {verb} {predicate}"


def _is_bone(part: str) -> bool:
    return bool(re.search(r"\b(?:osseous|bony|bones|skelet\w+|soft\s+tissue\w*|abdomen)\b", part, re.IGNORECASE))


def _parts(words: str) -> list[str]:
    data = lexicon("anatomy_high.yaml")
    low = words.lower()
    if low in data["pairs"]:
        return [f"{side} {data['pairs'][low]}" for side in ("right", "left")]
    return list(data["wholes"].get(low, [words]))


def _sides(section: str, sentence: Sentence) -> Iterator[Edit]:
    taken = -1
    for pattern, new in _side_table():
        for match in pattern.finditer(sentence.text):
            if match.start() < taken:
                continue
            before = sentence.text[: match.start()]
            if re.search(r"\ban?\s+$|\bthe\s+$", before, re.IGNORECASE) and new.startswith("the "):
                continue
            if re.search(r"\ban?\s+(?:[\w-]+\s+)?$", before, re.IGNORECASE):
                continue
            taken = match.end()
            start = match.start() == 0
            after = cased_like(match.group(), new, at_start=start) if start else new
            yield Edit(section, sentence.start + match.start(), sentence.start + match.end(), after, "place")


def _denials_apart(sentence: Sentence) -> str:
    """Return a denial finding by finding, with both sides named for what has sides."""
    found = denial(sentence.text)
    if found is None or found.main or not all(item.key for item in found.items):
        return ""
    if not any(item.key in {"effusion", "pneumothorax"} for item in found.items):
        return ""
    stop = sentence.text[len(sentence.text.rstrip(" .;")) :]
    start = "There is no" if found.full and not any(item.words.endswith("s") for item in found.items) else "No"
    said = []
    for item in found.items:
        words = item.words
        if item.key in {"effusion", "pneumothorax"} and not re.search(
            r"\b(?:right|left|bilateral)\b", words, re.IGNORECASE
        ):
            words = _PLEURAL.sub("right or left ", words, count=1)
        said.append(f"{start} {words}")
    return ". ".join(said) + stop


@cache
def _side_table() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple(
        (re.compile(entry["from"], re.IGNORECASE), entry["to"]) for entry in lexicon("anatomy_high.yaml")["sides"]
    )
