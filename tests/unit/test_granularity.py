"""Granularity: numbers as words and back, places lifted to the organ or spelt out."""

from __future__ import annotations

import re

import pytest
from rewriting import findings_after, rewritten, ways

from reref.perturbations.engine import Infeasible
from reref.perturbations.verify import FactVerifier
from reref.report import Report
from reref.taxonomy import get_target

WORDS, NUMBERS = "quantitative-granularity/low", "quantitative-granularity/high"
LOW, HIGH = "anatomical-granularity/low", "anatomical-granularity/high"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("There is a 5 mm nodule in the right lung.", "There is a small nodule in the right lung."),
        ("There is an 8 mm calcified granuloma.", "There is a small calcified granuloma."),
        ("4 mm right apical nodule.", "Tiny right apical nodule."),
        ("Calcified left lower lobe 7 mm granuloma.", "Small calcified left lower lobe granuloma."),
        ("Small 5 mm nodule.", "Small nodule."),
        ("Nodule measuring up to 5 mm in the left lung.", "Small nodule in the left lung."),
        ("Left pneumothorax, 8 mm in maximal thickness.", "Small left pneumothorax."),
        ("Left pleural effusion measuring 4 cm in height.", "Moderate left pleural effusion."),
        ("Right hilar node (5 mm nodule).", "Right hilar node (small nodule)."),
        ("ETT tip is 4.5 cm above the carina.", "ETT tip is well above the carina."),
        ("Endotracheal tube tip 1.5 cm above the carina.", "Endotracheal tube tip just above the carina."),
        ("PICC terminates 1.5 cm above the cavoatrial junction.",
            "PICC terminates just above the cavoatrial junction."),
        ("The ascending aorta measures 44 mm and is wider than normal.",
            "The ascending aorta is wider than normal."),
        ("The cardiothoracic ratio is 0.47.", "The cardiothoracic ratio is normal."),
        ("A 2.4 cm apical pneumothorax, previously 2.9 cm.", "A moderate apical pneumothorax, smaller than before."),
        ("Several nodules, the largest of which is 5 mm in the left lung.",
            "Several small nodules, the largest of which is in the left lung."),
        ("Several nodules, the largest of which is 5 mm.", "Several small nodules."),
        ("Right nodule. It measures 5 mm in diameter.", "Right nodule. It is small."),
        ("Lesion of fluid density measuring 8 mm.", "Small lesion of fluid density."),
        ("Right pneumothorax measures 2.5 cm, previously 3 cm.",
            "Right pneumothorax is moderate, smaller than before."),
        ("Millimetric nodules. A 5 mm nodule in the left lung.",
            "Millimetric nodules. A millimetric nodule in the left lung."),
        ("Calcified plaque with 25-49% stenosis.", "Calcified plaque with mild stenosis."),
        ("RV/LV ratio 0.9.", "Normal RV/LV ratio."),
        ("Adrenal adenoma (-10 HU).", "Adrenal adenoma."),
        ("Nodules, the largest 5 mm in the left lung.", "Small nodules, the largest in the left lung."),
        ("Calcified nodules, the largest of which reaches 15 mm at the right apex.",
            "Small to moderate-sized calcified nodules, the largest of which is at the right apex."),
        ("A few hilar, mediastinal short lymph nodes with a diameter of up to 8 mm are seen.",
            "A few small hilar, mediastinal lymph nodes are seen."),
        ("A 4 mm stone in the left kidney.", "A small stone in the left kidney."),
        ("Effusion measuring 40 mm on the right and 8 mm on the left.",
            "Effusion, moderate on the right and small on the left."),
        ("Effusion measuring 9 mm on the right and 8 mm on the left in both hemithoraces.",
            "Small effusion in both hemithoraces."),
        ("Pleural effusion reaching 1.5 cm thickness on the left.", "Small pleural effusion on the left."),
        ("Nodules with partial calcification less than 1 cm in diameter.", "Small nodules with partial calcification."),
        ("Lymph nodes with short axes measuring less than 1 cm and not reaching pathological dimensions are seen.",
            "Small lymph nodes not reaching pathological dimensions are seen."),
        ("Lower paratracheal and aortopulmonary lymph nodes smaller than 1 cm are seen.",
            "Small lower paratracheal and aortopulmonary lymph nodes are seen."),
        ("Effusion of 27 mm on the right and 11 mm on the left and atelectasis at both bases.",
            "Small effusion on both sides and atelectasis at both bases."),
        ("Nodules, 4 mm in the lower lobe and 3 mm in diameter in the upper lobe.",
            "Tiny nodules in the lower lobe and in the upper lobe."),
        ("The ascending aorta diameter slightly increased by 43 mm.",
            "The ascending aorta diameter slightly increased."),
        ("Ectasia reaching 42 mm in the ascending aorta.", "Ectasia in the ascending aorta."),
        ("There is pericardial effusion measuring up to 7 mm.", "There is a small pericardial effusion."),
        ("Spleen size increased (140 mm).", "Spleen size increased."),
        ("The short axis of the largest of the lymph nodes was 8 mm.", "The largest of the lymph nodes was small."),
    ],
)  # fmt: skip
def test_a_number_gives_way_to_a_word_that_fits_it(text: str, expected: str) -> None:
    assert findings_after(WORDS, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "No nodule larger than 5 mm.",
        "60 HU lesion.",
        "Indentation of more than 50% of the plate.",
        "Nodules, 36 mm on the left and the largest measuring 47x24 mm.",
        "Nodule, 60% of which is solid.",
        "Fracture with 5 mm displacement.",
        "The mass went from 25 mm to 19 mm.",
        "9 mm nodule. The described view measured 20 mm.",
        "Nodules, the largest of which is 32 mm.",
        "A large 13 mm nodule.",
        "Small lymph nodes with a short axis of 17 mm.",
        "Lymph node with a long axis of 14 mm.",
        "The ascending aorta measures 42 mm.",
        "The diameter of the ascending aorta is 38 mm.",
        "The cardiothoracic ratio is 0.52.",
        "RV/LV ratio 1.3.",
        "Spleen measures 14.5 cm.",
        "The ascending aorta is 42 mm and the pulmonary artery is 31 mm and dilated.",
        "Effusion to a depth of 20 mm was seen on the right.",
        "A 4 cm cyst in the left kidney.",
    ],
)  # fmt: skip
def test_a_number_that_no_word_can_replace_makes_it_infeasible(text: str) -> None:
    assert findings_after(WORDS, text) == "[missing_information]"


@pytest.mark.parametrize(
    "text",
    [
        "There is a 6 mm nodule in the right lung.",
        "A small 9 mm nodule, for which follow-up CT is advised.",
        "There is an 8 mm nodule that is not definitely calcified.",
        "A 5 mm nodule, previously 3 mm.",
        "Enlarging 5 mm nodule, increased in size.",
        "A new 4 mm nodule suspicious for metastasis.",
        "There is a 37 mm mass in the left lung.",
        "A 4 mm lesion in the left breast.",
        "A 1 cm lucency at the right apex.",
        "Several nodules, one of which is calcified, the largest measuring 6.5 mm.",
        "Lymph nodes with a short axis of 11 mm.",
        "The ascending aorta measures 47 mm in diameter and is wider than normal.",
        "Right nodule. It measures 8 mm in diameter.",
    ],
)
def test_a_number_that_decides_what_is_done_is_not_dropped(text: str) -> None:
    assert findings_after(WORDS, text) == "[missing_information]"


def test_numbers_that_measure_nothing_stay() -> None:
    assert findings_after(WORDS, "T9 fracture, stable from 3/4/2018. 5th rib fracture.") == "[already_in_form]"


def test_side_and_place_stay_with_the_word() -> None:
    made = findings_after(WORDS, "3 mm nodule in the posterior basal segment of the left lower lobe.")
    assert made == "Tiny nodule in the posterior basal segment of the left lower lobe."


def test_a_stated_size_is_carried_to_where_a_word_stood() -> None:
    alternative = rewritten(NUMBERS, "7 mm solid nodule in the right upper lobe.", "Small right upper lobe nodule.")
    assert not isinstance(alternative, Infeasible)
    assert alternative.impression == "Small right upper lobe nodule (7 mm)."


@pytest.mark.parametrize(
    ("findings", "impression", "expected"),
    [
        ("Minimal left pleural effusion measuring 5 mm.", "Minimal left effusion.", "Minimal left effusion (5 mm)."),
        ("The ascending aorta measures 42 mm.", "Dilatation of the ascending aorta.",
            "Dilatation of the ascending aorta (42 mm)."),
        ("The ascending aorta measures 41 mm. The pulmonary trunk measures 33 mm.",
            "Dilatation of the ascending aorta and pulmonary trunk.",
            "Dilatation of the ascending aorta (41 mm) and pulmonary trunk (33 mm)."),
        ("Lymph nodes with a short axis reaching 0.9 cm in the mediastinum appear stable.",
            "Stable lymph nodes in the mediastinum.",
            "Stable lymph nodes (up to 0.9 cm in short axis) in the mediastinum."),
        ("Nodules in both lungs, the largest of which is 7 mm.", "Multiple nodules in both lungs.",
            "Multiple nodules (largest 7 mm) in both lungs."),
        ("Pleural effusion measuring 11 mm on the right and 4 mm on the left.", "Bilateral pleural effusion.",
            "Bilateral pleural effusion (11 mm on the right and 4 mm on the left)."),
        ("Two stones in the gallbladder, the largest of which is 22 mm.", "Cholelithiasis.",
            "Cholelithiasis (largest 22 mm)."),
        ("A 14 mm hypodense lesion in the left adrenal gland.", "Left adrenal adenoma.", "14 mm left adrenal adenoma."),
        ("A 6 mm stone in the right kidney.", "Right nephrolithiasis.", "Right nephrolithiasis (6 mm)."),
        ("Hypodense lesions up to 9 mm in the liver.", "Hypodense lesions (cysts?) in the liver.",
            "Hypodense lesions (up to 9 mm, cysts?) in the liver."),
        ("4 mm nodule in the right upper lobe.", "Millimetric nodule in the right upper lobe.",
            "4 mm nodule in the right upper lobe."),
    ],
)  # fmt: skip
def test_every_size_is_carried_and_degrees_stay(findings: str, impression: str, expected: str) -> None:
    alternative = rewritten(NUMBERS, findings, impression)
    assert not isinstance(alternative, Infeasible)
    assert alternative.impression == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nodules in both lungs, more prominent in the lower lobes of both lungs. Right upper lobe nodule.",
            "Nodules in both lungs. Right lung nodule."),
        ("Apart from the lower lobe of the right lung, linear atelectasis. Left upper lobe nodule.",
            "[missing_information]"),
        ("Emphysema in the apex of both lungs.", "Emphysema in both lungs."),
        ("Plaques in the aortic arch, ascending and descending aorta.", "Plaques in the thoracic aorta."),
        ("Opacity in the right perihilar region.", "Opacity in the right lung."),
    ],
)  # fmt: skip
def test_a_lifted_place_keeps_comparisons_whole(text: str, expected: str) -> None:
    assert findings_after(LOW, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The diameter of the aorta has increased by 45. 4 mm nodule.",
            "The diameter of the aorta has increased. Tiny nodule."),
        ("The tracheostomy tube ends 5 cm above the carina.", "The tracheostomy tube ends well above the carina."),
    ],
)  # fmt: skip
def test_no_number_is_left_and_no_judgement_added(text: str, expected: str) -> None:
    assert findings_after(WORDS, text) == expected


@pytest.mark.parametrize(
    ("findings", "impression"),
    [
        ("Small left effusion.", "Small left effusion."),
        ("7 mm right lung nodule.", "Small left lung nodule."),
        ("7 mm right nodule. 4 mm right nodule.", "Right nodule."),
        ("No nodule larger than 7 mm.", "Right nodule."),
        ("Nodule, previously 7 mm.", "Nodule."),
        ("4 mm nodule in the right lung. 22 mm pleural effusion on the left, and 8 mm on the right.",
            "Right lung nodule. Bilateral pleural effusion."),
        ("The ascending aorta measures 45 mm. The spleen measures 131 mm.",
            "Ectasia of the ascending aorta. Splenomegaly."),
        ("A 15 mm nodule in the left lung. Nodules in both lungs, the largest 5 mm.", "Nodules in both lungs."),
        ("A 6 mm lesion in the liver. A 3 cm subcutaneous nodule.", "Lesion in the liver. Subcutaneous lesion."),
    ],
)  # fmt: skip
def test_no_number_is_made_up_or_moved_to_another_finding(findings: str, impression: str) -> None:
    alternative = rewritten(NUMBERS, findings, impression)
    assert isinstance(alternative, Infeasible)
    assert alternative.reason == "missing_information"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Right upper lobe nodule.", "Right lung nodule."),
        ("Opacity in the posterior basal segment of the left lower lobe.", "Opacity in the left lung."),
        ("Linear opacities in the lingula and right middle lobe.", "Linear opacities in both lungs."),
        ("Bibasilar opacities.", "Bilateral lung opacities."),
        ("Left apical pneumothorax.", "Left pneumothorax."),
        ("Biapical pleural thickening.", "Bilateral pleural thickening."),
        ("Right middle and lower lobe infiltrates.", "Right lung infiltrates."),
        ("Atelectasis in the upper lobes of both lungs.", "Atelectasis in both lungs."),
        ("Left 5th through 7th rib fractures.", "Left rib fractures."),
        ("Catheter tip in the mid SVC.", "Catheter tip in the SVC."),
        ("Right middle lobe and lingular atelectasis.", "Bilateral atelectasis."),
    ],
)  # fmt: skip
def test_a_place_is_lifted_to_the_organ_and_keeps_its_side(text: str, expected: str) -> None:
    assert findings_after(LOW, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nodule in the right lung lower lobe superior and the left lung upper lobe lingula inferior segment.",
            "Nodule in both lungs."),
        ("Bands in the middle lobe on the right and the lingular segment on the left.", "Bands in both lungs."),
        ("Opacity in the lateral left base.", "Opacity in the left lung."),
        ("In the left lung, changes are observed in the lower lobe superior segment.",
            "In the left lung, changes are observed."),
        ("Nodules in both lungs, the largest in the right lung upper lobe.",
            "Nodules in both lungs, the largest in the right lung."),
        ("Opacities in both lungs, more prominent in the lower lobes.", "Opacities in both lungs."),
        ("Opacities in both lungs, most prominently in the left lower lobe.",
            "Opacities in both lungs, most prominently in the left lung."),
        ("Bullae in the upper lobes.", "Bullae in both lungs."),
        ("Pleural thickening at the right lung base.", "Pleural thickening on the right."),
        ("Thickening of the pleura in the lower lobes.", "Thickening of the pleura on both sides."),
        ("Basilar atelectasis.", "Atelectasis."),
        ("Adenoma in the medial crus of the left adrenal gland.", "Adenoma in the left adrenal gland."),
        ("Cyst in the posterior segment of the right lobe of the liver.", "Cyst in the liver."),
        ("Plaques in the aortic arch and coronary arteries.", "Plaques in the aorta and coronary arteries."),
        ("Sclerosis in the posterior part of the right 4th rib.", "Sclerosis in the posterior part of a right rib."),
        ("Collapse of the T12 vertebral body.", "Collapse of a thoracic vertebral body."),
    ],
)  # fmt: skip
def test_whole_phrases_are_lifted(text: str, expected: str) -> None:
    assert findings_after(LOW, text) == expected


@pytest.mark.parametrize(
    ("text", "is_kept"),
    [
        ("Opacities in both lungs, more prominent in the lower lobes.", True),
        ("Opacities in both lungs, increased, more prominent in the lower lobes.", False),
        ("Opacities in both lower lobes, more prominent than before.", False),
    ],
)
def test_emphasis_may_go_with_its_place_and_a_change_may_not(text: str, is_kept: bool) -> None:
    lifted = Report("Opacities in both lungs.", "")
    assert FactVerifier().judge(Report(text, ""), lifted, get_target(LOW)).is_clinically_consistent is is_kept


@pytest.mark.parametrize(
    "text",
    [
        "Nodule in the left upper lobe. Collapse of the right lower lobe.",  # half done is not done
        "Nodule in the left upper lobe. Nodule in the left lower lobe.",  # two would become one
        "Nodule in the left upper lobe. Another nodule in the same segment.",
        "Nodule in the left upper lobe. A second nodule at the laterobasal level.",
        "Thickening of the fissure adjacent to the left lower lobe.",
        "Infiltrate in the medial right base and lingular scarring.",
        "Bronchiectasis in the right upper lobe. A similar appearance is seen in the right lower lobe.",
        "Thickening at the lower lobe level in the left pleura.",
    ],
)
def test_a_report_is_lifted_throughout_or_not_at_all(text: str) -> None:
    assert findings_after(LOW, text) == "[missing_information]"


def test_words_that_only_look_like_a_place_stay() -> None:
    text = "Lower lung volumes. Hypodense nodule in the left lobe of the thyroid. Distal segment of the bowel."
    assert findings_after(LOW, text) == "[already_in_form]"


@pytest.mark.parametrize(
    "text",
    [
        "No right lower lobe consolidation.",
        "The left lung base is clear.",
        "Collapse of the left upper lobe.",
        "Status post right upper lobectomy, right upper lobe absent.",
        "The right upper lobe is consolidated.",
        "Opacity in the left upper lung, probably the left upper lobe.",
    ],
)  # fmt: skip
def test_a_place_stays_where_a_coarser_one_would_say_more(text: str) -> None:
    assert findings_after(LOW, text) == "[missing_information]"


def test_organs_are_coarse_already() -> None:
    assert findings_after(LOW, "Right lung opacity. No effusion.") == "[already_in_form]"


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ("The lungs are clear.", ("are clear.", "clear bilaterally.", "lower zones.", "to the bases.")),
        ("Clear lungs.", ("Clear lungs from the apices to the bases.",)),
        ("No focal consolidation.", ("lower lung zones.", "zones of either lung.")),
        ("Lungs are clear without effusion.", ("without effusion on either side.",)),
        ("The lungs are free of infiltrate.", ("lower zones.", "to the bases.")),
    ],
)  # fmt: skip
def test_clear_lungs_are_named_by_their_zones(text: str, ending: tuple[str, ...]) -> None:
    made = findings_after(HIGH, text)
    assert made.endswith(ending)
    assert re.search(r"upper, mid (?:and|or) lower|from the apices to the bases", made)


@pytest.mark.parametrize(
    ("text", "lungs", "pleura"),
    [
        ("No focal consolidation, pleural effusion, or pneumothorax.", "No focal consolidation in the upper,",
            ", and no pleural effusion or pneumothorax on either side."),
        ("There is no effusion or infiltrate.", "and no infiltrate in the upper, mid or lower",
            "There is no effusion on either side"),
        ("No evidence of consolidation or effusion is seen.", "No evidence of consolidation is seen in the upper",
            "and no evidence of effusion on either side."),
        ("Negative for consolidation or pneumothorax.", "Negative for consolidation in the upper",
            ", and for pneumothorax on either side."),
    ],
)  # fmt: skip
def test_a_denial_of_lungs_and_pleura_is_one_sentence_with_both_places(text: str, lungs: str, pleura: str) -> None:
    made = findings_after(HIGH, text)
    assert lungs in made
    assert pleura in made
    assert made.count(".") == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The cardiomediastinal silhouette is normal.", "The cardiac silhouette and mediastinal contours are normal."),
        ("Stable cardiomediastinal contours.", "Stable cardiac silhouette and mediastinal contours."),
        ("The cardiomediastinal silhouette and vasculature are within normal limits.",
            "The cardiac silhouette, mediastinal contours and vasculature are within normal limits."),
        ("Cardiomediastinal silhouette is enlarged.", "[missing_information]"),
    ],
)  # fmt: skip
def test_heart_and_mediastinum_are_named_where_both_are_normal(text: str, expected: str) -> None:
    assert findings_after(HIGH, text) == expected


def test_the_same_list_is_not_said_twice() -> None:
    made = findings_after(HIGH, "No focal consolidation. No nodules. No pneumothorax. No pleural effusion.")
    assert made.count("upper, mid or lower") == 1
    assert "No nodules in either lung." in made
    assert findings_after(HIGH, "The lungs are clear. No focal lung consolidation.").endswith(
        "No focal lung consolidation."
    )
    assert "No pneumothorax on either side. No pleural effusion in either hemithorax." in made


def test_clear_lungs_stay_whole_beside_an_abnormal_place() -> None:
    made = findings_after(
        HIGH, "The lungs are clear. The cardiomediastinal silhouette is normal. Right apical granuloma."
    )
    assert made.startswith("The lungs are clear.")


def test_the_lungs_of_a_ct_are_named_by_lobes() -> None:
    text = "Trachea and both main bronchi are open. No mass was detected in both lungs. Both lungs were evaluated."
    made = findings_after(HIGH, text)
    assert made.startswith("Trachea and the left and right main bronchi are open.")
    assert "No mass was detected in any lobe of either lung. Both lungs were evaluated." in made


@pytest.mark.parametrize(
    "text",
    [
        "Right lung opacity.",
        "The lungs are otherwise clear.",
        "Bilateral pleural effusions, right greater than left.",
        "No right effusion.",
        "Trachea and both main bronchi are open.",  # a side alone is no finer place
        "No pleural effusion or pneumothorax.",
        "Both kidneys are atrophic.",
        "Bibasilar atelectasis.",
        "Bilateral pericardial and pleural effusion was not detected.",
    ],
)
def test_nothing_is_spelt_out_that_the_text_does_not_name(text: str) -> None:
    assert findings_after(HIGH, text) == "[missing_information]"


def test_variants_of_a_long_report_differ() -> None:
    text = "The lungs are clear. No pleural effusion. The cardiomediastinal silhouette is normal. No pneumothorax."
    assert len(ways(HIGH, text)) > 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("There is a 5 mm-sized nodule in the left lung.", "There is a small nodule in the left lung."),
        ("The ascending aorta measures 39 mm in diameter and shows slight dilatation.",
            "The ascending aorta shows slight dilatation."),
        ("There are multiple short axis lymph nodes measuring up to 7 mm in the mediastinum.",
            "There are multiple small lymph nodes in the mediastinum."),
        ("Lymph nodes measuring 16x8 mm in the paratracheal level did not reach pathological dimensions.",
            "Small lymph nodes in the paratracheal level did not reach pathological dimensions."),
        ("There is a newly developed effusion measuring 5 mm on the left.",
            "There is a newly developed small effusion on the left."),
        ("Partial compression causing 50-60% loss of height in T4.",
            "Partial compression causing severe loss of height in T4."),
        ("A 6 mm nodule was seen, and a 10 mm nodule was observed in the previous examination.",
            "[missing_information]"),
    ],
)  # fmt: skip
def test_what_stood_beside_the_number_reads_on(text: str, expected: str) -> None:
    assert findings_after(WORDS, text) == expected


@pytest.mark.parametrize(
    ("findings", "impression"),
    [
        ("7 mm right lung nodule. Minimal effusion measuring 5 mm.", "Small effusion. Nodules."),
        ("The ascending aorta measures 42 mm. Left pleural effusion measuring 5 mm.",
            "Dilatation of the thoracic aorta. Left pleural effusion."),
        ("A hernia with a defect of 5 cm.", "Hernia."),
        ("Lymphadenopathies measuring 38 mm adjacent to the ascending aorta.", "Ectasia of the ascending aorta."),
        ("The ascending aorta measures 42 mm.", "Lymph nodes in the neighborhood of the ascending aorta."),
    ],
)  # fmt: skip
def test_a_size_stays_with_what_was_measured(findings: str, impression: str) -> None:
    assert isinstance(rewritten(NUMBERS, findings, impression), Infeasible)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("There is atelectasis in the lower lobes of both lungs next to the pleural effusion.",
            "There is atelectasis in both lungs next to the pleural effusion."),
        ("Fibrotic bands are seen at the level of the lingular segment on the left.",
            "Fibrotic bands are seen in the left lung."),
        ("Peripheral densities are observed in the left lung lingular segment and right lung upper lobe.",
            "Peripheral densities are observed in both lungs."),
        ("Cystic changes in the middle zone of the right lung and in the lower lobes of both lungs.",
            "Cystic changes in both lungs."),
        ("Mild right apical curvature of the thoracic spine.", "[already_in_form]"),
        ("A lesion at the level of liver segment 4B, as far as can be observed.",
            "A lesion at the level of the liver, as far as can be observed."),
        ("Lesions in liver segments 8 and 7.", "Lesions in the liver."),
    ],
)  # fmt: skip
def test_a_lifted_place_is_a_noun_that_is_said_once(text: str, expected: str) -> None:
    assert findings_after(LOW, text) == expected


@pytest.mark.parametrize(
    ("findings", "impression", "expected"),
    [
        ("A nodule is seen in the right upper lobe.", "Nodule in the right lung.", "Nodule in the right upper lobe."),
        ("Nodule in the right upper lobe.", "Right lung nodule.", "Right upper lobe nodule."),
        ("Emphysema in the upper lobes of both lungs.", "Emphysema in both lungs.",
            "Emphysema in the upper lobes of both lungs."),
        ("Linear atelectasis in the right middle lobe and left lower lobe.", "Linear atelectasis in both lungs.",
            "Linear atelectasis in the right middle lobe and left lower lobe."),
        ("Calcified granuloma in the left apex.", "Calcified granuloma.", "Calcified granuloma in the left apex."),
    ],
)  # fmt: skip
def test_an_exact_place_is_carried_to_the_impression(findings: str, impression: str, expected: str) -> None:
    alternative = rewritten(HIGH, findings, impression)
    assert not isinstance(alternative, Infeasible)
    assert alternative.impression == expected


@pytest.mark.parametrize(
    ("findings", "impression"),
    [
        ("Nodule in the right upper lobe. Nodule in the right lower lobe.", "Nodule in the right lung."),
        ("Nodule in the left upper lobe.", "Nodule in the right lung."),
        ("Nodule in the right upper lobe.", "Atelectasis in the right lung."),
        ("Nodule in the right upper lobe and in the right apex.", "No other nodule in the right lung."),
        ("New nodules in the right upper lobe.", "Stable nodules in the right lung."),
        ("Nodule in the right upper lobe.", "Nodules in the right lung."),
        ("Emphysema in the apex of both lungs, linear atelectasis.", "Atelectasis in both lungs."),
    ],
)  # fmt: skip
def test_no_place_is_carried_to_another_finding(findings: str, impression: str) -> None:
    assert isinstance(rewritten(HIGH, findings, impression), Infeasible)


def test_a_total_goes_with_the_number() -> None:
    made = findings_after(WORDS, "A total of a few nodules less than 3 mm in diameter were observed in both lungs.")
    assert made.startswith("A few")


def test_two_lungs_do_not_run_together() -> None:
    text = "Opacities are seen in the upper lobe of the right lung, in the lower lobe superiorly in the left lung."
    assert "right lung superiorly in the left lung" not in findings_after(LOW, text)
