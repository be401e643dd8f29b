"""What may stand in the other section, and what has to stay with what it speaks of."""

from __future__ import annotations

import pytest
from rewriting import rewritten

from reref.perturbations.engine import Infeasible
from reref.report import Report

TARGET = "section-assignment/alternative"
SEEDS = range(8)


def ways(findings: str, impression: str) -> list[Report]:
    made = [rewritten(TARGET, findings, impression, seed=seed) for seed in SEEDS]
    return [one for one in made if not isinstance(one, Infeasible)]


@pytest.mark.parametrize(
    "findings",
    [
        "Slight loss of height in the T3 vertebra. The vertebral body width is normal. The appearance is benign.",
        "A mass is seen in the right upper lobe. On CT, the size of the lesion was 3 cm.",
        "A cyst is seen in the left kidney. Small opacity adjacent to the cyst.",
    ],
)  # fmt: skip
def test_what_is_spoken_of_further_down_stays(findings: str) -> None:
    first = findings.split(". ")[0]
    assert all(first in made.findings for made in ways(findings, "No acute disease."))


@pytest.mark.parametrize(
    "alone",
    [
        "And scattered granulomas.",
        "Its left lobe is large.",
        "Another nodule is seen in the left lung.",
        "Large body habitus.",
        "Degenerative changes are observed.",
        "A stone is seen at this level.",
    ],
)
def test_what_leans_on_its_neighbours_does_not_move(alone: str) -> None:
    made = ways(f"The heart is normal. {alone} The bones are intact.", "No acute disease.")
    assert all(alone.rstrip(".") not in one.impression for one in made)


def test_advice_moves_with_what_it_is_about_or_not_at_all() -> None:
    for made in ways(
        "Cyst in the left breast. If necessary, ultrasound is recommended. Lungs are clear.", "No acute disease."
    ):
        assert ("Cyst" in made.impression) is ("ultrasound" in made.impression)


def test_routine_denials_do_not_end_a_list_of_findings() -> None:
    findings = "Pleural effusion-thickening was not detected in both hemithorax. The esophagus is normal."
    impression = "Consolidation in the right lower lobe. Emphysema. Hiatal hernia."
    assert all("thickening" not in one.impression for one in ways(findings, impression))


def test_nothing_abnormal_joins_a_normal_examination() -> None:
    findings = "A lymph node of 7 mm is seen in the right hilum. No pleural effusion."
    assert all("lymph" not in one.impression for one in ways(findings, "Chest CT within normal limits."))


def test_what_both_sections_say_may_be_said_once_in_full() -> None:
    made = ways(
        "Emphysema in both lungs. Sliding hiatal hernia was observed at the lower end of the esophagus.",
        "Emphysema in both lungs. Hiatal hernia.",
    )
    assert made
    assert made[0].findings == "Emphysema in both lungs."
    assert "Sliding hiatal hernia at the lower end of the esophagus." in made[0].impression


def test_a_moved_item_stands_before_who_was_told() -> None:
    made = ways(
        "The heart is mildly enlarged. Lungs are clear.",
        "1. No acute disease.\n2. T10 deformity. Findings will be communicated to Dr. XXXX.",
    )
    for one in made:
        if "enlarged" in one.impression:
            assert one.impression.index("enlarged") < one.impression.index("Findings will")


def test_nothing_stands_behind_the_thanks() -> None:
    made = ways("Tortuous aorta. Lungs are clear.", "No acute disease. Please contact XXXX with questions. Thank you.")
    assert made
    assert all(one.impression.endswith("Thank you.") for one in made)


@pytest.mark.parametrize("only", ["There is a 5 mm nodule in the left lung.", "The heart is mildly enlarged."])
def test_the_only_mention_of_a_main_finding_stays_in_the_findings(only: str) -> None:
    made = ways(f"{only} Hiatal hernia. The bones are intact.", "Hernia.")
    assert all(only in one.findings for one in made)


def test_a_nodule_of_both_sections_is_not_taken_out_of_the_findings() -> None:
    made = ways("There are several small nodules in both lungs. The heart is normal.", "Nodules in both lungs.")
    assert all("nodules" in one.findings for one in made)


def test_what_is_certain_in_the_impression_stays_certain() -> None:
    made = ways(
        "Emphysema in both lungs. An appearance compatible with hepatic steatosis is observed in the liver.",
        "Emphysema in both lungs. Hepatic steatosis.",
    )
    assert all("Hepatic steatosis." in one.impression for one in made)
