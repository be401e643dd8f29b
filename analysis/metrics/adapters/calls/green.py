"""GREEN. Score 0 whenever nothing matches, also where there is no error; a reply that cannot be read has no score.

Prompt and answer share 2,048 tokens, so long CT reports are cut without a word.
"""

import os

PACKAGES = ("green-score", "torch", "transformers")
INSTALL = "pip install green-score  # pins torch 2.2.2, transformers 4.40.0, numpy<2: an environment of its own"
WEIGHTS = "GREEN-radllama2-7b (14 GB; Hugging Face StanfordAIMI; a GPU is needed in practice)"


def load(which):
    """Return the scorer, on one GPU: with several it would join a process group that is not there."""
    os.environ.setdefault("CUDA_VISIBLE_DEVICES", "0")
    from green_score import GREEN

    return GREEN("StanfordAIMI/GREEN-radllama2-7b", output_dir=".", cpu=os.environ.get("REREF_GPU") == "0")


def score(model, candidates, references, which):
    """Return the score of each pair, None where there is none."""
    scores = model(refs=list(references), hyps=list(candidates))[2]
    return [None if value is None else float(value) for value in scores]
