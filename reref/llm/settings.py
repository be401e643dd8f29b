"""One object that says which model is asked, where, how often and at what price."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote, urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from reref.core.errors import UsageError
from reref.llm.consent import is_loopback

PREFIX = "REREF_"
#: What a run's results depend on; the other settings only say how calls are made.
_MATTERS = (
    "model",
    "base_url",
    "api_version",
    "structure",
    "temperature",
    "verifier_temperature",
    "max_tokens",
    "samples",
    "re_asks",
    "send_seed",
)


class LLMSettings(BaseModel):
    """Where a language model is and how it is asked.

    Attributes:
        model: name of the model as the server knows it; the deployment's name for Azure.
        base_url: address up to ``/v1``, for example ``http://127.0.0.1:11434/v1``; for Azure the resource's address.
        api_version: Azure's version of the interface; giving it makes the endpoint an Azure one.
        api_key_env: environment variable that holds the key.
        api_key_file: file that holds the key, read instead of the variable.
        allow_remote: whether reports may be sent to another machine.
        structure: ``json_schema`` when the server enforces a schema (vLLM, llama.cpp, Ollama), ``strict`` for OpenAI's
            narrower dialect of it, ``json_object`` when it only promises JSON, ``none`` when it knows neither. By
            default ``strict`` for OpenAI and Azure, else ``json_schema``.
        temperature: of the generator; ``None`` leaves the field out (reasoning models refuse it).
        verifier_temperature: of every judging program.
        max_tokens: longest reply in tokens.
        samples: generator tries for one alternative.
        re_asks: how often a reply of the wrong shape is asked for again within one try.
        send_seed: whether a seed derived from the run's seed goes with every call.
        timeout: seconds for one request, from connecting to the last byte.
        deadline: seconds for one call with all its retries.
        tries: requests for one call at most.
        retry_after_limit: longest wait in seconds that a server may ask for.
        give_up_after: calls that fail one after the other before no more are made.
        concurrency: calls in flight at most.
        requests_per_minute: most requests in a minute.
        tokens_per_minute: most tokens in a minute, prompt and reply together.
        max_calls: most requests of the run.
        max_total_tokens: most tokens of the run.
        max_cost: most money of the run, in the currency of the two prices.
        price_in: price of a million prompt tokens.
        price_out: price of a million reply tokens.
        max_reply_bytes: largest reply that is read.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str = Field(min_length=1)
    base_url: str
    api_version: str | None = None
    api_key_env: str = "REREF_API_KEY"
    api_key_file: Path | None = None
    allow_remote: bool = False
    structure: Literal["json_schema", "strict", "json_object", "none"] | None = None
    temperature: float | None = Field(0.7, ge=0, le=2)
    verifier_temperature: float | None = Field(0.0, ge=0, le=2)
    max_tokens: int = Field(4096, ge=16)
    samples: int = Field(5, ge=1)
    re_asks: int = Field(1, ge=0)
    send_seed: bool = True
    timeout: float = Field(120.0, gt=0)
    deadline: float = Field(600.0, gt=0)
    tries: int = Field(10, ge=1)
    retry_after_limit: float = Field(60.0, ge=0)
    give_up_after: int = Field(20, ge=1)
    concurrency: int = Field(8, ge=1, le=1024)
    requests_per_minute: float | None = Field(None, gt=0)
    tokens_per_minute: float | None = Field(None, gt=0)
    max_calls: int | None = Field(None, ge=0)
    max_total_tokens: int | None = Field(None, ge=0)
    max_cost: float | None = Field(None, ge=0)
    price_in: float | None = Field(None, ge=0)
    price_out: float | None = Field(None, ge=0)
    max_reply_bytes: int = Field(1_000_000, ge=1000)

    @field_validator("base_url")
    @classmethod
    def _is_an_address(cls, value: str) -> str:
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("must be an address such as http://127.0.0.1:8080/v1")
        if parts.username or parts.password:
            raise ValueError("must not hold a name or password; give the key by api_key_env or api_key_file")
        return value.rstrip("/")

    @property
    def is_local(self) -> bool:
        """Whether the endpoint is on this machine."""
        return is_loopback(self.base_url)

    @property
    def shape(self) -> str:
        """What the server is told about the shape of replies: ``structure``, or what suits its address."""
        host = urlsplit(self.base_url).hostname or ""
        is_openai = self.api_version is not None or host.endswith((".openai.com", ".azure.com"))
        return self.structure or ("strict" if is_openai else "json_schema")

    @property
    def url(self) -> str:
        """The address that calls go to."""
        if self.api_version is None:
            return f"{self.base_url}/chat/completions"
        return f"{self.base_url}/openai/deployments/{quote(self.model)}/chat/completions?api-version={self.api_version}"

    def key(self) -> str | None:
        """Return the key, ``None`` when there is none.

        Raises:
            UsageError: the key file cannot be read or is empty.
        """
        if self.api_key_file is None:
            return os.environ.get(self.api_key_env) or None
        try:
            key = self.api_key_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{self.api_key_file}: the key cannot be read ({type(error).__name__})") from None
        if not key:
            raise UsageError(f"{self.api_key_file}: holds no key")
        return key

    def headers(self) -> dict[str, str]:
        """Return what goes with every request; the only place that handles the key.

        Raises:
            UsageError: the key holds characters that no header can carry.
        """
        headers = {"Content-Type": "application/json", "Accept": "application/json", "Accept-Encoding": "identity"}
        key = self.key()
        if key is None:
            return headers
        if not key.isascii() or not key.isprintable():
            raise UsageError("the API key holds characters that no key has (a line break, perhaps); check it")
        return {**headers, **({"api-key": key} if self.api_version else {"Authorization": f"Bearer {key}"})}

    def identity(self) -> dict[str, Any]:
        """Return the settings that results depend on, for manifests and signatures; never the key."""
        return {name: getattr(self, name) for name in _MATTERS}


def load_settings(flags: Mapping[str, Any], file: Path | None = None) -> LLMSettings:
    """Put settings together: flags win over ``REREF_*`` variables, and those over the TOML file.

    Args:
        flags: what the command line says; ``None`` means not said.
        file: a TOML file with the settings at its top level or in a table ``[llm]``.

    Raises:
        UsageError: no model or address, an unknown setting, or a value that cannot be.
    """
    found = _from_file(file) if file is not None else {}
    for name in LLMSettings.model_fields:
        value = os.environ.get(PREFIX + name.upper())
        if value:
            found[name] = value
    found |= {name: value for name, value in flags.items() if value is not None}
    for name, flag in (("model", "--model"), ("base_url", "--base-url")):
        if name not in found:
            raise UsageError(
                f"no {name} is set: give {flag}, {PREFIX}{name.upper()} or '{name}' in the file of --llm-config"
            )
    try:
        settings = LLMSettings.model_validate(found)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        name = ".".join(str(part) for part in first["loc"])
        raise UsageError(f"setting '{name}': {first['msg'].removeprefix('Value error, ')}") from None
    if settings.max_cost is not None and (settings.price_in is None or settings.price_out is None):
        raise UsageError("max_cost needs price_in and price_out (money for a million tokens)")
    return settings


def _from_file(file: Path) -> dict[str, Any]:
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{file}: cannot be read ({error.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{file}: not TOML ({error})") from None
    inner = found.get("llm", found)
    if not isinstance(inner, dict):
        raise UsageError(f"{file}: 'llm' must be a table of settings")
    if "api_key" in inner:
        raise UsageError(f"{file}: a key does not belong in a settings file; use api_key_env or api_key_file")
    return dict(inner)
