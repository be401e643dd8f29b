"""What an answer says: yes or no, a sentence, a number. Two ways to match a sentence (after mederr-ct)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from reref.qa.questions import no_error

_YES = re.compile(r"\b(?:1|yes|true|error|incorrect|wrong)\b", re.IGNORECASE)
_NO = re.compile(
    r"\b(?:0|false|no(?:ne)?\b(?:\W+\w+){0,3}?\W*(?:errors?|mistakes?)?|error-?\s?free|correct|without errors?)\b",
    re.IGNORECASE,
)
_NO_ERROR = re.compile(
    r"^\W*(?:there (?:is|are) )?no (?:errors?|mistakes?)\b|^\W*none\W*$|\berror-?\s?free\b", re.IGNORECASE
)
_NUMBER = re.compile(r"(?<![\d.])\d+(?![\d.]*\d)")


def said(prediction: Any) -> str:
    """Return the prediction's text; empty for what is missing, null or not a number."""
    if prediction is None or prediction != prediction:
        return ""
    if isinstance(prediction, bool):
        return str(int(prediction))
    return str(prediction).strip()


def said_label(text: str) -> int | None:
    """Return 1 for "there is an error", 0 for "there is none", ``None`` for neither."""
    first = re.match(r"\W*([01])\b", text)
    if first:
        return int(first.group(1))
    if _NO.match(text.strip()) or says_no_error(text):
        return 0
    return 1 if _YES.search(text) else None


def said_index(text: str) -> int | None:
    """Return the sentence number of a hard match (HIM): the first whole number, 0 for "no error"."""
    found = _NUMBER.search(text)
    if found:
        return int(found.group())
    return 0 if says_no_error(text) else None


def says_no_error(text: str) -> bool:
    """Say whether an answer is that there is no error."""
    return text.strip().lower().rstrip(".") == no_error().lower().rstrip(".") or _NO_ERROR.search(text) is not None


def soft_index(text: str, sentences: Sequence[str]) -> int:
    """Return the sentence number of a soft match (SIM): the sentence with the highest ROUGE-L to the answer.

    "No error." competes as number 0, so that an error-free report can be answered. The first of equals wins.
    """
    from reref.analysis.metrics import get_metric

    if says_no_error(text):
        return 0
    options = [no_error(), *sentences]
    scores = get_metric("rouge-l").function(candidates=[text] * len(options), references=options)
    return max(range(len(options)), key=lambda place: (float(scores[place]), -place))
