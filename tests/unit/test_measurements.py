"""Numbers with a unit, told apart from all other numbers of a report."""

from __future__ import annotations

import pytest

from reref.report import measurements


def one(text: str) -> tuple[tuple[float, ...], str, str, str, bool]:
    found = measurements(text)
    assert len(found) == 1, found
    assert text[found[0].start : found[0].end] == found[0].text
    return found[0].values, found[0].unit, found[0].kind, found[0].relation, found[0].prior


@pytest.mark.parametrize(
    ("text", "values", "kind"),
    [
        ("a 2.3 cm nodule", (23,), "value"),
        ("a 7mm nodule", (7,), "value"),
        ("a 5-mm nodule", (5,), "value"),
        ("a 2,5 cm cyst", (25,), "value"),
        ("a one centimeter node", (10,), "value"),
        ("a nodule of 12\u00a0mm", (12,), "value"),
        ("a nodule of 12&nbsp;mm", (12,), "value"),
        ("a 2.3 x 1.4 cm mass", (23, 14), "product"),
        ("a 13x12mm mass", (13, 12), "product"),
        ("2.1 cm (AP) x 3 cm (TR) x 4.5 cm", (21, 30, 45), "product"),
        ("40*12 mm", (40, 12), "product"),
        ("3 by 4 cm", (30, 40), "product"),
        ("2 cm × 15 mm", (20, 15), "product"),
        ("5mmx6mm", (5, 6), "product"),
        ("nodules of 3–7 mm", (3, 7), "range"),
        ("nodules of 3 to 7 mm", (3, 7), "range"),
        ("between 3 and 7 mm", (3, 7), "range"),
        ("3 mm to 5 mm", (3, 5), "range"),
        ("5 mm - 1.2 cm wide", (5,), "value"),
    ],
)
def test_lengths_are_read_in_mm(text: str, values: tuple[float, ...], kind: str) -> None:
    found = measurements(text)[0]
    assert (found.values, found.unit, found.kind) == (values, "mm", kind)


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("less than 1 cm", "<"),
        ("nodes smaller than 10 mm", "<"),
        ("< 5 mm", "<"),
        ("sub-5 mm", "<"),
        ("more than 2 cm", ">"),
        ("up to 9 mm", "<="),
        ("not exceeding 9 mm", "<="),
        ("no more than 9 mm", "<="),
        ("5 mm or less", "<="),
        ("at least 4 cm", ">="),
        ("≥ 3 cm", ">="),
        ("less than or equal to 5 mm", "<="),
        ("approximately 3 cm", "~"),
        ("3 cm", ""),
    ],
)
def test_the_bound_word_is_read(text: str, relation: str) -> None:
    assert one(text)[3] == relation


@pytest.mark.parametrize(
    ("text", "prior"),
    [
        ("10 mm (previously 14 mm)", [False, True]),
        ("now 5.4 cm, previously 5.1 cm", [False, True]),
        ("3.1 cm compared to 2.9 cm", [False, True]),
        ("8 mm (was 6 mm)", [False, True]),
        ("12 mm, 9 mm on the prior study", [False, True]),
        ("9 mm in the old scan and 12 mm in the current scan", [True, False]),
        ("increased from 8 mm to 12 mm", [True, False]),
        ("grew from 8 to 12 mm", [True, False]),
        ("10 mm → 14 mm", [True, False]),
        ("increased from prior 8 mm to 12 mm", [True, False]),
        ("4.2 cm (4.0 cm on 01/02/2020)", [False, True]),
        ("6 mm in 2019, now 9 mm", [True, False]),
        ("aorta of 4.2 cm (prev 4.0)", [False, True]),
        ("SUVmax 7.2 (previously 5.1)", [False, True]),
        ("In the previous CT, it was measured as 33 mm", [True]),
        ("Compared to the previous CT, a stable 4 mm nodule", [False]),
        ("a 4 mm nodule, which was not seen on the previous CT", [False]),
        ("The nodule was 8 mm", [False]),
        ("4 cm from the carina", [False]),
    ],
)
def test_values_of_an_earlier_exam_are_marked(text: str, prior: list[bool]) -> None:
    assert [m.prior for m in measurements(text)] == prior


@pytest.mark.parametrize(
    ("text", "values", "unit"),
    [
        ("density of 20 HU", (20,), "HU"),
        ("(-10 HU)", (-10,), "HU"),
        ("HU value of -5", (-5,), "HU"),
        ("25-30 HU", (25, 30), "HU"),
        ("HU 35-40", (35, 40), "HU"),
        ("SUVmax of 4.5", (4.5,), "SUV"),
        ("60% stenosis", (60,), "%"),
        ("25-49% stenosis", (25, 49), "%"),
        ("cardiothoracic ratio of 0.55", (0.55,), "ratio"),
        ("drained 1,200 mL", (1200,), "ml"),
        ("a volume of 3.5 cm3", (3.5,), "ml"),
        ("Cobb angle of 14 degrees", (14,), "deg"),
    ],
)
def test_other_units_are_read(text: str, values: tuple[float, ...], unit: str) -> None:
    assert one(text)[:2] == (values, unit)


@pytest.mark.parametrize(
    "text",
    [
        "fracture of T9 and L1-L2",
        "series 4, image 32",
        "on 03/14/2021 at 09:15",
        "dated 11.10.2017",
        "a 45-year-old",
        "10 mg given",
        "call 555-0142",
        "1. Edema. 2. Effusion.",
        "14 Fr catheter, 18G needle",
        "follow-up in 6 months",
        "left 7th rib",
        "CT with a slice thickness of 1.5 mm",
        "1.5 mm axial sections",
        "100 mL of Omnipaque 350",
        "2 views",
        "4XXXX",
        "eGFR 60 mL/min",
        "previously 2 nodules",
        "1/2 of it",
        "segment 8 of the liver",
    ],
)
def test_other_numbers_are_not_taken(text: str) -> None:
    assert measurements(text) == []


def test_values_of_a_list_share_its_unit() -> None:
    assert [(m.values, m.written_unit) for m in measurements("nodules of 2, 4 and 5 mm")][-1] == ((5,), "mm")
    assert [m.values for m in measurements("cysts of 26 and 18 mm")] == [(26,), (18,)]
    assert [m.values for m in measurements("liver segment 8 and 11 mm")] == [(11,)]


def test_a_product_without_unit_is_kept_without_one() -> None:
    assert one("a mass of 5x4x5.")[:3] == ((5, 4, 5), "", "product")
    assert [m.unit for m in measurements("17x11 (16x12 mm on the prior study)")] == ["mm", "mm"]


def test_a_vertebra_beside_a_size_stays_out_of_it() -> None:
    assert one("T9 5 mm lesion")[0] == (5,)
    assert one("image 32, 5 mm")[0] == (5,)


@pytest.mark.parametrize("text", ["", "mm", "1" * 5000 + " mm", "9" * 400 + "e5 cm", "1x" * 300, "٣ mm"])
def test_odd_input_is_no_error(text: str) -> None:
    measurements(text)
