"""Free rewording: another build or other words, the same said."""

from __future__ import annotations

import pytest
from rewriting import findings_after, rewritten, ways

from reref.perturbations.engine import Infeasible

TARGET = "paraphrase/free"


def test_a_sentence_typed_in_lower_case_begins_with_a_capital_in_other_words() -> None:
    made = ways(TARGET, "Lungs are clear. heart size is normal.", seeds=20)
    assert all(". heart" not in one and ". cardiac" not in one for one in made)


def test_neither_goes_with_the_singular() -> None:
    made = ways(TARGET, "No pleural effusions or pneumothoraces.", seeds=40)
    assert any(one.startswith("Neither") for one in made)
    assert all("effusions" not in one and "thoraces" not in one for one in made if one.startswith("Neither"))


@pytest.mark.parametrize(
    ("text", "one_of_them"),
    [
        ("There is a small left effusion.", "A small left pleural effusion is present."),
        ("Small left effusion.", "There is a small left pleural effusion."),
        ("Mild left hilar calcification.", "There is mild left hilar calcification."),
        ("Heart size is normal.", "The heart is normal in size."),
        ("Clear lungs.", "The lungs are clear."),
        ("Tortuous aorta.", "The aorta is tortuous."),
        ("The aorta is tortuous.", "Tortuous aorta."),
        ("Interval resolution of the right effusion.", "The right pleural effusion has resolved in the interval."),
        ("Recommend chest CT.", "Chest CT is recommended."),
        ("Chest CT is recommended.", "Recommend chest CT."),
        ("Stable right hilar mass.", "Right hilar mass is unchanged."),
        ("No right hilar adenopathy or effusion.", "No right hilar lymphadenopathy or pleural effusion."),
        ("No pneumothorax or consolidation.", "There is no consolidation or pneumothorax."),
    ],
)  # fmt: skip
def test_a_sentence_gets_another_build_or_other_words(text: str, one_of_them: str) -> None:
    made = {text.replace("airspace consolidation", "consolidation") for text in ways(TARGET, text, seeds=40)}
    assert one_of_them in made


def test_a_qualifier_never_reaches_what_it_did_not_qualify() -> None:
    for made in ways(TARGET, "No focal consolidation, pneumothorax, or definite pleural effusion.", seeds=40):
        assert made.find("definite") > made.find("pneumothorax") or made.find("convincing") > made.find("pneumothorax")
    for made in ways(TARGET, "No large pleural effusion or pneumothorax.", seeds=40):
        assert made.index("effusion") < made.index("pneumothorax")


def test_sides_numbers_changes_and_hedges_survive() -> None:
    text = (
        "A 3.1 x 1.7 cm right lower lobe mass has enlarged (previously 2.6 cm). No left effusion. "
        "Liver metastasis cannot be excluded."
    )
    for made in ways(TARGET, text, seeds=20):
        assert "3.1 x 1.7 cm right lower lobe mass" in made
        assert "2.6 cm" in made
        assert "right" in made
        assert "cannot be" in made


def test_changes_stay_with_their_side() -> None:
    for made in ways(TARGET, "Interval resolution of the right effusion. New small left effusion.", seeds=20):
        right, left = made.split(". ")
        assert "right" in right
        assert "esol" in right
        assert "new small left" in left.lower()


def test_both_sections_have_to_change() -> None:
    alternative = rewritten(TARGET, "The lungs are clear.", "See above.")
    assert isinstance(alternative, Infeasible)
    assert alternative.reason == "missing_information"


def test_an_anaphor_is_not_turned_into_a_subject() -> None:
    for made in ways(TARGET, "Small left effusion. This is stable."):
        assert "Stable this" not in made


def test_visualized_stays_said() -> None:
    for made in ways(TARGET, "The visualized bones are normal. The lungs are clear.", seeds=20):
        assert "isualized" in made or "maged" in made


def test_placeholders_survive_in_order() -> None:
    text = "The XXXX are normal. XXXX right effusion. No pneumothorax."
    for seed in range(10):
        assert findings_after(TARGET, text, seed=seed).count("XXXX") in (0, 2)


@pytest.mark.parametrize("adjective", ["suspicious", "acute"])
def test_an_adjective_before_a_list_stays_before_it(adjective: str) -> None:
    written = ways(TARGET, f"No {adjective} nodule, mass or consolidation.", seeds=16)
    assert all(f"o {adjective} nodule, mass, or" in text for text in written)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Heart size normal limits.",
            {"The cardiac silhouette size is within normal limits.", "The cardiac size is within normal limits.",
             "The heart is normal in size."}),
        ("Prominence which could be due to nodule.",
            {"Prominence which may be due to nodule."}),
        ("There is a left humerus prosthesis partly demonstrated.", {"[missing_information]"}),
    ],
)  # fmt: skip
def test_what_is_written_is_a_sentence(text: str, expected: set[str]) -> None:
    assert ways(TARGET, text, seeds=24) == expected


@pytest.mark.parametrize(
    ("text", "builds"),
    [
        ("A cyst is seen in the left kidney.", ("In the left kidney, ", "There is a cyst", "The left kidney shows")),
        ("Pericardial effusion was not seen.", ("No pericardial effusion was", "There was no pericardial effusion")),
        ("The esophagus was normal and no wall thickening was seen.", ("The esophagus was ",)),
        ("The lungs are free of airspace disease.", ("No ", "There is no ")),
    ],
)  # fmt: skip
def test_a_sentence_is_built_anew(text: str, builds: tuple[str, ...]) -> None:
    for made in ways("paraphrase/free", text):
        assert made.startswith(builds), made
    assert not any(" and no " in made for made in ways("paraphrase/free", text))


def test_a_denied_finding_keeps_its_place() -> None:
    assert all("both lungs" in made.lower() for made in ways(TARGET, "No mass was detected in both lungs.", seeds=20))


def test_a_denial_does_not_begin_with_its_place() -> None:
    for made in ways(TARGET, "No nodule was detected in the right upper lobe.", seeds=20):
        assert not made.startswith("In ")


def test_what_stands_first_may_belong_to_both() -> None:
    for made in ways(TARGET, "Heart dimensions and compartments are normal.", seeds=20):
        assert not made.startswith("Compartments")


def test_seen_for_observed_alone_is_no_paraphrase() -> None:
    text = " ".join(f"Nodules of {size} mm in size, calcified, are observed in the lungs." for size in range(3, 8))
    assert findings_after(TARGET, text) == "[missing_information]"


@pytest.mark.parametrize(
    ("text", "builds"),
    [
        ("Trachea, both main bronchi are open.", ("The central airways", "Patency of", "The trachea is patent")),
        (
            "Pericardial effusion-thickening was not observed.",
            ("There was no pericardial", "No pericardial effusion or"),
        ),
        (
            "Several nodules were observed in the left lung.",
            ("The left lung showed several", "In the left lung, ", "There were"),
        ),
        ("No mass was detected in the liver.", ("The liver showed no mass", "There was no mass")),
        ("There is no acute bony finding in the thoracic spine.", ("The thoracic spine shows no", "No acute")),
    ],
)
def test_sentences_that_are_often_said_get_another_build(text: str, builds: tuple[str, ...]) -> None:
    for made in ways(TARGET, text, seeds=12):
        assert made.startswith(builds), made


def test_a_size_is_given_in_another_way() -> None:
    for made in ways(TARGET, "A 4 mm nodule is observed in the left lung.", seeds=8):
        assert "nodule measuring 4 mm" in made


def test_half_of_a_report_reworded_is_not_enough() -> None:
    text = (
        "The heart is normal. Flowing syndesmophytes bridge T4 to T9. Sternal wires stand in line. The lungs are clear."
    )
    assert findings_after(TARGET, text) == "[missing_information]"
