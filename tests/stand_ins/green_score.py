"""Stands in for green_score 0.0.12: (refs, hyps) -> five values; a score may be None."""

import os

from toy import share


class GREEN:
    def __init__(self, model_name, output_dir=".", cpu=False, compute_summary_stats=True):
        assert os.environ.get("CUDA_VISIBLE_DEVICES") is not None

    def __call__(self, refs, hyps):
        scores = [None if "unreadable" in h else share(h, r) for r, h in zip(refs, hyps)]
        return 0.5, 0.1, scores, "summary", None
