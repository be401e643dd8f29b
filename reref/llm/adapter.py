"""DSPy writes the prompt and makes the call; instructor owns the schema, the validation and the asking again.

This module loads DSPy: import it only where a program runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from reref.llm.errors import BadReplyError, EndpointError
from reref.llm.language_model import load_dspy
from reref.llm.replies import ends_at, name_failure, unfenced, unusable

if TYPE_CHECKING:
    from pydantic import BaseModel

#: Looks at the fields of a reply beside the inputs; raises BadReplyError when they cannot be a result.
Check = Callable[[Mapping[str, Any], Mapping[str, Any]], None]

# Instructor's own `context` would also run every message through a template engine, and reports may hold braces.
_inputs: ContextVar[Mapping[str, Any]] = ContextVar("reref_inputs")
_BYTES_PER_TOKEN = 3  # on the safe side: a grammar that ends a text is better than a limit that cuts it


class InstructorAdapter(load_dspy().JSONAdapter):  # type: ignore[misc]  # no class is known before DSPy is loaded
    """Structured output for DSPy programs: a reply is an object of the signature's shape, or a named failure.

    Args:
        structure: what the server can enforce: ``json_schema``, ``strict`` (OpenAI's narrower dialect),
            ``json_object`` or ``none``.
        re_asks: how often a reply of the wrong shape is asked for again.
        check: looks at every reply that has the right shape.
    """

    def __init__(self, structure: str = "json_schema", re_asks: int = 1, check: Check | None = None) -> None:
        super().__init__()
        self._structure = structure
        self._re_asks = re_asks
        self._check = check
        self._models: dict[Any, type[BaseModel]] = {}
        self._system: dict[Any, str] = {}

    def __call__(
        self,
        lm: Any,
        lm_kwargs: dict[str, Any],
        signature: Any,
        demos: Sequence[dict[str, Any]],
        inputs: dict[str, Any],
    ) -> list[dict[str, Any]]:
        """Ask until the reply has the signature's shape or the re-asks are used up.

        Raises:
            BadReplyError: the last reply is no result; its kind says why.
            EndpointError: there is no reply.
        """
        from instructor.core.exceptions import InstructorRetryException

        if lm_kwargs.get("n", 1) not in (None, 1):
            raise ValueError("one reply at a time: ask again instead of n > 1")
        seen: list[tuple[str, str]] = []
        token = _inputs.set(inputs)
        try:
            found = self._create(
                response_model=self._model(signature),
                max_retries=self._re_asks,
                messages=self.format(signature, list(demos), inputs),
                lm=lm,
                options={**lm.kwargs, **lm_kwargs},
                structure=self._structure,
                seen=seen,
            )
        except InstructorRetryException as error:
            raise _own_error(error, seen) from None
        finally:
            _inputs.reset(token)
        return [{name: getattr(found, name) for name in signature.output_fields}]

    def format_system_message(self, signature: Any) -> str:
        """Return the system message, written once for each signature: it is the costliest part of a prompt."""
        if signature not in self._system:
            self._system[signature] = super().format_system_message(signature)
        return self._system[signature]

    def user_message_output_requirements(self, signature: Any) -> str:
        """Return the reminder at the end of a prompt; DSPy's own asks for Python values, which are not JSON."""
        keys = ", ".join(f'"{name}"' for name in signature.output_fields)
        return f"Answer with one JSON object with the keys {keys}, in this order, and nothing before or after it."

    async def acall(self, *args: Any, **kwargs: Any) -> list[dict[str, Any]]:
        """Not offered: programs run in threads and wait for the endpoint's own loop."""
        raise NotImplementedError("programs of this adapter are called, not awaited")

    @cached_property
    def _create(self) -> Callable[..., Any]:
        import instructor

        return instructor.patch(create=_complete, mode=instructor.Mode.JSON_SCHEMA)

    def _model(self, signature: Any) -> type[BaseModel]:
        """Return the shape of a signature's outputs, made once."""
        if signature not in self._models:
            self._models[signature] = _output_model(signature, self._check)
        return self._models[signature]


def _output_model(signature: Any, check: Check | None) -> type[BaseModel]:
    from instructor import OpenAISchema
    from pydantic import ConfigDict, create_model, model_validator

    class Checked(OpenAISchema):  # instructor would derive from it anew for every call otherwise
        model_config = ConfigDict(extra="forbid")

        @model_validator(mode="after")
        def _is_a_result(self) -> Any:
            if check is not None:
                try:
                    check(dict(self), _inputs.get())
                except BadReplyError as error:
                    raise ValueError(str(error)) from error
            return self

    fields: dict[str, Any] = {
        name: (field.annotation, _described(field)) for name, field in signature.output_fields.items()
    }
    model = create_model("Reply", __base__=Checked, **fields)
    schema = model.model_json_schema()
    model.model_json_schema = classmethod(lambda cls, *_, **__: schema)  # type: ignore[method-assign, assignment]
    return model


def _described(field: Any) -> Any:
    from pydantic import Field

    return Field(description=(field.json_schema_extra or {}).get("desc"))


def _complete(
    *, messages: list[dict[str, Any]], response_format: dict[str, Any], lm: Any, options: Mapping[str, Any],
    structure: str, seen: list[tuple[str, str]],
) -> Any:  # fmt: skip
    """Make one call through DSPy and hand the reply to instructor."""
    from dspy import lm15

    body: dict[str, Any] = {key: options[key] for key in ("temperature", "max_tokens") if options.get(key) is not None}
    schema = response_format["json_schema"]["schema"]
    room = _room(schema, body.get("max_tokens")) if structure == "json_schema" else None
    wire_format = _wire_format(schema, structure, room)
    if wire_format is not None:
        body["response_format"] = wire_format
    response = lm(lm15.request_from_openai_chat({"model": lm.model, "messages": messages, **body}))
    text = _text(response.message.parts)
    if structure in ("none", "json_object"):  # a server that enforces nothing may fence what it was asked for
        text = unfenced(text)
    is_cut = room is not None and ends_at(text, room)
    seen.append((text, "length" if is_cut else response.finish_reason))
    bad = unusable(*seen[-1])
    if bad is not None:
        raise bad
    return _as_completion(text)


def _texts(schema: Mapping[str, Any]) -> list[str]:
    fields = schema["properties"]
    return [name for name, field in fields.items() if field.get("type") == "string" and "enum" not in field]


def _room(schema: Mapping[str, Any], max_tokens: int | None) -> int | None:
    """Return how long each text may be so that all fit into the token limit, ``None`` for no limit."""
    texts = _texts(schema)
    return max_tokens * _BYTES_PER_TOKEN // len(texts) if max_tokens is not None and texts else None


def _wire_format(schema: dict[str, Any], structure: str, room: int | None) -> dict[str, Any] | None:
    """Return what the server is told about the shape; a schema that it enforces also ends texts before the limit."""
    if structure == "none":
        return None
    if structure == "json_object":
        return {"type": "json_object"}
    named: dict[str, Any] = {"name": "reply", "schema": schema}
    if structure == "strict":
        named["strict"] = True
    elif room is not None:
        limits = {name: {**schema["properties"][name], "maxLength": room} for name in _texts(schema)}
        named["schema"] = {**schema, "properties": {**schema["properties"], **limits}}
    return {"type": "json_schema", "json_schema": named}


def _text(parts: Any) -> str:
    """Return a message's text; schemas of a few known shapes come back as data."""
    import json

    texts = [part.text if hasattr(part, "text") else json.dumps(part.value) for part in parts]
    return "".join(texts)


def _as_completion(text: str) -> Any:
    """Return a text as instructor reads it: a chat completion's shape, without the cost of building a real one."""
    from openai.types import CompletionUsage

    message = SimpleNamespace(role="assistant", content=text)
    # Without a usage of this class instructor looks for another vendor's package at every call.
    usage = CompletionUsage(completion_tokens=0, prompt_tokens=0, total_tokens=0)
    return SimpleNamespace(choices=[SimpleNamespace(finish_reason="stop", message=message)], usage=usage)


def _own_error(error: BaseException, seen: Sequence[tuple[str, str]]) -> Exception:
    """Return the project's own error behind one of instructor's or DSPy's."""
    from pydantic import ValidationError

    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, EndpointError | BadReplyError):
            return cause
        if isinstance(cause, ValidationError):
            return _shape_error(cause, seen)
        last, cause = cause, cause.__cause__
    # What is left is a defect, not a reply; its message may quote the prompt, so only its name is passed on.
    return RuntimeError(f"{type(last).__name__} while the model was asked")


def _shape_error(error: Any, seen: Sequence[tuple[str, str]]) -> BadReplyError:
    first = error.errors(include_input=False, include_url=False)[0]
    own = getattr(first.get("ctx", {}).get("error"), "__cause__", None)
    if isinstance(own, BadReplyError):
        return own
    place = ".".join(str(part) for part in first["loc"])
    text, finish_reason = seen[-1]
    return name_failure(text, finish_reason, f"{place}: {first['msg']}" if place else first["msg"])
