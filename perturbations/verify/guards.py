"""Texts that are no report at all: empty, a model talking about its answer, a refusal, the prompt, another language."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from reref.perturbations.verify.lexicon import read_lexicon_file
from reref.report import Report

_LETTERS = re.compile(r"[^\W\d_]")
_AROUND_WORDS = ".,:;!?()[]\"'`*"
_LAST_LATIN = 0x24F
_LEAST_FOREIGN_WORDS = 3
_LONGEST_SHOWN = 60


def not_a_report(original: Report, alternative: Report) -> str:
    """Say why the alternative cannot be a rewrite of the original at all; empty when nothing speaks against it.

    Args:
        original: the report.
        alternative: the text to check.
    """
    text = f"{alternative.findings}\n{alternative.impression}"
    source = f"{original.findings}\n{original.impression}"
    if source.strip() and not text.strip():
        return "the alternative is empty"
    table = _table()
    new = {word.strip(_AROUND_WORDS) for word in set(text.lower().split()) - set(source.lower().split())}
    if new & table["trigger"] or any(sign in text and sign not in source for sign in table["signs"]):
        talk = table["talk"].search(text)
        if talk and not table["talk"].search(source):
            return f"the text speaks about itself: {' '.join(talk[0].split())[:_LONGEST_SHOWN]!r}"
    if not text.isascii() and _foreign_letters(text) > _foreign_letters(source):
        return "the text is in another script"
    if len(new & table["foreign"]) >= _LEAST_FOREIGN_WORDS:
        return "the text is in another language"
    if _is_cut_off(alternative, table["unfinished"]) and not _is_cut_off(original, table["unfinished"]):
        return "the text breaks off in the middle of a sentence"
    return ""


@cache
def _table() -> dict[str, Any]:
    raw = read_lexicon_file("not_a_report")
    return {
        "trigger": frozenset(raw["trigger"].split()),
        "signs": tuple(raw["signs"]),
        "talk": re.compile("|".join(raw["talk"]), re.IGNORECASE),
        "foreign": frozenset(raw["foreign"].split()),
        "unfinished": tuple(raw["unfinished"]),
    }


def _foreign_letters(text: str) -> int:
    return sum(1 for letter in _LETTERS.findall(text) if ord(letter) > _LAST_LATIN and letter not in "µμ")


def _is_cut_off(report: Report, unfinished: tuple[str, ...]) -> bool:
    return any(text.rstrip().endswith(unfinished) for text in (report.findings, report.impression))
