"""Texts that are no report at all: empty, a model talking about its answer, a refusal, the prompt, another language."""

from __future__ import annotations

import re

from reref.report import Report

_TALK = re.compile(
    r"\b(?:here(?:'s| is| are) (?:the|your|a|my)\b.{0,40}\b(?:report|version|rewrit|alternative|text)|as an? (?:ai|language model|assistant)|"
    r"i(?:'m| am) (?:sorry|unable|not able)|i (?:cannot|can't|can not|will not|won't) (?:help|assist|provide|comply|rewrite|process|fulfil)|"
    r"(?:sure|certainly|of course)[,!] |let me know if|i(?:'ve| have) (?:rewritten|changed|made|kept|preserved|modified)|hope this helps|"
    r"rewritten (?:report|version|text)|(?:original|alternative|perturbed) report\s*:|target variation|axis of variation|clinical(?:ly)? equivalen|"
    r"the (?:above|following|original) report (?:has|was|is)|note: (?:i|the report|this version)|(?:^|\n)\s*(?:```|#{1,4} )|"
    r"<(?:report|findings|impression|think|answer|/)|\"findings\"\s*:|\bprompt\b|ignore (?:all )?previous instructions|your task is)",
    re.IGNORECASE,
)  # fmt: skip
_LETTERS = re.compile(r"[^\W\d_]")
_COMMON_ELSEWHERE = re.compile(
    r"\b(?:el|los|las|sin|derrame|pulm[oó]n|und|kein|keine|der|die|das|ist|links|rechts|les|une|est|sans|gauche|droite|il|della|senza|"
    r"não|sem|direito|esquerdo|het|geen|een|niet)\b",
    re.IGNORECASE,
)
_LEAST_WORDS_ELSEWHERE = 3


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
    talk = _TALK.search(text)
    if talk and not _TALK.search(source):
        return f"the text speaks about itself: {' '.join(talk[0].split())[:60]!r}"
    if _foreign_letters(text) > _foreign_letters(source):
        return "the text is in another script"
    if len(_COMMON_ELSEWHERE.findall(text)) >= _LEAST_WORDS_ELSEWHERE + len(_COMMON_ELSEWHERE.findall(source)):
        return "the text is in another language"
    if _is_cut_off(alternative) and not _is_cut_off(original):
        return "the text breaks off in the middle of a word or sentence"
    return ""


def _foreign_letters(text: str) -> int:
    if text.isascii():
        return 0
    return sum(1 for letter in _LETTERS.findall(text) if ord(letter) > 0x24F and letter not in "µμ")


def _is_cut_off(report: Report) -> bool:
    for text in (report.findings, report.impression):
        end = text.rstrip()
        if end.endswith((",", " and", " or", " the", " of", " in", " with", "(", " a", " no", " is", " -")):
            return True
    return False
