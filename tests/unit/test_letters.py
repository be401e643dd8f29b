from __future__ import annotations

import pytest

from reref.perturbations import make_alternatives, rules_engine
from reref.perturbations.edits import Edit
from reref.perturbations.rules.letters import as_written
from reref.report import Report
from reref.taxonomy import get_target

EDIT = Edit("findings", 0, 0, "The lungs are clear, XXXX aside. CT 1.5 cm.", "made up")


@pytest.mark.parametrize(
    ("findings", "expected"),
    [
        ("Heart size is normal.", "The lungs are clear, XXXX aside. CT 1.5 cm."),
        ("HEART SIZE IS NORMAL.", "THE LUNGS ARE CLEAR, XXXX ASIDE. CT 1.5 CM."),
        ("heart size is XXXX normal.", "the lungs are clear, XXXX aside. ct 1.5 cm."),
        ("heart size is normal . no effusion .", "the lungs are clear , XXXX aside . ct 1.5 cm ."),
        ("OK.", "The lungs are clear, XXXX aside. CT 1.5 cm."),
    ],
)
def test_new_text_is_in_the_letters_of_the_report(findings: str, expected: str) -> None:
    assert as_written(Report(findings), [EDIT])[0].after == expected


@pytest.mark.parametrize(
    "target", ["structure/structured", "section-assignment/alternative", "terminology/alternative"]
)
def test_a_tokenised_report_stays_lower_case(target: str) -> None:
    report = Report("the heart is normal in size . small left effusion . no pneumothorax .", "no acute disease .")
    row = make_alternatives("s", "d", report, get_target(target), rules_engine(), seed=0)[0]
    assert row.status == "accepted"
    text = row.findings + row.impression
    assert text == text.lower()
