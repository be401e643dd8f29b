"""Shapes of the taxonomy files, checked on load."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

ExpectedEffect = Literal["preserve", "change"]
Group = Literal["axis", "error", "persona", "control", "paraphrase"]


class Target(BaseModel):
    """One thing that can be done to a report: an axis variation, error type, persona or control.

    Attributes:
        name: ``"findings-scope/minimal"``, ``"error/size"``, ``"persona/minimalist"``, ``"control/case"``.
        group: which kind of target it is.
        description: what it does, for people and prompts.
        expected_effect: whether a good metric stays (``preserve``) or drops (``change``).
        version: raised whenever the output can change.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    group: Group
    description: str
    expected_effect: ExpectedEffect
    version: int = 1
