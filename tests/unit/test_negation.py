"""Negation: denials as normal statements and normal statements as denials, neither saying more than the other."""

from __future__ import annotations

import pytest
from rewriting import findings_after, rewritten, ways

from reref.perturbations.engine import Infeasible
from reref.perturbations.rules.denials import denial
from reref.perturbations.rules.normal_statements import normal_statement
from reref.perturbations.rules.stated import affirmed
from reref.report import Report

IMPLICIT, EXPLICIT = "negation/implicit", "negation/explicit"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("No pleural effusion or pneumothorax.", {"Pleural spaces are clear."}),
        ("There is no focal consolidation.", {"The airspaces are clear."}),
        ("There is no pulmonary opacity.", {"The lungs are clear."}),
        ("No pneumothorax. The lungs are clear.", {"Both lungs are fully expanded. The lungs are clear."}),
        ("No cardiomegaly.", {"Heart size is normal."}),
        ("The heart is not enlarged.", {"Heart size is normal."}),
        ("No visible pneumothorax. Clear lungs.", {"Both lungs appear fully expanded. Clear lungs."}),
        ("No focal consolidation, pleural effusion, or pneumothorax.",
            {"Airspaces and pleural spaces are clear."}),
        ("The lungs are clear without consolidation.", {"The lungs are clear."}),
        ("The lungs are free of focal consolidation.", {"The airspaces are clear."}),
        ("No infiltrate or nodule.", {"Lungs are clear."}),
        ("No pneumothorax. No pleural effusion.", {"Pleural spaces are clear."}),
        ("Negative for mediastinal widening.", {"Mediastinal width is normal."}),
        ("There is no opacity or pneumothorax.", {"The lungs are clear and fully expanded."}),
        ("The lungs are hypoinflated. No opacity.", {"The lungs are hypoinflated but clear."}),
        ("The lungs are hypoinflated. No consolidation.", {"The lungs are hypoinflated. Airspaces are clear."}),
        ("The lungs are well aerated. No opacity. No pneumothorax. No pleural effusion.",
            {"The lungs are well aerated and clear. Pleural spaces are clear."}),
        ("Right apical scarring. No consolidation.", {"Right apical scarring. Airspaces are clear."}),
        ("Right apical scarring. No opacity.", {"Right apical scarring. Lungs are otherwise clear."}),
        ("No pneumonia, effusion, or pneumothorax.",
            {"Airspaces and pleural spaces are clear."}),
        ("Otherwise, the lungs are clear without consolidation.", {"Otherwise, the lungs are clear."}),
    ],
)  # fmt: skip
def test_a_denial_becomes_the_normal_statement_that_says_just_that(text: str, expected: set[str]) -> None:
    assert ways(IMPLICIT, text, seeds=16) <= expected


@pytest.mark.parametrize(
    "text",
    [
        "No consolidation. Patchy opacity in the right lung.",
        "No pneumothorax. Left apical pneumothorax drained on the right.",
        "No new consolidation. Right lower lobe consolidation is unchanged.",
        "No pulmonary nodule.",
        "The lungs are clear. No nodules or masses.",
        "No consolidation. Nodular opacity projecting over the right ninth rib.",
        "No large pneumothorax.",
        "No acute disease.",
        "No pneumonia.",
        "No acute infiltrate.",
        "No acute airspace disease. No visible rib lesion.",
        "No displaced rib fracture.",
        "Low lung volumes. No pneumothorax.",
        "Left pleural effusion. No pneumothorax.",
        "No opacity. Right apical scarring.",
        "No pleural effusion.",
        "No pneumothorax.",
        "No pleural or pericardial effusion was detected.",
        "No large pleural effusion or pneumothorax.",
        "No acute bony abnormality.",
        "No pleural effusion or pneumothorax. Peripheral lucency at the right base, a skin fold.",
        "No pulmonary edema. Enlarged pulmonary artery.",
        "No XXXX of pleural effusion.",
        "No interval change in the opacity.",
        "No fracture of the third rib of the left side seen on the oblique view.",
    ],
)  # fmt: skip
def test_a_denial_without_a_fitting_normal_statement_stays(text: str) -> None:
    assert findings_after(IMPLICIT, text) == "[missing_information]"


def test_lungs_are_not_called_clear_beside_an_opacity_that_did_not_change() -> None:
    text = "No interval change in the basal opacities. No consolidation. No cardiomegaly. No pleural effusion."
    assert "clear" not in findings_after(IMPLICIT, text).replace("Pleural spaces are clear", "")


def test_a_report_without_denials_is_in_form_or_lacks_them() -> None:
    assert findings_after(IMPLICIT, "The lungs are clear. Heart size is normal.") == "[already_in_form]"
    assert findings_after(IMPLICIT, "Left lung atelectasis.") == "[missing_information]"


def test_what_another_section_states_counts() -> None:
    alternative = rewritten(IMPLICIT, "No pneumothorax. No opacity.", "Left apical nodule. No pneumothorax.")
    assert isinstance(alternative, Infeasible) or "clear" not in alternative.findings


def test_a_numbered_item_is_not_deleted() -> None:
    made = findings_after(IMPLICIT, "1. No cardiomegaly.\n2. No consolidation.")
    assert made.startswith("1. ")
    assert "\n2. " in made


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Heart size is normal.", {"No cardiomegaly.", "There is no cardiomegaly."}),
        ("Clear lungs.", {"No pulmonary opacity."}),
        ("Pleural spaces clear.", {"No pleural effusion or pneumothorax."}),
        ("The cardiomediastinal silhouette is unremarkable.",
            {"No cardiomegaly, mediastinal widening, or abnormal cardiomediastinal contour.",
             "There is no cardiomegaly, mediastinal widening, or abnormal cardiomediastinal contour."}),
        ("Left costophrenic angle is sharp.",
            {"No blunting of the left costophrenic angle.", "There is no blunting of the left costophrenic angle."}),
        ("The right lung is clear.", {"No right lung opacity.", "There is no right lung opacity."}),
        ("Osseous structures and soft tissues are normal.",
            {"No fracture, destructive lesion, or other osseous abnormality. No soft tissue swelling or other soft"
             " tissue abnormality.",
             "There is no fracture, destructive lesion, or other osseous abnormality. There is no soft tissue swelling"
             " or other soft tissue abnormality."}),
        ("The heart is normal.",
            {"No cardiomegaly or abnormal cardiac contour.", "There is no cardiomegaly or abnormal cardiac contour."}),
        ("Lungs are normally inflated and clear.",
            {"No hyperinflation, hypoinflation, or pulmonary opacity.",
             "There is no hyperinflation, hypoinflation, or pulmonary opacity."}),
        ("Lungs are well inflated and clear.", {"Lungs are well inflated, without opacity."}),
        ("Lungs are grossly clear.",
            {"No pulmonary opacity is grossly evident.", "Grossly, there is no pulmonary opacity."}),
        ("Liver and both kidneys are normal.",
            {"No focal lesion, enlargement, or other abnormality of the liver or kidneys.",
             "There is no focal lesion, enlargement, or other abnormality of the liver or kidneys."}),
        ("Trachea is midline. Calcified granuloma. Lungs are otherwise clear.",
            {"No tracheal deviation. Calcified granuloma. No other pulmonary opacity.",
             "There is no tracheal deviation. Calcified granuloma. No other pulmonary opacity.",
             "No tracheal deviation. Calcified granuloma. There is no other pulmonary opacity.",
             "There is no tracheal deviation. Calcified granuloma. There is no other pulmonary opacity."}),
        ("Normal chest radiograph.",
            {"No abnormality on the chest radiograph.", "No abnormality is seen on the chest radiograph."}),
        ("Heart size, mediastinal contours, and pulmonary vascularity are normal.",
            {"No cardiomegaly, mediastinal widening, or abnormal mediastinal contour. No pulmonary vascular congestion"
             " or redistribution.",
             "There is no cardiomegaly, mediastinal widening, or abnormal mediastinal contour. There is no pulmonary"
             " vascular congestion or redistribution."}),
    ],
)  # fmt: skip
def test_a_normal_statement_becomes_the_denials_that_it_implies(text: str, expected: set[str]) -> None:
    assert ways(EXPLICIT, text, seeds=16) <= expected


def test_clear_lungs_deny_nothing_of_pleura_or_bones() -> None:
    for made in ways(EXPLICIT, "Lungs are clear. Heart size is normal."):
        assert not any(word in made.lower() for word in ("pneumothorax", "effusion", "fracture"))


@pytest.mark.parametrize(
    "text",
    [
        "Heart size is not normal.",
        "Lungs are clear except for a nodule.",
        "The lungs are clear of fluid but hyperinflated.",
        "Cardiac contours are stable.",
    ],
)  # fmt: skip
def test_statements_that_say_more_are_left_alone(text: str) -> None:
    assert findings_after(EXPLICIT, text).startswith("[")


def test_a_report_of_denials_is_explicit_already() -> None:
    assert findings_after(EXPLICIT, "No consolidation. No pneumothorax.") == "[already_in_form]"
    assert findings_after(EXPLICIT, "Left lung atelectasis.") == "[missing_information]"


@pytest.mark.parametrize(
    ("sentence", "keys"),
    [
        ("No A or B.", ("", "")),
        ("No focal consolidation or large pleural effusion is seen.", ("airspace", "effusion")),
        ("There's no pneumothorax.", ("pneumothorax",)),
        ("Pleural effusion was not observed.", ("effusion",)),
        ("The lungs are free of focal airspace disease, pneumothorax, or effusion.",
            ("airspace", "pneumothorax", "effusion")),
    ],
)  # fmt: skip
def test_denials_are_read_item_by_item(sentence: str, keys: tuple[str, ...]) -> None:
    found = denial(sentence)
    assert found is not None
    assert tuple(item.key for item in found.items) == keys


def test_the_reach_of_a_denial_ends_at_but() -> None:
    assert "nodule" in affirmed(Report("No effusion but a nodule persists."))
    assert "effusion" not in affirmed(Report("No effusion but a nodule persists."))
    assert "effusion" not in affirmed(Report("Pleural effusion was not detected."))


def test_normal_statements_are_read_with_firmness_and_state() -> None:
    found = normal_statement("The lungs are grossly clear.")
    assert found is not None
    assert (found.subjects[0].name, found.states, found.adverb) == ("lungs", ("clear",), "grossly")
    assert normal_statement("The lungs are clear and a nodule is seen.") is None


def test_disease_at_large_stays_denied_and_does_not_hinder_the_rest() -> None:
    made = rewritten(IMPLICIT, "No pneumothorax. No pleural effusion.", "No acute cardiopulmonary disease.")
    assert isinstance(made, Report)
    assert made.impression == "No acute cardiopulmonary disease."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Trachea and both main bronchi are open and no occlusive pathology was detected.",
            "Trachea and both main bronchi are open throughout."),
        ("Pericardial effusion was not detected.", "The pericardial space is normal."),
        ("Pericardial effusion-thickening was not observed.",
            "The pericardial space and pericardial thickness are normal."),
        ("Thoracic esophagus calibration was normal and no significant pathological wall thickening was detected.",
            "Thoracic esophagus calibration and wall thickness were within normal limits."),
        ("Millimetric nodule in the right lung. No pneumonic infiltration was detected in both lungs.",
            "Millimetric nodule in the right lung. The airspaces of both lungs are clear."),
        ("No upper abdominal free fluid-collection was detected in the sections.",
            "The peritoneal spaces in the upper abdominal sections are clear."),
        ("Apical sequelae in both lungs. Apart from this, no active infiltration was detected in both lungs.",
            "Apical sequelae in both lungs. Apart from this, both lungs are clear."),
        ("No lymph node was detected in mediastinal and bilateral hilar pathological size and appearance.",
            "Mediastinal and bilateral hilar lymph nodes are normal in size and appearance."),
    ],
)  # fmt: skip
def test_denials_as_ct_reports_word_them(text: str, expected: str) -> None:
    assert findings_after(IMPLICIT, text) == expected


def test_bones_and_liver_are_not_called_normal_beside_a_finding_of_theirs() -> None:
    bones = "No lytic-destructive lesion was detected in bone structures. Old fracture of the sixth rib."
    assert findings_after(IMPLICIT, bones) == "[missing_information]"
    liver = "No space-occupying lesion was detected in the liver. Hepatosteatosis. Upper abdominal organs are normal."
    assert findings_after(IMPLICIT, liver) == "[missing_information]"


@pytest.mark.parametrize(
    ("text", "denials"),
    [
        ("Trachea, both main bronchi are open.", "o obstruction of the trachea or main bronchi."),
        ("Mediastinal main vascular structures, heart contour, size are normal.",
            "o cardiomegaly or abnormal cardiac contour."),
        ("Calibration of mediastinal major vascular structures is natural.",
            "o dilatation of the mediastinal major vascular structures."),
        ("Central airways are normal.", "o central airway narrowing or obstruction."),
        ("Heart size and mediastinal silhouette are within normal limits for contour.",
            "o cardiomegaly or abnormal cardiac or mediastinal contour."),
    ],
)  # fmt: skip
def test_each_named_structure_is_denied_something(text: str, denials: str) -> None:
    assert all(made.endswith(denials) for made in ways(EXPLICIT, text))


def test_there_is_no_other_opacity_before_the_first_is_told() -> None:
    later = findings_after(
        EXPLICIT, "Heart size is normal. Trachea is midline. Ribs are intact. The lungs are clear. Basal opacity."
    )
    assert "The lungs are clear." in later
    made = findings_after(EXPLICIT, "No pneumothorax. The lungs are clear. Granuloma in the right lung.")
    assert made == "No pneumothorax. No airspace opacity. Granuloma in the right lung."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The lungs are clear without focal consolidation or effusion. No pneumothorax.",
            "No pulmonary opacity, focal consolidation, or effusion. No pneumothorax."),
        ("The heart and mediastinum are normal as are the skeletal structures. No pneumothorax.",
            "No cardiomegaly, mediastinal widening, or abnormal cardiac or mediastinal contour."
            " No fracture, destructive lesion, or other osseous abnormality. No pneumothorax."),
        ("The lungs are hyperexpanded but clear. No pneumothorax.",
            "The lungs are hyperexpanded, without opacity. No pneumothorax."),
        ("Hyperexpanded lungs. Otherwise normal chest x-ray. No effusion.",
            "Hyperexpanded lungs. No other abnormality is seen on the chest x-ray. No effusion."),
        ("Left basal atelectasis. The lungs are otherwise grossly clear. No effusion.",
            "Left basal atelectasis. No other pulmonary opacity is grossly evident. No effusion."),
        ("Heart size and mediastinal contours are normal in appearance. No effusion.",
            "No cardiomegaly, mediastinal widening, or abnormal mediastinal contour. No effusion."),
        ("Heart size within normal limits, visualized bones are intact. No effusion.",
            "No cardiomegaly. No fracture. No effusion."),
        ("Heart size is normal. There is no effusion. There is no pneumothorax.",
            "There is no cardiomegaly. There is no effusion. There is no pneumothorax."),
        ("Heart size is normal. Effusion was not detected. No nodule was detected.",
            "No cardiomegaly was detected. Effusion was not detected. No nodule was detected."),
        ("Trachea and main bronchi are open. No occlusive pathology was detected in the trachea. Heart size is normal.",
            "No occlusive pathology was detected in the trachea. No cardiomegaly."),
        ("Thoracic esophagus calibration was normal and no significant tumoral wall thickening was detected.",
            "No thoracic esophageal dilatation or significant tumoral wall thickening was detected."),
    ],
)  # fmt: skip
def test_denials_are_worded_in_the_reports_own_manner_and_said_once(text: str, expected: str) -> None:
    assert findings_after(EXPLICIT, text) == expected


def test_wider_than_normal_is_nothing_normal() -> None:
    assert findings_after(EXPLICIT, "The aorta is wider than normal. Heart size is upper limits of normal.").startswith(
        "["
    )


def test_too_few_statements_turned_is_infeasible() -> None:
    text = (
        "The diaphragmatic crura look natural. Costal cartilage is normal. Fissures are normal. Heart size is normal."
    )
    assert findings_after(EXPLICIT, text) == "[missing_information]"


def test_normal_for_the_age_stays_so() -> None:
    text = "Osseous structures are within normal limits for patient age."
    assert findings_after(EXPLICIT, text) == "[missing_information]"


def test_what_can_only_be_seen_so_far_reaches_every_denial() -> None:
    made = findings_after(EXPLICIT, "As far as can be seen; mediastinal vascular structures and heart are normal.")
    assert made.count(".") == 1
    assert "and" in made


def test_an_open_airway_is_said_once() -> None:
    text = "Trachea, both main bronchi are open. No occlusive pathology was observed in the lumen. No cardiomegaly."
    assert findings_after(IMPLICIT, text) == "Trachea, both main bronchi are open. Heart size is normal."


def test_only_the_trachea_deviates() -> None:
    text = "Trachea and both main bronchi were in the midline and no obstructive pathology was detected in the lumen."
    assert findings_after(EXPLICIT, text) == (
        "There was no tracheal deviation, and no obstructive pathology was detected in the lumen of the trachea or main"
        " bronchi."
    )
