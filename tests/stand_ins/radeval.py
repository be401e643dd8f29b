"""Stands in for radeval 2.2: (refs, hyps); per-sample keys of their own; RadCliQ depends on the batch."""

from toy import share

KEYS = {
    "bleu": ["bleu"], "rouge": ["rouge1", "rouge2", "rougeL"], "bertscore": ["bertscore"],
    "radeval_bertscore": ["radeval_bertscore"], "f1chexbert": ["f1chexbert_sample_acc_5", "f1chexbert_sample_acc_all"],
    "f1radbert_ct": ["f1radbert_ct_sample_acc"],
    "radgraph": ["radgraph_simple", "radgraph_partial", "radgraph_complete"], "ratescore": ["ratescore"],
    "radgraph_radcliq": ["radgraph_radcliq"], "radcliq": ["radcliq_v1"],
    "srrbert": ["srrbert_weighted_f1", "srrbert_weighted_precision", "srrbert_weighted_recall"],
    "temporal": ["temporal_f1"], "green": ["green"], "mammo_green": ["mammo_green"], "crimson": ["crimson"],
    "radfact_ct": ["radfact_ct_precision", "radfact_ct_recall", "radfact_ct_f1"],
}  # fmt: skip


class RadEval:
    def __init__(self, metrics=None, openai_api_key=None, gemini_api_key=None, per_sample=False, detailed=False,
                 show_progress=True, cache_dir=None):  # fmt: skip
        self.metrics, self.per_sample = metrics, per_sample

    def __call__(self, refs, hyps):
        (name,) = self.metrics
        if not self.per_sample:
            return {name: 0.0}
        scores = [share(h, r) for r, h in zip(refs, hyps)]
        if name == "radcliq":
            scores = [1 - 2 * score + len(set(refs)) / 1000 for score in scores]
        return dict.fromkeys(KEYS[name], scores)
