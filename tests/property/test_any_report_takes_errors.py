"""No text makes a maker of errors fail, and what it makes keeps to its promise whatever the text."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from reref.core.seeding import generator
from reref.perturbations.edits import apply_edits, replay
from reref.perturbations.engine import Infeasible
from reref.perturbations.errors import errors
from reref.perturbations.errors.room import plant
from reref.perturbations.errors.size import OFF, _number
from reref.perturbations.errors.typo import is_no_word
from reref.report import Report

PIECES = (
    "Small left effusion", "no pneumothorax", "9 mm nodule in the RUL", "1.", "2)", "- ", "LUNGS:", "\n", "; ", ". ",
    "XXXX", "___", "is not seen", "There is no", "mildly enlarged heart", "unchanged", "3.2 x 1 cm", "(", ")", "?", "é",
    "The lungs are clear", "It is", "likely pneumonia", "ETT 4 cm above the carina", "No A, B, or C", "RIGHT", "\t",
    "😀", ", ", "",
)  # fmt: skip
TEXT = st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join) | st.text(max_size=60)


@settings(max_examples=60, deadline=None)
@given(findings=TEXT, impression=TEXT, kind=st.sampled_from(errors().names()), seed=st.integers(0, 3))
def test_any_text_is_infeasible_or_gets_one_error(findings: str, impression: str, kind: str, seed: int) -> None:
    report = Report(findings, impression)
    edits = plant(kind, report, generator(seed))
    if isinstance(edits, Infeasible):
        return
    new, applied = apply_edits(report, edits)
    assert new != report
    assert replay(report, applied) == new
    assert sum((edit.detail or {})["role"] == "error" for edit in applied) == 1


@given(value=st.decimals(min_value="0.1", max_value="999", places=1) | st.integers(1, 5000), factor=st.floats(0.2, 3.2))
def test_a_scaled_number_is_far_off_or_refused(value: object, factor: float) -> None:
    written = str(value)
    new = _number(written, factor)
    if new is not None:
        assert abs(float(new) - float(written)) >= OFF * float(written) - 1e-6
        assert float(new) > 0
        assert len(new.partition(".")[2]) == len(written.partition(".")[2])


@given(word=st.text(alphabet="qxzjkv", min_size=3, max_size=8))
def test_letters_that_never_meet_are_no_word(word: str) -> None:
    assert is_no_word(word) or len(set(word)) < 3
