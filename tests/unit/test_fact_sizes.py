"""Which lengths a finding has, and which are those of an earlier exam, of a distance or of its neighbour."""

from __future__ import annotations

import pytest

from reref.report import Fact, section_facts


def only(text: str) -> Fact:
    (fact,) = section_facts(text)
    return fact


def test_sizes_are_in_mm_and_prior_values_are_left_out() -> None:
    assert only("A 2.3 x 1.4 cm mass in the left upper lobe.").sizes_mm == (23.0, 14.0)
    assert only("The nodule measures 8 mm (previously 5 mm).").sizes_mm == (8.0,)
    assert only("An 11.5x8.5 cm mass in the left lung.").sizes_mm == (115.0, 85.0)
    assert section_facts("A mass with calcification in it, with a diameter of 13 mm.")[0].sizes_mm == (13.0,)
    assert only("The ascending aorta is 43 mm, and it is dilated.").sizes_mm == (43.0,)
    pair = section_facts("Nodules of 4 mm in the left upper lobe and 7 mm in the right lower lobe.")
    assert [(fact.laterality, fact.sizes_mm) for fact in pair] == [("left", (4.0,)), ("right", (7.0,))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nodules of 4 and 6 mm in the left lung.", [(4, 6)]),
        ("A nodule of ground-glass density measuring 6 mm in the left lung.", [(6,), (6,)]),
        ("Effusion and atelectasis measuring 20 mm in depth in the left lung.", [(20,), ()]),
        ("A lesion (lymph node?) of 7 mm in the left breast.", [(7,), (7,)]),
        ("One millimeter-sized nodule in the left lung.", [()]),
        ("A consolidation, in which air bronchograms are seen, measuring 4 cm.", [(40,), ()]),
        ("Nodules of 5 mm in the right upper lobe and 7 mm in the right lower lobe.", [(5,), (7,)]),
        ("Nodules of 5 mm, 7 mm and 9 mm in the left lung.", [(5, 7, 9)]),
        ("A nodule with 4x3 diameters in the left lung.", [(4, 3)]),
        ("A 4.2x3.1 mass in the left lung.", [()]),  # maybe cm
        ("Nodes with nodular configuration in the axilla, the largest 16x11 mm.", [(16, 11)]),
        ("A nodule with a spiculated contour measuring 16 mm in the left lung.", [(16,), ()]),
        ("Nodules in the right and left lungs measure 5 mm and 8 mm, respectively.", [(5,), (8,)]),
        ("Nodes of 12 mm in the subcarinal region and 9 mm in the right hilum.", [(12,), (9,)]),
        ("Nodules of 3 mm are seen in both lungs, the largest of which is in the left lung.", [(), (3,)]),
        ("The mass previously measured 35 mm and now measures 40 mm.", [(40,)]),
        ("The aortic arch measures 37 mm. It is wider than normal.", [(37,)]),
        ("Effusion and pleural thickening of up to 14 mm on the left.", [(14,), (14,)]),
        ("Increased density consistent with consolidation, measuring 40 mm, in the left lung.", [(40,), (40,)]),
        ("In the liver, the largest in segment 4, 38 mm (25 mm before), several cysts are seen.", [(38,)]),
        ("The diameter of the ascending aorta, as far as seen, is 43 mm and it is ectatic.", [(43,)]),
        ("The nodule in the left lung, seen in the previous study, is measured up to 8 mm.", [(8,)]),
        ("Effusion measuring 90 mm in the right pleural space, and measuring 20 mm in the left one.", [(90,), (20,)]),
        ("In the previous study, the largest left axillary node was 8 mm, and there are new nodules.", [(), ()]),
    ],
)
def test_every_place_has_its_length(text: str, expected: list[tuple[float, ...]]) -> None:
    assert [fact.sizes_mm for fact in section_facts(text)] == expected


@pytest.mark.parametrize(
    ("following", "length"),
    [
        ("It measures approximately 3 cm.", (30,)),
        ("It has smooth margins. It measures 3 cm.", (30,)),
        ("This measures 3 x 2 cm, previously 2 x 2 cm.", (30, 20)),
        ("Its longest diameter is 28 mm.", (28,)),
        ("Measuring 3 cm.", (30,)),
        ("Approximately 3 cm in size.", (30,)),
        ("The described lesion is 31 mm in size.", (31,)),
        ("It lies 3 cm above the diaphragm.", ()),
        ("It lies near a rib of 3 cm and a vessel of 4 cm.", ()),
        ("The heart is normal. It measures 12 cm.", ()),
    ],
)
def test_a_length_told_in_the_next_sentence_is_that_of_what_was_just_stated(
    following: str, length: tuple[float, ...]
) -> None:
    assert section_facts(f"There is a mass in the left lung. {following}")[0].sizes_mm == length


def test_a_length_told_afterwards_is_that_of_the_lump_and_not_of_what_is_denied() -> None:
    nodule, effusion = section_facts("A nodule in the left lung and a small effusion. It measures 8 mm.")
    assert (nodule.sizes_mm, effusion.sizes_mm) == ((8,), ())
    assert only("No nodule is seen. It measures 8 mm.").sizes_mm == ()
    assert only("The port is in place. It ends 3 cm above the carina.").sizes_mm == ()


def test_the_lesion_is_what_was_just_stated() -> None:
    stated, told = section_facts("A mass in the left lung. The lesion measures 3 x 2 cm.")
    assert (stated.finding, told.finding, told.sizes_mm) == ("mass", "mass", (30, 20))


@pytest.mark.parametrize(
    ("text", "lengths"),
    [
        ("Nodes are seen in the axilla. No sizes are given. However, the largest was 14 mm.", [(), (14,)]),
        ("In the lung window; effusion is seen on the right. On the left, it measures 24 mm.", [(), (24,)]),
        ("Wall thickening of the distal esophagus. The wall measured 7 mm.", [(7,)]),
    ],
)
def test_what_is_counted_stays_known_until_another_finding_is_stated(
    text: str, lengths: list[tuple[float, ...]]
) -> None:
    assert [fact.sizes_mm for fact in section_facts(text)] == lengths
