"""How a program is run: with its own model and adapter, for one thread, leaving no history behind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reref.llm.language_model import asking, language_model, load_dspy
from reref.perturbations.llm.checks import check_reply
from reref.perturbations.llm.signatures import program, program_names

if TYPE_CHECKING:
    from reref.llm.endpoint import Endpoint


class Programs:
    """The programs of one endpoint.

    Args:
        endpoint: what answers.
        tuned: tuned programs by name; every other is as it is worded.
    """

    def __init__(self, endpoint: Endpoint, tuned: Mapping[str, Any] | None = None) -> None:
        from reref.llm.adapter import InstructorAdapter

        settings = endpoint.settings
        self._programs = {name: program(name) for name in program_names()} | dict(tuned or {})
        self._adapter = InstructorAdapter(settings.shape, settings.re_asks, check_reply)
        self._writer = language_model(endpoint, temperature=settings.temperature)
        self._judge = language_model(endpoint, temperature=settings.verifier_temperature)
        self._context = load_dspy().context

    def write(self, name: str, *, tag: str, seed: int | None, **inputs: Any) -> Any:
        """Run a program that writes.

        Args:
            name: the program.
            tag: tells this call from others with the same inputs.
            seed: for the server.
            **inputs: the program's.

        Raises:
            BadReplyError: the model's reply is no result.
            EndpointError: there is no reply.
        """
        return self._run(name, self._writer, tag, seed, inputs)

    def judge(self, name: str, **inputs: Any) -> Any:
        """Run a program that judges; the same inputs share one call. Raises what :meth:`write` does."""
        return self._run(name, self._judge, "", 0, inputs)

    def prompt(self, name: str, **inputs: Any) -> list[dict[str, str]]:
        """Return the messages that a program would send, without sending them."""
        chosen = self._programs[name]
        messages: list[dict[str, str]] = self._adapter.format(chosen.signature, chosen.demos, inputs)
        return messages

    @contextmanager
    def tuning(self, name: str) -> Iterator[tuple[Any, Any]]:
        """Yield a program and its model for an optimizer that runs within."""
        lm = self._judge if name.startswith("verify-") else self._writer
        with self._context(lm=lm, adapter=self._adapter, disable_history=True):
            yield self._programs[name], lm

    def _run(self, name: str, lm: Any, tag: str, seed: int | None, inputs: dict[str, Any]) -> Any:
        with self._context(lm=lm, adapter=self._adapter, disable_history=True), asking(tag, seed):
            return self._programs[name](**inputs)


def load_programs(files: Mapping[str, Path]) -> dict[str, Any]:
    """Load tuned programs; see :mod:`reref.perturbations.llm.tuned`."""
    from reref.perturbations.llm.tuned import load

    return {name: load(path, name) for name, path in files.items()}
