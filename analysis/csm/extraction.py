"""From the text of a coronary CT report to its variables, by fixed rules over words.

Each sentence is cut where a contrast or a semicolon begins something new. An abnormality belongs to the places named
after it when a preposition leads there ("stenosis of the mid RCA"), to what the abnormality before it belongs to when
it follows from that ("… causing mild stenosis"), and otherwise to the places named before it ("LAD: calcified plaque").
Without a place in the sentence it belongs to the vessel spoken of last, or to the patient when it speaks of coronaries,
arteries or a maximum.

Plaque without a type names no type, so it instantiates nothing. "No significant stenosis" counts as none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from reref.analysis.csm.patient import cad_rads, calcification, dominance
from reref.analysis.csm.places import Group, Place, groups
from reref.analysis.csm.scanning import Token, pattern, rules, scan
from reref.analysis.csm.variables import VESSELS, Plaque, Variables
from reref.report import sentences

_BREAK = re.compile(r";|\b(?:but|whereas|while|however|although)\b", re.IGNORECASE)
_LEADS_TO = re.compile(
    r".*(?:\b(?:in|of|at|within|involving|affecting|along|to|throughout|on)\b|:)"
    r"(?:\s+(?:the|both|its|all))?\s*(?:level of the)?\s*",
    re.IGNORECASE | re.DOTALL,
)
_FOLLOWS = re.compile(
    r".*\b(?:with|causing|causes|resulting in|results in|producing|produces|leading to|leads to|without|and no)\b.*",
    re.IGNORECASE | re.DOTALL,
)
_ENDS_DENIAL = re.compile(r"\b(?:with|causing|resulting)\b|:", re.IGNORECASE)
_NEAR = 45


class _Event:
    """An abnormality of a clause: a stenosis with its degree, or a plaque with its types (empty for none)."""

    def __init__(self, kind: str, start: int, end: int, degree: int | None, types: Plaque | None) -> None:
        self.kind, self.start, self.end, self.degree, self.types = kind, start, end, degree, types


class _Notes:
    """What was read so far; of several statements about one place the highest degree and all types count."""

    def __init__(self) -> None:
        self.stenosis: dict[Place, int] = {}
        self.plaque: dict[Place, Plaque] = {}
        self.patient: int | None = None
        self.rest: list[_Event] = []

    def add(self, event: _Event, places: Sequence[Place]) -> None:
        for place in places:
            if event.degree is not None:
                self.stenosis[place] = max(event.degree, self.stenosis.get(place, 0))
            if event.types is not None:
                self.plaque[place] = event.types | self.plaque.get(place, frozenset())

    def add_patient(self, degree: int | None) -> None:
        if degree is not None:
            self.patient = max(degree, self.patient or 0)


def vessel_of_segments() -> Mapping[int, str]:
    """Return the vessel of each SCCT segment."""
    return {int(number): str(vessel) for number, vessel in rules()["segments"].items()}


@lru_cache(maxsize=4096)
def extract(report: str) -> Variables:
    """Return what a report says of the coronary arteries."""
    notes = _Notes()
    context: str | None = None
    whole = " ".join(report.split())
    if not pattern("about").search(whole.lower()):
        return Variables()
    heading = ""
    for sentence in sentences(report):
        first = sentence.heading and sentence.heading != heading
        heading = sentence.heading
        context = _read_sentence(f"{heading}: {sentence.text}" if first else sentence.text, context, notes)
    _add_rest(notes)
    side = dominance(whole)
    return Variables(
        dominance=side,
        calcification=calcification(whole),
        stenosis=_highest(notes.patient, cad_rads(whole)),
        vessel_stenosis={v: degree for (v, s), degree in notes.stenosis.items() if s is None},
        vessel_plaque={v: types for (v, s), types in notes.plaque.items() if s is None},
        segment_stenosis={s: degree for (_, s), degree in notes.stenosis.items() if s is not None},
        segment_plaque={s: types for (_, s), types in notes.plaque.items() if s is not None},
    )


def _highest(*degrees: int | None) -> int | None:
    return max((degree for degree in degrees if degree is not None), default=None)


def _add_rest(notes: _Notes) -> None:
    """Give what is said of "the remaining vessels" to every vessel that is named nowhere."""
    named = {vessel for vessel, _ in [*notes.stenosis, *notes.plaque]}
    for event in notes.rest:
        notes.add(event, [(vessel, None) for vessel in VESSELS if vessel not in named])


def _read_sentence(text: str, context: str | None, notes: _Notes) -> str | None:
    """Read one sentence and return the vessel that it leaves behind as context."""
    cuts = [0, *(hit.end() for hit in _BREAK.finditer(text)), len(text)]
    for start, end in pairwise(cuts):
        clause = text[start:end]
        tokens = scan(clause)
        found = groups(clause, tokens, context)
        # A segment by its number may be one of the liver or of a lung.
        by_number = not any(t.kind == "vessel" for t in tokens) and "seg" in clause.lower()
        if (not found or by_number) and pattern("foreign").search(clause.lower()):
            continue
        events = _events(clause, tokens)
        _bind(clause, events, found, context, notes)
        named = [vessel for group in found for vessel, _ in group.places]
        context = named[-1] if named else context
    return context


def _events(clause: str, tokens: Sequence[Token]) -> list[_Event]:
    """Return the abnormalities of a clause in order."""
    found: list[_Event] = []
    for at, token in enumerate(tokens):
        denied = _is_denied(clause, tokens, at)
        if token.kind == "plaque":
            found.append(
                _Event("plaque", token.start, token.end, None, frozenset() if denied else frozenset((token.value,)))
            )
        elif token.kind == "untyped" and denied:
            found.append(_Event("plaque", token.start, token.end, None, frozenset()))
        elif token.kind == "occlusion":
            found.append(_Event("stenosis", token.start, token.end, 0 if denied else 3, None))
        elif token.kind == "stenosis":
            degree = 0 if denied else _degree(clause, tokens, at)
            if degree is not None:
                found.append(_Event("stenosis", token.start, token.end, degree, None))
        elif (
            token.kind == "percent"
            and any(t.kind in ("vessel", "branch", "position") for t in tokens)
            and not _beside_stenosis(tokens, at)
        ):
            found.append(_Event("stenosis", token.start, token.end, int(token.value), None))
        elif token.kind in ("normal", "patent") and not denied:
            types = frozenset[str]() if token.kind == "normal" else None
            found.append(_Event(token.kind, token.start, token.end, 0, types))
    return found


_ABNORMAL = ("plaque", "untyped", "stenosis", "occlusion")


def _is_denied(clause: str, tokens: Sequence[Token], at: int) -> bool:
    """Return whether a negation before, or a denial after, covers a token."""
    token = tokens[at]
    for before in reversed(tokens[:at]):
        if before.kind == "negation":
            return not _ENDS_DENIAL.search(clause, before.end, token.start)
        if before.kind in ("vessel", "branch", "rest") and ":" in clause[before.end : token.start]:
            break
    after = next((t for t in tokens[at + 1 :] if t.kind in (*_ABNORMAL, "denied")), None)
    while after is not None and after.kind != "denied":  # "calcified plaque or stenosis is not seen"
        place = tokens.index(after)
        if not re.fullmatch(r"\s*(?:or|and|,)\s*(?:\w+\s)?", clause[tokens[at].end : after.start]):
            return False
        at = place
        after = next((t for t in tokens[at + 1 :] if t.kind in (*_ABNORMAL, "denied")), None)
    return after is not None and after.start - tokens[at].end < _NEAR


def _degree(clause: str, tokens: Sequence[Token], at: int) -> int | None:
    """Return the degree of a stenosis: a percentage beside it, else the degree words before or else after it."""
    before: list[Token] = []
    for token in reversed(tokens[:at]):
        if token.kind not in ("grade", "percent") or tokens[at].start - token.end > _NEAR:
            break
        before.append(token)
    after: list[Token] = []
    for place, token in enumerate(tokens[at + 1 :], start=at + 1):
        far = token.start - tokens[at].end > _NEAR
        if token.kind not in ("grade", "percent") or far or _next_takes(clause, tokens, place):
            break
        after.append(token)
    for near in ([t for t in before + after if t.kind == "percent"], before, after):
        if near:
            return max(int(token.value) for token in near)
    return None


def _next_takes(clause: str, tokens: Sequence[Token], at: int) -> bool:
    """Return whether a degree belongs to the abnormality that comes after it."""
    if at + 1 < len(tokens) and tokens[at + 1].kind in (*_ABNORMAL, "grade"):
        return re.fullmatch(r"[\s\w,-]{0,20}", clause[tokens[at].end : tokens[at + 1].start]) is not None
    return False


def _beside_stenosis(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a percentage is the degree of a stenosis named near it, with no place between them."""
    for place, token in enumerate(tokens):
        if token.kind in ("stenosis", "occlusion"):
            first, last = min(place, at), max(place, at)
            apart = any(between.kind in ("vessel", "branch", "position") for between in tokens[first + 1 : last])
            if not apart and tokens[last].start - tokens[first].end <= _NEAR:
                return True
    return False


def _bind(
    clause: str, events: Sequence[_Event], found: Sequence[Group], context: str | None, notes: _Notes
) -> None:  # fmt: skip
    """Give every abnormality of a clause to its places."""
    last: Group | None = None
    for at, event in enumerate(events):
        group = _group_of(clause, events, at, found, last)
        if group is not None:
            last = group
            if group.rest:
                notes.rest.append(event)
            notes.add(event, group.places)
        elif context is not None and not pattern("whole").search(clause.lower()):
            # "Normal" alone may be about anything; a stenosis or plaque without a place is about the same vessel.
            if event.kind in ("stenosis", "plaque") or pattern("same").search(clause.lower()):
                notes.add(event, [(context, None)])
        elif "stenosis" in clause.lower() or pattern("whole").search(clause.lower()):
            notes.add_patient(event.degree)


def _group_of(
    clause: str, events: Sequence[_Event], at: int, found: Sequence[Group], last: Group | None
) -> Group | None:
    """Return the place words that an abnormality belongs to."""
    event = events[at]
    before = [group for group in found if group.end <= event.start]
    after = [group for group in found if group.start >= event.end]
    if at and last is not None:
        between = clause[events[at - 1].end : event.start]
        named_since = any(events[at - 1].end <= group.start < event.start and group is not last for group in found)
        if _FOLLOWS.fullmatch(between) and not named_since:
            return last
    if after:
        between = clause[event.end : after[0].start]
        again = any(e.kind == event.kind and event.end <= e.start < after[0].start for e in events)
        if (not between.strip() or _LEADS_TO.fullmatch(between)) and not (again and before):
            return after[0]
    if before:
        return before[-1]
    return after[0] if after else None
