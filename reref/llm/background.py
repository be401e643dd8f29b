"""An event loop in a thread of its own: calls wait there, workers wait for them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import CancelledError
from typing import Any, TypeVar

T = TypeVar("T")


class Background:
    """Runs coroutines for other threads until it is closed."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._lock = threading.Lock()
        self._is_closing = False
        self._thread = threading.Thread(target=self._loop.run_forever, name="reref-calls", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine there and return what it returns.

        Raises:
            CancelledError: the loop was closed meanwhile.
        """
        with self._lock:  # what is handed over before closing begins is cancelled by it, what comes later is refused
            if self._is_closing:
                work.close()
                raise CancelledError
            handed_over = asyncio.run_coroutine_threadsafe(work, self._loop)
        return handed_over.result()

    def close(self, last: Coroutine[Any, Any, None]) -> None:
        """Stop what is still running, run one last coroutine, and let go of the thread."""
        with self._lock:
            self._is_closing = True
        asyncio.run_coroutine_threadsafe(self._cancel_all(), self._loop).result()
        asyncio.run_coroutine_threadsafe(last, self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _cancel_all(self) -> None:
        own = asyncio.current_task()
        tasks = [task for task in asyncio.all_tasks() if task is not own]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
