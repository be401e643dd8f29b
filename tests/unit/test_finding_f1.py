"""Finding F1 stays when the practice changes and drops when the patient does."""

from __future__ import annotations

import pytest

from reref.analysis.metrics import get_metric

REPORT = "The heart is mildly enlarged. There is a small left pleural effusion. No pneumothorax."


def f1(name, candidate, reference=REPORT):
    return get_metric(name)([candidate], [reference])[0]


@pytest.mark.parametrize("name", ["finding-f1", "finding-f1-side", "finding-f1-detail"])
@pytest.mark.parametrize(
    "candidate",
    [
        "Small left pleural effusion. The heart is mildly enlarged.",
        "THERE IS A SMALL LEFT PLEURAL EFFUSION.   THE HEART IS MILDLY ENLARGED.",
        "The heart is mildly enlarged. There is a small left pleural effusion. No pneumothorax. Bones are intact.",
        "FINDINGS: Mild cardiomegaly. IMPRESSION: Small left pleural effusion. Mild cardiomegaly.",
    ],
)
def test_the_same_patient_in_another_style(name, candidate):
    assert f1(name, candidate) == 1.0


@pytest.mark.parametrize(
    ("candidate", "plain", "side", "detail"),
    [
        ("The heart is mildly enlarged. No pleural effusion.", 2 / 3, 2 / 3, 2 / 3),
        ("Mild cardiomegaly. Small right pleural effusion.", 1, 1 / 2, 1 / 2),
        ("Mild cardiomegaly. Large left pleural effusion.", 1, 1, 1 / 2),
        ("Mild cardiomegaly. Pleural effusion.", 1, 1, 1),
        ("Normal heart size. No pleural effusion.", 0, 0, 0),
    ],
)
def test_another_patient_costs_what_it_should(candidate, plain, side, detail):
    found = [f1(name, candidate) for name in ("finding-f1", "finding-f1-side", "finding-f1-detail")]
    assert found == pytest.approx([plain, side, detail])


def test_both_sides_are_left_and_right():
    both = "Small bilateral pleural effusions."
    assert f1("finding-f1-side", "Small left pleural effusion. Small right pleural effusion.", both) == 1.0
    assert f1("finding-f1-side", "Small left pleural effusion.", both) == pytest.approx(2 / 3)


def test_sizes_contradict_beyond_rounding():
    nodule = "There is a 12 mm nodule in the right upper lobe."
    assert f1("finding-f1-detail", "There is a 1.2 cm nodule in the right upper lobe.", nodule) == 1.0
    assert f1("finding-f1-detail", "There is a 24 mm nodule in the right upper lobe.", nodule) == 0.0


def test_two_normal_reports_agree_and_silence_is_not_a_finding():
    for name in ("finding-f1", "finding-f1-side", "finding-f1-detail"):
        assert f1(name, "Lungs are clear.", "Heart size is normal. No effusion.") == 1.0
        assert f1(name, "", REPORT) == 0.0


def test_statements_count_what_is_normal_too():
    assert f1("statement-f1", REPORT) == 1.0
    assert f1("statement-f1", "The heart is mildly enlarged. There is a small left pleural effusion.") == pytest.approx(
        4 / 5
    )
    assert f1("statement-f1", "", "") == 1.0
