"""How a callable wants its two texts: read from its parameter names, so that no argument order can be mixed up."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from reref.core.errors import MetricError

_BATCH = (
    ("candidates", "cands", "hypotheses", "hyps", "predictions", "preds", "generated_reports"),
    ("references", "refs", "ground_truths", "gts"),
)
_PAIR = (
    ("candidate", "cand", "hypothesis", "hyp", "prediction", "pred", "generated_report"),
    ("reference", "ref", "ground_truth", "gt"),
)


class CallStyle(NamedTuple):
    """Whether a function takes a batch or a pair, and what its two text parameters are called."""

    style: Literal["batch", "pair"]
    arguments: tuple[str, str]


def call_style(function: Callable[..., Any]) -> CallStyle:
    """Read from a function's parameters how to call it.

    Args:
        function: any callable with parameters ``candidates`` and ``references`` (a batch; lists of equal length) or
            ``candidate`` and ``reference`` (one pair). Common short forms such as ``hyps`` and ``refs`` are known.

    Raises:
        MetricError: it is not callable, is a coroutine, lacks one of the two, or needs further arguments. The message
            shows its definition.
    """
    if not callable(function):
        raise MetricError(f"a metric must be callable, got {function!r} ({type(function).__name__})")
    if inspect.iscoroutinefunction(function):
        raise MetricError(f"metric {_shown(function)} is a coroutine; write a plain function that waits for its result")
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError) as error:
        raise MetricError(f"cannot read the parameters of metric {function!r}: {error}; wrap it in a def") from None
    named = [name for name, p in parameters.items() if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
    for style, (candidate_names, reference_names) in (("batch", _BATCH), ("pair", _PAIR)):
        candidate = next((name for name in named if name in candidate_names), None)
        reference = next((name for name in named if name in reference_names), None)
        if candidate is None or reference is None:
            continue
        needed = [
            name
            for name, p in parameters.items()
            if p.default is p.empty
            and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
            and name not in (candidate, reference)
        ]
        if needed:
            raise MetricError(
                f"metric {_shown(function)} needs more than two arguments ({', '.join(needed)}); give them defaults"
            )
        return CallStyle("batch" if style == "batch" else "pair", (candidate, reference))
    raise MetricError(
        f"metric {_shown(function)} must take parameters named (candidates, references) for a batch "
        "or (candidate, reference) for one pair"
    )


def _shown(function: Callable[..., Any]) -> str:
    name = getattr(function, "__qualname__", None) or repr(function)
    try:
        where = f" ({inspect.getsourcefile(function)}:{inspect.getsourcelines(function)[1]})"
    except (OSError, TypeError):
        where = ""
    try:
        return f"'{name}{inspect.signature(function)}'{where}"
    except (TypeError, ValueError):
        return f"'{name}'{where}"
