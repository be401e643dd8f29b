"""One request, one reply: bounded in time and size, with every failure named."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import orjson

from reref.llm.errors import EndpointError, FailureKind

if TYPE_CHECKING:
    import aiohttp

    from reref.llm.settings import LLMSettings

_LONGEST_DETAIL = 200
_STATUS: dict[int, FailureKind] = {
    401: "not allowed", 403: "not allowed", 404: "not found", 408: "timeout", 409: "server error", 429: "rate limit",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reply:
    """What a server answered.

    Attributes:
        text: the message, empty when there was none.
        finish_reason: ``stop``, ``length``, ``content_filter`` or what else the server calls it.
        refusal: the server's own word for a refusal, empty when there was none.
        tokens_in: prompt tokens, 0 when not reported.
        tokens_out: reply tokens, 0 when not reported.
        model: the model that the server says it used.
    """

    text: str
    finish_reason: str = "stop"
    refusal: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    model: str = ""

    def to_bytes(self) -> bytes:
        """Return the reply as it is stored."""
        return orjson.dumps(asdict(self))

    @classmethod
    def from_bytes(cls, stored: bytes) -> Reply:
        """Read a stored reply."""
        return cls(**orjson.loads(stored))


class Transport:
    """Sends chat requests to one endpoint over kept connections. Use it from one event loop."""

    def __init__(self, settings: LLMSettings) -> None:
        self._settings = settings
        self._url = settings.url
        self._headers = settings.headers()
        self._client: aiohttp.ClientSession | None = None

    async def send(self, body: bytes) -> Reply:
        """Send one request.

        Raises:
            EndpointError: no connection, a timeout, an HTTP error, a body that is no chat completion or too large.
        """
        import aiohttp

        try:
            async with asyncio.timeout(self._settings.timeout):
                status, headers, content = await self._exchange(body)
        except TimeoutError:
            raise EndpointError("timeout", f"no full reply within {self._settings.timeout:g} s") from None
        except aiohttp.ClientPayloadError:
            raise EndpointError("no connection", f"{self._settings.base_url}: the reply broke off") from None
        except (aiohttp.ClientError, OSError) as error:
            raise EndpointError("no connection", _connection_words(error, self._settings.base_url)) from None
        if status != 200:
            raise _http_failure(status, headers, content)
        return _reply(content)

    async def _exchange(self, body: bytes) -> tuple[int, Mapping[str, str], bytes]:
        limit = self._settings.max_reply_bytes
        # No redirect is followed: the user agreed to this address, not to another.
        request = self._connected().post(self._url, data=body, headers=self._headers, allow_redirects=False)
        async with request as response:
            content = bytearray()
            async for chunk in response.content.iter_any():
                content += chunk
                if len(content) > limit:
                    raise EndpointError("too large", f"the reply is larger than {limit:,} bytes (max_reply_bytes)")
            return response.status, response.headers, bytes(content)

    def _connected(self) -> aiohttp.ClientSession:
        if self._client is None:
            import aiohttp

            self._client = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=0),  # the endpoint's own slots bound the calls in flight
                timeout=aiohttp.ClientTimeout(total=None),  # the one around the whole exchange bounds every wait
                trust_env=not self._settings.is_local,  # a proxy must not see what stays on this machine
                auto_decompress=False,  # nothing may grow beyond the limit on its way
                cookie_jar=aiohttp.DummyCookieJar(),
            )
        return self._client

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.close()


def _connection_words(error: Exception, base_url: str) -> str:
    words = str(error) or type(error).__name__
    return f"{base_url}: {words[:_LONGEST_DETAIL]}"


def _http_failure(status: int, headers: Mapping[str, str], content: bytes) -> EndpointError:
    if 300 <= status < 400:
        return EndpointError("redirect", f"the server points to {headers.get('Location', '?')}; name that address")
    kind: FailureKind = _STATUS.get(status, "server error" if status >= 500 else "refused request")
    detail = f"HTTP {status}{_server_words(content)}"
    return EndpointError(kind, detail, retry_after=_retry_after(headers))


def _server_words(content: bytes) -> str:
    """Return the server's own explanation, cut short."""
    try:
        error = json.loads(content.decode("utf-8", "replace")).get("error")
    except (ValueError, AttributeError):
        return ""
    words = error.get("message") if isinstance(error, dict) else error
    return f" ({' '.join(words.split())[:_LONGEST_DETAIL]})" if isinstance(words, str) and words.strip() else ""


def _retry_after(headers: Mapping[str, str]) -> float | None:
    given = headers.get("Retry-After-Ms")
    if given is not None and given.strip().isdigit():
        return int(given) / 1000
    given = headers.get("Retry-After", "").strip()
    try:
        return max(0.0, float(given))
    except ValueError:
        return _until(given)


def _until(date: str) -> float | None:
    from datetime import UTC, datetime
    from email.utils import parsedate_to_datetime

    try:
        return max(0.0, (parsedate_to_datetime(date) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None


def _reply(content: bytes) -> Reply:
    try:
        found = orjson.loads(content)
    except orjson.JSONDecodeError:
        raise EndpointError("bad body", "the server's reply is not JSON in UTF-8") from None
    try:
        choice = found["choices"][0]
        message = choice["message"]
        text, refusal = message.get("content") or "", message.get("refusal") or ""
        usage = found.get("usage") or {}
        return Reply(
            _plain(text),
            str(choice.get("finish_reason") or "stop"),
            str(refusal),
            int(usage.get("prompt_tokens") or 0),
            int(usage.get("completion_tokens") or 0),
            str(found.get("model") or ""),
        )
    except (KeyError, IndexError, TypeError, AttributeError, ValueError):
        raise EndpointError("bad body", "the server's reply holds no message") from None


def _plain(content: Any) -> str:
    """Return the text of a message, which some servers send in parts."""
    if isinstance(content, str):
        return content
    return "".join(part["text"] for part in content if part.get("type") == "text")
