"""Cells that a spreadsheet would run are guarded, and the loader gives the text back whatever it was."""

import re

from hypothesis import given
from hypothesis import strategies as st

from reref.datasets.cells import guard_formula, unguard_formula

risky = st.text(alphabet="'=+-@\t\r\n a1.", max_size=12)


@given(risky | st.text(max_size=40))
def test_a_guarded_cell_gives_the_text_back(text):
    assert unguard_formula(guard_formula(text)) == text


@given(risky)
def test_no_guarded_cell_starts_a_formula(text):
    assert not re.match(r"\s*[=+\-@]|[\t\r]", guard_formula(text))
