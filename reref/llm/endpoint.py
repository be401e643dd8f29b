"""Calls to one endpoint: each answered from the run's store, or made once, retried within its deadline, and kept."""

from __future__ import annotations

import asyncio
import random
import threading
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING, Any, Protocol

import orjson

from reref.core.seeding import digest
from reref.llm.background import Background
from reref.llm.consent import require_consent
from reref.llm.errors import EndpointError
from reref.llm.limits import Budget, Circuit, Pace, Spent
from reref.llm.transport import Reply, Transport

if TYPE_CHECKING:
    from tenacity import RetryCallState

    from reref.llm.settings import LLMSettings

_FIRST_WAIT, _LONGEST_WAIT = 0.5, 20.0
_BYTES_PER_TOKEN = 4


class CallStore(Protocol):
    """Where finished calls are kept."""

    def load(self, key: str) -> bytes | None:
        """Return a finished call's reply."""
        ...

    def save(self, key: str, reply: bytes) -> None:
        """Keep a finished call's reply."""
        ...


class NothingKept:
    """Keeps nothing: for programs that have no run folder."""

    def load(self, key: str) -> bytes | None:
        """Return ``None``."""
        return None

    def save(self, key: str, reply: bytes) -> None:
        """Forget the reply."""


class Endpoint:
    """Asks a chat endpoint, from any thread.

    A call that was answered once is never made again: the same body and tag give the stored reply, also to threads that
    ask at the same moment.

    Args:
        settings: where and how.
        calls: where finished calls are kept.
        spent: what the run has used before.
    """

    def __init__(self, settings: LLMSettings, calls: CallStore | None = None, spent: Spent | None = None) -> None:
        self.settings = settings
        self.spent = spent or Spent()
        self.failure: EndpointError | None = None  # the last that would meet every other call too
        self._calls = calls or NothingKept()
        self._transport = Transport(settings)
        self._budget = Budget(settings, self.spent)
        self._circuit = Circuit(settings.give_up_after)
        self._requests, self._tokens = Pace(settings.requests_per_minute), Pace(settings.tokens_per_minute)
        self._jitter = random.Random()  # spreads retries in time; no result depends on it
        self._flying: dict[str, asyncio.Task[Reply]] = {}
        self._slots: asyncio.Semaphore | None = None
        self._background: Background | None = None
        self._starting = threading.Lock()
        self._closed = False

    def ask(self, body: dict[str, Any], tag: str = "") -> Reply:
        """Return the reply to a chat request.

        Args:
            body: the request in OpenAI's shape.
            tag: tells calls apart that send the same body on purpose (study, variant, attempt).

        Raises:
            EndpointError: there is none, after all retries or because no more calls may be made.
            UsageError: the endpoint is another machine and the user has not agreed to that.
        """
        sent = orjson.dumps(body, option=orjson.OPT_SORT_KEYS)
        key = digest(self.settings.url, sent.decode(), tag).hex()
        try:
            return self._running().run(self._once(key, sent))
        except CancelledError:
            raise EndpointError("stopped", "the run was interrupted") from None

    def close(self) -> None:
        """Stop calls that are still in flight and close the connections."""
        with self._starting:
            if self._background is not None and not self._closed:
                self._background.close(self._transport.close())
            self._closed = True

    def __enter__(self) -> Endpoint:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _running(self) -> Background:
        with self._starting:
            if self._closed:
                raise EndpointError("stopped", "the run was interrupted")
            if self._background is None:
                require_consent(self.settings)
                self._background = Background()
            return self._background

    async def _once(self, key: str, body: bytes) -> Reply:
        """Share one call among all who ask for it at the same time."""
        task = self._flying.get(key)
        if task is None:
            task = asyncio.ensure_future(self._answered(key, body))
            self._flying[key] = task
            task.add_done_callback(lambda _: self._flying.pop(key))
        return await task

    async def _answered(self, key: str, body: bytes) -> Reply:
        stored = self._calls.load(key)
        if stored is not None:
            return Reply.from_bytes(stored)
        if self._slots is None:
            self._slots = asyncio.Semaphore(self.settings.concurrency)
        async with self._slots:
            self._check_circuit()
            await self._tokens.wait(len(body) / _BYTES_PER_TOKEN + self._usual_reply())
            await self._requests.wait(1)  # before the clock starts: a slow pace is no failure of the server
            try:
                async with asyncio.timeout(self.settings.deadline):
                    reply = await self._retried(body)
            except TimeoutError:
                error = EndpointError("timeout", f"no reply within the deadline of {self.settings.deadline:g} s")
                self._circuit.failed(error)
                raise error from None
            except EndpointError as error:
                if error.kind == "budget":
                    self.failure = error
                else:
                    self._circuit.failed(error)
                raise
        self._circuit.succeeded()
        self._calls.save(key, reply.to_bytes())
        return reply

    def _usual_reply(self) -> float:
        return self.spent.tokens_out / self.spent.calls if self.spent.calls else 0.0

    async def _retried(self, body: bytes) -> Reply:
        from tenacity import AsyncRetrying, retry_if_exception, stop_after_attempt, stop_before_delay

        is_again = False

        async def tried() -> Reply:
            nonlocal is_again
            if is_again:
                await self._requests.wait(1)
            is_again = True
            return await self._tried(body)

        retrying = AsyncRetrying(
            stop=stop_after_attempt(self.settings.tries) | stop_before_delay(self.settings.deadline),
            wait=self._pause,
            retry=retry_if_exception(self._may_pass),
            reraise=True,
        )
        reply: Reply = await retrying(tried)
        return reply

    def _may_pass(self, error: BaseException) -> bool:
        if not isinstance(error, EndpointError) or not error.may_pass:
            return False
        return (error.retry_after or 0.0) <= self.settings.retry_after_limit

    def _pause(self, state: RetryCallState) -> float:
        """Return the seconds before the next try: what the server asks for, else doubling with jitter."""
        error = state.outcome.exception() if state.outcome is not None else None
        grown = min(_LONGEST_WAIT, _FIRST_WAIT * 2 ** (state.attempt_number - 1))
        asked = error.retry_after if isinstance(error, EndpointError) else None
        return (asked or grown) * (1 + 0.25 * self._jitter.random())

    def _check_circuit(self) -> None:
        try:
            self._circuit.check()
        except EndpointError as error:
            self.failure = error
            raise

    async def _tried(self, body: bytes) -> Reply:
        self._check_circuit()
        self._budget.reserve()
        try:
            reply = await self._transport.send(body)
        except BaseException:
            self.spent.failed += 1
            raise
        finally:
            self._budget.release()
        self.spent.add(reply)
        return reply
