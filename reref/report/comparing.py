"""The words around a measurement: inequalities, and whether the value is one of an earlier exam."""

from __future__ import annotations

import re
from typing import Literal

Relation = Literal["", "<", ">", "<=", ">=", "~"]

_SIGNS: dict[str, Relation] = {
    "<": "<", ">": ">", "≤": "<=", "≥": ">=", "<=": "<=", ">=": ">=", "=<": "<=", "=>": ">=", "~": "~", "≈": "~",
}  # fmt: skip
# The negated forms stand first, since "not more than" ends like "more than".
_WORDS: list[tuple[Relation, str]] = [
    ("<=", r"(?:less|smaller) than or equal to|(?:no|not) (?:more|larger|greater|bigger) than"),
    ("<=", r"up to|maximum of|at most|not exceed(?:ing)?"),
    (">=", r"(?:greater|more|larger) than or equal to|(?:no|not) (?:less|smaller) than|at least|minimum of"),
    ("<", r"(?:less|smaller|lower|shorter|fewer|thinner) than|under|below|sub"),
    (">", r"(?:more|greater|larger|bigger|longer|higher|wider|thicker) than|over|above|exceed(?:s|ing|ed)?"),
    ("~", r"approximately|approx\.?|about|around|circa|ca\.?|nearly|almost|roughly|estimated(?: at)?|close to"),
]
_BEFORE = [
    (sign, re.compile(rf"(?:^|[^A-Za-z])(?:{words})[\s-]{{1,2}}(?:an? |the |of |in )?$", re.I))
    for sign, words in _WORDS
]
_SIGN_BEFORE = re.compile(r"(?<![-=])(<=|>=|=<|=>|[<>≤≥~≈])\s{0,2}$")
_AFTER = re.compile(r"\s(?:or|and) (less|smaller|below|under|more|greater|larger|above|over|bigger)\b", re.I)

_ARROW = re.compile(r"\s{0,2}(?:-{1,2}>|→|=>|⟶)\s{0,2}")
_FROM = re.compile(
    r"\bfrom (?:(?:a|its|the) )?(?:(?:prior|previous|previously|initial) )?(?:size of )?(?:(?:about|approximately) )?$",
    re.I,
)
_CHANGE = re.compile(
    r"\b(?:increas|decreas|gr[eo]w|enlarg|progress|regress|shr[iau]nk|chang|reduc|went|gone|declin|wors|improv|down|up\b"
    r"|ris|fall|fell|drop)",
    re.I,
)
_TO_VALUE = re.compile(r"\s{0,2}to\s{1,2}(?:about |approximately |nearly )?[\d.]")

# Words that may stand between a cue such as "previously" and its value.
_LINK = (
    r"(?:the|a|an|prior|previous|size|sizes|value|values|measurement|diameter|thickness|which|it|that|they|this|had|been|being"
    r"|was|were|is|are|of|at|about|measur(?:ed|ing|ement|es)|approximately|up|to|around|nearly|only|exam|study|ct|reported"
    r"|described|as|length|long|short|axis|its|their|in|and|determined|calculated)"
)
_EARLIER = r"previous|prior|earlier|old|last|preceding"
_EXAM = r"(?:exam(?:ination)?s?|stud(?:y|ies)|ct|pet|scans?|reviews?|images?|imaging|radiographs?|mri?)"
_LINKS = rf"(?:{_LINK}[\s:(]{{1,3}}){{0,6}}[~<>≤≥]?\s?$"
_PRIOR_CUE = re.compile(
    r"(?:^|[^A-Za-z])(previously|formerly|prior|previous|priorly|earlier|prev\.?|before|initially"
    rf"|compar(?:ed|ison|ing) (?:to|with)|versus|vs\.?|from|was|old)[\s:(,]{{1,3}}{_LINKS}",
    re.I,
)
_NOT_RESUMED = r"(?:\s|,\s(?!(?:is|are)\s))"  # "the lesion, seen in the previous exam, is 8 mm" is one of now
_PRIOR_EXAM_CUE = re.compile(
    rf"(?:^|[^A-Za-z])(?:{_EARLIER}) (?:(?:thoracic|chest|outside|pet|ct)[ -]){{0,3}}{_EXAM}{_NOT_RESUMED}{_LINKS}",
    re.I,
)
_COMPARES = re.compile(
    rf"(?:compar\w{{1,6}}|according|relative|respect|than|since)\s(?:\w{{1,9}}\s){{0,4}}(?:{_EARLIER})\s", re.I
)
_PLACE = (
    r"(?:in|at|of|on|its|the|long|short|longest|shortest|axis|axes|diameter|size|length|thickness|thickest|part|widest|point|depth"
    r"|right|left|wide|thick|largest|measured|dimension|dimensions|level|and)"
)
_PLACES = rf"(?:[\s,]{{1,2}}{_PLACE}){{0,8}}[\s,]{{1,2}}"
_ON_THE = r"(?:on|in|at|during|per) (?:(?:the|an|a|his|her|their|patient's|outside|most|recent) ){0,3}"
_PRIOR_AFTER = re.compile(
    rf"{_PLACES}(?:(?:previously|formerly|earlier|before|initially|last time)\b(?![^.;()\n]{{0,12}}\d)"
    rf"|{_ON_THE}(?:{_EARLIER}|first)\b(?!\s{{0,2}}\d))",
    re.I,
)
_DATED_AFTER = re.compile(
    r",?\s(?:on|in|from|dated)\s(?:\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|(?:[A-Z][a-z]{2,8}\.?,?\s){0,2}(?:19|20)\d\d)\b"
)
_NOW_SOON = re.compile(r"[^;\n]{0,50}\b(?:now|today|currently)\b", re.I)
_NOW_AFTER = re.compile(
    rf"{_PLACES}(?:now|today|currently|{_ON_THE}(?:current|present|today's|this|new))\b(?!\s(?:measur|is\b|are\b))",
    re.I,
)


def is_arrow(joint: str) -> bool:
    """Whether this text between two values says that the first became the second."""
    return _ARROW.fullmatch(joint) is not None


def follows_change_from(s: str, start: int) -> bool:
    """Whether a value that begins at ``start`` is where a change began ("increased from 8")."""
    before = s[max(0, start - 70) : start]
    return _FROM.search(before) is not None and _CHANGE.search(before) is not None


def relation(s: str, start: int, end: int) -> Relation:
    """Return the inequality that stands with the measurement ``s[start:end]``."""
    before = s[max(0, start - 32) : start]
    sign = _SIGN_BEFORE.search(before)
    if sign is not None:
        return _SIGNS[sign[1]]
    for meaning, pattern in _BEFORE:
        if pattern.search(before):
            return meaning
    after = _AFTER.match(s, end)
    if after is None:
        return ""
    return "<=" if after[1].lower() in ("less", "smaller", "below", "under") else ">="


def is_prior(s: str, start: int, end: int, after: int) -> bool:
    """Whether the measurement is a value of an earlier exam.

    Args:
        s: the text.
        start: first character of the measurement.
        end: one past its last character.
        after: where the measurement before it ends, 0 when there is none.
    """
    if _NOW_AFTER.match(s, end, min(len(s), end + 120)):
        return False
    if _ARROW.match(s, end) or _PRIOR_AFTER.match(s, end, min(len(s), end + 120)):
        return True
    if _DATED_AFTER.match(s, end, min(len(s), end + 40)):
        return _NOW_SOON.match(s, end, min(len(s), end + 60)) is not None or (after > 0 and start - after < 12)
    taken = _PRIOR_AFTER.match(s, after, min(len(s), after + 120)) if after else None
    left = s[max(0, start - 110, min(start, taken.end() + 12) if taken else after) : start]
    exam = _PRIOR_EXAM_CUE.search(left)
    if exam is not None:
        return _COMPARES.search(left, max(0, exam.start() - 40), exam.end()) is None
    cue = _PRIOR_CUE.search(left)
    return cue is not None and _cue_holds(s, cue[1].lower().rstrip("."), left, start, end, after)


def _cue_holds(s: str, cue: str, left: str, start: int, end: int, after: int) -> bool:
    """Weak cues ("was", "from", "versus") need a current value or a verb of change beside them."""
    beside_value = after > 0 and not re.search(r"[.;]\s", left)
    if cue == "was":
        return beside_value and start - after < 40 and re.search(r"[(,]\s?(?:which |it |this )?was\s", left) is not None
    if cue == "from":
        changed = _CHANGE.search(left) is not None
        return (changed and (beside_value or bool(_TO_VALUE.match(s, end)))) or (beside_value and start - after < 25)
    if cue in ("versus", "vs", "before", "old"):
        return beside_value
    return True
