"""Blanks at which a new sentence or list item begins though the full stop before it is missing."""

from __future__ import annotations

import re

from reref.report.markers import marker_end
from reref.report.stops import next_word, word_before
from reref.report.words import words

#: Blanks that are worth a look; the pattern begins with one character, so that the search for it is fast.
RUN_ON = re.compile(r" (?:(?<=[a-z)\]] )[ ]{0,2}(?=[A-Z][a-z])|(?=\(?\d{1,2}(?: ?[.)]\s*[A-Z(]|\)\s*\w)|\(?[b-h]\) ))")
_VERBS = (" is ", " are ", " was ", " were ")
_SUBJECTS = (
    " lungs", " lung", " heart", " heart size", " mediastinum", " mediastinal contour", " mediastinal contours",
    " diaphragm", " diaphragms", " hemidiaphragm", " hemidiaphragms", " bones", " trachea", " aorta",
    " cardiac silhouette", " cardiomediastinal silhouette", " cardiomediastinal contours", " pleural spaces",
    " bony structures", " osseous structures", " pulmonary vasculature", " pulmonary vascularity", " there",
)  # fmt: skip


def second_statements(s: str) -> list[int]:
    """Return the blanks behind a word that ends statements at which a subject and its verb begin.

    "Heart size is normal lungs are clear" has one, before "lungs".
    """
    found = []
    for verb in _VERBS:
        at = s.find(verb)
        while at >= 0:
            if s.endswith(_SUBJECTS, 0, at):
                blank = at - max(len(subject) for subject in _SUBJECTS if s.endswith(subject, 0, at))
                blank -= 4 if s.endswith(" the", 0, blank) else 0
                if word_before(s, blank).lower() in words("statement_ends"):
                    found.append(blank)
            at = s.find(verb, at + 1)
    return found


def is_subordinate(s: str, start: int) -> bool:
    """Whether the sentence opens with a word that makes its first clause a subordinate one ("Because of …")."""
    return next_word(s, start).lower() in words("subordinates")


def opens_in_capitals(s: str, start: int, blank: int, following: int) -> bool:
    """Whether a word that opens statements stands at ``following`` in capitals, behind one in lower case."""
    word = next_word(s, following)
    before = word_before(s, blank)
    if word.lower() not in words("starters") or before in words("goes_on"):
        return False
    if word == "No" and s[following + 2 : following + 3] == ".":  # "No. 8"
        return False
    return (before.islower() or s[blank - 1] in ")]") and marker_end(s, start, len(s)) < blank
