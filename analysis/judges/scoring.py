"""From a judgement to a score; pure arithmetic, so that a stored judgement can be scored again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

Category: TypeAlias = Literal[
    "false_finding",
    "missing_finding",
    "wrong_location",
    "wrong_severity",
    "false_comparison",
    "missing_comparison",
]
Importance: TypeAlias = Literal["urgent", "important", "minor", "expected"]
Told: TypeAlias = Literal["right", "partly", "missing"]

CATEGORIES: tuple[str, ...] = get_args(Category)
#: What a finding weighs by its importance, and how much of it a telling gives.
WEIGHTS: dict[str, float] = {"urgent": 1.0, "important": 0.5, "minor": 0.25, "expected": 0.0}
CREDIT: dict[str, float] = {"right": 1.0, "partly": 0.5, "missing": 0.0}


def errors_score(matched: int, significant: int) -> float:
    """Return matched findings over matched findings and significant errors (the idea of GREEN, Ostmeier et al. 2024).

    Two reports without anything to match and without a significant error agree: 1, where GREEN gives 0.

    Args:
        matched: abnormal findings on which both reports agree.
        significant: errors that could change what is done.
    """
    return matched / (matched + significant) if matched + significant else 1.0


def significance_score(findings: Sequence[tuple[str, str]], made_up: Sequence[str]) -> float:
    """Return the credit for told findings less made-up ones, by importance, over what there was to tell.

    Below zero it falls off towards -1, so that more made-up findings are always worse. Range (-1, 1].

    Args:
        findings: importance and telling of each finding of the reference.
        made_up: importance of each finding that only the candidate tells.
    """
    wanted = sum(WEIGHTS[importance] for importance, _ in findings)
    credit = sum(WEIGHTS[importance] * CREDIT[told] for importance, told in findings)
    false = sum(WEIGHTS[importance] for importance in made_up)
    if not wanted:
        return 1.0 if not false else -false / (1 + false)
    raw = (credit - false) / wanted
    return raw if raw >= 0 else raw / (1 - raw)
