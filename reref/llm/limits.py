"""What bounds the calls of a run: pace, budget, and a circuit that opens when nothing works."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reref.llm.errors import EndpointError

if TYPE_CHECKING:
    from reref.llm.settings import LLMSettings
    from reref.llm.transport import Reply

#: How much of a minute's allowance may go at once.
_BURST = 1 / 12


class Pace:
    """Lets so much through in a minute, evenly but for a short burst. Use it from one event loop.

    Args:
        per_minute: how much, ``None`` for no limit.
    """

    def __init__(self, per_minute: float | None) -> None:
        self._per_minute = per_minute
        self._free_at = 0.0

    async def wait(self, amount: float) -> None:
        """Wait until this much more may pass."""
        if self._per_minute is None:
            return
        now = asyncio.get_running_loop().time()
        start = max(self._free_at, now - 60 * _BURST)
        self._free_at = start + 60 * amount / self._per_minute
        await asyncio.sleep(max(0.0, start - now))


@dataclass
class Spent:
    """What a run has used.

    Attributes:
        calls: requests that were answered.
        failed: requests that were not.
        tokens_in: prompt tokens.
        tokens_out: reply tokens.
    """

    calls: int = 0
    failed: int = 0
    tokens_in: int = 0
    tokens_out: int = 0

    def add(self, reply: Reply) -> None:
        """Count an answered request."""
        self.calls += 1
        self.tokens_in += reply.tokens_in
        self.tokens_out += reply.tokens_out

    def cost(self, settings: LLMSettings) -> float | None:
        """Return the price, ``None`` when no prices are set."""
        if settings.price_in is None or settings.price_out is None:
            return None
        return (self.tokens_in * settings.price_in + self.tokens_out * settings.price_out) / 1e6


class Budget:
    """Refuses a request once the run has used what it may."""

    def __init__(self, settings: LLMSettings, spent: Spent) -> None:
        self._settings = settings
        self._spent = spent
        self._in_flight = 0

    def reserve(self) -> None:
        """Count a request that is about to be made.

        Raises:
            EndpointError: the budget is used up.
        """
        settings, spent = self._settings, self._spent
        made = spent.calls + spent.failed + self._in_flight
        cost = spent.cost(settings)
        for used, most, name in (
            (made, settings.max_calls, "max_calls"),
            (spent.tokens_in + spent.tokens_out, settings.max_total_tokens, "max_total_tokens"),
            (cost, settings.max_cost, "max_cost"),
        ):
            if most is not None and used is not None and used >= most:
                raise EndpointError("budget", f"{name} = {most:g} is reached; raise it and run the same command again")
        self._in_flight += 1

    def release(self) -> None:
        """Say that the request has ended."""
        self._in_flight -= 1


class Circuit:
    """Opens for good when so many calls fail one after the other, or one fails in a way that all would.

    Args:
        after: how many.
    """

    def __init__(self, after: int) -> None:
        self._after = after
        self._failures = 0
        self._why: str | None = None

    def check(self) -> None:
        """Let a call through.

        Raises:
            EndpointError: the circuit is open.
        """
        if self._why is not None:
            raise EndpointError("circuit open", f"no more calls are made after {self._why}")

    def succeeded(self) -> None:
        """Say that a call was answered."""
        self._failures = 0

    def failed(self, error: EndpointError) -> None:
        """Say that a call failed, with all its retries."""
        self._failures += 1
        if error.meets_all:
            self._why = str(error)
        elif self._failures >= self._after:
            self._why = f"{self._failures} failures one after the other, the last: {error}"
