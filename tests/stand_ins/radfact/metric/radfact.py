"""Stands in for RadFact: texts by study; pairs that it cannot process are dropped or have no scores."""

from types import SimpleNamespace

from toy import share


class RadFactMetric:
    def __init__(self, nli_config_name=None, phrase_config_name=None, filtering_config_name=None, image_size=224,
                 box_precision_threshold=0.5, is_narrative_text=False, report_type="cxr", filter_negatives=False):  # fmt: skip
        assert is_narrative_text

    def compute_results_per_sample(self, candidates, references):
        results = []
        for study, text in candidates.items():
            if "dropped" in text:
                continue
            scores = SimpleNamespace(
                logical_precision=share(text, references[study]), logical_recall=share(references[study], text)
            )
            results.append(SimpleNamespace(study_id=study, scores=None if "unreadable" in text else scores))
        return results[::-1]
