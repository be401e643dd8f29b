"""What the organisational rules keep, leave out, spell out and move."""

from __future__ import annotations

import pytest

from reref.perturbations import make_alternatives, rules_engine
from reref.perturbations.rules.labels import label
from reref.perturbations.rules.statements import statements
from reref.report import Report
from reref.taxonomy import get_target

ENGINE = rules_engine()


def rewritten(target: str, findings: str, impression: str = "No acute disease.", **given: str) -> tuple[str, str]:
    report = Report(findings, impression, **given)
    made = make_alternatives("one", "unit", report, get_target(target), ENGINE, seed=0)[0]
    return made.findings, made.status


@pytest.mark.parametrize(
    "kept",
    [
        "No pneumothorax.",
        "There is no pleural effusion.",
        "No focal consolidation.",
        "No enlarged lymph nodes were detected.",
        "The left lung is clear.",
    ],
)
def test_minimal_keeps_what_answers_the_usual_question(kept: str) -> None:
    assert rewritten("findings-scope/minimal", f"The heart is normal in size. {kept}") == (kept, "accepted")


@pytest.mark.parametrize(
    "kept",
    [
        "Pericardial effusion was not observed.",
        "There is no pulmonary edema.",
        "No free fluid is seen in the upper abdomen.",
        "No lytic or destructive lesion was detected in the bones.",
        "No acute rib fracture.",
        "No mass was detected in the liver.",
    ],
)
def test_minimal_keeps_what_is_denied_by_name(kept: str) -> None:
    assert rewritten("findings-scope/minimal", f"The heart is normal in size. {kept}") == (kept, "accepted")


@pytest.mark.parametrize(
    "gone",
    [
        "Thoracic aorta diameter is normal.",
        "Esophagus calibration was normal and no tumoral wall thickening was detected.",
        "Trachea and both main bronchi are open.",
        "The thyroid gland is normal.",
    ],
)
def test_minimal_leaves_routine_out_beside_a_mass_too(gone: str) -> None:
    kept = "There is a mass in the left upper lobe. The ascending aorta is dilated."
    assert rewritten("findings-scope/minimal", f"{gone} {kept}", "Lung mass.")[0] == kept


@pytest.mark.parametrize(("indication", "stays"), [("Lymphoma.", True), ("Positive PPD.", True), ("Cough.", False)])
def test_minimal_keeps_the_mediastinum_when_something_may_have_spread_there(indication: str, *, stays: bool) -> None:
    text = "Mediastinal contours are normal. The bones are intact. No pleural effusion."
    made = rewritten("findings-scope/minimal", text, "Clear lungs.", indication=indication)[0]
    assert ("Mediastinal" in made) is stays


@pytest.mark.parametrize(
    ("indication", "stays"), [("Fall from a ladder.", True), ("Left rib pain.", True), ("Preoperative exam.", False)]
)
def test_minimal_keeps_the_bones_when_somebody_asked_about_them(indication: str, *, stays: bool) -> None:
    text = "The heart is normal in size. No pneumothorax. The bones are intact."
    assert ("bones" in rewritten("findings-scope/minimal", text, indication=indication)[0]) is stays


def test_minimal_keeps_masses_denied_beside_a_nodule() -> None:
    text = (
        "The heart is normal in size. A 5 mm nodule is seen in the right upper lobe. No mass is seen in the left lung."
    )
    assert "No mass" in rewritten("findings-scope/minimal", text, "Pulmonary nodule.")[0]


def test_exhaustive_does_not_repeat_a_statement_in_other_words() -> None:
    text = "The lungs are clear. No focal consolidation, edema, nodule or mass. The heart is enlarged."
    assert rewritten("findings-scope/exhaustive", text, "Cardiomegaly.")[1] == "infeasible"


def test_exhaustive_names_no_abdominal_organ_that_the_report_does_not_name() -> None:
    text = "The lungs are clear. The bones are intact. The upper abdomen is normal."
    made, status = rewritten("findings-scope/exhaustive", text, technique="Chest CT, axial sections.")
    assert status == "accepted"
    assert not any(organ in made for organ in ("liver", "spleen", "pancreas"))


@pytest.mark.parametrize(
    "text",
    [
        "Heart size and mediastinal contours are normal. No pleural effusion or pneumothorax.",
        "Heart size and pulmonary vascularity are normal. No pleural effusion or pneumothorax. No rib fracture.",
        "The lungs are clear. The pleural spaces are clear. The heart is enlarged.",
    ],
)
def test_exhaustive_is_more_than_sentences_parted_or_a_denial_or_two(text: str) -> None:
    assert rewritten("findings-scope/exhaustive", text)[1] == "infeasible"


def test_free_text_completes_the_findings_along_with_a_numbered_impression() -> None:
    text = "Mild degenerative changes of the thoracic spine. No pneumothorax."
    made, status = rewritten("structure/free-text", text, "1. Mildly elevated right hemidiaphragm.\n2. No pneumonia.")
    assert status == "accepted"
    assert made.startswith("There are mild degenerative changes of the thoracic spine. ")


def test_free_text_leaves_no_fragment_behind() -> None:
    made, status = rewritten("structure/free-text", "1. Pectus carinatum. 2. Right shoulder negative.")
    assert (made, status) == ("The exam shows pectus carinatum. The right shoulder is negative.", "accepted")
    unsure = rewritten("structure/free-text", "1. Small effusion. 2. Maybe due to rotation. 3. No edema.")
    assert unsure[1] == "infeasible"


def test_one_number_is_no_list() -> None:
    assert rewritten("structure/free-text", "The lungs are clear.", "1. There is no acute disease.")[1] == "infeasible"


def test_a_limit_stands_before_what_it_limits() -> None:
    text = (
        "The lungs are clear. Mediastinal structures cannot be evaluated optimally. As far as can be seen: Heart size "
        "is normal. No enlarged lymph nodes were detected in the mediastinum. No pleural effusion was detected."
    )
    for seed in range(4):
        report = Report(text, "No acute disease.")
        made = make_alternatives("one", "unit", report, get_target("structure/structured"), ENGINE, seed=seed)[0]
        assert "cannot be evaluated optimally. As far as can be seen: heart size is normal." in made.findings


@pytest.mark.parametrize(
    ("before", "goes_on"),
    [
        ("A lymph node of 2 cm is seen.", "In the previous examination, it measured 3 cm."),
        ("A mass is seen in the right breast.", "Ultrasound is recommended."),
    ],
)
def test_what_goes_on_stays_behind_what_it_is_about(before: str, goes_on: str) -> None:
    text = f"The heart is normal in size. {before} {goes_on} The lungs are clear. The bones are intact."
    for seed in range(4):
        report = Report(text, "Normal heart.")
        made = make_alternatives("one", "unit", report, get_target("structure/structured"), ENGINE, seed=seed)[0]
        assert f"{before} {goes_on}" in made.findings


def test_what_is_left_out_stays_behind_what_is_said() -> None:
    text = "There is a small right effusion. Otherwise, the lungs are free of disease. The heart is enlarged."
    for seed in range(4):
        report = Report(text, "Effusion.")
        made = make_alternatives("one", "unit", report, get_target("structure/structured"), ENGINE, seed=seed)[0]
        assert made.findings.index("effusion") < made.findings.index("therwise")


@pytest.mark.parametrize(
    ("said", "short"),
    [
        ("Degenerative changes are observed in the spine.", "Degenerative changes in the spine."),
        ("There is a hiatal hernia.", "A hiatal hernia."),
        ("Pleural effusion was not detected.", "No pleural effusion."),
        ("Bilateral effusion was not detected.", "Bilateral effusion was not detected."),
        ("The aorta measures 44 mm.", "The aorta measures 44 mm."),
    ],
)
def test_a_label_loses_only_its_verb(said: str, short: str) -> None:
    assert label(said) == short


@pytest.mark.parametrize(
    ("said", "region"),
    [
        ("Edema is observed in the subcutaneous soft tissues.", "soft_tissues"),
        ("There are areas of air trapping due to small airway disease.", "lungs"),
        ("Bronchial wall thickening is observed.", "airways"),
        ("A nodule is seen at the level of the aortic root in the right middle lobe.", "lungs"),
        ("Plaques are observed in the abdominal aorta in the upper abdominal sections.", "abdomen"),
        ("Cholecystectomy clips are noted in the right upper quadrant.", "abdomen"),
        ("No enlarged lymph nodes in the axilla and mediastinum.", "mediastinum"),
        ("Calcified nodules are seen.", "lungs"),
        ("Scattered calcified granulomas, and calcified mediastinal lymph nodes.", "lungs"),
        ("Calcified mediastinal granulomas are seen.", "mediastinum"),
        ("Redemonstration of a metatarsal amputation.", "bones"),
    ],
)
def test_a_statement_stands_where_a_reader_looks_for_it(said: str, region: str) -> None:
    assert statements(said, "findings")[0].regions[0] == region


@pytest.mark.parametrize(
    ("joint", "parts"),
    [
        (
            "Cardiac and mediastinal contours are normal.",
            ["ardiac contours are normal", "ediastinal contours are normal"],
        ),
        ("Cardiomediastinal silhouette is normal in size and contour.", ["ontour", "ediastinal contours are normal"]),
        ("Heart size and mediastinal contours are normal.", ["eart size is normal", "ediastinal contours are unre"]),
    ],
)
def test_exhaustive_keeps_the_attribute_of_what_it_parts(joint: str, parts: list[str]) -> None:
    made = rewritten("findings-scope/exhaustive", f"{joint} Lungs are clear. The osseous structures are intact.")[0]
    assert all(part in made for part in parts)
    assert "ardiomediastinal" not in made


def test_exhaustive_writes_a_statement_out_in_its_own_place() -> None:
    made = rewritten("findings-scope/exhaustive", "The lungs are clear. The osseous structures are intact.")[0]
    assert len(statements(made, "findings")) == 2
    assert made.startswith("The lungs are clear, ")
    assert "osseous structures, including the ribs, clavicles, and thoracic spine, are intact" in made


def test_exhaustive_names_no_part_that_is_spoken_of_elsewhere() -> None:
    text = "The lungs are clear. The osseous structures are intact. Old deformity of a rib."
    assert "ribs" not in rewritten("findings-scope/exhaustive", text)[0]


def test_exhaustive_says_once_what_a_list_names_twice() -> None:
    text = "Heart size and cardiomediastinal silhouette are normal. The lungs are clear. The bones are intact."
    assert rewritten("findings-scope/exhaustive", text)[0].lower().count("size") == 1


def test_exhaustive_names_no_disease_that_clear_lungs_only_imply() -> None:
    made, status = rewritten("findings-scope/exhaustive", "The lungs are clear. The osseous structures are intact.")
    assert status == "accepted"
    assert not any(word in made for word in ("nodule", "mass", "edema"))


def test_exhaustive_is_more_than_one_subject_parted() -> None:
    assert rewritten("findings-scope/exhaustive", "The cardiomediastinal silhouette is normal.")[1] == "infeasible"


def test_exhaustive_parts_no_denial_whose_first_word_may_hold_for_all() -> None:
    text = "The osseous structures are intact. No large pleural effusion or pneumothorax."
    assert "No large pleural effusion or pneumothorax." in rewritten("findings-scope/exhaustive", text)[0]


def test_a_moved_statement_does_not_stand_between_a_finding_and_its_advice() -> None:
    report = Report(
        "No pneumothorax is seen. The heart is enlarged.",
        "Left breast density. If necessary, ultrasound is recommended.",
    )
    for seed in range(6):
        made = make_alternatives(
            "one", "unit", report, get_target("section-assignment/alternative"), ENGINE, seed=seed
        )[0]
        assert "Left breast density. If necessary, ultrasound is recommended." in made.impression


def test_an_impression_is_not_left_with_what_was_taken_out_of_it() -> None:
    report = Report("Pleural effusion is absent.", "XXXX change. Hypoinflated lungs without pneumonia.")
    for seed in range(6):
        made = make_alternatives(
            "one", "unit", report, get_target("section-assignment/alternative"), ENGINE, seed=seed
        )[0]
        assert "Hypoinflated lungs" in made.impression


def test_minimal_keeps_the_place_of_what_it_keeps() -> None:
    text = (
        "No upper abdominal free fluid was detected. No pathologically enlarged lymph nodes were observed."
        " Gallstones are seen. The ribs are normal."
    )
    made = rewritten("findings-scope/minimal", text)[0]
    assert "abdominal free fluid" in made
    assert "ribs" not in made


def test_minimal_keeps_a_normal_heart_beside_edema() -> None:
    made = rewritten(
        "findings-scope/minimal", "Heart size is normal. There is pulmonary edema. The bones are normal.", "Edema."
    )[0]
    assert "Heart size is normal." in made
    assert "bones" not in made


def test_a_place_that_only_the_introduction_names_is_the_place_of_the_statement() -> None:
    text = (
        "The lungs are well aerated. As far as can be seen in the upper abdominal sections; no solid mass was detected."
    )
    assert statements(text, "findings")[-1].regions == ("abdomen",)


def test_a_denial_does_not_join_a_conclusion_that_says_the_opposite() -> None:
    report = Report(
        "The heart is normal. Pleural effusion was not detected.", "Moderate pleural effusion on the right."
    )
    for seed in range(6):
        made = make_alternatives(
            "one", "unit", report, get_target("section-assignment/alternative"), ENGINE, seed=seed
        )[0]
        assert "not detected" not in made.impression


def test_the_impressions_of_several_exams_are_not_numbered_as_one() -> None:
    findings = "The lungs are clear. The heart is enlarged. There is a foot fracture."
    report = Report(findings, "Left foot 1. Fracture of a toe. Chest 1. No acute disease.")
    for seed in range(6):
        made = make_alternatives("one", "unit", report, get_target("structure/structured"), ENGINE, seed=seed)[0]
        assert made.impression == report.impression


@pytest.mark.parametrize(
    "entry", ["No lesion to suggest. active disease.", "Right lower lobe with more opacities.", "Chest. Clear lungs."]
)
def test_free_text_leaves_a_report_with_broken_entries_alone(entry: str) -> None:
    text = f"1. {entry} 2. The heart is enlarged. 3. Small left effusion. 4. No pneumothorax."
    assert rewritten("structure/free-text", text)[1] == "infeasible"


def structured(findings: str, impression: str = "No acute disease.") -> list[Report]:
    report, target = Report(findings, impression), get_target("structure/structured")
    made = [make_alternatives("one", "unit", report, target, ENGINE, seed=seed)[0] for seed in range(8)]
    return [Report(row.findings, row.impression) for row in made if row.status == "accepted"]


def test_views_and_shielding_stand_under_technique() -> None:
    made = structured(
        "Frontal and lateral views of the chest show normal size of the cardiac silhouette. No pleural effusion."
        " There is no focal opacity. The patient was shielded."
    )
    under_headings = [lines for one in made if ": " in (lines := one.findings.lower())]
    assert under_headings
    for findings in under_headings:
        assert "technique: frontal and lateral views of the chest. the patient was shielded.\n" in findings


@pytest.mark.parametrize(
    "impression",
    [
        "Cardiomegaly. Emphysema. Left 4. Lytic lesion in the anterior rib.",
        "Granulomas. No infiltrate. If one would like to discuss this further, please XXXX. XXXX at XXXX. Thanks.",
    ],
)
def test_an_impression_is_not_cut_where_no_item_ends(impression: str) -> None:
    made = structured("The heart is normal. The lungs are clear. No pleural effusion.", impression)
    assert made
    assert all(one.impression == impression for one in made)
