"""Builds that make the place the subject ("the left lung shows a nodule"), and other ways to give a size."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from reref.perturbations.rules.grammar import article, capital, cased_like, is_plural, uncapital

if TYPE_CHECKING:
    from numpy.random import Generator

_BE = r"(?P<verb>is|are|was|were)"
_SEEN = r"(?:observed|detected|seen|identified|noted|present|visualized|found)"
_STOP = (
    r"(?!\b(?:is|are|was|were|be|has|have|had|which|that|who|whose|it|they|this|these|those|may|might|could|can|cannot|because"
    r"|due|but|however|although|while|where|when|as|than|compared|also|again|other|others|evaluated|no|not|without|XXXX)\b)"
)
_RUN = rf"{_STOP}[\w/-]+(?:\s+{_STOP}[\w/-]+)*?"
_GROUP = rf"(?P<group>{_RUN})"
_PLACE = rf"(?P<place>(?:the|both)\s+{_RUN})"
_BUILDS = tuple(
    re.compile(build, re.IGNORECASE)
    for build in (
        rf"(?P<no>no\s+)?{_GROUP}\s+{_BE}\s+{_SEEN}\s+(?:in|within|on|at)\s+{_PLACE}",
        rf"there\s+{_BE}\s+(?P<no>no\s+)?{_GROUP}\s+(?:in|within|on|at)\s+{_PLACE}",
        rf"(?:in|within)\s+{_PLACE},\s+there\s+{_BE}\s+(?P<no>no\s+)?{_GROUP}",
        rf"(?:in|within)\s+{_PLACE},\s+(?P<no>no\s+)?{_GROUP}\s+{_BE}\s+{_SEEN}",
    )
)
_TELEGRAM = re.compile(rf"{_GROUP}\s+(?:in|within|on|at)\s+{_PLACE}", re.IGNORECASE)
#: Parts of the body that can be said to show something.
_PART = (
    r"(?:lungs?|lobes?|segments?|bases?|apex|apices|apexes|kidneys?|liver|spleen|mediastinum|parenchyma|glands?|aorta|arter(?:y|ies)"
    r"|vertebrae?|spine|structures?|hemithora\w+|gallbladder|pancreas|walls?|lingula|axillae?|pleura|midlung|zones?|regions?|ribs?)"
)
_SHOWING = re.compile(
    rf"(?:the|both)\s+(?:[\w-]+\s+){{0,5}}?{_PART}(?:\s+(?:of|and)\s+(?:[\w-]+\s+){{0,5}}?{_PART}){{0,2}}",
    re.IGNORECASE,
)
_NO_PLACE = re.compile(
    r"\b(?:pathological|size|appearance|configuration|dimensions?|examination|study|accompan\w+|with|causing|compatible|consistent"
    r"|keeping|secondary|favor|terms|level|compartment|current|previous|left\s+and\s+in)\b",
    re.IGNORECASE,
)
#: What has a place of its own: "ectasia and coronary atherosclerosis in the aorta".
_WITH_ANOTHER = re.compile(
    r"\band\s+(?:[\w-]+\s+)?(?:coronary|hepatic|renal|pericardial|pleural|mediastinal|hilar|aortic|cardiac)\b",
    re.IGNORECASE,
)
#: Where more of the sentence would have to be said of the place too.
_TWO = re.compile(r"\b(?:in|at|within|on)\b.*\b(?:in|at|within|on)\b", re.IGNORECASE)
_SIZE = (
    r"(?P<size>(?:approximately\s+|about\s+|up\s+to\s+)?\d+(?:[.,]\d+)?(?:\s?(?:x|-)\s?\d+(?:[.,]\d+)?)?\s?(?:mm|cm))"
)
_THING = (
    r"(?P<thing>(?:(?!in\b|with\b|and\b|of\b|at\b)[\w-]+\s+){0,4}?"
    r"(?:nodules?|lesions?|cysts?|stones?|calcul(?:us|i)|granulomas?))\b"
)
_BEFORE_NOUN = re.compile(
    rf"(?P<article>\ban?\s+)?{_SIZE}(?:\s+sized|-sized)?(?P<across>\s+(?:in\s+)?diameter)?\s+{_THING}", re.I
)
_WITH_DIAMETER = re.compile(
    rf"\bwith\s+an?\s+(?P<axis>(?:short\s+|long\s+)?diameter|short\s+axis)\s+of\s+{_SIZE}", re.I
)
_MEASURING = re.compile(rf"\bmeasuring\s+{_SIZE}\s+in\s+(?P<axis>diameter|size)\b", re.IGNORECASE)


def place_shows(text: str, rng: Generator) -> str:
    """Turn "A nodule was seen in the left lung" into "The left lung showed a nodule"."""
    match = next((m for build in _BUILDS if (m := build.fullmatch(text)) is not None), None)
    telegram = None
    if match is None:
        telegram = match = _TELEGRAM.fullmatch(text)
    if match is None:
        return ""
    place, group = match["place"].strip(), uncapital(match["group"].strip())
    if (
        _SHOWING.fullmatch(place) is None
        or _NO_PLACE.search(place)
        or _TWO.search(text)
        or re.match(r"the\s", group, re.I)
    ):
        return ""
    if telegram is not None and (not re.search(r"\w{4}", group) or re.search(r"(?:ed|ing|en)$", group)):
        return ""
    if re.search(r"(?:ed|seen|ly)$", group) or _WITH_ANOTHER.search(group):
        return ""
    past = telegram is None and match["verb"].lower() in {"was", "were"}
    head = re.split(r"\s+(?:of|in)\s+", place, maxsplit=1)[0]
    plural = place.lower().startswith("both") or is_plural(head) or bool(re.search(r"\band\b", place))
    verb = "showed" if past else "show" if plural else "shows"
    no = "no " if telegram is None and match["no"] else ""
    return f"{capital(place)} {verb} {no}{group}"


def size_otherwise(text: str) -> str:
    """Give the first size of a sentence in another way: "a 4 mm nodule" is "a nodule measuring 4 mm"."""
    found = _BEFORE_NOUN.search(text)
    if found:
        thing = found["thing"]
        lead = f"{cased_like(found['article'].strip(), article(thing))} " if found["article"] else ""
        if not lead and not text[: found.start()].strip():
            thing = capital(thing)
        across = " in diameter" if found["across"] else ""
        return f"{text[: found.start()]}{lead}{thing} measuring {found['size']}{across}{text[found.end() :]}"
    found = _WITH_DIAMETER.search(text)
    if found:
        return f"{text[: found.start()]}measuring {found['size']} in {found['axis']}{text[found.end() :]}"
    found = _MEASURING.search(text)
    if found and found["axis"].lower() == "diameter":
        return f"{text[: found.start()]}with a diameter of {found['size']}{text[found.end() :]}"
    return text
