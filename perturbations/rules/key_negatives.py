"""Which normal statements a reader would miss: they answer a question that is open."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from reref.perturbations.rules.phrases import lexicon
from reref.perturbations.rules.statements import Statement, statements
from reref.report import Report


def key_negatives(report: Report) -> Callable[[Statement], bool]:
    """Return whether a normal statement of this report has to stay in its shortest form.

    Args:
        report: the whole report; its indication and impression tell which denials somebody asked for.
    """
    data = lexicon("scope.yaml")["key_negatives"]
    everything = [*statements(report.findings, "findings"), *statements(report.impression, "impression")]
    raised = {f.finding for s in everything for f in s.facts if f.polarity != "absent" and not f.normal}
    asked = f"{report.indication} {report.impression}"
    keys = {*data["always"]}
    denied = {*data["denied"]} | raised
    worded: list[re.Pattern[str]] = []
    for entry in data["when"]:
        text = report.indication if entry.get("only_indication") else asked
        if raised & {*entry["raised"]} or _pattern(entry["words"]).search(text):
            keys |= {*entry["findings"]}
            worded += [_pattern(words) for words in entry.get("says", ())]

    def is_key(statement: Statement) -> bool:
        findings = {f.finding for f in statement.facts}
        denials = {f.finding for f in statement.facts if not f.normal}
        if findings & keys or denials & denied or any(words.search(statement.text) for words in worded):
            return True
        if findings and all(_pattern(data["routine"]).match(name) for name in findings):
            return False
        return bool(denials) and _pattern(data["denied_words"]).search(statement.text) is not None

    return is_key


@cache
def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(words, re.IGNORECASE)
