"""Whether an endpoint answers as the programs need it, told in one line."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from reref.llm.errors import BadReplyError, EndpointError

if TYPE_CHECKING:
    from reref.llm.settings import LLMSettings

_LONGEST = 60.0  # seconds; a first call may load the model

_ADVICE: dict[str, str] = {
    "no connection": "is the server running, and is the address right?",
    "timeout": "the model is too slow or still loading; try again, or raise `timeout`",
    "rate limit": "the server lets no more requests through now; lower `requests_per_minute` or wait",
    "server error": "look into the server's own log",
    "bad body": "this is no OpenAI-compatible server, or the address lacks its /v1",
    "too large": "the server sends far more than was asked for",
    "refused request": "if it does not know this response_format, try --structure json_object or none",
    "not allowed": "check the key (REREF_API_KEY or --api-key-file)",
    "not found": "check the model's name, and that the address ends in /v1",
    "redirect": "give the final address",
    "truncated": "the model talks more than it was asked to; it may be too small, or raise `max_tokens`",
    "empty": "the model sends nothing; a reasoning model may need a larger `max_tokens`",
    "refused": "the model or a filter declines even a harmless question",
    "fenced": "the server does not enforce the schema; try another --structure",
    "not JSON": "the server does not enforce the schema; try another --structure",
    "wrong shape": "the server does not enforce the schema; try another --structure",
    "echoed": "the model repeats its prompt; it is probably no chat model",
}


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What one small call showed.

    Attributes:
        works: whether the reply had the shape that was asked for.
        words: one line for the user.
    """

    works: bool
    words: str


def diagnose(settings: LLMSettings) -> Diagnosis:
    """Make one small structured call and say how it went. The call holds no report."""
    from reref.llm.endpoint import Endpoint
    from reref.perturbations.llm.asking import Programs

    bounded = {"tries": 1, "re_asks": 0, "timeout": min(settings.timeout, _LONGEST), "max_calls": None}
    where = f"{settings.model} at {settings.base_url}"
    with Endpoint(settings.model_copy(update=bounded)) as endpoint:
        programs = Programs(endpoint)
        started = perf_counter()
        try:
            found = programs.judge("compare", question="How many lungs?", expected="two", given="2")
        except (EndpointError, BadReplyError) as error:
            advice = _ADVICE.get(error.kind)
            return Diagnosis(works=False, words=f"{where}: {error}" + (f"; {advice}" if advice else ""))
        tokens = endpoint.spent.tokens_out
    took = perf_counter() - started
    words = f"{where} answers in the shape that was asked for ({settings.shape}): {took:.1f} s, {tokens} tokens"
    odd = "" if found.agreement == "same" else f"; its answer to an easy question was '{found.agreement}'"
    return Diagnosis(works=True, words=words + odd)
