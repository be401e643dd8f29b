"""CRIMSON, without patient context. Range (-1, 1]; normal findings are ignored by design; no score is None.

REREF_CRIMSON_API: hf (default), vllm or openai; REREF_CRIMSON_MODEL another model. openai sends the reports away.
"""

import os

PACKAGES = ("crimson-score", "torch", "transformers")
INSTALL = "pip install crimson-score  # Python 3.12 or newer for its current version"
WEIGHTS = "medgemma-4b-it-crimson (8 GB; Hugging Face rajpurkarlab)"


def load(which):
    """Return the scorer."""
    from CRIMSON import CRIMSONScore

    return CRIMSONScore(api=os.environ.get("REREF_CRIMSON_API", "hf"), model_name=os.environ.get("REREF_CRIMSON_MODEL"))


def score(model, candidates, references, which):
    """Return the score of each pair."""
    rows = []
    for candidate, reference in zip(candidates, references):
        found = model.evaluate(reference_findings=reference, predicted_findings=candidate, patient_context=None)
        rows.append(None if not found or found.get("crimson_score") is None else float(found["crimson_score"]))
    return rows
