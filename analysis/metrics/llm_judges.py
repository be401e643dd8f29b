"""Language-model judges as metrics: ``judge-errors`` and ``judge-significance`` (`reref.analysis.judges`).

The endpoint comes from REREF_MODEL and REREF_BASE_URL (and the other REREF_* settings); reports leave this machine only
with REREF_ALLOW_REMOTE. Model and prompt hash are part of the metric's version, so that no score of another model or
prompt is taken for one of these. ``reref judge`` gives the reasons too, takes a patient's context, and keeps replies.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from typing import Any

from reref.analysis.judges.words import VERSION, prompt_hash
from reref.analysis.metrics.registry import metric
from reref.core.errors import MissingExtraError, UsageError

_NEEDS = "a language model's endpoint: REREF_MODEL and REREF_BASE_URL"


def _version(name: str) -> str:
    return f"{VERSION}+{os.environ.get('REREF_MODEL', 'no model')}+{prompt_hash(name)}"


@cache
def _judge() -> Any:
    """Return the judge of this process; its endpoint closes with the process."""
    import atexit

    from reref.analysis.judges.asking import Judge
    from reref.llm.consent import require_consent
    from reref.llm.endpoint import Endpoint
    from reref.llm.settings import load_settings

    try:
        settings = load_settings({})
        require_consent(settings)
    except UsageError as error:
        raise MissingExtraError(f"a judge needs {_NEEDS} ({error})") from None
    endpoint = Endpoint(settings)
    atexit.register(endpoint.close)
    return Judge(endpoint)


def _scores(judged: Sequence[dict[str, Any]]) -> list[float | None]:
    """Return the scores; a batch with an unscored row fails, so that the row is found and keeps its reason."""
    failed = next((row["error"] for row in judged if "error" in row), None)
    if failed is not None:
        raise ValueError(failed)
    return [row["score"] for row in judged]


@metric(name="judge-errors", higher_is_better=True, range=(0, 1), version=_version("errors"), needs=_NEEDS)
def judge_errors(candidates: Sequence[str], references: Sequence[str]) -> list[float | None]:
    """Language model: matched findings over matched findings and significant errors, mean over studies."""
    judge = _judge()
    return _scores(judge.many(judge.errors, list(zip(candidates, references, strict=True))))


@metric(name="judge-significance", higher_is_better=True, range=(-1, 1), version=_version("significance"), needs=_NEEDS)
def judge_significance(candidates: Sequence[str], references: Sequence[str]) -> list[float | None]:
    """Language model: told less made-up findings, each by its importance, without context; mean over studies."""
    judge = _judge()
    return _scores(judge.many(judge.significance, list(zip(candidates, references, strict=True))))
