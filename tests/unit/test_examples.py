"""The bundled examples hold what their README says, and no sentence of theirs is from a dataset."""

import json
import re
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest
from shared_data import ROOT, shared_file

from reref.datasets import align, load_candidates, load_studies

HERE = Path(str(files("reref.examples")))
MODELS = ("lister", "summarizer", "templater")
SECTIONS = ("indication", "technique", "comparison", "findings", "impression")


def rows(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def studies():
    return load_studies(HERE / "studies.jsonl")


def test_studies_are_complete_and_unique(studies):
    assert len(studies.studies) >= 40
    assert (studies.dropped, studies.odd) == ([], [])
    assert {study.dataset for study in studies.studies} == {"examples"}
    texts = [row["findings"] for row in rows("studies.jsonl")]
    assert len(set(texts)) == len(texts)
    assert all(row[section].strip() for row in rows("studies.jsonl") for section in SECTIONS)


def test_every_model_reports_every_study(studies):
    candidates = load_candidates([HERE / "candidates" / f"{model}.jsonl" for model in MODELS])
    assert list(candidates.models) == list(MODELS)
    joined = align(studies.studies, candidates)
    assert (candidates.warnings, joined.warnings) == ([], [])


def test_models_make_the_same_errors_in_different_studies():
    errors = rows("planted_errors.jsonl")
    kinds = {model: Counter(row["kind"] for row in errors if row["model"] == model) for model in MODELS}
    assert kinds["lister"] == kinds["summarizer"] == kinds["templater"]
    assert sum(kinds["lister"].values()) == 4
    assert len({row["study_id"] for row in errors}) == len(errors)


def test_sides_and_sizes_of_the_reference_are_in_every_report_without_a_planted_error():
    reference = {row["study_id"]: row["findings"] + " " + row["impression"] for row in rows("studies.jsonl")}
    planted = {(row["model"], row["study_id"]) for row in rows("planted_errors.jsonl")}
    numbers = re.compile(r"\d+(?:\.\d+)?(?= ?(?:mm|cm|%| x ))")
    for model in MODELS:
        for row in rows(f"candidates/{model}.jsonl"):
            text = row["findings"] + " " + row["impression"]
            if (model, row["study_id"]) not in planted:
                assert set(numbers.findall(text)) == set(numbers.findall(reference[row["study_id"]])), row["study_id"]


def test_models_are_level_when_only_abnormal_findings_count():
    from reref.analysis.metrics import get_metric

    metric = get_metric("finding-f1")
    references = [f"{row['findings']}\n{row['impression']}" for row in rows("studies.jsonl")]
    means = []
    for model in MODELS:
        candidates = [f"{row['findings']}\n{row['impression']}" for row in rows(f"candidates/{model}.jsonl")]
        scores = [float(score) for score in metric.function(candidates=candidates, references=references)]
        means.append(sum(scores) / len(scores))
    assert min(means) > 0.85
    assert max(means) - min(means) < 0.04


def sentences(text: str) -> set[str]:
    parts = re.split(r"(?<=[.!?:;])\s+|\n", text)
    return {" ".join(words) for part in parts if len(words := re.findall(r"[a-z0-9']+", part.lower())) > 6}


def test_no_sentence_of_more_than_six_words_is_from_a_dataset():
    shared_file("data/refs")
    found: set[str] = set()
    for file in sorted((ROOT / "data").glob("*/**/*.jsonl")):
        if "cases" not in file.parts:
            for line in file.read_text(encoding="utf-8").splitlines():
                found |= {s for value in json.loads(line).values() if isinstance(value, str) for s in sentences(value)}
    ours = [row for name in ("studies.jsonl", *(f"candidates/{m}.jsonl" for m in MODELS)) for row in rows(name)]
    taken = {s for row in ours for section in SECTIONS for s in sentences(row.get(section, ""))} & found
    assert not taken


def test_the_custom_metric_runs_from_its_file():
    from reref.analysis.metrics import get_metric

    metric = get_metric(f"{HERE / 'custom_metric.py'}:positive_words")
    assert metric.higher_is_better
    same, none, part = metric.function(
        ["There is no effusion.", "Left effusion.", "Small left effusion."],
        ["Normal heart.", "Lungs are clear.", "Left effusion. No pneumothorax."],
    )
    assert (same, none, part) == (1.0, 0.0, 0.8)


def test_the_custom_axis_gives_two_targets():
    from reref.taxonomy.loading import read_entries

    (axis,) = read_entries(HERE / "custom_axis.yaml")
    assert [target.name for target in axis.targets()] == [
        "recommendation-wording/directive",
        "recommendation-wording/deferential",
    ]
