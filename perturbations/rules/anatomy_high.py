"""Places spelt out: each lung, each pleural space, heart and mediastinum one by one, as far as the text says so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.placeholders import PLACEHOLDER
from reref.perturbations.rules.carried_places import carried
from reref.perturbations.rules.denials import denial
from reref.perturbations.rules.grammar import capital, cased_like, is_plural, uncapital
from reref.perturbations.rules.normal_statements import CLAUSES, NormalStatement, normal_statement
from reref.perturbations.rules.phrases import lexicon
from reref.perturbations.rules.registry import rule
from reref.report import TARGET_SECTIONS, Report, Sentence, sentences

if TYPE_CHECKING:
    from numpy.random import Generator

_PLURAL_VERB = {"is": "are", "was": "were", "appears": "appear", "remains": "remain", "has": "have"}
_SINGULAR_VERB = {plural: singular for singular, plural in _PLURAL_VERB.items()}
_PLEURAL = re.compile(r"(?=\b(?:pleural\s+(?:effusions?|fluid)|effusions?|pneumothora\w+)\b)", re.IGNORECASE)
_BILATERALLY = re.compile(r"\s+bilaterally\b|^both\s+|\bclear\s+and\s+expanded$", re.IGNORECASE)
#: What is said of both lungs at once and holds for each ("hyperexpanded", "clear without effusion").
_LUNGS_SAID = re.compile(
    r"(?P<the>the\s+)?(?:both\s+)?lungs\s+(?P<verb>are|appear|remain)\s+(?P<what>(?:(?!\b(?:right|left|bilateral\w*|both|otherwise"
    r"|consistent|compatible|suggest\w*|flatten\w*|diaphragm\w*|more|greater|than|base|bases|basal|basilar|apex|apical|apices|lobes?|nodules?|symmetric\w*|but|opacit\w+\s+in)\b)[^;:()\d])+)",
    re.IGNORECASE,
)
#: Things of which each side has one.
_SINGLE = {
    "effusions": "effusion", "pneumothoraces": "pneumothorax", "lungs": "lung", "bases": "base", "apices": "apex",
    "hemidiaphragms": "hemidiaphragm", "kidneys": "kidney", "glands": "gland",
    "sulci": "sulcus", "angles": "angle", "spaces": "space", "lobes": "lobe",
}  # fmt: skip
_ONE_OF = re.compile(rf"\b(?:{'|'.join(_SINGLE)})\b", re.IGNORECASE)
_ONE_OF_SIDE = re.compile(
    rf"(\b(?:right|left)\b(?:\s+(?!(?:and|or)\b)[\w-]+){{0,3}}?\s+)({'|'.join(_SINGLE)})\b", re.IGNORECASE
)
#: Only a short statement without a verb reads well when it is said of one side and then of the other.
_SHORT = 60
#: What may be said of each lung in turn ("clear and well expanded").
_SHORT_PREDICATE = 30
_VERB = re.compile(r"\b(?:is|are|was|were|has|have|may|could|appears?|remains?|suggests?|represents?)\b", re.IGNORECASE)
_NOT_SPLIT = re.compile(
    r"\b(?:lungs?\s+(?:are|is|appear)\s+otherwise|otherwise\s+clear|symmetric\w*|equal\w*|respectively|between|midline)\b",
    re.IGNORECASE,
)


@rule("anatomical-granularity/high")
def spell_places_out(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Name every structure and side on its own that the report names together."""
    apart: list[Edit] = []  # statements that come one by one for each part
    beside: list[Edit] = []  # both sides named in one statement, two organs in two
    exact = carried(report)
    for section in TARGET_SECTIONS:
        for sentence in sentences(report.section(section)):
            if _NOT_SPLIT.search(sentence.text) or _holds(section, sentence, exact):
                continue
            whole, parts = _one_by_one(sentence)
            if whole:
                (apart if parts else beside).append(Edit(section, sentence.start, sentence.end, whole, "place"))
                continue
            denied = _either_side(sentence)
            if denied and denied != sentence.text:
                apart.append(Edit(section, sentence.start, sentence.end, denied, "place"))
                continue
            sides = list(_sides(section, sentence))
            said = _side_by_side(sentence, sides[0]) if len(sides) == 1 else ""
            if said:
                apart.append(Edit(section, sentence.start, sentence.end, said, "place"))
            else:
                beside += sides
    beside += exact
    if not apart and not exact:
        return Infeasible("missing_information", "the report names no structure that its text would let one spell out")
    return sorted(_some(apart, rng) + beside, key=lambda edit: (edit.section, edit.start))


def _holds(section: str, sentence: Sentence, edits: list[Edit]) -> bool:
    return any(edit.section == section and sentence.start <= edit.start < sentence.end for edit in edits)


def _some(edits: list[Edit], rng: Generator) -> list[Edit]:
    """Return the edits without one of them, now and then, so that variants differ."""
    if len(edits) < 3 or rng.random() < 0.5:
        return edits
    left_out = int(rng.integers(len(edits)))
    return [edit for i, edit in enumerate(edits) if i != left_out]


def _one_by_one(sentence: Sentence) -> tuple[str, bool]:
    """Return a normal statement structure by structure, and whether a structure came apart into its parts.

    Empty when it names one structure only.
    """
    text = sentence.text.rstrip(" .;")
    stop = sentence.text[len(text) :]
    lungs = _LUNGS_SAID.fullmatch(text)
    for clauses in ([text], CLAUSES.split(text)):
        named = [_structures(clause) for clause in clauses]
        if all(named) and sum(len(parts) for parts, _ in named) > 1:
            said = [words for parts, _ in named for words in parts]
            return ". ".join(said) + stop, any(split for _, split in named)
    if lungs and len(lungs.group("what")) <= _SHORT_PREDICATE and not PLACEHOLDER.search(text):
        verb = _SINGULAR_VERB[lungs.group("verb").lower()]
        the = "The " if lungs.group("the") else ""
        said = [capital(f"{the}{side} lung {verb} {lungs.group('what')}") for side in ("right", "left")]
        return ". ".join(said) + stop, True
    return "", False


def _structures(text: str) -> tuple[list[str], bool]:
    """Return the normal statements of each structure that a clause names, and whether one came apart into its parts."""
    found = None if PLACEHOLDER.search(text) else normal_statement(text)
    if found is None or found.introduction or any(subject.name == "chest" for subject in found.subjects):
        return [], False
    parts = [part for subject in found.subjects for part in _parts(subject.words)]
    # "cardiac and mediastinal contours" reads as two subjects whose first has lost its noun
    if any(part.lower() in {"cardiac", "size", "mediastinal", "hilar"} for part in parts):
        return [], False
    visualized = bool(re.search(r"\b(?:visualized|imaged)\b", text, re.IGNORECASE))
    the = text.lower().startswith(("the ", "both ")) and bool(found.verb)
    said = [_said(found, part, the=the, visualized=visualized and _is_bone(part)) for part in parts]
    return said, len(parts) > len(found.subjects)


def _said(found: NormalStatement, part: str, *, the: bool, visualized: bool) -> str:
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


def _side_by_side(sentence: Sentence, edit: Edit) -> str:
    """Return a short statement without a verb about both sides as one about each side; empty when it is not that."""
    text = sentence.text
    if PLACEHOLDER.search(text):
        return ""
    if (
        len(text) > _SHORT
        or _VERB.search(text)
        or re.search(
            r"[,;:()?]|\b(?:and|or|no|not|versus|vs|which|both|between|greater|worse|largest|right|left|few|several|some|two|three|multiple|they|their|them|with)\b",
            edit_free(sentence, edit),
            re.IGNORECASE,
        )
    ):
        return ""
    start, end = edit.start - sentence.start, edit.end - sentence.start
    bare = text.rstrip(" .;")
    stop = text[len(bare) :]
    said = []
    for side in ("right", "left"):
        new = re.sub(r"right and left", side, edit.after, flags=re.IGNORECASE)
        new = capital(new) if edit.after[:1].isupper() else new
        rest = _ONE_OF_SIDE.sub(lambda m: m.group(1) + _SINGLE[m.group(2).lower()], new + bare[end:], count=1)
        said.append(bare[:start] + rest if side == "right" else capital(bare[:start] + rest))
    return ". ".join(said) + stop


def edit_free(sentence: Sentence, edit: Edit) -> str:
    """Return the sentence without the words that the edit replaces."""
    return sentence.text[: edit.start - sentence.start] + sentence.text[edit.end - sentence.start :]


def _either_side(sentence: Sentence) -> str:
    """Return a denial of pleural findings with both sides named: "No right or left pleural effusion"."""
    if PLACEHOLDER.search(sentence.text) or "pericardi" in sentence.text.lower():
        return ""  # "no pleural or pericardial effusion" has no place for a side
    found = denial(sentence.text)
    if found is None or found.main or not all(item.key for item in found.items):
        return ""
    pleural = [item.words for item in found.items if item.key in {"effusion", "pneumothorax"}]
    if not pleural or any(re.search(r"\b(?:right|left|bilateral)\b", words, re.IGNORECASE) for words in pleural):
        return ""
    if _PLEURAL.match(sentence.text):
        return f"Right or left {uncapital(sentence.text)}"
    return _PLEURAL.sub("right or left ", sentence.text, count=1)


@cache
def _side_table() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple(
        (re.compile(entry["from"], re.IGNORECASE), entry["to"]) for entry in lexicon("anatomy_high.yaml")["sides"]
    )
