"""Terminology: other names for the same thing, safe where they stand."""

from __future__ import annotations

import pytest
from rewriting import findings_after, rewritten, ways

from reref.perturbations.engine import Infeasible

TARGET = "terminology/alternative"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("No acute bony abnormality.", {"No acute osseous abnormality."}),
        ("There is a bony lesion.", {"There is an osseous lesion."}),
        ("Mild bibasilar atelectasis.", {"Mild bibasal atelectatic change.", "Mild bibasal atelectatic changes."}),
        ("Sharp costophrenic angles.", {"Sharp costophrenic sulci."}),
        ("Moderate hiatal hernia.", {"Moderate hiatus hernia."}),
        ("HIATAL HERNIA.", {"HIATUS HERNIA."}),
        ("Left PICC line in place.", {"Left PICC in place."}),
    ],
)  # fmt: skip
def test_a_term_becomes_another_name_of_its_concept(text: str, expected: set[str]) -> None:
    assert ways(TARGET, text) == expected


def test_verbs_follow_when_the_number_changes() -> None:
    made = ways(TARGET, "The cardiomediastinal silhouette is enlarged.")
    assert "The cardiac and mediastinal contours are enlarged." in made
    assert not any(" contours is " in text or " silhouettes is " in text for text in made)


@pytest.mark.parametrize(
    "text",
    [
        "Massive tuberculous recoil of the coil.",
        "CT pulmonary angiogram: no PE to the segmental level.",
        "The pulmonary artery is dilated.",
        "Known lung cancer with heart failure.",
        "Pleural effusion-thickening on the left.",
        "Non-calcified nodule.",
        "Hemodynamically stable patient.",
    ],
)  # fmt: skip
def test_words_inside_names_compounds_and_ambiguous_abbreviations_stay(text: str) -> None:
    assert findings_after(TARGET, text) == "[missing_information]"


def test_pericardial_fluid_is_never_called_pleural() -> None:
    for text in (
        "Small pericardial effusion. Effusion unchanged.",
        "Effusion in the upper abdomen. Mild atelectasis.",
        "There is no suprapatellar effusion. Mild atelectasis.",
    ):
        assert all("pleural" not in made for made in ways(TARGET, text))


def test_a_denied_large_effusion_does_not_become_large_fluid() -> None:
    assert all(
        "large pleural fluid" not in made for made in ways(TARGET, "No large pleural effusion. Osteopenia is present.")
    )


def test_sides_numbers_and_denials_stay() -> None:
    text = "No pleural effusion. 4 mm right pulmonary nodule. Left basilar atelectasis, stable from 2019."
    for made in ways(TARGET, text):
        assert made.startswith("No ")
        assert "4 mm right" in made
        assert "Left " in made
        assert "2019" in made


def test_one_concept_has_one_new_name_in_the_whole_report() -> None:
    alternative = rewritten(TARGET, "Mild cardiomegaly. The heart size is large.", "Mild cardiomegaly.")
    assert not isinstance(alternative, Infeasible)
    assert alternative.findings.split(".")[0] == alternative.impression.rstrip(".")


def test_variants_differ_and_a_seed_repeats_itself() -> None:
    text = "The lungs are clear. Heart size is normal. No pleural effusion. No acute bony abnormality. Normal hila."
    assert len(ways(TARGET, text)) >= 4
    assert findings_after(TARGET, text, seed=3) == findings_after(TARGET, text, seed=3)


def test_small_words_alone_are_not_a_rewrite() -> None:
    assert findings_after(TARGET, "Nothing unusual is seen.") == "[missing_information]"


def test_placeholders_survive() -> None:
    text = "XXXX sternotomy XXXX. Stable cardiomegaly. The XXXX are unremarkable."
    assert all(made.count("XXXX") == 3 for made in ways(TARGET, text))
