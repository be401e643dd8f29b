from __future__ import annotations

import asyncio
import threading
from concurrent.futures import CancelledError, ThreadPoolExecutor

import pytest

from reref.llm.background import Background


async def nothing() -> None:
    """Do nothing."""


def test_closing_stops_what_runs_and_refuses_what_comes_later() -> None:
    background = Background()
    started = threading.Event()

    async def forever() -> None:
        started.set()
        await asyncio.sleep(1000)

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(background.run, forever())
        started.wait()
        background.close(nothing())
        with pytest.raises(CancelledError):
            waiting.result(timeout=10)
    with pytest.raises(CancelledError):
        background.run(nothing())


def test_nobody_waits_for_ever_when_it_closes_in_the_middle_of_a_rush() -> None:
    for _ in range(20):
        background = Background()
        with ThreadPoolExecutor(8) as pool:
            waiting = [pool.submit(background.run, asyncio.sleep(0.001)) for _ in range(200)]
            background.close(nothing())
            assert sum(one.exception(timeout=10) is not None for one in waiting) <= 200
