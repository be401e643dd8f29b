"""What the fact verifier sees: differences between texts, forms, guards, and targets that mean to change something."""

from __future__ import annotations

import pytest

from reref.perturbations.verify import FactVerifier, differences, entailment, status
from reref.perturbations.verify.numbers import numbers
from reref.report import Report
from reref.taxonomy import get_target
from reref.taxonomy.models import Axis


def kinds(before: str, after: str) -> set[str]:
    return {difference.kind for difference in differences(Report(before), Report(after))}


def verdict(target: str, before: str, after: str, impression: tuple[str, str] = ("", "")):
    return FactVerifier().judge(Report(before, impression[0]), Report(after, impression[1]), get_target(target))


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("Small left effusion.", "Small right effusion.", "side changed"),
        ("Small left effusion.", "Small effusion.", "side changed"),
        ("Bilateral effusions.", "Left effusion.", "side changed"),
        ("Small right and large left effusions.", "Large right and small left effusions.", "degree changed"),
        ("Effusions, left greater than right.", "Effusions, right greater than left.", "side changed"),
        ("Left effusion and right atelectasis.", "Right effusion and left atelectasis.", "side changed"),
        ("Nodule of 8 mm.", "Nodule of 12 mm.", "number changed"),
        ("Nodule of 8 mm.", "Nodule of 8 cm.", "number changed"),
        ("Nodule of 8 mm.", "Nodule.", "number lost"),
        ("Nodule of 8 mm, previously 6 mm.", "Nodule of 6 mm, previously 8 mm.", "number swapped"),
        ("5 mm nodule in the right upper lobe and 9 mm nodule in the right lower lobe.",
            "9 mm nodule in the right upper lobe and 5 mm nodule in the right lower lobe.", "number moved"),
        ("Fractures of ribs 4 to 6.", "Fractures of ribs 4 to 7.", "number changed"),
        ("Pneumothorax. Edema.", "Edema.", "finding lost"),
        ("Edema.", "Edema. Pneumothorax.", "finding added"),
        ("No pneumothorax.", "Pneumothorax.", "negation flipped"),
        ("Pneumothorax.", "No pneumothorax.", "negation flipped"),
        ("No pneumothorax. Edema.", "No pneumothorax or effusion. Edema.", "denial added"),
        ("No pneumothorax. Edema.", "Edema.", "denial lost"),
        ("The heart is normal.", "The heart is normal. The lungs are clear.", "normal added"),
        ("No pneumothorax.", "The pleural spaces are clear.", "normal added"),
        ("The left lung is clear. Right effusion.", "The lungs are clear. Right effusion.", "normal added"),
        ("Opacity, possibly pneumonia.", "Opacity, pneumonia.", "certainty changed"),
        ("Opacity, probably pneumonia.", "Opacity, possibly pneumonia.", "certainty changed"),
        ("Opacity; pneumonia cannot be excluded.", "Opacity; pneumonia is unlikely.", "certainty changed"),
        ("Mild cardiomegaly.", "Severe cardiomegaly.", "degree changed"),
        ("Increased edema.", "Decreased edema.", "change altered"),
        ("Effusion, unchanged.", "Effusion.", "change altered"),
        ("Effusion.", "New effusion.", "change altered"),
        ("Right upper lobe mass.", "Right lower lobe mass.", "location changed"),
        ("Right lung mass.", "Right upper lobe mass.", "location changed"),
        ("PICC with its tip in the SVC.", "PICC with its tip in the right atrium.", "device position changed"),
        ("Acute rib fracture.", "Old rib fracture.", "detail changed"),
        ("Nondisplaced rib fracture.", "Displaced rib fracture.", "detail changed"),
        ("Nodule. CT is recommended.", "Nodule.", "recommendation lost"),
        ("Nodule.", "Nodule. CT is recommended.", "recommendation added"),
        ("Nodule. CT is recommended.", "Nodule. MRI is recommended.", "recommendation changed"),
        ("Effusion since 4 May.", "Effusion since ___.", "placeholder added"),
        ("Edema. The zorb is flimmed.", "Edema.", "word lost"),
        ("Left chest tube has been removed.", "Left chest tube is in place.", "negation flipped"),
    ],
)  # fmt: skip
def test_a_difference_is_seen(before: str, after: str, kind: str) -> None:
    assert kind in kinds(before, after)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Small left pleural effusion.", "A small amount of pleural fluid on the left."),
        ("Cardiomegaly.", "The heart is enlarged."),
        ("No pneumothorax or effusion.", "Effusion and pneumothorax are absent."),
        ("No effusion. No pneumothorax.", "The pleural spaces are clear."),
        ("Lungs are clear.", "No pulmonary consolidation."),
        ("Moderate right and small left effusions.", "Effusions, moderate on the right and small on the left."),
        ("RLL opacity, pneumonia vs atelectasis.", "Right lower lobe opacity, possibly pneumonia or atelectasis."),
        ("2.3 x 1.4 cm mass.", "Mass measuring 23 x 14 mm."),
        ("Fractures of the left 5th through 7th ribs.", "Left ribs five, six and seven are fractured."),
        ("ETT tip 4 cm above the carina.", "The endotracheal tube ends 4 cm above the carina."),
        ("Moderte left effusion.", "Moderate left effusion."),
        ("LUNGS: Clear. HEART: Normal.", "The lungs are clear and the heart is normal."),
        ("Pneumonia is suspected.", "Findings concerning for pneumonia."),
        ("Heart, mediastinum and hila are normal.", "The heart is normal. Mediastinum is normal. Normal hila."),
        ("Bilateral effusions.", "Right effusion. Left effusion."),
        ("Emphysema of the left chest wall.", "Subcutaneous gas, left chest wall."),
    ],
)
def test_wording_order_and_layout_are_no_difference(one: str, other: str) -> None:
    assert kinds(one, other) == set()
    assert kinds(other, one) == set()


def test_the_reason_names_the_fact_that_decided() -> None:
    seen = verdict("paraphrase/free", "Small left pleural effusion.", "On the right, a small pleural effusion.")
    assert not seen.is_clinically_consistent
    assert seen.reason == "side changed: pleural effusion: left became right"


@pytest.mark.parametrize(
    "text",
    [
        "Here is the rewritten report: Small left effusion.",
        "I'm sorry, but I cannot help with that.",
        "As an AI language model I rewrote it: small left effusion.",
        "Sure, small left effusion.",
        "```\nSmall left effusion.\n```",
        "<report>Small left effusion.</report>",
        '{"findings": "Small left effusion."}',
        "Small left effusion. Let me know if you need another version.",
        "NORMAL STUDY, score 10.",
        "Pequeño derrame pleural izquierdo sin neumotórax, el corazón es normal y los pulmones.",
        "左侧少量胸腔积液。",
        "Small left effusion with",
        "",
    ],
)
def test_a_text_that_is_no_report_is_refused(text: str) -> None:
    seen = verdict("paraphrase/free", "Small left pleural effusion.", text)
    assert not seen.is_clinically_consistent
    assert not seen.accepted


@pytest.mark.parametrize(
    ("target", "text", "expected"),
    [
        ("structure/structured", "LUNGS: Clear.\nHEART: Normal.", "infeasible_already_in_form"),
        ("structure/structured", "The lungs are clear. The heart is normal.", "reject"),
        ("structure/free-text", "The lungs are clear.", "infeasible_already_in_form"),
        ("structure/free-text", "1. Lungs are clear.\n2. Heart is normal.", "reject"),
        ("findings-scope/minimal", "Right effusion.", "infeasible_already_in_form"),
        ("findings-scope/minimal", "Right effusion. Normal heart.", "reject"),
        ("findings-scope/exhaustive", "Right effusion.", "infeasible_missing_info"),
        ("anatomical-granularity/low", "Right lung nodule.", "infeasible_already_in_form"),
        ("anatomical-granularity/low", "Nodule in the right upper lobe apical segment.", "reject"),
        ("quantitative-granularity/low", "Small nodule.", "infeasible_already_in_form"),
        ("quantitative-granularity/low", "Nodule of 8 mm.", "reject"),
        ("quantitative-granularity/high", "Small nodule.", "infeasible_missing_info"),
        ("hedging/alternative", "Right pneumonia. No effusion seen.", "infeasible_missing_info"),
        ("hedging/alternative", "Possible pneumonia.", "reject"),
        ("negation/implicit", "The lungs are clear.", "infeasible_already_in_form"),
        ("negation/explicit", "No pneumothorax.", "infeasible_already_in_form"),
        ("negation/explicit", "Right effusion.", "infeasible_missing_info"),
        ("terminology/alternative", "___", "infeasible_missing_info"),
        ("section-assignment/alternative", "Right effusion.", "infeasible_missing_info"),
        ("paraphrase/free", "", "infeasible_missing_info"),
        ("paraphrase/free", "Right effusion.", "reject"),
    ],
)
def test_an_unchanged_text_tells_whether_the_target_could_be_made(target: str, text: str, expected: str) -> None:
    assert status(verdict(target, text, text)) == expected


@pytest.mark.parametrize(
    ("target", "before", "after"),
    [
        ("error/direction", "Small left effusion. Normal heart.", "Small right effusion. Normal heart."),
        ("error/size", "Nodule of 8 mm. Normal heart.", "Nodule of 18 mm. Normal heart."),
        ("error/negation-flip", "No effusion. Normal heart.", "Effusion. Normal heart."),
        ("error/omission", "Right effusion. Normal heart.", "Normal heart."),
        ("error/typo", "Right effusion.", "Right effsion."),
        ("control/case", "Right effusion.", "RIGHT EFFUSION."),
        ("control/whitespace", "Right effusion.", "Right  effusion."),
        ("control/identity", "Right effusion.", "Right effusion."),
        ("dose/omission-100", "Right effusion.", ""),
    ],
)
def test_a_planted_change_may_make_its_own_difference(target: str, before: str, after: str) -> None:
    assert verdict(target, before, after).accepted


@pytest.mark.parametrize(
    ("target", "before", "after"),
    [
        ("error/direction", "Small left effusion. Mild edema.", "Small right effusion. Severe edema."),
        ("error/size", "Nodule of 8 mm. Left effusion.", "Nodule of 18 mm. Right effusion."),
        ("error/severity", "Mild edema. No pneumothorax.", "Severe edema. Pneumothorax."),
        ("error/size", "Nodule of 8 mm.", "Nodule of 8 mm."),
        ("control/case", "Right effusion.", "Left effusion."),
        ("control/whitespace", "Right effusion.", "Right effusion"),
        ("control/identity", "Right effusion.", "Right effusion. "),
    ],
)
def test_a_planted_change_may_make_no_other_difference(target: str, before: str, after: str) -> None:
    assert not verdict(target, before, after).accepted


def test_a_persona_may_do_what_its_steps_may() -> None:
    before = "Consolidation in the right upper lobe apical segment. Heart size is normal."
    assert verdict("persona/minimalist", before, "Consolidation in the right lung.").accepted
    assert not verdict("persona/minimalist", before, "Consolidation in the left lung.").accepted


def test_a_users_axis_may_change_no_fact() -> None:
    axis = Axis(
        name="tone",
        dimension="language",
        kind="relative",
        description="How formal it is.",
        variations={"plain": "Plain words."},
        examples=({"original": "Cardiomegaly.", "plain": "Big heart."},),
    )
    judge = FactVerifier().judge
    assert judge(Report("Cardiomegaly."), Report("The heart is enlarged."), axis.targets()[0]).accepted
    assert not judge(Report("Cardiomegaly."), Report("The heart is normal."), axis.targets()[0]).accepted


def test_every_normal_statement_needs_and_names_only_what_it_covers() -> None:
    for statement in entailment().normal.values():
        covered = statement.covers | {f for part in statement.parts for f in entailment().normal[part].covers}
        assert all(needed <= covered for needed in statement.needs), statement.name
        assert set(statement.names) <= covered, statement.name


def test_a_normal_statement_is_fair_only_for_all_that_it_says() -> None:
    table = entailment()
    assert table.is_fair_summary("pleura_normal", {"pleural_effusion", "pneumothorax"})
    assert not table.is_fair_summary("pleura_normal", {"pneumothorax"})
    assert table.is_fair_summary("cardiomediastinum_normal", set(), {"heart_size_normal", "mediastinum_normal"})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4 mm, previously 3 mm", [(4.0, "mm", False), (3.0, "mm", True)]),
        ("grown from 1.6 to 2.2 cm", [(16.0, "mm", True), (22.0, "mm", False)]),
        ("ribs four through six", [(4.0, "level", False), (5.0, "level", False), (6.0, "level", False)]),
        ("T9-T11", [(9.0, "T", False), (10.0, "T", False), (11.0, "T", False)]),
        ("25-49% stenosis", [(25.0, "%", False), (49.0, "%", False)]),
        ("-4 HU", [(-4.0, "hu", False)]),
        ("CT in 6-12 months", [(6.0, "month", False), (12.0, "month", False)]),
        ("2,3 x 1,4 cm", [(14.0, "mm", False), (23.0, "mm", False)]),
    ],
)
def test_numbers_are_read_with_unit_and_time(text: str, expected: list[tuple[float, str, bool]]) -> None:
    assert [(n.value, n.unit, n.prior) for n in numbers(text)] == expected
