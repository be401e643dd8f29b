"""Places named by organ and side: lobes and segments become the lung, a rib level the ribs; the side always stays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.rules.grammar import cased_like
from reref.perturbations.rules.lung_places import FINDING, SEGMENT
from reref.perturbations.rules.lung_runs import Run, lung_runs
from reref.perturbations.rules.phrases import lexicon
from reref.perturbations.rules.place_swaps import place_swaps
from reref.perturbations.rules.registry import rule
from reref.report import TARGET_SECTIONS, Report, Sentence, sentences

if TYPE_CHECKING:
    from numpy.random import Generator

Change: TypeAlias = "tuple[int, int, str]"

_NEGATED = re.compile(
    r"\b(?:no|without|not|negative\s+for|free\s+of|clear(?:s|ed|ing)?|normal|unremarkable|resol\w+)\b", re.IGNORECASE
)
_PLEURAL = re.compile(
    r"\s+(?:(?!and\b|or\b|with\b|in\b|of\b)[\w-]+\s+){0,3}?(?:(?:hydro)?pneumothora|pleural(?!-based)|pleuro|effusion|cap\b|capping|loculated|subpulmonic)",
    re.IGNORECASE,
)
_LUNG_ADJECTIVE = re.compile(r"\b(?:pulmonary|lung|airspace|air\s+space|interstitial|parenchymal)\b", re.IGNORECASE)
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
    r",?\s+(?:(?:(?:which|that)\s+(?:is|are)\s+|being\s+)?(?:more|most)\s+(?:prominent|pronounced|evident|marked|extensive|intense|common)(?:ly)?"
    r"|especially|particularly|predominantly|mostly|mainly|prominent|dominant)\s+(?:in|at|on)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_LUNG_SAID = re.compile(r"\b(?:lungs?|lobes?)\b", re.IGNORECASE)
_COARSE_SAID = re.compile(
    r"\b(?:the\s+)?(?P<side>right|left|both)\s+lungs?\b(?!\s+(?:upper|middle|lower|\w*basal))", re.IGNORECASE
)
_PREPOSITION = re.compile(r",?\s+(?:in|at|within)\s+(?:the\s+)?(?:levels?\s+of\s+(?:the\s+)?)?$", re.IGNORECASE)
#: Between the lung and its part: the part could not go without a loss.
_NEW_CLAUSE = re.compile(
    r"(?:,\s*and|;|\bthere\s+(?:is|are)|\blargest|\bbiggest|\bone\s+of)\b|(?<!is\s)(?<!are\s)(?<!was\s)(?<!were\s)\bobserved\W+$",
    re.IGNORECASE,
)
#: Words before a place that the organ cannot follow.
_NOT_BEFORE = re.compile(
    r"\b(?:(?:central|peripheral|hilar|perihilar|medial|lateral|anterior|posterior)\s+and"
    r"|(?:adjacent|close|next)\s+to|neighbou?rhood\s+of|all|each|every|two|three|several|more)\s+(?:the\s+)?$|^in\s+both\s+lungs,.*$",
    re.IGNORECASE,
)
#: A place and the place of the next finding: "in the right base and lingular scarring".
_TWO_FINDINGS = re.compile(
    r"\b(?:bases?|lobes?|apex|lung|zone)\s+and\s+(?:(?:right|left)\s+)?(?:lingular|basilar|basal|apical|perihilar)$",
    re.IGNORECASE,
)
#: What lies beside a lung, not in it, and is said to be at its base or apex.
_PLEURA_ALONE = re.compile(r"\b(?:pleura\w*|effusions?|fluid|hydro\w+)\b", re.IGNORECASE)
_IN_A_LUNG = re.compile(rf"\b(?:(?!pleura){FINDING}|pleuroparench|parenchym|sequela|cyst)", re.IGNORECASE)
_AT = re.compile(
    r"\b(?:in|at|of|within|over)\s+(?:the\s+)?(?:levels?\s+of\s+(?:the\s+)?)?(?:visuali[sz]ed\s+)?$", re.IGNORECASE
)
_JUNCTION = re.compile(r"\bjunction\s+(?:of\s+)?(?:the\s+)?\||\|\s+junction\b|\blinear\s+\|", re.IGNORECASE)
_SIDE = re.compile(r"\b(?:right|left|both|bilateral)\b", re.IGNORECASE)
#: A side that is no adjective of the lobe: "in the right and upper lobes", "on the right in the lower lobes".
_SIDE_AND_LOBE = re.compile(
    r"\b(?:right|left)\s+(?:and|or)\s+(?:the\s+)?(?:upper|middle|lower)\b|^(?:right|left)(?:\s+(?:in|at)\b|,)"
    r"|\b(?:right|left)\s+(?:upper|middle|lower)\s+lobe\s+in\s+both\b",
    re.IGNORECASE,
)
_LUNG = re.compile(r"right lung|left lung|both lungs")
#: Words that tell a finding apart from the one before it.
_ANOTHER = re.compile(r"\b(?:similar|another|second|apart\s+from\s+th\w+|except\s+for\s+th\w+)\b", re.IGNORECASE)
_WITHIN = re.compile(
    r"\b(?:right|left)\s+lung(?:,|\s+and|,?\s+as\s+well\s+as)(?:\s+in)?(?:\s+the)?\s+both\s+lungs"
    r"|\bboth\s+lungs(?:,|\s+and|,?\s+as\s+well\s+as)(?:\s+in)?(?:\s+the)?\s+(?:right|left)\s+lung",
    re.IGNORECASE,
)
#: One lung, and right behind it another without a comma or an "and".
_RUN_TOGETHER = re.compile(
    r"\b(?:right|left|both)\s+lungs?\s+(?:\w+ly\s+)?(?:in|of|at|within)\s+(?:the\s+)?(?:right|left|both)\s+lungs?\b",
    re.IGNORECASE,
)
#: Words that lean on a place which would be lifted away.
_SAME_PLACE = re.compile(
    r"\b(?:same|this|that|described|mentioned|these)\s+(?:lung\s+)?(?:lobes?|segments?|levels?|zones?|locali[sz]ations?|locations?)\b",
    re.IGNORECASE,
)
_ADJECTIVE = re.compile(r"(?:basilar|basal|apical|perihilar|biapical)$", re.IGNORECASE)
_SEGMENT_WORD = re.compile(
    rf"\s*(?:,\s*)?(?:{SEGMENT}|lingul\w*|lobes?|posteriors|(?:postero|latero|medio|antero|apico)\w+|of\s+the\s+lungs?)\b",
    re.IGNORECASE,
)
_SEGMENT_BEFORE = re.compile(r"\b(?:lobes?|inferior|superior|lingular)\s+$", re.IGNORECASE)
_SAID_AGAIN = re.compile(
    r"\b(?:probably|likely|possibly|appears?\s+to\s+be(?:\s+within|\s+in)?|perhaps|presumably)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_SUBJECT_OF = re.compile(r"\s+(?:is|are|was|were|has|have|shows?|demonstrates?)\b", re.IGNORECASE)
_IN_THE = re.compile(
    r"\b(?:in|of|within|at|over|to|overlying|involving|throughout|the|into)\s+(?:the\s+)?$", re.IGNORECASE
)


@rule("anatomical-granularity/low")
def lift_places(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Name the organ and side instead of its parts, in every statement or not at all."""
    edits: list[Edit] = []
    named = kept = False
    for section in TARGET_SECTIONS:
        said: list[str] = []
        for sentence in sentences(report.section(section)):
            runs = list(lung_runs(sentence.text))
            lifted = [_lifted(sentence.text, run) for run in runs if not _is_denied(sentence.text, run)]
            named = named or bool(runs)
            kept = kept or None in lifted or (bool(lifted) and bool(_keeps().search(sentence.text)))
            kept = kept or bool(_SAME_PLACE.search(sentence.text))
            here = [
                Edit(section, sentence.start + start, sentence.start + end, new, "place")
                for start, end, new in (change for change in lifted if change is not None)
            ]
            kept = kept or len(_apart(here)) < len(here)
            here = _apart([*here, *_swaps(section, sentence)])
            after = _after(sentence, here)
            kept = kept or bool(here and (_says_one_lung_twice(after) or _collides(after, said)))
            said.append(after.lower())
            edits += here
    if edits and not kept:
        return edits
    if named or edits:
        return Infeasible("missing_information", "a coarser place would say more than the report does")
    return Infeasible("already_in_form", "the report names no place finer than an organ")


def _apart(found: list[Edit]) -> list[Edit]:
    """Return the edits that do not overlap an earlier one."""
    taken: list[Edit] = []
    for edit in sorted(found, key=lambda e: (e.start, -e.end)):
        if not taken or edit.start >= taken[-1].end:
            taken.append(edit)
    return taken


def _says_one_lung_twice(text: str) -> bool:
    twice = any(text.lower().count(lung) > 1 for lung in ("right lung", "left lung", "both lungs"))
    return twice or _WITHIN.search(text) is not None or _RUN_TOGETHER.search(text) is not None


def _collides(text: str, said: list[str]) -> bool:
    """Return whether a lifted sentence tells what was told before, or something else at what is now the same place."""
    if text.lower() in said:
        return True
    return bool(said and _ANOTHER.search(text) and {*_LUNG.findall(text.lower())} & {*_LUNG.findall(said[-1])})


def _after(sentence: Sentence, edits: list[Edit]) -> str:
    text, at = [], 0
    for edit in edits:
        text += [sentence.text[at : edit.start - sentence.start], edit.after]
        at = edit.end - sentence.start
    return "".join([*text, sentence.text[at:]])


def _is_denied(text: str, run: Run) -> bool:
    clause = re.split(r"[;.]|\bbut\b|\bhowever\b", text[: run.start])[-1]
    rest = re.split(r"[;,.]|\bbut\b|\bhowever\b", text[run.end :])[0]
    return bool(_NEGATED.search(clause) or _NEGATED.search(rest))


def _lifted(text: str, run: Run) -> Change | None:
    """Return what names the organ in place of its part; ``None`` where that would say more or read badly."""
    start, end, side = run.start, run.end, run.side
    before, rest = text[:start], text[end:]
    if re.search(r"\ban?\s+$", before, re.IGNORECASE) and side == "both":
        return None
    if (
        _NOT_BEFORE.search(before)
        or _SIDE_AND_LOBE.search(text[start:end])
        or _JUNCTION.search(before[-40:] + "|" + rest[:20])
    ):
        return None
    if re.search(r"pneumothora", text, re.IGNORECASE) and not _PLEURAL.match(rest):
        return None
    if re.match(r"\s+(?:(?:capp?|curv)\w*\b|of\s+the\s+chest\b)", rest, re.IGNORECASE) and not side:
        return None
    if re.match(r"\s+(?:curv\w*\b|of\s+the\s+chest\b)", rest, re.IGNORECASE):
        return None
    if _TWO_FINDINGS.search(text[start:end]) and _IN_THE.search(before):
        return None
    if _SAID_AGAIN.search(before) or _SEGMENT_WORD.match(rest) or _SEGMENT_BEFORE.search(before):
        return None
    if _SUBJECT_OF.match(rest) and not re.search(r"\b(?:in|of|within|at|over)\s+(?:the\s+)?$", before, re.IGNORECASE):
        return None
    if _TOLD_APART.search(before):
        sides = {word.lower() for word in _SIDE.findall(before)}
        if side in {"right", "left"} and sides - {side}:
            return _renamed(text, run) if _EMPHASIS.search(before) else None
        return _emphasis_dropped(text, start, end)
    said = _COARSE_SAID.search(before)
    if said and side in {"", said.group("side").lower()}:
        preposition = _PREPOSITION.search(before)
        if preposition is None or _NEW_CLAUSE.search(before[said.end() : preposition.start() + 1]):
            return None
        return preposition.start(), end, ""
    if not side and not run.adjective and not _NOUN_AFTER.match(rest):
        return None  # the sentence before it may tell the side
    return _renamed(text, run)


def _renamed(text: str, run: Run) -> Change | None:
    start, end, side = run.start, run.end, run.side
    before, rest = text[:start], text[end:]
    if _PLEURAL.match(rest) and not _NO_ADJECTIVE.search(text[start:end]):
        new = {"both": "bilateral"}.get(side, side)
    elif side in {"both", ""} and _OF_THE_LUNG.match(rest):
        new = "bilateral" if side else ""
    elif noun := _NOUN_AFTER.match(rest):
        of_lung = _LUNG_ADJECTIVE.search(noun.group()) is not None
        new = {"both": "bilateral" if of_lung else "bilateral lung", "": "lung"}.get(side, f"{side} lung")
        if side in {"right", "left"} and "pulmonary" in noun.group().lower():
            new = side
    elif run.adjective and _ADJECTIVE.search(text[start:end]):
        new = {"both": "bilateral"}.get(side, side)
    elif (preposition := _AT.search(before)) and _PLEURA_ALONE.search(text) and not _IN_A_LUNG.search(text):
        return preposition.start(), end, {"both": "on both sides"}.get(side, f"on the {side}")
    else:
        new = {"both": "both lungs", "": "lung"}.get(side, f"{side} lung")
        if side == "both" and re.search(r"\b(?:visuali[sz]ed|imaged|aerated|remaining)\s+$", before, re.IGNORECASE):
            new = "lungs"
        elif side == "both" and before.lower().endswith("the "):
            start -= 4
        elif side != "both" and _IN_THE.search(before) and not before.lower().endswith("the "):
            new = f"the {new}"
    if re.match(r"\s+lungs?\b", rest, re.IGNORECASE) and new.endswith(("lung", "lungs")):
        end += len(re.match(r"\s+lungs?\b", rest, re.IGNORECASE).group())  # type: ignore[union-attr]
    if re.search(r"\blungs?,?\s+$", before, re.IGNORECASE):
        return None
    if not side and re.match(r"\s+regions?\b", rest, re.IGNORECASE):
        return None
    if region := re.match(r"\s+regions?\b", text[end:], re.IGNORECASE):  # "in the right perihilar region"
        end += region.end()
        new = {"both": "both lungs"}.get(side, f"{side} lung")
    if side == "both" and (again := re.match(r"\s+bilaterally\b", text[end:], re.IGNORECASE)):
        end += again.end()
    if side and (said := re.match(rf"\s+on\s+the\s+{side}\b", text[end:], re.IGNORECASE)):
        end += said.end()
    if not new:  # "Basilar atelectasis"
        gap = re.match(r"\s+(\w)", text[end:])
        if gap is None:
            return None
        return start, end + gap.end(), gap.group(1).upper() if text[start].isupper() else gap.group(1)
    at = re.search(r"\bat\s+(?:the\s+)?(?:levels?\s+of\s+)?(?:the\s+)?$", text[:start], re.IGNORECASE)
    if at and new.endswith(("lung", "lungs")) and not _NOUN_AFTER.match(text[end:]):
        new = f"in {'' if new.startswith(('both', 'the ')) else 'the '}{new}"
        start = at.start()
    if re.match(r"\s+parenchyma\b", text[end:], re.IGNORECASE):
        new = re.sub(r"lungs$", "lung", new)
    return start, end, cased_like(text[start:end], new, at_start=start == 0)


def _emphasis_dropped(text: str, start: int, end: int) -> Change | None:
    """Return the change that takes "especially in the lower lobes" out where the sentence names the lung before it."""
    emphasis = _EMPHASIS.search(text[:start])
    if emphasis is None or not _LUNG_SAID.search(text[: emphasis.start()]):
        return None
    if not re.match(r"\s*(?:[.;,(]|$)", text[end:]):
        return None
    return emphasis.start(), end, ""


def _swaps(section: str, sentence: Sentence) -> Iterator[Edit]:
    if _NEGATED.search(sentence.text) or re.search(r"\bnatural\b", sentence.text, re.IGNORECASE):
        return
    for swap in place_swaps("anatomy_low.yaml"):
        if not swap.suits(sentence.text):
            continue
        for match in swap.words.finditer(sentence.text):
            if swap.after is not None and not swap.after.search(sentence.text[: match.start()]):
                continue
            start = match.start()
            if sentence.text[max(0, start - 1) : start] in {"/", "-"}:
                continue
            new = match.expand(swap.to)
            if new.startswith("the ") and re.search(r"\bthe\s+$", sentence.text[:start], re.IGNORECASE):
                new = new[4:]
            yield Edit(
                section,
                sentence.start + start,
                sentence.start + match.end(),
                cased_like(match.group(), new, at_start=start == 0),
                "place",
            )


@cache
def _keeps() -> re.Pattern[str]:
    return re.compile(lexicon("anatomy_low.yaml")["keeps"], re.IGNORECASE)
