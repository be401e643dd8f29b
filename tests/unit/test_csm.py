"""CSM-CCTA gives the scores that its formulas give on paper."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
import yaml

from reref.analysis.checks import check_metric
from reref.analysis.csm import (
    EQUAL,
    Variables,
    compare,
    compare_reports,
    complete,
    describe,
    extract,
    level,
    load_weights,
)
from reref.analysis.csm.extraction import vessel_of_segments
from reref.analysis.csm.scanning import degree_of_percent
from reref.analysis.metrics import get_metric
from reref.core.errors import BadDataError

PAIRS = yaml.safe_load((Path(__file__).parents[1] / "data" / "csm_pairs.yaml").read_text())


@pytest.mark.parametrize("pair", PAIRS, ids=[f"{row['reference']} | {row['candidate']}"[:80] for row in PAIRS])
def test_pairs_score_as_worked_out_by_hand(pair):
    found = compare_reports(pair["candidate"], pair["reference"])
    assert found.level == pair["level"]
    assert dict(found.components) == pytest.approx({k: float(Fraction(v)) for k, v in pair["components"].items()})
    assert found.score == pytest.approx(float(Fraction(pair["score"])))


def test_there_are_pairs_of_every_level_and_enough_of_them():
    assert len(PAIRS) >= 60
    assert {row["level"] for row in PAIRS} == {"patient", "vessel", "segment", "irrelevant"}


@pytest.mark.parametrize("pair", PAIRS, ids=range(len(PAIRS)))
def test_a_report_against_itself_is_perfect_or_irrelevant(pair):
    for report in (pair["reference"], pair["candidate"]):
        found = compare_reports(report, report)
        assert found.score == (0.0 if found.level == "irrelevant" else 1.0)


def test_segments_are_the_eighteen_of_the_scct_each_in_one_of_four_vessels():
    assert sorted(vessel_of_segments()) == list(range(1, 19))
    assert set(vessel_of_segments().values()) == {"LM", "LAD", "LCX", "RCA"}


def test_completion_takes_the_highest_degree_and_all_types_and_leaves_what_is_stated():
    report = Variables(
        vessel_stenosis={"RCA": 0},
        segment_stenosis={6: 1, 7: 3, 1: 2},
        segment_plaque={6: frozenset({"calcified"}), 7: frozenset({"mixed"})},
    )
    found = complete(report, vessel_of_segments())
    assert found.vessel_stenosis == {"RCA": 0, "LAD": 3}
    assert found.vessel_plaque == {"LAD": frozenset({"calcified", "mixed"})}
    assert found.stenosis == 3
    assert complete(Variables(stenosis=1, segment_stenosis={7: 3}), vessel_of_segments()).stenosis == 1
    assert complete(Variables(), vessel_of_segments()).stenosis is None


def test_weights_are_scaled_up_over_the_variables_that_have_an_instance():
    weights = {**EQUAL, "vessel": dict(zip(EQUAL["vessel"], (0.1, 0.1, 0.2, 0.4, 0.2), strict=True))}
    found = compare_reports("LAD: severe stenosis.", "LAD: severe stenosis. RCA: mild stenosis.", weights)
    # stenosis 0.2 and vessel stenosis 0.4 remain: (0.2·1 + 0.4·2/3) / 0.6
    assert found.weights == pytest.approx({"stenosis": 1 / 3, "vessel_stenosis": 2 / 3})
    assert found.score == pytest.approx((0.2 + 0.4 * 2 / 3) / 0.6)


def test_weights_that_lie_on_absent_variables_alone_leave_the_others_equal():
    weights = {**EQUAL, "patient": {"dominance": 0.0, "calcification": 1.0, "stenosis": 0.0}}
    assert compare(Variables(dominance="left"), Variables(dominance="left"), weights).score == 1.0


@pytest.mark.parametrize(
    ("text", "before", "degree"),
    [("0%", "", 0), ("1%", "", 1), ("49%", "", 1), ("50%", "", 2), ("50%", "less than ", 1), (">50%", "", 2),
     ("69%", "", 2), ("70%", "", 3), ("<70%", "", 2), ("50-69%", "", 2), ("25–49 %", "", 1), ("70 to 99%", "", 3),
     ("100%", "", 3)],
)  # fmt: skip
def test_percentages_and_degrees_are_one_scale(text, before, degree):
    assert degree_of_percent(text, before) == degree


WORDS = {"mild": "30%", "moderate": "60%", "severe": "80%"}


@pytest.mark.parametrize("degree", WORDS)
@pytest.mark.parametrize("frame", ["LAD: {} stenosis.", "{} stenosis of the mid RCA.", "The LCX shows a {} narrowing."])
def test_degree_words_and_their_percentages_are_the_same(frame, degree):
    assert extract(frame.format(degree)) == extract(frame.format(WORDS[degree]))
    assert level(extract(frame.format(degree))) is not None


@pytest.mark.parametrize(
    "report",
    [
        "The heart is normal. Aortic valve calcification. Severe spinal stenosis.",
        "The left main bronchus is patent. Pulmonary arteries are normal.",
        "Calcified plaque of the aorta. Renal artery stenosis is severe.",
        "CTO is normal. Calcified plaques in the coronary arteries.",
        "",
        "   ",
    ],
)
def test_other_anatomy_says_nothing_of_the_coronaries(report):
    assert level(extract(report)) is None


def test_other_anatomy_in_a_coronary_report_changes_nothing():
    report = "Mild stenosis in the proximal LAD. "
    others = "The heart is normal. Aortic valve calcification. The distal esophagus is normal. Severe aortic stenosis."
    assert extract(report + others) == extract(report)


def test_a_single_report_is_described_without_a_judgement():
    found = describe("Right dominance. Mixed plaque in the mid RCA with 60% stenosis.")
    assert found["level"] == "segment"
    assert found["stated"]["dominance"]
    assert not found["stated"]["calcification"]
    assert found["completeness"] == pytest.approx(2 / 6)
    assert found["segments"] == [
        {"vessel": "RCA", "segment": 2, "abnormality": "stenosis", "value": 2},
        {"vessel": "RCA", "segment": 2, "abnormality": "plaque", "value": ["mixed"]},
    ]
    assert describe("The lungs are clear.")["level"] == "irrelevant"


def test_progressive_omission_never_raises_the_score():
    statements = [
        "Right dominance.", "Mild coronary calcification.", "Calcified plaque in the proximal LAD with mild stenosis.",
        "Severe stenosis of the mid RCA.", "Soft plaque in the distal LCX.", "LM: calcified plaque.",
    ]  # fmt: skip
    reference = " ".join(statements)
    scores = [compare_reports(" ".join(statements[:kept]), reference).score for kept in range(6, 3, -1)]
    assert scores[0] == 1.0
    assert scores == sorted(scores, reverse=True)


def test_the_metric_gives_the_score_and_its_components():
    pair = ("LAD: severe stenosis.", "LAD: severe stenosis. RCA: mild stenosis.")
    assert get_metric("csm-ccta")([pair[0]], [pair[1]]) == pytest.approx([5 / 6])
    components = get_metric("csm-ccta-components")(*pair)
    assert components == pytest.approx({"score": 5 / 6, "stenosis": 1.0, "vessel_stenosis": 2 / 3})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "is no file of weights"),
        ('{"weights": {"artery": {}}}', "level 'artery' needs one weight"),
        ('{"weights": {"patient": {"dominance": 1}}}', "level 'patient' needs one weight"),
        ('{"weights": {"patient": {"dominance": 1, "calcification": 1, "stenosis": 0}}}', "add up to 1"),
    ],
)
def test_broken_weights_are_refused(tmp_path, text, message):
    file = tmp_path / "weights.json"
    file.write_text(text)
    with pytest.raises(BadDataError, match=message):
        load_weights(file)


def test_the_metric_passes_every_check_on_coronary_reports():
    reports = [
        "Right dominance. Mild coronary calcification. Calcified plaque in the proximal LAD with mild stenosis.",
        "Left dominance. Severe coronary calcification. Mixed plaque in the mid RCA with severe stenosis.",
        "Balanced dominance. No coronary calcification. Soft plaque in the distal LCX with 60% stenosis.",
    ]
    rows = check_metric(get_metric("csm-ccta"), reports)
    assert [row for row in rows if not row.ok] == []
    assert all(row.value == 0 for row in rows if row.check in ("case", "whitespace"))


@pytest.mark.parametrize(
    ("text", "stenosis"),
    [
        ("Moderate (60%) stenosis proximal LAD, 30% mid LAD, 80% distal RCA.", {6: 2, 7: 1, 3: 3}),
        ("There is a 70-99% stenosis of the mid LAD due to soft plaque; the D1 is occluded.", {7: 3, 9: 3}),
        ("LAD: Proximal segment shows a mixed plaque with 50-69% stenosis. Distal segment is patent.", {6: 2, 8: 0}),
        ("RCA: soft plaque in the mid segment causing severe luminal narrowing (80%).", {2: 3}),
        ("Calcified plaque at the origin of the LCX without stenosis.", {11: 0}),
        ("Coronary arteries: segment 6 with mild stenosis, segment 12: 80% stenosis.", {6: 1, 12: 3}),
        ("RCA: normal. Stenosis of a bronchus in segment 6 of the lung is severe.", {}),
    ],
)
def test_stenoses_belong_to_the_segments_that_their_sentence_gives_them(text, stenosis):
    assert extract(text).segment_stenosis == stenosis


def test_a_normal_origin_is_no_segment():
    assert level(extract("Left main: normal origin, no significant stenosis.")) == "vessel"
