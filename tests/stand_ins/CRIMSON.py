"""Stands in for crimson-score: keywords, one dict a pair; None where the reply was no result."""

from toy import share


class CRIMSONScore:
    def __init__(self, api="hf", model_name=None, device=None):
        assert api in ("hf", "openai", "vllm")

    def evaluate(self, reference_findings, predicted_findings, patient_context=None, include_guidelines=True):
        if "unreadable" in predicted_findings:
            return None
        return {"crimson_score": 2 * share(predicted_findings, reference_findings) - 1, "error_counts": {}}
