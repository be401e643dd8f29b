"""Hedging: other words for the same strength of doubt."""

from __future__ import annotations

import pytest
from rewriting import findings_after, ways

TARGET = "hedging/alternative"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Opacity consistent with atelectasis.",
            {"Opacity compatible with atelectasis.", "Opacity in keeping with atelectasis."}),
        ("Opacity is concerning for pneumonia.",
            {"Opacity is worrisome for pneumonia.", "Opacity raises concern for pneumonia."}),
        ("This may represent scarring.", {"This could represent scarring."}),
        ("Pneumonia cannot be excluded.", {"Pneumonia cannot be ruled out."}),
        ("Atelectasis versus pneumonia.", {"Atelectasis or pneumonia."}),
        ("Opacity, likely a granuloma.", {"Opacity, probably a granuloma."}),
        ("Likely granuloma.", {"Probable granuloma."}),
        ("A probable granuloma is seen.", {"A likely granuloma is seen."}),
        ("No definite fracture.", {"No convincing fracture."}),
        ("Findings suggest edema.", {"Findings are suggestive of edema."}),
        ("This suggests edema.", {"This is suggestive of edema."}),
        ("Query early pneumonia.", {"Possible early pneumonia."}),
        ("Liver lesion (cyst?).", {"Liver lesion (possible cyst)."}),
        ("Lesion (cyst? hemangioma?).",
            {"Lesion (possible cyst or hemangioma)."}),
        ("Possible left effusion.", {"Left effusion is possible.", "Left effusion is a possibility."}),
        ("Possible rib fractures.", {"Rib fractures are possible.", "Rib fractures are a possibility."}),
        ("Nodule on the fissure (lymph node? Follow-up is advised.",
            {"Nodule on the fissure (possible lymph node). Follow-up is advised."}),
        ("The bones appear intact. This may be scar.",
            {"The bones appear to be intact. This could be scar."}),
        ("Findings were evaluated as compatible with edema.",
            {"Findings were interpreted as consistent with edema.",
             "Findings were regarded as consistent with edema."}),
        ("Right base ?pneumonia.", {"Right base possible pneumonia."}),
        ("Pneumonia is unlikely.", {"Pneumonia is considered unlikely."}),
        ("Nodules are concerning for metastases.",
            {"Nodules are worrisome for metastases.", "Nodules raise concern for metastases."}),
        ("This might be scar.", {"This may be scar.", "This could be scar."}),
        ("It was evaluated in favor of edema.",
            {"It was thought to represent edema.", "It was interpreted as favoring edema."}),
        ("Nodules in favor of bronchiolitis are seen. No finding in favor of pneumonia.",
            {"Nodules favoring bronchiolitis are seen. No finding favoring pneumonia."}),
        ("Nodule primarily evaluated as sequela.",
            {"Nodule primarily regarded as sequela.", "Nodule primarily interpreted as sequela."}),
        ("Findings can be seen in viral pneumonia.", {"Findings may be seen in viral pneumonia."}),
        ("Edema can be considered in the differential diagnosis.",
            {"Edema may be included in the differential diagnosis.",
             "Edema could be included in the differential diagnosis."}),
        ("Concern for dissection.", {"Suspicion for dissection."}),
        ("Scar and probable effusion. Possible edema is noted on the left side.",
            {"Scar and likely effusion. Potential edema is noted on the left side."}),
        ("No evidence of edema.", {"No sign of edema.", "No indication of edema."}),
    ],
)  # fmt: skip
def test_a_hedge_becomes_another_of_its_strength(text: str, expected: set[str]) -> None:
    assert ways(TARGET, text, seeds=20) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Compared with May 2019, there is no suspicious osseous lesion.",
        "The mediastinum could not be evaluated.",
        "CT may be helpful.",
        "Emphysematous changes Porcelain gallbladder?",
        "The density was evaluated in favor of the increase in density areas.",
        "Suggest clinical correlation.",
        "Pneumonia is less likely.",
        "Cysts were excluded from the count.",
        "The heart is enlarged.",
        "Is it likely to change?",
        "No finding is concerning for malignancy.",
    ],
)  # fmt: skip
def test_what_is_no_hedge_stays(text: str) -> None:
    assert findings_after(TARGET, text) == "[missing_information]"


def test_a_choice_of_two_stays_a_choice_where_or_stands_already() -> None:
    assert findings_after(TARGET, "Edema or infection versus hemorrhage.") == "[missing_information]"


def test_a_ranking_keeps_its_order() -> None:
    for made in ways(TARGET, "Thymoma favored over lymphoma, likely benign."):
        assert "Thymoma favored over lymphoma" in made


def test_every_doubt_of_the_report_is_reworded() -> None:
    made = findings_after(TARGET, "This may be scar. It could represent tumor. Fluid is consistent with blood.")
    assert "may be" not in made
    assert "could represent" not in made
    assert "consistent with" not in made


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mosaic attenuation (secondary to small airway disease?).",
            {"Mosaic attenuation (possibly secondary to small airway disease)."}),
        ("Hyperdense lesion (hemorrhagic?).", {"Hyperdense lesion (possibly hemorrhagic)."}),
        ("Nodule (metastatic? infectious?).", {"Nodule (possibly metastatic or infectious)."}),
        ("Renal lesion (cyst?).", {"Renal lesion (possible cyst)."}),
    ],
)  # fmt: skip
def test_what_is_asked_without_a_noun_becomes_possibly(text: str, expected: set[str]) -> None:
    assert ways(TARGET, text) == expected


def test_a_report_whose_doubts_mostly_stay_is_no_rewording() -> None:
    text = "Presumed abscess. Suspected empyema. This may be scar."
    assert findings_after(TARGET, text) == "[missing_information]"


def test_a_heart_favored_by_its_ratio_is_no_doubt() -> None:
    assert findings_after(TARGET, "The ratio increased in favor of the heart.") == "[missing_information]"
