"""The answer to a question from a candidate report, by rules: what the facts about the finding say of the attribute."""

from __future__ import annotations

import re
from functools import cache

from reref.analysis.finebench.questions import ANY, EXISTENCE, NULL, Question, attribute_words, contents, is_told, read
from reref.report import Fact, sentences

#: Stands between several contents of one attribute in an answer.
SEPARATOR = "; "


def answer(question: Question, report: str) -> str:
    """Return what a report answers.

    Args:
        question: the question.
        report: the candidate report.

    Returns:
        ``yes`` or ``no`` for existence (``no`` only where the finding is denied), otherwise the contents of the
        attribute in the report's words, several joined by "; ". `NULL` when the report does not tell.
    """
    _, facts = read(report)
    if question.finding == ANY:
        return "yes" if any(map(is_told, facts)) else "no"
    told = contents(report, question.finding)
    if question.attribute == EXISTENCE:
        if told:
            return "yes"
        return "no" if any(fact.finding == question.finding for fact in facts) else NULL
    return SEPARATOR.join(told.get(question.attribute, ())) or NULL


def sentence_words(section: str, fact: Fact) -> dict[str, str]:
    """Return the words for margin, shape, density, distribution and morphology that stand in a fact's sentence.

    Args:
        section: the text of the section.
        fact: a fact of that section. Of several words of one attribute the one nearest to the finding counts.
    """
    around = next((s for s in sentences(section) if s.start <= fact.cue_start < s.end), None)
    if around is None:
        return {}
    found: dict[str, str] = {}
    at = fact.cue_start - around.start
    for attribute, pattern in _patterns().items():
        hits = list(pattern.finditer(around.text.lower()))
        if hits:
            found[attribute] = min(hits, key=lambda hit: (abs(hit.start() - at), hit.start())).group()
    return found


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {
        attribute: re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(words, key=lambda w: (-len(w), w))))})\b")
        for attribute, words in attribute_words().items()
    }
