"""RadFact on narrative text: logical precision, recall and F1, from 0 to 1. A pair that it drops has no score.

Its endpoints are set in its own configuration files; reports go where they point.
"""

PACKAGES = ("radfact", "langchain", "hydra-core")
INSTALL = "pip install git+https://github.com/microsoft/RadFact and set its endpoint files"
WEIGHTS = "none of its own: any OpenAI-compatible endpoint"


def load(which):
    """Return the scorer."""
    from radfact.metric.radfact import RadFactMetric

    return RadFactMetric(is_narrative_text=True)


def score(model, candidates, references, which):
    """Return the three scores of each pair; F1 is 0 where precision and recall are."""
    results = model.compute_results_per_sample(
        candidates={str(n): text for n, text in enumerate(candidates)},
        references={str(n): text for n, text in enumerate(references)},
    )
    found = {str(result.study_id): result.scores for result in results}
    rows = {"f1": [], "precision": [], "recall": []}
    for n in range(len(candidates)):
        scores = found.get(str(n))
        precision = None if scores is None else float(scores.logical_precision)
        recall = None if scores is None else float(scores.logical_recall)
        rows["precision"].append(precision)
        rows["recall"].append(recall)
        if precision is None or recall is None:
            rows["f1"].append(None)
        else:
            rows["f1"].append(2 * precision * recall / (precision + recall) if precision + recall else 0.0)
    return rows
