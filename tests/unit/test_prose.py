from __future__ import annotations

import pytest

from reref.perturbations.rules.prose import whole_sentence

ENTRIES = [
    ("LUNGS", "Clear.", "The lungs are clear."),
    ("HEART", "Normal size.", "The heart is normal in size."),
    ("PLEURA", "No effusion, no pneumothorax.", "There is no effusion and no pneumothorax."),
    ("PNEUMOTHORAX", "None.", "There is no pneumothorax."),
    ("NODES", "None enlarged.", "No lymph nodes are enlarged."),
    ("RIGHT LUNG", "Clear.", "The right lung is clear."),
    ("BONES", "Mild osteopenia, mid thoracic spine.", "There is mild osteopenia in the mid thoracic spine."),
    ("", "Small left pleural effusion.", "There is a small left pleural effusion."),
    ("", "Small bilateral pleural effusions", "There are small bilateral pleural effusions."),
    ("", "Emphysema.", "There is emphysema."),
    ("", "Interval resolution of the effusion.", "There has been interval resolution of the effusion."),
    ("", "Degenerative changes noted.", "Degenerative changes are noted."),
    ("", "No focal consolidation or effusion identified.", "No focal consolidation or effusion is identified."),
    ("", "No pleural effusions.", "There are no pleural effusions."),
    ("", "Heart size normal.", "The heart size is normal."),
    ("", "Clear lungs.", "The lungs are clear."),
    ("", "Irregular opacity in the lingula.", "There is an irregular opacity in the lingula."),
    ("", "Right and left atrial enlargement.", "There is right and left atrial enlargement."),
    ("", "Minimal bibasal atelectasis/scar.", "There is minimal bibasal atelectasis/scar."),
    ("", "Stable, enlarged heart.", "The heart is stable and enlarged."),
    ("", "Concern for free air.", "There is concern for free air."),
    ("", "Low lung volumes causing atelectasis.", "There are low lung volumes causing atelectasis."),
    ("", "Resolution of opacity suggesting resolved infection.",
     "There has been resolution of opacity suggesting resolved infection."),
    ("", "Cardiomegaly, tortuous aorta and small hernia.", "There is cardiomegaly, tortuous aorta and small hernia."),
    ("", "No change no active disease.", "There is no change, and there is no active disease."),
    ("", "Stable since the earlier study.", "The findings are stable since the earlier study."),
    ("HEART", "The heart is enlarged.", "The heart is enlarged."),
]  # fmt: skip


@pytest.mark.parametrize(("heading", "entry", "expected"), ENTRIES)
def test_an_entry_becomes_a_sentence(heading: str, entry: str, expected: str) -> None:
    assert whole_sentence(entry, heading) == expected


@pytest.mark.parametrize(
    "entry", ["XXXX scarring.", "There multilevel changes.", "Negative chest radiograph.", "Normal chest."]
)
def test_what_is_not_sure_stays_as_it_is(entry: str) -> None:
    assert whole_sentence(entry) == entry
