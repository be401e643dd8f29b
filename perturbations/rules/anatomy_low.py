"""Places named by organ and side: lobes and segments become the lung, a rib level the ribs; the side always stays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.rules.grammar import cased_like
from reref.perturbations.rules.lung_places import FINDING, PLACE, SEGMENT, side_of
from reref.perturbations.rules.phrases import lexicon
from reref.perturbations.rules.registry import rule
from reref.report import TARGET_SECTIONS, Report, Sentence, sentences

if TYPE_CHECKING:
    from numpy.random import Generator

_JOIN = re.compile(r"(?:\s*,\s*and\s+|\s*,\s*|\s+and\s+)(?:(?:in|of|within)\s+)?(?:the\s+)?$", re.IGNORECASE)
_NEGATED = re.compile(
    r"\b(?:no|without|not|negative\s+for|free\s+of|clear(?:s|ed|ing)?|normal|unremarkable|resol\w+)\b", re.IGNORECASE
)
_PLEURAL = re.compile(
    r"\s+(?:(?!and\b|or\b|with\b|in\b|of\b)[\w-]+\s+){0,3}?(?:(?:hydro)?pneumothora|pleural|pleuro|effusion|cap\b|capping|loculated|subpulmonic)",
    re.IGNORECASE,
)
_NO_ADJECTIVE = re.compile(r"\blungs?$", re.IGNORECASE)
_NOUN_AFTER = re.compile(
    rf"\s+(?:(?!(?:is|are|was|were|has|have|and|or|with|in|on|at|of|to|may|could|which|that|there|from|than|as|but|for|a|an|suggest\w*|represent\w*|consistent|compatible|due|likely)\b)[\w-]+\s+){{0,3}}?{FINDING}",
    re.IGNORECASE,
)
#: Findings that are in a lung by their name: "bilateral atelectasis".
_OF_THE_LUNG = re.compile(
    r"\s+(?:(?!(?:and|or|in|of|with|is|are|was|were)\b)[\w-]+\s+)?(?:atelect|airspace|air\s+space|consolidat|infiltrat|pneumon)",
    re.IGNORECASE,
)
#: Before a place that is told apart from the rest of its organ: lifted, the comparison is lost.
_TOLD_APART = re.compile(
    r"\b(?:apart\s+from|aside\s+from|except\w*|other\s+than|excluding|besides"
    r"|(?:more|most|less|became|become)\s+(?:\w+ly\s+)?(?:prominent|pronounced|evident|marked|extensive|severe|intense|common|dominant)(?:ly)?"
    r"|especially|particularly|predominant\w*|prominent(?:ly)?|mostly|mainly|dominant|greater|greatest|worse|worst|concentrated)\b[^.;,]*$",
    re.IGNORECASE,
)
_EMPHASIS = re.compile(
    r",?\s+(?:(?:more|most)\s+(?:prominent|pronounced|evident|marked|extensive|intense)(?:ly)?|especially|particularly|predominantly|mostly|mainly)"
    r"\s+(?:in|at|on)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_BOTH_LUNGS = re.compile(r"\b(?:both|bilateral)\s+lungs?\b", re.IGNORECASE)
_ADJECTIVE = re.compile(r"(?:basilar|basal|apical|perihilar|biapical)$", re.IGNORECASE)
_SEGMENT_WORD = re.compile(
    rf"\s*(?:,\s*)?(?:{SEGMENT}|lingul\w*|lobes?|(?:postero|latero|medio|antero|apico)\w+|of\s+the\s+lungs?)\b",
    re.IGNORECASE,
)
_SEGMENT_BEFORE = re.compile(r"\b(?:lobes?|inferior|superior|lingular)\s+$", re.IGNORECASE)
_SAID_AGAIN = re.compile(
    r"\b(?:probably|likely|possibly|appears?\s+to\s+be(?:\s+within|\s+in)?|perhaps|presumably)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_SUBJECT_OF = re.compile(r"\s+(?:is|are|was|were|has|have|shows?|demonstrates?)\b", re.IGNORECASE)
_STILL_FINE = re.compile(
    r"\b(?:lobes?|segments?|lingul\w+|and\s+(?:basilar|basal|apical)|apex\s+of\s+both|zones?\s+of\s+the\s+(?:right|left)\s+lung)\b",
    re.IGNORECASE,
)
_IN_THE = re.compile(
    r"\b(?:in|of|within|at|over|to|overlying|involving|throughout|the|into)\s+(?:the\s+)?$", re.IGNORECASE
)


@rule("anatomical-granularity/low")
def lift_places(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Name the organ and side instead of its parts."""
    edits: list[Edit] = []
    fine = 0
    named = False
    for section in TARGET_SECTIONS:
        for sentence in sentences(report.section(section)):
            found = [*_places(section, sentence), *_swaps(section, sentence)]
            taken: list[Edit] = []
            for edit in sorted(found, key=lambda e: (e.start, -e.end)):
                if not taken or edit.start >= taken[-1].end:
                    taken.append(edit)
            if taken and _half_done(_after(sentence, taken)):
                taken = []
            edits += taken
            fine_here = bool(PLACE.search(sentence.text))
            named = named or fine_here
            fine += fine_here and not taken and not _NEGATED.search(sentence.text)
    if edits and len(edits) >= fine:
        return edits
    if named or edits:
        return Infeasible("missing_information", "a coarser place would say more than the report does")
    return Infeasible("already_in_form", "the report names no place finer than an organ")


def _half_done(text: str) -> bool:
    """Return whether a lifted sentence still names a fine place, or names one lung twice."""
    counts = [text.lower().count(lung) for lung in ("right lung", "left lung", "both lungs")]
    return bool(_STILL_FINE.search(text)) or max(counts) > 1 or bool(counts[2] and (counts[0] or counts[1]))


def _after(sentence: Sentence, edits: list[Edit]) -> str:
    text, at = [], 0
    for edit in edits:
        text += [sentence.text[at : edit.start - sentence.start], edit.after]
        at = edit.end - sentence.start
    return "".join([*text, sentence.text[at:]])


def _places(section: str, sentence: Sentence) -> Iterator[Edit]:
    text = sentence.text
    if _keeps().search(text):
        return
    run: list[re.Match[str]] = []
    for match in [*PLACE.finditer(text), None]:
        if match is not None and run and _JOIN.fullmatch(text[run[-1].end() : match.start()]):
            run.append(match)
            continue
        if run:
            edit = _lifted(section, sentence, run)
            if edit is not None:
                yield edit
        run = [match] if match is not None else []


def _lifted(section: str, sentence: Sentence, run: list[re.Match[str]]) -> Edit | None:
    text = sentence.text
    start, end = run[0].start(), run[-1].end()
    clause = re.split(r"[;.]|\bbut\b|\bhowever\b", text[:start])[-1]
    rest = re.split(r"[;,.]|\bbut\b|\bhowever\b", text[end:])[0]
    if _NEGATED.search(clause) or _NEGATED.search(rest):
        return None
    if re.search(r"\ban?\s+$", text[:start], re.IGNORECASE) and len(run) > 1:
        return None
    if re.search(r"pneumothora", text, re.IGNORECASE) and not _PLEURAL.match(text[end:]):
        return None
    if re.match(r"\s+(?:(?:capp?|curv)\w*\b|of\s+the\s+chest\b)", text[end:], re.IGNORECASE):
        return None
    if any(_SAID_AGAIN.search(text[: match.start()]) for match in run):
        return None
    if _SEGMENT_WORD.match(text[end:]) or _SEGMENT_BEFORE.search(text[:start]):
        return None
    if _SUBJECT_OF.match(text[end:]) and not re.search(
        r"\b(?:in|of|within|at|over)\s+(?:the\s+)?$", text[:start], re.IGNORECASE
    ):
        return None
    if _TOLD_APART.search(text[:start]):
        return _emphasis_dropped(section, sentence, start, end)
    sides = {side_of(match) for match in run}
    side: str = sides.pop() if len(sides) == 1 else "both"
    before = text[:start]
    if _PLEURAL.match(text[end:]) and not _NO_ADJECTIVE.search(text[start:end]):
        new = {"both": "bilateral"}.get(side, side)
    elif side == "both" and _OF_THE_LUNG.match(text[end:]):
        new = "bilateral"
    elif _NOUN_AFTER.match(text[end:]):
        new = {"both": "bilateral lung"}.get(side, f"{side} lung")
    elif _ADJECTIVE.search(text[start:end]):
        new = {"both": "bilateral"}.get(side, side)
    elif before.lower().endswith("the "):
        start -= 4 if side == "both" else 0
        new = {"both": "both lungs"}.get(side, f"{side} lung")
    else:
        the = "the " if side != "both" and _IN_THE.search(before) and not before.lower().endswith("the ") else ""
        new = {"both": "both lungs"}.get(side, f"{the}{side} lung")
    if re.match(r"\s+lungs?\b", text[end:], re.IGNORECASE) and new.endswith(("lung", "lungs")):
        return None
    if re.search(r"\blungs?,?\s+$", text[:start], re.IGNORECASE):
        return None
    if region := re.match(r"\s+regions?\b", text[end:], re.IGNORECASE):  # "in the right perihilar region"
        end += region.end()
        new = {"both": "both lungs"}.get(side, f"{side} lung")
    if side == "both" and (again := re.match(r"\s+bilaterally\b", text[end:], re.IGNORECASE)):
        end += again.end()
    if said := re.match(rf"\s+on\s+the\s+{side}\b", text[end:], re.IGNORECASE):
        end += said.end()
    named = re.search(r"\b(left|right)\s+$", text[:start], re.IGNORECASE)
    if named:
        if named.group(1).lower() != side:
            return None
        new = new.removeprefix(f"the {side} ").removeprefix(f"{side} ")
    at = re.search(r"\bat\s+(?:the\s+levels?\s+of\s+)?(?:the\s+)?$", text[:start], re.IGNORECASE)
    if at and new.endswith(("lung", "lungs")) and not _NOUN_AFTER.match(text[end:]):
        new = f"in {'' if new.startswith(('both', 'the ')) else 'the '}{new}"
        start = at.start()
    if re.match(r"\s+parenchyma\b", text[end:], re.IGNORECASE):
        new = re.sub(r"lungs$", "lung", new)
    old = text[start:end]
    return Edit(
        section, sentence.start + start, sentence.start + end, cased_like(old, new, at_start=start == 0), "place"
    )


def _emphasis_dropped(section: str, sentence: Sentence, start: int, end: int) -> Edit | None:
    """Return the edit that takes "especially in the lower lobes" out where the sentence names both lungs before it."""
    emphasis = _EMPHASIS.search(sentence.text[:start])
    if emphasis is None or not _BOTH_LUNGS.search(sentence.text[: emphasis.start()]):
        return None
    if not re.match(r"\s*(?:[.;]|$)", sentence.text[end:]):
        return None
    return Edit(section, sentence.start + emphasis.start(), sentence.start + end, "", "place")


def _swaps(section: str, sentence: Sentence) -> Iterator[Edit]:
    if _NEGATED.search(sentence.text):
        return
    for pattern, template, before in _swap_table():
        for match in pattern.finditer(sentence.text):
            if before is not None and not before.search(sentence.text[: match.start()]):
                continue
            start = match.start()
            if sentence.text[max(0, start - 1) : start] in {"/", "-"}:
                continue
            new = match.expand(template)
            if new.startswith("the ") and re.search(r"\b(?:the|in)\s+$", sentence.text[:start], re.IGNORECASE):
                new = new if not re.search(r"\bthe\s+$", sentence.text[:start], re.IGNORECASE) else new[4:]
            yield Edit(
                section,
                sentence.start + start,
                sentence.start + match.end(),
                cased_like(match.group(), new, at_start=start == 0),
                "place",
            )


@cache
def _swap_table() -> tuple[tuple[re.Pattern[str], str, re.Pattern[str] | None], ...]:
    return tuple(
        (
            re.compile(entry["from"], re.IGNORECASE),
            entry["to"],
            re.compile(entry["after"], re.IGNORECASE) if "after" in entry else None,
        )
        for entry in lexicon("anatomy_low.yaml")["swaps"]
    )


@cache
def _keeps() -> re.Pattern[str]:
    return re.compile(lexicon("anatomy_low.yaml")["keeps"], re.IGNORECASE)
