"""Replies of the right shape that are still no result: refusals, echoes, fences, another language, nothing at all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reref.llm.errors import BadReplyError
from reref.llm.replies import odd_text
from reref.perturbations.llm.prompts import prompt_lines
from reref.report import TARGET_SECTIONS
from reref.report.language import looks_english

_REWRITTEN = "rewritten"


def check_reply(outputs: Mapping[str, Any], inputs: Mapping[str, Any]) -> None:
    """Refuse the outputs of a rewriting program that cannot be a report.

    Args:
        outputs: the fields of the reply.
        inputs: what the program was given.

    Raises:
        BadReplyError: why they cannot.
    """
    report = inputs.get("report")
    if outputs.get("outcome") != _REWRITTEN or not isinstance(report, Mapping):
        return
    original = " ".join(report[name] for name in TARGET_SECTIONS)
    text = " ".join(outputs[name] for name in TARGET_SECTIONS)
    if original.strip() and not text.strip():
        raise BadReplyError("empty", "findings and impression are empty")
    for name in TARGET_SECTIONS:
        odd = odd_text(outputs[name], prompt_lines())
        if odd is not None and odd_text(report[name]) is None:
            raise odd
    if looks_english(original) and not looks_english(text):
        raise BadReplyError("another language", "the rewritten report is not in the language of the original")
