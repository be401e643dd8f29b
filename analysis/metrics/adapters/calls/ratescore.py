"""RaTEScore. A pair in which one side has no entity scores 0.5."""

import os

PACKAGES = ("RaTEScore", "torch", "transformers", "medspacy")
INSTALL = "pip install RaTEScore torch transformers pandas medspacy  # it declares no dependencies of its own"
WEIGHTS = "RaTE-NER-Deberta and BioLORD-2023-C (1.2 GB; Hugging Face Angelakeke and FremyCompany)"


def load(which):
    """Return the scorer; REREF_GPU=1 uses a GPU."""
    from RaTEScore import RaTEScore

    return RaTEScore(use_gpu=os.environ.get("REREF_GPU") == "1")


def score(model, candidates, references, which):
    """Return the score of each pair."""
    return list(map(float, model.compute_score(candidate_list=list(candidates), reference_list=list(references))))
