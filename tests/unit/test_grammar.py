"""Articles, number, capitals and lists of swapped words."""

from __future__ import annotations

import pytest

from reref.perturbations.rules.grammar import (
    agreement,
    article,
    capital,
    cased_like,
    is_plural,
    listed,
    uncapital,
    with_article,
)
from reref.perturbations.rules.spans import smallest_edit


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("osseous lesion", "an"), ("bony lesion", "a"),
        ("unchanged nodule", "an"), ("uniform density", "a"), ("8 mm nodule", "an"),
        ("18 mm nodule", "an"), ("9 mm nodule", "a"), ("80 mm mass", "an"),
        ("ET tube", "an"), ("NG tube", "an"), ("PICC", "a"),
        ("CT", "a"), ("hour", "an"), ("XXXX nodule", "a"),
    ],
)  # fmt: skip
def test_the_article_follows_the_sound(phrase: str, expected: str) -> None:
    assert article(phrase) == expected


def test_an_article_before_the_swapped_words_is_made_to_fit() -> None:
    text = "There is a bony lesion."
    assert with_article(text, text.index("bony"), "osseous") == (9, "an osseous")
    assert with_article(text, text.index("lesion"), "finding") == (16, "finding")


@pytest.mark.parametrize(
    ("sentence", "name", "old", "new", "expected"),
    [
        ("The silhouette is normal.", "silhouette", "singular", "plural", [(15, 17, "are")]),
        ("The contours are normal.", "contours", "plural", "singular", [(13, 16, "is")]),
        ("There are no effusions.", "effusions", "plural", "mass", [(6, 9, "is")]),
        ("Normal silhouette.", "silhouette", "singular", "plural", []),
        ("Silhouette and lungs are normal.", "Silhouette", "singular", "plural", []),
        ("There is a silhouette.", "silhouette", "singular", "plural", None),
        ("The silhouette, as before, is large.", "silhouette", "singular", "plural", None),
        ("The silhouette of this patient is large.", "silhouette", "singular", "plural", None),
        ("The size is normal and silhouette has a bulge.", "silhouette", "singular", "plural", [(34, 37, "have")]),
    ],
)  # fmt: skip
def test_the_verb_follows_the_number_or_the_swap_is_refused(
    sentence: str, name: str, old: str, new: str, expected: list[tuple[int, int, str]] | None
) -> None:
    start = sentence.index(name)
    assert agreement(sentence, start, start + len(name), old, new) == expected  # type: ignore[arg-type]


def test_case_is_taken_from_the_old_words() -> None:
    assert cased_like("Bony", "osseous") == "Osseous"
    assert cased_like("bony", "osseous") == "osseous"
    assert cased_like("PLEURAL EFFUSION", "pleural fluid") == "PLEURAL FLUID"
    assert cased_like("PICC", "peripherally inserted central catheter") == "peripherally inserted central catheter"
    assert cased_like("PICC", "peripherally inserted catheter", at_start=True) == "Peripherally inserted catheter"


def test_abbreviations_and_placeholders_keep_their_capitals() -> None:
    assert uncapital("Small effusion") == "small effusion"
    assert uncapital("PICC tip") == "PICC tip"
    assert uncapital("T9 fracture") == "T9 fracture"
    assert uncapital("XXXX opacity") == "XXXX opacity"
    assert capital("small") == "Small"


def test_lists_have_a_serial_comma() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b"], "or") == "a or b"
    assert listed(["a", "b", "c"], "or") == "a, b, or c"


@pytest.mark.parametrize(
    ("phrase", "plural"),
    [
        ("small effusions", True), ("opacities in the right lung", True),
        ("atelectasis", False), ("mass", False), ("hila", True),
        ("main bronchi", True), ("diagnosis of masses", False),
        ("heart size", False), ("lung bases", True), ("thrombus", False),
    ],
)  # fmt: skip
def test_the_head_of_a_noun_group_tells_its_number(phrase: str, plural: bool) -> None:
    assert is_plural(phrase) is plural


def test_the_smallest_edit_leaves_what_both_texts_share() -> None:
    edit = smallest_edit("findings", 10, "There is a 9 mm nodule.", "There is a small nodule.", "size")
    assert (edit.start, edit.end, edit.after) == (21, 26, "small ")
