"""A chat server on loopback that a test scripts: it answers, fails, drips and babbles as told, and counts."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Answer:
    """What the server does with one request.

    Attributes:
        content: the message; None leaves it null.
        finish_reason: why the model stopped.
        status: HTTP status.
        headers: more headers.
        body: sent instead of a chat completion.
        refusal: the message's refusal field.
        delay: seconds before anything is sent.
        drop: close the connection: "before" the head or in the middle of the "body".
        drip: seconds between single bytes of the body.
    """

    content: str | None = ""
    finish_reason: str = "stop"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None
    refusal: str | None = None
    delay: float = 0.0
    drop: str = ""
    drip: float = 0.0

    def payload(self) -> bytes:
        if self.body is not None:
            return self.body
        message = {"role": "assistant", "content": self.content, "refusal": self.refusal}
        found = {
            "id": "x",
            "object": "chat.completion",
            "created": 0,
            "model": "fake",
            "choices": [{"index": 0, "finish_reason": self.finish_reason, "message": message}],
            "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
        }
        return json.dumps(found).encode()


Script = Callable[[dict[str, Any], int], Answer]


def rewritten(findings: str, impression: str, outcome: str = "rewritten") -> str:
    return json.dumps({"outcome": outcome, "findings": findings, "impression": impression})


def verdict(*, consistent: bool = True, valid: bool = True, lacks: bool = False, already: bool = False) -> str:
    return json.dumps(
        {
            "reasoning": "compared statement by statement",
            "is_clinically_consistent": consistent,
            "is_valid_perturbation": valid,
            "does_not_contain_required_info": lacks,
            "is_already_in_expected_form": already,
        }
    )


def is_judging(body: dict[str, Any]) -> bool:
    """Say whether a request is for a verdict rather than for a rewrite."""
    return "is_clinically_consistent" in body["messages"][0]["content"]


def report_in(body: dict[str, Any]) -> dict[str, str]:
    """Return the report that a request is about."""
    asked = next(m["content"] for m in body["messages"] if m["role"] == "user")
    found: dict[str, str] = json.loads(asked.partition("[[ ## report ## ]]\n")[2].partition("\n\n[[ ##")[0])
    return found


class FakeServer:
    """Answers every POST by the script, which gets the body and the number of the request (0 first)."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.keep_bodies = True
        self.count = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        started = asyncio.run_coroutine_threadsafe(asyncio.start_server(self._serve, "127.0.0.1", 0), self._loop)
        self._server = started.result()
        self.port = self._server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/v1"

    def close(self) -> None:
        async def stop() -> None:
            self._server.close()
            own = asyncio.current_task()
            for task in asyncio.all_tasks():
                if task is not own:
                    task.cancel()
            await asyncio.sleep(0)

        asyncio.run_coroutine_threadsafe(stop(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def __enter__(self) -> FakeServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._one(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.transport.abort()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {k.lower(): v.strip() for k, _, v in (line.partition(":") for line in head[1:] if line)}
        raw = await reader.readexactly(int(headers.get("content-length", "0")))
        body = json.loads(raw)
        number = self.count
        self.count += 1
        if self.keep_bodies:
            self.bodies.append(body)
            self.headers.append(headers)
        answer = self.script(body, number)
        if answer.delay:
            await asyncio.sleep(answer.delay)
        if answer.drop == "before":
            return False
        payload = answer.payload()
        lines = [f"HTTP/1.1 {answer.status} X", f"Content-Length: {len(payload)}", "Content-Type: application/json"]
        lines += [f"{name}: {value}" for name, value in answer.headers.items()]
        writer.write("\r\n".join([*lines, "", ""]).encode("latin-1"))
        if answer.drop == "body":
            writer.write(payload[: len(payload) // 2])
            await writer.drain()
            return False
        if answer.drip:
            for at in range(len(payload)):
                writer.write(payload[at : at + 1])
                await writer.drain()
                await asyncio.sleep(answer.drip)
        writer.write(payload if not answer.drip else b"")
        await writer.drain()
        return True
