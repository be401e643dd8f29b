"""What can go wrong with a model call: the endpoint does not answer, or the answer is no result."""

from __future__ import annotations

from typing import Literal

from reref.core.errors import EngineUnavailableError

FailureKind = Literal[
    "no connection",
    "timeout",
    "rate limit",
    "server error",
    "bad body",
    "too large",
    "refused request",
    "not allowed",
    "not found",
    "redirect",
    "budget",
    "circuit open",
    "stopped",
]
#: Failures that another try may not meet again.
_PASSING = {"no connection", "timeout", "rate limit", "server error", "bad body"}
#: Failures that every further call would meet too.
_FOR_ALL = {"not allowed", "not found", "redirect"}

BadReplyKind = Literal[
    "truncated", "empty", "refused", "echoed", "fenced", "not JSON", "wrong shape", "another language", "unusable"
]


class EndpointError(EngineUnavailableError):
    """A call got no reply, whatever was asked.

    Attributes:
        kind: which failure.
        retry_after: seconds that the server asked to wait, ``None`` when it did not.
    """

    def __init__(self, kind: FailureKind, detail: str, *, retry_after: float | None = None) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.retry_after = retry_after

    @property
    def may_pass(self) -> bool:
        """Whether the same call may succeed a little later."""
        return self.kind in _PASSING

    @property
    def meets_all(self) -> bool:
        """Whether every other call to this endpoint would fail in the same way."""
        return self.kind in _FOR_ALL


class BadReplyError(Exception):
    """A reply came, but it is no result; the message starts with the kind.

    Attributes:
        kind: what is wrong with it.
    """

    def __init__(self, kind: BadReplyKind, detail: str) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
