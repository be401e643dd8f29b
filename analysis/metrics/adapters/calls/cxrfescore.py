"""CXRFEScore: cosine of the facts of two reports; a report without facts scores 0."""

PACKAGES = ("cxrfescore", "torch", "transformers")
INSTALL = "pip install cxrfescore"
WEIGHTS = "CXRFE and T5FactExtractor (1.5 GB; Hugging Face pamessina) and nltk's punkt"


def load(which):
    """Return the scorer, without its cache of texts."""
    from cxrfescore import CXRFEScore

    return CXRFEScore(use_cache=False)


def score(model, candidates, references, which):
    """Return the similarity of each pair."""
    return [float(value) for value in model(list(candidates), list(references))["per_pair_similarity"]]
