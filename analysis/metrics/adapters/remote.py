"""A metric that runs in another Python environment, spoken to through a pipe (`worker.py` has the protocol)."""

from __future__ import annotations

import json
import subprocess
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Any

from reref.analysis.metrics.adapters.published import PUBLISHED
from reref.analysis.metrics.model import Metric
from reref.analysis.metrics.registry import get_metric
from reref.core.errors import MetricError, MissingExtraError, UsageError

_HERE = Path(__file__).parent
#: How often a process that died is started again before the run is given up: a row that kills it costs one start.
_RESTARTS = 20
_SHOWN = 300


class RemoteMetric:
    """A metric in another environment; use it as a context manager.

    Args:
        spec: a name of `PUBLISHED`, ``"module:function"`` or ``"file.py:function"`` of that environment.
        python: that environment's interpreter.

    Attributes:
        metric: what to score with; it works while the context is open.
        versions: the versions of the packages behind it, as that environment reports them.
        python_version: that interpreter's version.

    Raises:
        UsageError: the interpreter or the metric is not there.
        MissingExtraError: the package or its weights are not there.
    """

    def __init__(self, spec: str, python: Path) -> None:
        self._python = python
        if not python.exists():
            raise UsageError(
                f"no Python at '{python}'; give the interpreter of the environment, such as env/bin/python"
            )
        self._order, base = _order(spec)
        self._process: subprocess.Popen[str] | None = None
        self._heard: deque[str] = deque(maxlen=20)
        self._number = 0
        self._starts = 0
        self.versions: dict[str, str | None] = {}
        self.python_version = ""
        self.metric: Metric = replace(
            base, function=self._ask, style="batch", arguments=("candidates", "references"), spec=""
        )

    def __enter__(self) -> RemoteMetric:
        self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:  # fmt: skip
        self.close()

    def close(self) -> None:
        """End the process."""
        if self._process is None:
            return
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        self._process = None

    def _start(self) -> None:
        self._starts += 1
        if self._starts > _RESTARTS:
            raise MissingExtraError(
                f"{self.metric.name}: the other Python died {_RESTARTS} times; last words: {self._last()}"
            )
        try:
            self._process = subprocess.Popen(
                [str(self._python), str(_HERE / "worker.py")],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
            )  # fmt: skip
        except OSError as error:
            raise UsageError(f"'{self._python}' does not start: {error}") from None
        Thread(target=self._listen, args=(self._process,), daemon=True).start()
        try:
            hello = self._exchange(self._order)
        except MetricError:
            self.close()
            raise
        if "fatal" in hello:
            self.close()
            raise MissingExtraError(f"{self.metric.name} does not run in {self._python}: {hello['fatal'][:_SHOWN]}")
        self.versions, self.python_version = hello["versions"], hello["python"]

    def _listen(self, process: subprocess.Popen[str]) -> None:
        """Keep the last lines that the process writes to stderr, so that it never waits for a reader."""
        assert process.stderr is not None
        try:
            for line in process.stderr:
                if line.strip():
                    self._heard.append(line.strip())
        except ValueError:
            pass  # closed while reading

    def _ask(self, candidates: Sequence[str], references: Sequence[str]) -> Any:
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._start()
        self._number += 1
        reply = self._exchange(
            {"id": self._number, "candidates": list(candidates), "references": list(references)}
        )  # fmt: skip
        if "error" in reply:
            raise MetricError(reply["error"])
        return reply["result"]

    def _exchange(self, row: dict[str, Any]) -> dict[str, Any]:
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(row) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError:
            line = ""
        if not line:
            code = process.wait()
            raise MetricError(f"the other Python ended (exit code {code}): {self._last()}")
        reply: dict[str, Any] = json.loads(line)
        return reply

    def _last(self) -> str:
        return self._heard[-1][:_SHOWN] if self._heard else "it wrote nothing"


def _order(spec: str) -> tuple[dict[str, Any], Metric]:
    """Return what to tell the worker, and what we know of the metric."""
    if spec in PUBLISHED:
        one = PUBLISHED[spec]
        path = _HERE / "calls" / f"{one.call}.py"
        return {"kind": "published", "path": str(path), "which": one.which}, get_metric(spec)
    place, _, attribute = spec.rpartition(":")
    if not place or not attribute:
        known = ", ".join(PUBLISHED)
        raise UsageError(
            f"'{spec}' does not run in another Python; give module:function, file.py:function or one of {known}"
        )
    is_file = place.endswith(".py")
    order = {
        "kind": "callable",
        "path": str(Path(place).resolve()) if is_file else "",
        "module": "" if is_file else place,
        "attribute": attribute,
        "style": "batch",
        "arguments": ["candidates", "references"],
    }
    return order, Metric(name=attribute, function=len, higher_is_better=True)
