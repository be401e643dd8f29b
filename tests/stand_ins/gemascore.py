"""Stands in for gemascore 0.1.1: keywords only, one pair a call."""

from toy import share


def evaluate_report_json(*, candidate_report, reference_report, model="ct-qwen", model_path=None, cache_dir=None):
    assert model in ("ct-qwen", "ct-llama", "xray-qwen", "xray-llama")
    return {"weighted_final_score": share(candidate_report, reference_report)}
