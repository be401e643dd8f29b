"""What each error type does and leaves alone, on short authored reports."""

from __future__ import annotations

import pytest
from planted import findings, texts

from reref.core.seeding import generator
from reref.perturbations.edits import apply_edits
from reref.perturbations.errors.check import complaint, fact_changes
from reref.perturbations.errors.room import plant
from reref.perturbations.errors.typo import is_no_word
from reref.report import Report, facts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Large LEFT pneumothorax.", {"Large RIGHT pneumothorax."}),
        ("Right-sided effusion. The right ventricle is large.", {"Left-sided effusion. The right ventricle is large."}),
        ("Calcified plaque in the left anterior descending artery.", set()),
        ("The line was left in place. All right.", set()),
        ("Right middle lobe consolidation.", set()),
        ("Nodule in the lingula of the left lung.", set()),
        ("Bilateral effusions.", set()),
        ("Small left effusion. Large right effusion.", set()),
        ("Moderate right effusion, larger than left effusion.", set()),
    ],
)
def test_direction_swaps_the_side_of_a_finding_and_nothing_else(text: str, expected: set[str]) -> None:
    assert findings("direction", text) == expected


def test_an_error_is_carried_into_the_impression_or_labelled_as_a_mismatch() -> None:
    assert texts("direction", "Small left effusion.", "Left effusion.") == {
        ("Small right effusion.", "Right effusion.")
    }
    one_place = {("Small right effusion.", "Left effusion."), ("Small left effusion.", "Right effusion.")}
    assert texts("direction", "Small left effusion.", "Left effusion.", carry_through=False) == one_place
    edits = plant("direction", Report("Small left effusion.", "Left effusion."), generator(0), carry_through=False)
    assert isinstance(edits, list)
    assert (edits[0].detail or {})["mismatch"] != edits[0].section


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("A {} mm nodule in the left lung.", ["6"]),
        ("A mass of {} x {} cm in the liver.", ["4.5", "3.2"]),
        ("Nodules of {}-{} mm in both lungs.", ["4", "7"]),
        ("A {} mm stone in the right kidney.", ["1"]),
    ],
)
def test_a_wrong_size_is_off_by_half_in_every_number_and_in_the_written_precision(
    text: str, numbers: list[str]
) -> None:
    import re

    for new in findings("size", text.format(*numbers)):
        found = re.findall(r"\d+(?:\.\d+)?", new)
        assert new.replace("An ", "A ") == text.format(*found)
        for old, other in zip(numbers, found, strict=True):
            assert abs(float(other) - float(old)) >= 0.5 * float(old) - 1e-9
            assert len(old.partition(".")[2]) == len(other.partition(".")[2])
            assert float(other) > 0
        assert sorted(map(float, found)) == [float(n) for n in found] or "x" in text


@pytest.mark.parametrize("text", ["Fracture of T9 on series 4, image 32.", "A 14 Fr catheter.", "No nodule over 5 mm."])
def test_numbers_that_are_no_size_of_a_finding_stay(text: str) -> None:
    assert findings("size", text) == set()


def test_growth_keeps_growing_and_a_stable_pair_of_sizes_stays() -> None:
    for new in findings("size", "The nodule has increased from 6 mm to 9 mm."):
        assert int(new.split()[-2]) > 9
    assert findings("size", "The 6 mm nodule, previously 6 mm, is unchanged.") == set()


def test_a_wrong_unit_keeps_the_number() -> None:
    assert findings("unit", "A 9 mm nodule in the left lung.") == {"A 9 cm nodule in the left lung."}
    assert findings("unit", "A mass of 3 cm x 2 cm.") == {"A mass of 3 mm x 2 mm."}
    assert findings("unit", "A nodule.") == set()


def test_a_typo_is_one_letter_of_an_unprotected_word() -> None:
    for new in findings("typo", "FINDINGS: No left effusion of 4 mm. Unchanged XXXX."):
        assert new.startswith("FINDINGS: No left ")
        assert new.endswith(" of 4 mm. Unchanged XXXX.")


@pytest.mark.parametrize("word", ["plural", "stale", "module", "note", "lesion"])
def test_a_word_is_never_taken_for_a_misspelling(word: str) -> None:
    assert not is_no_word(word)


def test_omission_takes_every_mention_and_what_points_back_at_it() -> None:
    report = ("A 9 mm nodule in the left lung. It has smooth margins. No effusion.", "Left lung nodule. No effusion.")
    assert texts("omission", *report) == {("No effusion.", "No effusion.")}


def test_omission_never_empties_a_section_and_renumbers_a_list() -> None:
    assert texts("omission", "Small left effusion.") == set()
    assert texts("omission", "Clear lungs. Small effusion.", "Small effusion.") == set()
    assert findings("omission", "LUNGS: Nodule.\nHEART: Normal.") == {"HEART: Normal."}
    edited = texts("omission", "", "1. Emphysema.\n2. Small left effusion.\n3. Hiatal hernia.")
    assert ("", "1. Emphysema.\n2. Hiatal hernia.") in edited
    assert ("", "1. Small left effusion.\n2. Hiatal hernia.") in edited


def test_insertion_takes_back_what_denies_it_as_a_labelled_edit() -> None:
    report = Report("No effusion, pneumothorax, or consolidation.", "No acute abnormality.")
    for seed in range(30):
        edits = plant("insertion", report, generator(seed))
        assert isinstance(edits, list)
        new, applied = apply_edits(report, edits)
        planted = next(e for e in applied if (e.detail or {})["role"] == "error")
        if (planted.detail or {})["finding"] == "pleural_effusion":
            assert "No pneumothorax or consolidation." in new.findings
            assert "acute abnormality" not in new.impression
            assert {(e.detail or {})["role"] for e in applied} == {"error", "contradiction", "carried"}
            return
    pytest.fail("no effusion was planted in 30 seeds")


def test_what_stays_true_beside_a_lesion_is_not_taken_back() -> None:
    text = "The mediastinum is normal. However, CT may be false negative in the first days. Old scar in the left base."
    made = []
    for seed in range(100):
        edits = plant("insertion", Report(text), generator(seed))
        assert isinstance(edits, list)
        made.append(apply_edits(Report(text), edits)[0].findings)
    masses = [new for new in made if "mass " in new]
    assert masses
    assert all("mediastinum is normal" in new for new in masses)
    assert all("false negative" in new for new in made)


def test_a_sentence_that_tells_more_than_a_normal_finding_is_not_replaced() -> None:
    views = "Frontal views of the chest show a normal cardiac silhouette."
    made = texts("false-finding", f"{views} The bones are normal.")
    assert made
    assert all(new.startswith(views) for new, _ in made)


def test_no_second_device_is_made_up_beside_a_named_one() -> None:
    made = texts("false-prediction", "Right jugular catheter in the superior vena cava. The lungs are clear.")
    assert made
    assert not any("pacemaker" in new or "port " in new for new, _ in made)


def test_nothing_is_planted_in_a_lung_that_is_gone() -> None:
    for new in findings("insertion", "Status post right pneumonectomy. The left lung is clear."):
        assert "lobe" not in new
        assert "effusion" not in new


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("No infiltrate.", "Infiltrate."),
        ("There is no infiltrate.", "There is an infiltrate."),
        ("No effusion or pneumothorax.", "Effusion. No pneumothorax."),
        ("A left effusion is seen.", "A left effusion is not seen."),
        ("There is a left effusion.", "There is no left effusion."),
        ("Pericardial effusion was not detected.", "Pericardial effusion was detected."),
    ],
)
def test_a_negation_flip_turns_one_finding(text: str, expected: str) -> None:
    assert findings("negation-flip", text) == {expected}


def test_a_double_negation_is_left_alone() -> None:
    assert findings("negation-flip", "The left base is not without effusion.") == set()


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("severity", "Mild cardiomegaly.", {"Severe cardiomegaly."}),
        ("severity", "Large left effusion.", {"Trace left effusion.", "Small left effusion."}),
        ("severity", "Mild to moderate emphysema.", set()),
        ("location", "Right upper lobe nodule.", {"Right middle lobe nodule.", "Right lower lobe nodule."}),
        ("location", "Left upper lobe nodule.", {"Left lower lobe nodule."}),
        ("change", "The effusion has increased.", {
            "The effusion has remained unchanged.", "The effusion has decreased.",
        }),
        ("certainty", "Opacity, possibly pneumonia.", {"Opacity, definitely pneumonia."}),
        ("certainty", "Opacity, probably pneumonia.", set()),
        ("certainty", "Opacity, possibly pneumonia versus scarring.", set()),
        ("margin", "A spiculated nodule.", {"A smooth nodule."}),
        ("shape", "An oval nodule.", {"A lobulated nodule.", "An elongated nodule."}),
        ("density", "A solid nodule.", {"A ground-glass nodule.", "A cavitary nodule."}),
        ("distribution", "Diffuse opacities.", {"Focal opacities."}),
        ("morphology", "Non-contrast CT. Paraseptal emphysema.", {
            "Non-contrast CT. Centrilobular emphysema.", "Non-contrast CT. Bullous emphysema.",
        }),
        ("morphology", "Bullous emphysema.", set()),
        ("device-position", "Endotracheal tube 4 cm above the carina.", {
            "Endotracheal tube in the right main bronchus.", "Endotracheal tube in the left main bronchus.",
            "Endotracheal tube at the level of the vocal cords.",
        }),
        ("repetition", "Emphysema.", {"Emphysema. Emphysema."}),
        ("contradiction", "Emphysema.", {"Emphysema. No emphysema."}),
    ],
)  # fmt: skip
def test_one_word_tells_something_else(kind: str, text: str, expected: set[str]) -> None:
    assert findings(kind, text) == expected


def test_a_name_keeps_its_capital_and_its_substitute_gets_none() -> None:
    for new in findings("wrong-diagnosis", "Opacities consistent with Covid pneumonia."):
        assert new.removeprefix("Opacities consistent with ")[0].islower()


def test_facts_that_differ_are_paired_and_the_rest_is_gone_or_new() -> None:
    before = facts(Report("Small left effusion. Emphysema."))
    after = facts(Report("Small right effusion. Nodule."))
    changes = fact_changes(before, after)
    assert [(a.laterality, b.laterality, set(names)) for a, b, names in changes.altered] == [
        ("left", "right", {"laterality"})
    ]
    assert [f.finding for f in changes.gone] == ["emphysema_hyperinflation"]
    assert [f.finding for f in changes.new] == ["nodule"]
    assert "no longer told" in complaint("direction", changes)
    assert complaint("size", fact_changes(before, before)).startswith("no fact differs")


def test_a_type_of_ones_own_needs_one_function() -> None:
    from reref.perturbations.errors import Slip, error
    from reref.perturbations.errors.room import label

    @error("tone", needs="effusion")
    def shout(reading, rng):  # type: ignore[no-untyped-def]
        for fact in reading.told:
            yield Slip((label("tone", fact.section, fact.start, fact.end, fact.span.upper(), finding=fact.finding),))

    assert findings("tone", "Small effusion.") == {"SMALL EFFUSION."}


@pytest.mark.parametrize(
    ("kind", "findings_text", "impression"),
    [
        ("change", "Stable scarring in the right apex.", "Stable appearance of the chest."),
        ("wrong-diagnosis", "Opacities consistent with viral pneumonia.", "Viral pneumonia has to be excluded."),
        ("certainty", "Opacity, possibly pneumonia.", "Findings suggest pneumonia."),
        ("morphology", "There is patchy opacity in the left base.", "Patchy airspace disease of both lungs."),
        ("direction", "Small right pleural effusion.", "Small left pleural effusion."),
        ("omission", "Linear scarring in the left lower lobe. Large heart.", "Scarring in both lungs. Large heart."),
    ],
)  # fmt: skip
def test_a_fact_told_otherwise_elsewhere_is_left_alone(kind: str, findings_text: str, impression: str) -> None:
    changed = {found for found, _ in texts(kind, findings_text, impression)}
    assert not any(_first(found) != _first(findings_text) for found in changed)


def _first(text: str) -> str:
    return text.partition(".")[0]


@pytest.mark.parametrize(
    ("kind", "findings_text", "impression"),
    [
        ("size", "The ascending aorta measures 41 mm and is minimally wider than normal.", ""),
        ("size", "A 12 mm nodule in the left lung.", "Small nodule in the left lung."),
        ("size", "There is a 4 cm opacity in the left lung.", "Mass of 4.6 cm in the left lung."),
        ("unit", "A 3 mm nodule in the left lung.", "Tiny nodule of the left lung."),
        ("severity", "Small left pleural effusion with blunting of the angle.", ""),
        ("severity", "Minimal pleural effusion. The effusion measures 20 mm.", ""),
        ("omission", "Hypodense lesion in the liver. MRI is recommended.", "No pneumonia."),
        ("omission", "Calcified granuloma in the left lung. Otherwise the lungs are clear.", "No pneumonia."),
        ("direction", "Right pleural thickening.", "Possible right effusion."),
        ("direction", "Mass in the left hilum narrowing the left main bronchus.", ""),
        ("change", "Stable left effusion.", "The findings are similar to the previous exam."),
        ("false-comparison", "Small left effusion.", "The effusion has increased since the last exam."),
        ("device-position", "Pacemaker leads in the right atrium, right ventricle, and coronary sinus.", ""),
        ("device-position", "Port with its tip in the SVC.", "The port is in satisfactory position."),
        ("negation-flip", "Bibasilar pneumonia.", ""),
        ("density", "Ground-glass density in the left lung. No consolidation.", ""),
        ("negation-flip", "No evidence of tuberculosis.", "Clear lungs."),
        ("wrong-diagnosis", "Opacity consistent with viral pneumonia.", "Other viral agents are possible."),
    ],
)  # fmt: skip
def test_nothing_is_left_that_keeps_to_what_was_so(kind: str, findings_text: str, impression: str) -> None:
    assert texts(kind, findings_text, impression) == set()


@pytest.mark.parametrize(
    "text",
    ["No large pleural effusion.", "Ground-glass nodularity in the left lung.", "The lungs are well aerated."],
)
def test_a_contradiction_excludes_what_is_said(text: str) -> None:
    for new in findings("contradiction", text):
        assert "effusion is" not in new
        assert "nodule" not in new
        assert "onsolidation" not in new


def test_a_node_is_put_where_the_report_denies_it() -> None:
    made = findings("contradiction", "Non-contrast CT. No enlarged lymph nodes in the mediastinum.")
    assert made
    assert all("subcarinal" in new for new in made)


def test_what_is_told_of_the_neck_does_not_stand_in_the_abdomen() -> None:
    text = "Non-contrast CT. The mediastinum is normal. The lungs are clear. The liver is fatty. Hiatal hernia."
    thyroid = [new for new in findings("false-prediction", text) if "thyroid" in new]
    assert all(new.index("thyroid") < new.index("lungs") for new in thyroid)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("margin", "Well-defined hypodense liver lesion, likely a cyst."),
        ("density", "Hypodense lesion of the left kidney, a simple cyst."),
        ("density", "Calcified granuloma in the left lower lobe."),
        ("morphology", "Reticular density of the vertebral bodies."),
        ("morphology", "Small streaks of subsegmental atelectasis."),
        ("morphology", "Healed left rib fracture."),
        ("change", "Stable eventration of the right hemidiaphragm."),
        ("change", "The effusion has slightly increased."),
        ("negation-flip", "Heart size increased."),
        ("false-prediction", "The gallbladder is surgically absent. The liver and both kidneys are normal on CT."),
    ],
)
def test_words_that_cannot_be_said_of_a_finding_are_not_written(kind: str, text: str) -> None:
    assert not any("stone" in new or kind != "false-prediction" for new in findings(kind, text))


def test_a_lesion_in_the_place_of_a_normal_statement_is_no_insertion() -> None:
    for new in findings("insertion", "The lungs are clear. No pleural effusion."):
        assert "The lungs are clear." in new


def test_an_added_statement_stands_with_its_region() -> None:
    report = "Small left pleural effusion. The heart is enlarged. The thoracic spine is intact."
    for new in findings("contradiction", report):
        if "pleural effusion." in new.replace("Small left pleural effusion.", "", 1):
            assert new.endswith("The thoracic spine is intact.")
