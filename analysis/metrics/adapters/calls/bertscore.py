"""BERTScore F1, without inverse document frequencies (they would make a pair depend on its batch) or rescaling.

REREF_BERTSCORE_MODEL names another encoder or a folder with one, REREF_BERTSCORE_LAYER the layer that is used.
"""

import os

PACKAGES = ("bert-score", "torch", "transformers")
INSTALL = "pip install bert-score"
WEIGHTS = "roberta-large (1.4 GB; Hugging Face), or any encoder named by REREF_BERTSCORE_MODEL"


def load(which):
    """Return the scorer: roberta-large at layer 17 by default, as the package has it for English."""
    from bert_score import BERTScorer

    model = os.environ.get("REREF_BERTSCORE_MODEL", "roberta-large")
    layer = os.environ.get("REREF_BERTSCORE_LAYER")
    return BERTScorer(
        model_type=model, num_layers=int(layer) if layer else None, idf=False, rescale_with_baseline=False
    )


def score(model, candidates, references, which):
    """Return F1 of each pair."""
    _, _, f1 = model.score(cands=list(candidates), refs=list(references))
    return [float(value) for value in f1]
