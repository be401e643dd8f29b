"""RadEval's metrics, one evaluator a call and always per sample: its defaults turn RadCliQ round and change keys."""

PACKAGES = ("radeval", "torch", "transformers")
INSTALL = "pip install radeval  # importing it downloads nltk data"
WEIGHTS = "each metric's own, downloaded when it is first used"

#: The keys of each metric's scores per sample, and what ours are called.
KEYS = {
    "bleu": {"bleu": "score"},
    "rouge": {"rouge1": "rouge1", "rouge2": "rouge2", "rougeL": "rougeL"},
    "bertscore": {"bertscore": "score"},
    "radeval_bertscore": {"radeval_bertscore": "score"},
    "f1chexbert": {"f1chexbert_sample_acc_5": "accuracy_5", "f1chexbert_sample_acc_all": "accuracy_all"},
    "f1radbert_ct": {"f1radbert_ct_sample_acc": "score"},
    "radgraph": {"radgraph_simple": "simple", "radgraph_partial": "partial", "radgraph_complete": "complete"},
    "ratescore": {"ratescore": "score"},
    "radgraph_radcliq": {"radgraph_radcliq": "score"},
    "radcliq": {"radcliq_v1": "score"},
    "srrbert": {
        "srrbert_weighted_f1": "f1",
        "srrbert_weighted_precision": "precision",
        "srrbert_weighted_recall": "recall",
    },
    "temporal": {"temporal_f1": "score"},
    "green": {"green": "score"},
    "mammo_green": {"mammo_green": "score"},
    "crimson": {"crimson": "score"},
    "radfact_ct": {"radfact_ct_f1": "f1", "radfact_ct_precision": "precision", "radfact_ct_recall": "recall"},
}


def load(which):
    """Return the class; an evaluator is made anew for each call, because it keeps frequencies by a list's address."""
    from radeval import RadEval

    return RadEval


def score(model, candidates, references, which):
    """Return the scores of each pair; ``which`` is RadEval's name of the metric."""
    if which == "radcliq" and len(set(references)) < 2:
        raise ValueError("RadEval's RadCliQ weighs words by the references of the call: it needs at least two")
    evaluator = model(metrics=[which], per_sample=True, show_progress=False)
    found = evaluator(refs=list(references), hyps=list(candidates))
    missing = [key for key in KEYS[which] if key not in found]
    if missing:
        raise KeyError("RadEval gave no '%s'; it gave %s" % (missing[0], ", ".join(sorted(found))))
    columns = {ours: list(found[key]) for key, ours in KEYS[which].items()}
    return columns["score"] if list(columns) == ["score"] else columns
