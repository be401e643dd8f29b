"""Why a text that a model sent is no result, in one word."""

from __future__ import annotations

import json
import re

from reref.llm.errors import BadReplyError, BadReplyKind

_REFUSAL = re.compile(
    r"\b(?:i(?:'m| am) (?:sorry|unable|not able)|i (?:cannot|can't|can not|won't|will not|must decline)\b|"
    r"as an? (?:ai|language model|assistant)|(?:cannot|can't|unable to) (?:assist|help|comply|provide|fulfil))",
    re.IGNORECASE,
)
_FENCE = re.compile(r"```|~~~")
_ONLY_FENCED = re.compile(r"\s*```(?:json)?\s*\n(\{.*\})\s*```\s*", re.DOTALL | re.IGNORECASE)
_MARKER = "[[ ##"
_REFUSAL_LENGTH = 600  # a refusal is short; a report that says "I am unable to" somewhere is none


def unusable(text: str, finish_reason: str) -> BadReplyError | None:
    """Say what is wrong with a whole reply, before it is read as JSON; ``None`` when nothing is.

    Args:
        text: the reply.
        finish_reason: why the model stopped.
    """
    bare = text.strip()
    if finish_reason == "length":
        return BadReplyError("truncated", "the reply was cut at the token limit (max_tokens) and is incomplete")
    if finish_reason == "content_filter":
        return BadReplyError("refused", "the server or the model declined to answer")
    if not bare:
        return BadReplyError("empty", "the reply holds no text")
    return None


def unfenced(text: str) -> str:
    """Return the object inside a code fence that is the whole reply; every other reply as it is."""
    found = _ONLY_FENCED.fullmatch(text)
    return found[1] if found else text


def ends_at(text: str, room: int) -> bool:
    """Say whether a text of a JSON reply is as long as it may be: then the schema cut it, and JSON hides that."""
    if len(text) < room:
        return False
    try:
        found = json.loads(text)
    except ValueError:
        return False
    return isinstance(found, dict) and any(isinstance(value, str) and len(value) >= room for value in found.values())


def name_failure(text: str, finish_reason: str, detail: str) -> BadReplyError:
    """Say why a reply could not be read as the object that was asked for.

    Args:
        text: the last reply.
        finish_reason: why the model stopped.
        detail: what the reader said, without quoting the reply.
    """
    found = unusable(text, finish_reason)
    if found is not None:
        return found
    bare = text.strip()
    if _FENCE.search(bare):
        return BadReplyError("fenced", "the reply wraps its answer in a code fence or other text")
    if _MARKER in bare:
        return BadReplyError("echoed", "the reply repeats the prompt")
    if not bare.startswith("{"):
        is_refusal = len(bare) < _REFUSAL_LENGTH and _REFUSAL.search(bare)
        kind: BadReplyKind = "refused" if is_refusal else "not JSON"
        words = "the model declined to answer" if is_refusal else "the reply is free text instead of a JSON object"
        return BadReplyError(kind, words)
    if not bare.endswith("}"):
        return BadReplyError("truncated", "the reply breaks off before its JSON ends and is incomplete")
    return BadReplyError("wrong shape", detail)


def odd_text(text: str, prompt_lines: frozenset[str] = frozenset()) -> BadReplyError | None:
    """Say why a text inside a reply cannot be part of a report; ``None`` when nothing speaks against it.

    Args:
        text: a field of the reply.
        prompt_lines: sentences of the prompt that a report never has.
    """
    if _FENCE.search(text):
        return BadReplyError("fenced", "a field of the reply holds a code fence")
    if _MARKER in text or any(line in text for line in prompt_lines):
        return BadReplyError("echoed", "a field of the reply repeats the prompt")
    if len(text) < _REFUSAL_LENGTH and _REFUSAL.search(text):
        return BadReplyError("refused", "a field of the reply declines to answer")
    return None
