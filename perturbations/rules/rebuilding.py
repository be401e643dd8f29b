"""Other builds of one sentence: its place first or last, its denial turned round, two clauses drawn together."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from reref.perturbations.rules.choice import chosen
from reref.perturbations.rules.grammar import capital, is_plural, uncapital

if TYPE_CHECKING:
    from numpy.random import Generator

_SEEN = r"(?:observed|detected|seen|identified|noted|present|visualized)"
_BE = r"(?:is|are|was|were)"
#: No verb, clause or reference to what was said before.
_PLAIN = (
    r"(?:(?!\b(?:is|are|was|were|has|have|had|which|that|who|whose|it|they|this|these|those|may|might|could|can|cannot"
    r"|because|due|but|however|although|while|where|when|as|than|compared|than|also|again|other|others|evaluated)\b)[\w\s/'-])+?"
)
_PLACE_WORD = re.compile(
    r"\b(?:lungs?|lobes?|segments?|lung\s+bases|apex|apices|kidneys?|liver|spleen|thyroid|mediastin\w+|hil\w+|glands?|aorta|arter\w+"
    r"|vertebra\w*|spine|ribs?|pleural?|hemithora\w+|gallbladder|pancreas|stomach|esophag\w+|trachea|bronchi|axilla\w*|bones?"
    r"|bone\s+structures?|heart|abdom\w+|stations?|parenchyma|breasts?)\b",
    re.IGNORECASE,
)
_AT_PLACE = re.compile(
    rf"(?P<group>{_PLAIN})\s+(?P<verb>{_BE})\s+(?P<seen>{_SEEN})\s+(?P<place>(?:in|at|within|along)\s+{_PLAIN})",
    re.IGNORECASE,
)
_PLACE_FIRST = re.compile(
    rf"(?P<place>(?:in|at|within)\s+(?!addition|summary|other|favor|terms|case)(?:{_PLAIN})),\s+(?P<group>{_PLAIN})\s+(?P<verb>{_BE})\s+(?P<seen>{_SEEN})",
    re.IGNORECASE,
)
_THERE_AT = re.compile(
    rf"There\s+(?P<verb>{_BE})\s+(?P<group>{_PLAIN})\s+(?P<place>(?:in|within)\s+(?:the|both)\s+{_PLAIN})",
    re.IGNORECASE,
)
_NOT_SEEN = re.compile(rf"(?P<group>{_PLAIN})\s+(?P<verb>was|were|is|are)\s+not\s+(?P<seen>{_SEEN})", re.IGNORECASE)
_NO_SEEN = re.compile(
    rf"No\s+(?P<group>[^.;:]+?)\s+(?P<verb>{_BE})\s+{_SEEN}(?P<place>\s+(?:in|within)\s+{_PLAIN})?", re.IGNORECASE
)
_AND_NO = re.compile(
    rf"(?P<first>[^.;:]+?\s+{_BE}\s+(?:normal|natural|open|patent|unremarkable|within\s+normal\s+limits|in\s+the\s+midline))"
    rf"\s+and\s+no\s+(?P<what>{_PLAIN})\s+{_BE}\s+{_SEEN}(?P<place>\s+in\s+{_PLAIN})?",
    re.IGNORECASE,
)
_TWO_PLACES = re.compile(
    r"\band\s+(?:in|at|within)\b|\b(?:right|left|both)\b.*\band\b.*\b(?:right|left|both)\b", re.IGNORECASE
)
#: A place that tells more than where.
_NO_PLACE = re.compile(
    r"\b(?:pathological|size|appearance|configuration|dimensions?|accompan\w+|with|without|increas\w+|decreas\w+|densit\w+"
    r"|opacit\w+|thicken\w+|caus\w+|compatible|consistent|keeping|secondary|effusions?|favor|terms)\b",
    re.IGNORECASE,
)
_FREE_OF = re.compile(
    r"(?:the\s+)?(?P<both>both\s+)?lungs\s+are\s+(?:free|clear)\s+of\s+(?P<what>(?:(?!\b(?:but|and|are|is|with)\b)[^.;:])+)",
    re.IGNORECASE,
)
_CLEAR_WITHOUT = re.compile(
    r"(?P<first>(?:the\s+|both\s+)?lungs\s+are\s+(?:clear|normally\s+inflated|well[- ](?:aerated|expanded|inflated))"
    r"(?:\s+bilaterally)?),?"
    r"(?:\s+and)?\s+(?:without|with\s+no)\s+(?P<what>(?:(?!\b(?:but|and|are|is|with)\b)[^.;:])+)",
    re.IGNORECASE,
)
#: A counted thing that is seen somewhere, with what is said of it after a comma.
_ONE_IS_SEEN = re.compile(
    rf"(?P<group>(?:an?|several|multiple|a\s+few|few)\s+[^;:,]+?)\s+(?P<verb>{_BE})\s+{_SEEN}\s+"
    rf"(?P<rest>(?:in|at|on|within|along|adjacent)\s[^;:]+)",
    re.IGNORECASE,
)
_THERE_IS_NO = re.compile(rf"There\s+(?P<verb>{_BE})\s+no\s+(?P<what>{_PLAIN})", re.IGNORECASE)
_SEEN_ALREADY = re.compile(
    r"(?:visible|visualized|evidence|signs?|definite|XXXX|obvious|apparent|other|longer|change)\b", re.IGNORECASE
)
_WITHOUT = re.compile(
    r"(?:the\s+)?(?P<whole>(?:visualized|imaged|included)\s+[\w\s]+?)\s+(?:are|is)\s+without\s+(?P<what>acute\s+abnormality)",
    re.IGNORECASE,
)
#: A place of more words does not open a sentence.
_LONG_PLACE = 10
_NEGATIVE = re.compile(r"(?:no|not|none|neither)\b", re.IGNORECASE)


def place_first(text: str, rng: Generator) -> str:
    """Turn "A nodule is seen in the left lung" into "In the left lung, a nodule is seen" or "The left lung shows …"."""
    match = _AT_PLACE.fullmatch(text)
    if match is None or not _PLACE_WORD.search(match.group("place")) or _NO_PLACE.search(match.group("place")):
        return ""
    place, group = match.group("place"), uncapital(match.group("group"))
    if _NEGATIVE.match(group) or len(place.split()) > _LONG_PLACE:
        return ""  # "In the lungs, no nodule was seen" is not how one denies
    said = f"{capital(place)}, {group} {match.group('verb')} {match.group('seen')}"
    there = f"{capital(place)}, there {match.group('verb')} {group}"
    owner = re.fullmatch(
        r"in\s+(?P<owner>(?:the|both)\s+(?:right\s+|left\s+)?(?:lungs?|kidneys?|liver|spleen|aorta))",
        place,
        re.IGNORECASE,
    )
    if owner is None or match.group("verb").lower() in {"was", "were"}:
        return chosen(rng, (said, there))
    shows = "show" if is_plural(owner.group("owner")) else "shows"
    return chosen(rng, (said, there, f"{capital(owner.group('owner'))} {shows} {group}"))


def place_last(text: str, rng: Generator) -> str:
    """Turn "In the left lung, a nodule is seen" into "A nodule is seen in the left lung"."""
    match = _PLACE_FIRST.fullmatch(text)
    if match is None or not _PLACE_WORD.search(match.group("place")) or _PLACE_WORD.search(match.group("group")):
        return ""
    return (
        f"{capital(match.group('group'))} {match.group('verb')} {match.group('seen')} {uncapital(match.group('place'))}"
    )


def there_place_first(text: str, rng: Generator) -> str:
    """Turn "There is atelectasis in the left lung" into "In the left lung, there is atelectasis"."""
    match = _THERE_AT.fullmatch(text)
    if match is None or _TWO_PLACES.search(text) or _NO_PLACE.search(match.group("place")):
        return ""
    if _NEGATIVE.match(match.group("group")) or len(match.group("place").split()) > _LONG_PLACE:
        return ""
    if re.search(r"(?:ed|seen|given)$", match.group("group")):
        return ""
    if not _PLACE_WORD.search(match.group("place")):
        return ""
    return f"{capital(match.group('place'))}, there {match.group('verb')} {match.group('group')}"


def not_seen(text: str, rng: Generator) -> str:
    """Turn "Effusion was not seen" into "No effusion was seen" or "There was no effusion"."""
    match = _NOT_SEEN.fullmatch(text)
    if match is None or re.match(r"(?:the|an?|it|this)\b", text, re.IGNORECASE) or re.search(r"\band\b", text):
        return ""
    group, verb = uncapital(match.group("group")), match.group("verb")
    return chosen(rng, (f"No {group} {verb} {match.group('seen')}", f"There {verb} no {group}"))


def no_seen(text: str, rng: Generator) -> str:
    """Turn "No mass was detected in both lungs" into "There was no mass in both lungs"."""
    match = _NO_SEEN.fullmatch(text)
    if match is None or re.search(rf"\b(?:no|not|but|which|that|{_BE})\b", match.group("group"), re.IGNORECASE):
        return ""
    return f"There {match.group('verb').lower()} no {match.group('group')}{match.group('place') or ''}"


def drawn_together(text: str, rng: Generator) -> str:
    """Turn "X was normal and no Y was detected" into "X was normal, without Y"."""
    match = _AND_NO.fullmatch(text)
    if match is None or re.search(r"\b(?:no|not)\b", match.group("first"), re.IGNORECASE):
        return ""
    return (
        f"{match.group('first')}, without {chosen(rng, ('', 'any '))}{match.group('what')}{match.group('place') or ''}"
    )


def free_of(text: str, rng: Generator) -> str:
    """Turn "The lungs are free of airspace disease" into "No airspace disease is seen in the lungs"."""
    match = _FREE_OF.fullmatch(text)
    if match is None:
        return ""
    what = re.sub(r"^any\s+", "", match.group("what"), flags=re.IGNORECASE)
    verb = "are" if is_plural(re.split(r",|\s+or\s+", what)[-1]) else "is"
    place = "both lungs" if match.group("both") else "the lungs"
    return chosen(rng, (f"No {what} {verb} seen in {place}", f"There {verb} no {what} in {place}"))


def clear_without(text: str, rng: Generator) -> str:
    """Turn "The lungs are clear without consolidation" into "The lungs are clear, and there is no consolidation"."""
    match = _CLEAR_WITHOUT.fullmatch(text)
    if match is None:
        return ""
    verb = "are" if is_plural(re.split(r",|\s+or\s+", match.group("what"))[0]) else "is"
    what = re.sub(r"^any\s+", "", match.group("what"), flags=re.IGNORECASE)
    return f"{match.group('first')}, and there {verb} no {what}"


def there_is_one(text: str, rng: Generator) -> str:
    """Turn "A nodule with a diameter of 4 mm is seen in the left lung" into "There is a nodule … in the left lung"."""
    match = _ONE_IS_SEEN.fullmatch(text)
    if match is None or re.search(
        rf"\b(?:{_BE}|which|that|this|these|another|one)\b", match.group("group"), re.IGNORECASE
    ):
        return ""
    return f"There {match.group('verb').lower()} {uncapital(match.group('group'))} {match.group('rest')}"


def there_is_no(text: str, rng: Generator) -> str:
    """Turn "There is no free air" into "No free air is seen"."""
    match = _THERE_IS_NO.fullmatch(text)
    if match is None or _SEEN_ALREADY.match(match.group("what")) or re.search(r"\band\b", match.group("what")):
        return ""
    return f"No {match.group('what')} {match.group('verb').lower()} {chosen(rng, ('seen', 'identified'))}"


def without_abnormality(text: str, rng: Generator) -> str:
    """Turn "The visualized bones are without acute abnormality" into "No acute abnormality of the visualized bones"."""
    match = _WITHOUT.fullmatch(text)
    return f"No {match.group('what')} of the {uncapital(match.group('whole'))} is seen" if match else ""
