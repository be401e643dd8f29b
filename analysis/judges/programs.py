"""The judging programs as DSPy signatures, in the words of ``wording.yaml``. DSPy is loaded when one is asked for."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from pydantic import BaseModel

from reref.analysis.judges.scoring import Category, Importance, Told
from reref.analysis.judges.words import wording


class JudgedError(BaseModel):
    """One error of a candidate."""

    category: Category
    significant: bool
    what: str


class JudgedFinding(BaseModel):
    """One finding of a reference, and how the candidate tells it."""

    finding: str
    importance: Importance
    told: Told


class MadeUp(BaseModel):
    """One finding that only the candidate tells."""

    finding: str
    importance: Importance


_INPUTS: dict[str, Any] = {"answers": list[str]}
_OUTPUTS: dict[str, Any] = {
    "matched": list[str],
    "errors": list[JudgedError],
    "findings": list[JudgedFinding],
    "made_up": list[MadeUp],
    "answer": str,
    "grade": Literal["0", "0.5", "1"],
}


@cache
def program(name: str) -> Any:
    """Return the DSPy program of a name: one call with its signature."""
    from reref.llm.language_model import load_dspy

    dspy = load_dspy()
    told = wording()["programs"][name]
    inputs = {field: (_INPUTS.get(field, str), dspy.InputField(desc=means)) for field, means in told["inputs"].items()}
    outputs = {field: (_OUTPUTS[field], dspy.OutputField(desc=means)) for field, means in told["outputs"].items()}
    instructions = f"{told['instructions']} {wording()['data_rule']}"
    signature = dspy.Signature({**inputs, **outputs}, instructions, signature_name=name.title().replace("-", ""))
    return dspy.Predict(signature)
