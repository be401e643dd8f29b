"""Numbers that others published for real outputs; skipped where their texts are not."""

from __future__ import annotations

import json

import numpy as np
import pytest
from shared_data import shared_file, shared_rows

from reref.analysis.metrics import get_metric
from reref.analysis.pairs import score_batch

OUTPUTS = "data/outputs"


def system_score(name, candidates, references):
    metric = get_metric(name)
    rows = score_batch(metric, candidates, references)
    assert not any(row.error for row in rows)
    if metric.corpus_level:
        return float(metric.aggregate(np.array([row.statistics for row in rows]).sum(axis=0)))
    return float(np.mean([row.scores[""] for row in rows]))


def published():
    return json.loads(shared_file("data/golden/mrg_rl_summary.json").read_text())


def fixed_template():
    return {row["study_id"]: row["report"] for row in shared_rows(f"{OUTPUTS}/iu_mrg_test382/fixed_template.jsonl")}


def test_compatibility_mode_gives_the_published_bleu_and_rouge():
    candidates = fixed_template()
    references = {row["study_id"]: row["report"] for row in shared_rows("data/refs/iu_xray_mrg_test382_lower.jsonl")}
    texts = [candidates[study] for study in references], list(references.values())
    golden = published()
    for order in range(1, 5):
        expected = golden["template_refinement_best"]["test"][f"Bleu_{order}"]
        assert system_score(f"bleu-{order}-coco", *texts) == pytest.approx(expected, abs=1e-6)
    # the references here have their runs of spaces collapsed, which is worth 0.0005
    assert system_score("rouge-l-coco", *texts) == pytest.approx(golden["manual_template_test"]["ROUGE_L"], abs=5e-4)


def test_with_the_authors_own_bytes_rouge_is_exact():
    candidates = fixed_template()
    references = json.loads(shared_file("data/raw/outputs/mrg_rl.test_refs.json").read_text())
    texts = [candidates[study] for study in references], [text for text, *_ in references.values()]
    assert system_score("rouge-l-coco", *texts) == pytest.approx(
        published()["manual_template_test"]["ROUGE_L"], abs=1e-12
    )
    assert system_score("bleu-4-coco", *texts) == pytest.approx(published()["manual_template_test"]["Bleu_4"], abs=1e-6)


@pytest.mark.parametrize("sections", [("findings",), ("findings", "impression")])
def test_bleu_and_rouge_disagree_on_who_is_first_on_the_590_studies(sections):
    references = shared_rows("data/refs/iu_xray_r2gen_test590_full.jsonl")
    texts = [" ".join(filter(None, (row[name] for name in sections))) for row in references]
    systems = {}
    for name in ("aamn", "cvt2distilgpt2", "moerad"):
        reports = {row["study_id"]: row["report"] for row in shared_rows(f"{OUTPUTS}/iu_r2gen_test590/{name}.jsonl")}
        systems[name] = [reports[row["study_id"]] for row in references]

    def first(metric):
        return max(systems, key=lambda name: system_score(metric, systems[name], texts))

    assert {metric: first(metric) for metric in ("bleu-1", "bleu-4", "rouge-l")} == {
        "bleu-1": "cvt2distilgpt2",
        "bleu-4": "cvt2distilgpt2",
        "rouge-l": "moerad",
    }


def test_the_published_bleu_of_each_report_inside_radcliq():
    published = {row["study_id"]: row["bleu_score"] for row in
                 shared_rows("data/golden/moerad_iu_per_report_metric_scores.jsonl")}  # fmt: skip
    reports = {row["study_id"]: row["report"] for row in shared_rows("data/outputs/iu_r2gen_test590/moerad.jsonl")}
    findings = {row["study_id"]: row["findings"] for row in shared_rows("data/refs/iu_xray_r2gen_test590_full.jsonl")}
    studies = list(published)
    found = get_metric("radcliq-bleu-2")([reports[s] for s in studies], [findings[s] for s in studies])
    assert len(studies) == 590
    assert found == pytest.approx([published[s] for s in studies], abs=1e-12)
