"""Metrics over facts say what a reader would say of small pairs, by hand-computed numbers."""

from __future__ import annotations

import numpy as np
import pytest

from reref.analysis.metrics import get_metric
from reref.analysis.metrics.chexpert_f1 import labels
from reref.analysis.metrics.claims import Claim, claims, likeness, pair
from reref.analysis.metrics.numeric_agreement import band
from reref.analysis.pairs import score_batch


def score(name, candidate, reference, key=""):
    return score_batch(get_metric(name), [candidate], [reference])[0].scores[key]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The heart is enlarged. No effusion.", {"Cardiomegaly"}),
        ("Normal chest.", {"No Finding"}),
        ("Endotracheal tube in place. Lungs are clear.", {"Support Devices", "No Finding"}),
        ("Possible pneumonia.", {"Pneumonia"}),
        ("No pneumothorax. Left pleural effusion and atelectasis.", {"Pleural Effusion", "Atelectasis"}),
    ],
)
def test_chexpert_classes_of_a_report(text, expected):
    assert labels(text) == expected


def test_chexpert_micro_and_macro_f1_come_from_summed_counts():
    references = ["Left pleural effusion. Cardiomegaly.", "Right pleural effusion."]
    candidates = ["Left pleural effusion.", "Right pleural effusion. Atelectasis."]
    # effusion: 2 hits; cardiomegaly: 1 missed; atelectasis: 1 false. micro 2·2/(2·2+1+1); macro (1 + 0 + 0)/3
    for name, expected in (("chexpert-micro-f1-5", 4 / 6), ("chexpert-macro-f1-5", 1 / 3)):
        metric = get_metric(name)
        summed = np.array(metric(candidates, references), dtype=float).sum(axis=0)
        assert float(metric.aggregate(summed)) == pytest.approx(expected)


def test_macro_f1_leaves_out_classes_that_nobody_names():
    assert score("chexpert-macro-f1-14", "Cardiomegaly.", "Cardiomegaly.") == 1.0


@pytest.mark.parametrize(
    ("given", "wanted", "expected"),
    [(10, 10, 1), (10.9, 10, 1), (11, 10, 0.5), (12.9, 10, 0.5), (13, 10, 0), (7.1, 10, 0.5), (7, 10, 0), (9.1, 10, 1),
     (0, 0, 1), (1, 0, 0)],
)  # fmt: skip
def test_bands_of_numbers(given, wanted, expected):
    assert band(given, wanted) == expected


def test_numbers_are_paired_by_unit_and_nearness():
    # 12 mm = 1.2 cm (1), 5 against 6 mm (0.5); the candidate's 40 mm is left over: 2·1.5/(3 + 2)
    assert score("numeric-agreement", "Nodules of 1.2 cm, 5 mm and 40 mm.", "Nodules of 6 mm and 12 mm.") == (
        pytest.approx(0.6)
    )
    assert score("numeric-agreement", "Lungs clear.", "Nodule of 6 mm.") == 0.0
    assert score("numeric-agreement", "Lungs clear.", "Normal heart.") == 1.0


def test_keywords_are_found_as_whole_words_by_category():
    found = score_batch(get_metric("keyword-f1"), ["Mild left effusions."], ["Moderate pleural effusion on the left."])[
        0
    ].scores
    # degree: mild against moderate; landmark: left of left + pleural: 2·1/(1 + 2); feature: effusion
    assert found["degree"] == 0.0
    assert found["landmark"] == pytest.approx(2 / 3)
    assert found["feature"] == 1.0
    assert found["impression"] == 1.0
    assert found["average"] == pytest.approx((0 + 2 / 3 + 1) / 3)


LEFT, RIGHT, BOTH = (
    Claim("nodule", "present", frozenset(sides)) for sides in (("left",), ("right",), ("left", "right"))
)
PLAIN = Claim("nodule", "present")


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        (PLAIN, PLAIN, 1),
        (PLAIN, Claim("pneumothorax", "present"), 0),
        (LEFT, RIGHT, 5 / 7),  # finding 4 and polarity 1 agree, side 2 does not
        (LEFT, BOTH, 6 / 7),  # half of the sides
        (PLAIN, LEFT, 6 / 7),  # the candidate is silent: half of the weight
        (LEFT, PLAIN, 1),  # the reference is silent: nothing to judge
        (Claim("mass", "present"), PLAIN, 0.5),  # a related finding
        (Claim("nodule", "uncertain"), PLAIN, 4.5 / 5),
        (PLAIN._replace(size=6.0), PLAIN._replace(size=5.0), 5.5 / 6),  # 20 % off
    ],
)
def test_claims_agree_as_far_as_their_attributes_do(ours, theirs, expected):
    assert likeness(ours, theirs) == pytest.approx(expected)


def test_each_claim_is_paired_once_the_most_alike_first():
    found = pair([RIGHT, LEFT], [LEFT])
    assert found.pairs == ((LEFT, LEFT, 1.0),)
    assert (found.false, found.missed) == (((RIGHT, 0.5),), ())


def test_a_relative_of_something_claimed_is_only_half_a_new_claim_and_anything_else_is_a_whole_one():
    edema, opacity = Claim("edema", "present"), Claim("interstitial_markings", "present")
    assert pair([edema, opacity], [edema]).false == ((opacity, 0.5),)
    assert pair([edema, PLAIN], [edema]).false == ((PLAIN, 1.0),)


def test_both_sides_in_one_statement_or_two_are_one_claim():
    two = claims("Small left pleural effusion. Small right pleural effusion.")
    assert two == claims("Small bilateral pleural effusions.")
    assert len(claims("Small left pleural effusion. Large right pleural effusion.")) == 2
    assert len(claims("Nodule in the right lung. There is a 5 mm nodule in the right upper lobe.")) == 1


def test_attribute_f1_and_fact_score_rank_errors_as_a_reader_would():
    reference = "Moderate left pleural effusion. Mild cardiomegaly."
    said = [
        "Mild cardiomegaly. Moderate left pleural effusion.",
        "Small left pleural effusion. Mild cardiomegaly.",
        "Moderate right pleural effusion. Mild cardiomegaly.",
        "Mild cardiomegaly.",
        "No effusion. Normal heart.",
    ]
    for name in ("attribute-f1", "fact-score"):
        values = [score(name, candidate, reference) for candidate in said]
        assert values == sorted(values, reverse=True)
        assert len(set(values)) == len(values)
        assert values[0] == 1.0


def test_fact_score_goes_on_falling_with_every_made_up_finding():
    reference = "Cardiomegaly."
    values = [
        score("fact-score", said, reference)
        for said in ("Normal heart.", "Pneumothorax.", "Pneumothorax. Pneumonia.", "Pneumothorax. Pneumonia. Free air.")
    ]
    assert values == sorted(values, reverse=True)
    assert values[0] == 0.0
    assert values[-1] > -1
    assert score("fact-score", "Pneumothorax.", "Normal chest.") < 0
    assert score("fact-score", "Lungs are clear.", "Normal chest.") == 1.0


def test_a_benign_false_finding_costs_less_than_an_urgent_one():
    reference = "Left pleural effusion."
    benign = score("fact-score", reference + " Degenerative changes of the spine.", reference)
    urgent = score("fact-score", reference + " Right pneumothorax.", reference)
    assert urgent < benign < 1.0
