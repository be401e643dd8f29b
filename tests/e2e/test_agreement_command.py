"""``reref agreement`` compares metrics with people's ratings, from a file to tables and figures."""

from __future__ import annotations

import csv
import json

import pytest
from command import reref

REFERENCES = [
    "Small left pleural effusion. Mild cardiomegaly.",
    "Right upper lobe consolidation. No effusion.",
    "The lungs are clear. The heart is normal.",
    "Large right pneumothorax.",
]


@pytest.fixture
def rated(tmp_path):
    rows = []
    for i, reference in enumerate(REFERENCES):
        other = REFERENCES[(i + 1) % len(REFERENCES)]
        for kind, text, ratings in (("same", reference, (5, 4)), ("other", other, (1, 2))):
            rows.append({"id": f"{i}-{kind}", "study_id": str(i), "candidate": text, "reference": reference,
                         "ratings": {"a": ratings[0], "b": ratings[1]}})  # fmt: skip
    file = tmp_path / "rated.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)))
    return file


def test_metrics_and_scores_from_elsewhere_are_compared_and_written(rated, tmp_path, capsys):
    errors = tmp_path / "errors.jsonl"
    errors.write_text("\n".join(json.dumps({"id": f"{i}-{k}", "score": 0 if k == "same" else 3})
                                for i in range(4) for k in ("same", "other") if (i, k) != (3, "other")))  # fmt: skip
    out = tmp_path / "out"
    done = reref(capsys, "agreement", rated, "--metric", "rouge-l", "--metric", "attribute-f1", "--scores",
                 f"counted={errors}", "--lower-is-better", "counted", "--resamples", "50", "-o", out)  # fmt: skip
    assert done.code == 0, done.err
    assert "4/4" in done.out
    assert "ICC(2,1)" in done.out
    with (out / "agreement.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert {row["metric"] for row in rows} == {"rouge-l", "attribute-f1", "counted"}
    assert all(float(row["value"]) > 0.5 for row in rows)
    assert {row["items"] for row in rows if row["metric"] == "counted"} == {"7"}
    with (out / "preferences.csv").open() as file:
        counted = next(row for row in csv.DictReader(file) if row["metric"] == "counted")
    assert (counted["agree"], counted["unscored"]) == ("3", "1")
    assert (out / "agreement.png").exists()
    assert (out / "metric-matrix.png").exists()


def test_counts_of_errors_are_turned_round(rated, capsys):
    done = reref(capsys, "agreement", rated, "--metric", "rouge-l", "--errors", "--resamples", "20")
    assert done.code == 0, done.err
    assert "0/4" in done.out


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"candidate": "a", "reference": "b"}, "the rating of 'rater' must be a number"),
        ({"candidate": "a", "reference": "b", "ratings": {}}, "needs rating"),
        ({"candidate": "a", "reference": "b", "rating": 3}, "at least 2 rated reports"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_its_row(tmp_path, capsys, row, message):
    file = tmp_path / "bad.jsonl"
    file.write_text(json.dumps({"id": "1", **row}))
    done = reref(capsys, "agreement", file, "--metric", "rouge-l")
    assert done.code == 3
    assert message in done.err


def test_no_metric_is_an_error(rated, capsys):
    done = reref(capsys, "agreement", rated)
    assert done.code == 2
    assert "at least one --metric or --scores" in done.err
