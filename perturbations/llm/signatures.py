"""DSPy signatures and programs made from their wording. DSPy is loaded when the first one is asked for."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from pydantic import BaseModel

from reref.llm.language_model import load_dspy
from reref.perturbations.llm.prompts import wording

#: Programs by the group of the targets that they make.
GENERATORS = {"axis": "rewrite", "paraphrase": "paraphrase", "error": "plant-error"}
VERIFIERS = {"axis": "verify-rewrite", "paraphrase": "verify-rewrite", "error": "verify-error"}


class Question(BaseModel):
    """One question about a finding, with the report's own answer."""

    finding: str
    attribute: str
    question: str
    answer: str


_INPUTS: dict[str, Any] = {"report": dict[str, str], "alternative": dict[str, str], "questions": list[str]}
_OUTPUTS: dict[str, Any] = {"text": str, "flag": bool, "questions": list[Question], "answers": list[str]}


def program_names() -> list[str]:
    """Return the names of all programs."""
    return list(wording()["programs"])


@cache
def signature(name: str) -> Any:
    """Return the DSPy signature of a program, with the instructions that tuning starts from."""
    dspy = load_dspy()
    told = wording()["programs"][name]
    inputs = {
        field: (str if name == "sections" else _INPUTS.get(field, str), dspy.InputField(desc=means))
        for field, means in told["inputs"].items()
    }
    outputs = {out["name"]: (_output_type(out), dspy.OutputField(desc=out["means"])) for out in told["outputs"]}
    instructions = f"{told['instructions']} {wording()['data_rule']}"
    return dspy.Signature({**inputs, **outputs}, instructions, signature_name=name.title().replace("-", ""))


def _output_type(out: dict[str, Any]) -> Any:
    return Literal[tuple(out["options"])] if out["type"] == "choice" else _OUTPUTS[out["type"]]


def program(name: str) -> Any:
    """Return a new DSPy program: one call with the signature of this name."""
    return load_dspy().Predict(signature(name))
