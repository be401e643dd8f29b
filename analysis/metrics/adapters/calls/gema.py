"""GEMA-Score. One pair a call, and its model is loaded again in every call. REREF_GEMA_MODEL chooses the model."""

import os

PACKAGES = ("gemascore", "torch", "transformers")
INSTALL = "pip install gemascore"
WEIGHTS = "GEMA-Score-distilled (8 GB; Hugging Face Gemascore)"


def load(which):
    """Return its function."""
    from gemascore import evaluate_report_json

    return evaluate_report_json


def score(model, candidates, references, which):
    """Return the weighted final score of each pair."""
    chosen = os.environ.get("REREF_GEMA_MODEL", "xray-qwen")
    rows = []
    for candidate, reference in zip(candidates, references):
        found = model(candidate_report=candidate, reference_report=reference, model=chosen)
        value = found.get("weighted_final_score")
        rows.append(None if value is None else float(value))
    return rows
