"""Which vessels and segments a run of place words names ("proximal and mid LAD", "RCA, distal segment", "D1")."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from reref.analysis.csm.scanning import Token, rules

#: A vessel and one of its segments, or ``None`` for the vessel as a whole.
Place = tuple[str, int | None]

_PLACE_KINDS = ("vessel", "branch", "position", "rest")
_SEGMENT = r"(?:segments?|portions?|thirds?|parts?|branch(?:es)?|vessels?|arter(?:y|ies)|regions?|aspects?)"
#: What may stand between two place words of one run.
_GLUE = re.compile(
    rf"(?:[\s,/&()'’s-]|and|or|to|the|of|in|its|both|through(?:out)?|as well as|{_SEGMENT}|level|at)*", re.IGNORECASE
)
#: What may stand between a position and the vessel that it is a part of.
_PART_OF = re.compile(rf"\s*(?:coronary\s+)?(?:{_SEGMENT})?\s*(?:of|in)?\s*(?:the\s+)?", re.IGNORECASE)
_NAMES_PART = re.compile(rf"\s*{_SEGMENT}\b", re.IGNORECASE)
_LISTED = re.compile(rf"\s*(?:{_SEGMENT})?\s*(?:,|/|-|&|to|and|or|,\s*and)?\s*(?:the\s+)?", re.IGNORECASE)


class Group(NamedTuple):
    """One run of place words.

    Attributes:
        places: what it names.
        start: first character in the sentence.
        end: one past the last.
        rest: whether it means all vessels that the report names nowhere else.
    """

    places: tuple[Place, ...]
    start: int
    end: int
    rest: bool = False


def groups(sentence: str, tokens: Sequence[Token], context: str | None) -> list[Group]:
    """Return the runs of place words of a sentence.

    Args:
        sentence: the sentence.
        tokens: its tokens.
        context: the vessel that was spoken of before, for parts that stand alone ("in the mid segment").
    """
    runs: list[list[Token]] = []
    before: Token | None = None
    for token in tokens:
        if token.kind in _PLACE_KINDS:
            joined = before is not None and before.kind in _PLACE_KINDS and before.kind != "rest"
            if joined and before is not None and _GLUE.fullmatch(sentence, before.end, token.start):
                runs[-1].append(token)
            else:
                runs.append([token])
        before = token
    found: list[Group] = []
    for run in runs:
        if all(token.kind == "position" for token in run) and not _is_part(sentence, run, tokens):
            continue
        places, context = _places(sentence, run, context)
        is_rest = any(token.kind == "rest" for token in run)
        if places or is_rest:
            found.append(Group(tuple(dict.fromkeys(places)), run[0].start, run[-1].end, is_rest))
    return found


def _is_part(sentence: str, run: Sequence[Token], tokens: Sequence[Token]) -> bool:
    """Return whether positions that stand alone are parts of a vessel, and not of another organ."""
    if _NAMES_PART.match(sentence, run[-1].end):
        return True
    after = next((token for token in tokens if token.start >= run[-1].end), None)
    return after is not None and not sentence[run[-1].end : after.start].strip(" ,:(-–")


def _places(sentence: str, run: Sequence[Token], context: str | None) -> tuple[list[Place], str | None]:
    """Return what a run names, and the vessel that it leaves behind as context."""
    places: list[Place] = []
    at = 0
    while at < len(run):
        token = run[at]
        if token.kind == "branch":
            vessel = rules()["segments"][token.value]
            places.append((vessel, token.value))
            context = vessel
        elif token.kind == "vessel":
            context = str(token.value)
            places.append((context, None))
        elif token.kind == "position":
            last = _last_of_list(sentence, run, at)
            after = run[last + 1] if last + 1 < len(run) else None
            if after and after.kind == "vessel" and _PART_OF.fullmatch(sentence, run[last].end, after.start):
                context = str(after.value)
                places += _parts(context, run[at : last + 1])
                at = last + 1
            elif after and after.kind == "branch" and _PART_OF.fullmatch(sentence, run[last].end, after.start):
                at = last  # "distal D1" is D1
            elif context is not None:
                if (context, None) in places:
                    places.remove((context, None))  # "LAD, proximal segment" is not the whole vessel
                places += _parts(context, run[at : last + 1])
                at = last
        at += 1
    return places, context


def _last_of_list(sentence: str, run: Sequence[Token], at: int) -> int:
    """Return the place of the last position in a list of positions ("proximal, mid and distal")."""
    while at + 1 < len(run) and run[at + 1].kind == "position":
        if not _LISTED.fullmatch(sentence, run[at].end, run[at + 1].start):
            break
        at += 1
    return at


def _parts(vessel: str, positions: Sequence[Token]) -> list[Place]:
    return [(vessel, int(rules()["parts"][vessel][position.value])) for position in positions]
