from __future__ import annotations

import pytest

from reref.perturbations.rules.fragments import sentence_of
from reref.perturbations.rules.prose import whole_sentence, with_verb

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
    ("", "No change right upper lobe scar.", "There is no change in the right upper lobe scar."),
    ("", "Calcified granuloma left upper lobe.", "There is a calcified granuloma in the left upper lobe."),
    ("", "Is mild blunting of the angle.", "There is mild blunting of the angle."),
    ("", "Enlarged heart, cannot exclude pericardial effusion.",
     "The heart is enlarged, and a pericardial effusion cannot be excluded."),
    ("", "Heart size is enlarged, lungs clear.", "Heart size is enlarged, and the lungs are clear."),
    ("", "Interstitial pattern, may reflect emphysema.",
     "There is an interstitial pattern, which may reflect emphysema."),
    ("", "Several rib fractures, some of which appear old.",
     "There are several rib fractures, some of which appear old."),
    ("", "Heart size normal, stable mediastinal contours.",
     "The heart size is normal, and the mediastinal contours are stable."),
    ("", "Lungs are clear, no effusion.", "Lungs are clear, and there is no effusion."),
    ("", "Improved left basilar atelectasis.", "There is improved left basilar atelectasis."),
    ("", "Specifically, no effusion or edema.", "Specifically, there is no effusion or edema."),
    ("", "Scoliosis of the spine unchanged.", "Scoliosis of the spine is unchanged."),
    ("", "Bibasilar opacities again noted.", "Bibasilar opacities are again noted."),
    ("", "Elevated right hemidiaphragm.", "The right hemidiaphragm is elevated."),
    ("", "Heart and mediastinum normal.", "The heart and mediastinum are normal."),
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


FRAGMENTS = [
    ("Right shoulder negative", "the right shoulder is negative"),
    ("Tortuous/ectatic thoracic aorta", "the thoracic aorta is tortuous and ectatic"),
    ("Normal heart size and hilar vasculature", "the heart size and hilar vasculature are normal"),
    ("Otherwise normal chest radiograph", "the chest radiograph is otherwise normal"),
    ("Low volume study, no acute process", "this is a low volume study, with no acute process"),
    ("Limited exam due to rotation", "the exam is limited due to rotation"),
    ("2 images", "2 images were obtained"),
    ("Single view of the chest", "single view of the chest was obtained"),
    ("XXXX scarring in the lingula", "there is XXXX scarring in the lingula"),
    ("XXXX nodule in the lingula", "there is a XXXX nodule in the lingula"),
    ("XXXX of left base atelectasis", "the exam shows XXXX of left base atelectasis"),
    ("Pectus carinatum", "the exam shows pectus carinatum"),
    ("Patchy and streaky opacities at the bases", "there are patchy and streaky opacities at the bases"),
    ("Follow-up to resolution recommended", "follow-up to resolution is recommended"),
    ("Calcified granulomas also seen", "calcified granulomas are also seen"),
    ("There multilevel changes", "there are multilevel changes"),
]  # fmt: skip


@pytest.mark.parametrize(("entry", "expected"), FRAGMENTS)
def test_a_fragment_becomes_a_sentence(entry: str, expected: str) -> None:
    assert sentence_of(entry) == expected


@pytest.mark.parametrize(
    "entry", ["Maybe due to rotation", "Increased since the prior exam", "Chest 1", "XXXX for this"]
)
def test_what_is_no_noun_phrase_has_no_sentence(entry: str) -> None:
    assert sentence_of(entry) is None


def test_a_verb_agrees_with_the_noun_before_it() -> None:
    made = with_verb("There is no pneumothorax or pleural effusions.", "seen")
    assert made == "No pneumothorax or pleural effusions are seen."
