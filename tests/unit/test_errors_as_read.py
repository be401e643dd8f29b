"""What independent readers did not believe of planted errors, as kinds: it is not made any more."""

from __future__ import annotations

import pytest
from planted import findings, texts


def test_a_denial_agrees_with_its_noun() -> None:
    report = "The liver is enlarged. Hepatic steatosis is present. The spleen is normal."
    assert any("There is no hepatic steatosis." in new for new in findings("contradiction", report))


def test_one_clear_lung_is_not_contradicted_by_the_other() -> None:
    assert findings("contradiction", "The right lung is clear.") == set()


@pytest.mark.parametrize(
    ("kind", "findings_text", "impression"),
    [
        ("severity", "Slightly tortuous aorta.", "No significant finding."),
        ("severity", "Small left pleural effusion.", "No acute disease."),
        ("unit", "A 5 mm nodule in the right lung.", "Millimetric nodule in the right lung."),
        ("false-finding", "The cardiopulmonary silhouette is normal. The heart size is normal.", ""),
        ("wrong-diagnosis", "Widespread malignant nodules (Metastasis?) in both lungs.", ""),
        ("wrong-diagnosis", "Branches with buds in the right lung are consistent with pneumonia.", ""),
        ("distribution", "Osteophytes of diffuse idiopathic skeletal hyperostosis.", ""),
        ("device-position", "Pacemaker with two leads in the right atrium and right ventricle.", ""),
        ("negation-flip", "Thoracic spondylosis. Lower cervical degenerative arthritis.", ""),
        ("negation-flip", "CTO increased in favor of the heart.", ""),
        ("negation-flip", "Atelectatic changes in the lingular segment.", ""),
        ("morphology", "Consolidation, scattered but confluent on the right, and ground glass densities.", ""),
    ],
)
def test_what_readers_did_not_believe_is_not_made(kind: str, findings_text: str, impression: str) -> None:
    assert texts(kind, findings_text, impression) == set()


def test_no_effusion_or_pneumothorax_is_planted_beside_no_acute_disease() -> None:
    for new in findings("insertion", "The lungs are hyperinflated. Emphysema without acute disease."):
        assert "effusion" not in new
        assert "pneumothorax" not in new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The opacity may represent atelectasis.", "The opacity clearly represents atelectasis."),
        (
            "Streaky opacities in the left base may represent atelectasis.",
            "Streaky opacities in the left base clearly represent atelectasis.",
        ),
        (
            "Bibasilar opacities, which may be due to atelectasis.",
            "Bibasilar opacities, which are clearly due to atelectasis.",
        ),
        ("An opacity and two nodules in the left base may represent pneumonia.", None),
    ],
)
def test_a_word_of_assurance_agrees_with_its_subject(before: str, after: str | None) -> None:
    assert findings("certainty", before) == ({after} if after else set())
