"""How right an answer is: 1, 0.5 or 0 by the type of the attribute (ct-finebench, section 3.3).

- existence: yes or no.
- size: relative error below 10 % is 1, below 30 % is 0.5.
- all others: the same, synonyms included, is 1; partly the same or more than was asked is 0.5; anything else is 0.

An answer may hold several contents, and a question several right answers; the best match counts. `NULL` is an omission
and scores 0.
"""

from __future__ import annotations

import re
from functools import lru_cache

from reref.analysis.finebench.questions import EXISTENCE, NULL, Question, attribute_words, change_words
from reref.analysis.metrics.finding_f1 import grades
from reref.analysis.metrics.numeric_agreement import band
from reref.report import anatomy, measurements
from reref.report.tokens import tokenize
from reref.report.vocabulary import lexicon

_BARE = re.compile(r"\d+(?:\.\d+)?")
_SILENT = frozenset(
    ("the", "a", "an", "of", "in", "is", "it", "at", "on", "and", "with", "side", "sided", "measure", "about")
)
_TIERS = ("near-certain", "probable", "possible", "doubtful")


def compare(question: Question, given: str) -> float:
    """Return how right an answer is.

    Args:
        question: the question with its right answers.
        given: the answer from the candidate report.
    """
    if not given.strip() or given.strip().upper() == NULL:
        return 0.0
    if question.attribute == EXISTENCE:
        return float(_yes(given) is not None and any(_yes(given) == _yes(wanted) for wanted in question.answers))
    return max(
        _grade(question.attribute, one.strip(), wanted) for one in given.split(";") for wanted in question.answers
    )


def _yes(text: str) -> bool | None:
    first = re.match(r"\W*(yes|no|true|false|present|absent)\b", text.lower())
    return None if first is None else first.group(1) in ("yes", "true", "present")


def _grade(attribute: str, given: str, wanted: str) -> float:
    if attribute == "size":
        ours, theirs = _millimetres(given), _millimetres(wanted)
        return 0.0 if ours is None or theirs is None else band(ours, theirs)
    ours_mean, theirs_mean = _meaning(attribute, given), _meaning(attribute, wanted)
    if not ours_mean or not theirs_mean:
        return float(given.lower() == wanted.lower())
    if ours_mean == theirs_mean:
        return 1.0
    if attribute == "certainty":  # neighbouring degrees of doubt are partly the same
        places = [[_TIERS.index(tier) for tier in side if tier in _TIERS] for side in (ours_mean, theirs_mean)]
        return 0.5 if all(places) and abs(places[0][0] - places[1][0]) == 1 else 0.0
    if {"left", "right"} <= ours_mean ^ theirs_mean:  # the other side is wrong, whatever else is the same
        return 0.0
    return 0.5 if ours_mean & theirs_mean or (attribute == "location" and _near(ours_mean, theirs_mean)) else 0.0


def _near(ours: frozenset[str], theirs: frozenset[str]) -> bool:
    """Return whether one place lies in the other."""
    sites = set(anatomy.sites())
    return any(
        anatomy.is_within(a, b) or anatomy.is_within(b, a) for a in ours & sites for b in theirs & sites
    )  # fmt: skip


def _millimetres(text: str) -> float | None:
    lengths = [value for found in measurements(text) if found.unit == "mm" for value in found.values]
    if lengths:
        return max(lengths)
    bare = _BARE.search(text)
    return float(bare.group()) if bare else None


@lru_cache(maxsize=1 << 14)
def _meaning(attribute: str, text: str) -> frozenset[str]:
    """Return what the words of an answer stand for, so that synonyms become equal."""
    plain = text.lower().strip(" .")
    if attribute == "severity":
        return frozenset((grades().get(plain, plain),))
    if attribute == "change":
        return frozenset((change_words().get(plain, plain),))
    if attribute in attribute_words():
        senses = attribute_words()[attribute]
        return frozenset(f"{attribute} {senses[plain]}" if plain in senses else word for word in [plain])
    tokens = tokenize(plain).words
    found: set[str] = set()
    covered: set[int] = set()
    for tag in lexicon().phrases.find(tokens):
        for kind in ("site", "side"):
            if kind in tag.senses:
                found.update(_sides(str(tag.senses[kind])))
                covered.update(range(tag.first, tag.last))
    # "upper lobe of the right lung" names the lobe alone, as "right upper lobe" does
    above = {higher for site in found & set(anatomy.sites()) for higher in anatomy.path(site)[1:]}
    found -= above
    found.update(
        word for i, word in enumerate(tokens) if i not in covered and word not in _SILENT and word[0].isalnum()
    )
    return frozenset(found)


def _sides(name: str) -> tuple[str, ...]:
    return ("left", "right") if name == "bilateral" else (name,)
