"""A CSV of ours gives every text back, and none of its cells starts like a formula."""

import csv
import re
import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from reref.core.files import write_csv
from reref.datasets import Dropped, Source

risky = st.text(alphabet="'=+-@\t\r\n a1,\".", max_size=12)


@given(
    st.lists(risky | st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=30), min_size=1, max_size=4)
)
def test_a_written_text_is_read_back_and_never_runs(texts):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.csv"
        write_csv(path, [{"n": str(n), "text": text} for n, text in enumerate(texts)])
        with path.open(encoding="utf-8", newline="") as lines:
            cells = [row[1] for row in csv.reader(lines)][1:]
        assert not any(re.match(r"\s*[=+\-@]|[\t\r]", cell) for cell in cells)
        assert [item[1]["text"] for item in Source(path).rows() if not isinstance(item, Dropped)] == texts
