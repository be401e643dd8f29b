"""The endpoint as a DSPy language model. DSPy is loaded here, and only when a program runs."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import dspy

    from reref.llm.endpoint import Endpoint
    from reref.llm.transport import Reply

#: The name under which DSPy knows the model; the real one is the endpoint's business.
_NAME = "reref/endpoint"
#: Families that refuse a temperature and call their limit otherwise.
_REASONING = re.compile(r"(?:^|/)(?:o\d|gpt-5)(?![a-z0-9]*-chat)")


@dataclass(frozen=True, slots=True)
class Asking:
    """What tells one call apart from others with the same prompt.

    Attributes:
        tag: goes into the key under which the reply is kept.
        seed: goes to the server, ``None`` when it shall choose.
    """

    tag: str = ""
    seed: int | None = None


_asking: ContextVar[Asking] = ContextVar("reref_asking", default=Asking())  # noqa: B039 - it is frozen


@contextmanager
def asking(tag: str, seed: int | None = None) -> Iterator[None]:
    """Mark the calls made within."""
    token = _asking.set(Asking(tag, seed))
    try:
        yield
    finally:
        _asking.reset(token)


def load_dspy() -> Any:
    """Import DSPy so that it makes no connection of its own and logs no report."""
    import logging

    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")  # else a price list is fetched from the internet
    import dspy

    logging.getLogger("instructor").setLevel(logging.CRITICAL)  # its errors quote whole replies
    logging.getLogger("dspy").setLevel(logging.CRITICAL)  # so do some of DSPy's
    return dspy


class EndpointEngine:
    """What DSPy calls with a request; retries, limits and storage are the endpoint's."""

    supports_response_schema = True
    supported_params = frozenset({"response_format"})

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint

    def complete(self, request: Any) -> Any:
        """Answer one ``dspy.lm15.Request``.

        Raises:
            EndpointError: there is no reply.
        """
        now = _asking.get()
        reply = self._endpoint.ask(chat_body(request, self._endpoint.settings.model, self._seed(now)), now.tag)
        return _response(request, reply)

    def _seed(self, now: Asking) -> int | None:
        return now.seed if self._endpoint.settings.send_seed else None


def chat_body(request: Any, model: str, seed: int | None) -> dict[str, Any]:
    """Return a ``dspy.lm15.Request`` in OpenAI's shape."""
    config = request.config
    messages = [{"role": "system", "content": _text(request.system)}] if request.system else []
    messages += [{"role": message.role, "content": _text(message.parts)} for message in request.messages]
    reasons = bool(_REASONING.search(model))
    body: dict[str, Any] = {"model": model, "messages": messages}
    if config.max_tokens is not None:
        body["max_completion_tokens" if reasons else "max_tokens"] = config.max_tokens
    if config.temperature is not None and not reasons:
        body["temperature"] = config.temperature
    if seed is not None:
        body["seed"] = seed
    wanted = config.response_format
    if wanted is not None:
        inner = {key: wanted[key] for key in ("name", "schema", "strict") if key in wanted}
        is_schema = wanted["type"] == "json_schema"
        body["response_format"] = {"type": "json_schema", "json_schema": inner} if is_schema else dict(wanted)
    return body


def _text(parts: Any) -> str:
    return parts if isinstance(parts, str) else "".join(part.text for part in parts)


def _response(request: Any, reply: Reply) -> Any:
    from dspy import lm15

    ends = {"length": "length", "max_tokens": "length", "content_filter": "content_filter"}
    usage = lm15.Usage(
        input_tokens=reply.tokens_in,
        output_tokens=reply.tokens_out,
        total_tokens=reply.tokens_in + reply.tokens_out,
    )
    return lm15.Response(
        id=None,
        model=request.model,
        message=lm15.Message.assistant([lm15.TextPart(reply.refusal or reply.text)]),
        finish_reason="content_filter" if reply.refusal else ends.get(reply.finish_reason, "stop"),
        usage=usage,
    )


def language_model(endpoint: Endpoint, *, temperature: float | None) -> dspy.LM:
    """Return the endpoint as a DSPy model.

    Args:
        endpoint: what answers.
        temperature: of every call, ``None`` to leave it to the server.
    """
    found: dspy.LM = load_dspy().LM(
        _NAME,
        engine=EndpointEngine(endpoint),
        cache=False,
        num_retries=0,
        temperature=temperature,
        max_tokens=endpoint.settings.max_tokens,
    )
    return found
