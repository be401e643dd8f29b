"""Whatever stands in a file, reading it ends in studies or in an error of one line."""

import json
import tempfile
from pathlib import Path

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from reref.core.errors import BadDataError, RerefError
from reref.datasets import load_candidates, load_studies

SUFFIXES = (".csv", ".jsonl", ".json", ".xml", ".txt", ".parquet", ".csv.gz", "")
names = st.sampled_from(["study_id", "findings", "impression", "report", "id", "model", "list", "train", "x"])
values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(allow_nan=True) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=4),
    max_leaves=8,
)
pieces = st.sampled_from(
    [b"study_id", b"findings", b",", b'"', b"\n", b"\r", b"{", b"}", b"[", b":", b"<", b"\0", b"1", b"\xff"]
)
contents = (
    st.binary(max_size=60) | st.lists(pieces, max_size=30).map(b"".join) | values.map(lambda v: json.dumps(v).encode())
)


@settings(deadline=None)
@given(contents, st.sampled_from(SUFFIXES))
def test_any_bytes_are_studies_or_one_clear_error(content, suffix):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"a{suffix}"
        path.write_bytes(content)
        for read in (load_studies, lambda each: load_candidates([each])):
            message = ""
            try:
                read(path)
            except RerefError as error:
                message = str(error)
            assert len(message.splitlines()) < 2


cells = st.sampled_from(["", "nan", "None.", "Clear.", "Left effusion, small.", '"quoted" text', "two\nlines", "XXXX"])


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), cells, cells), min_size=1, max_size=12))
def test_every_row_is_a_study_dropped_or_merged(rows):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.jsonl"
        lines = ({"study_id": number, "findings": f, "impression": i} for number, f, i in rows)
        path.write_text("\n".join(map(json.dumps, lines)))
        try:
            loaded = load_studies(path)
        except BadDataError as error:
            assume(all(reason not in str(error) for reason in ("duplicate study id", "no usable study")))
            raise
    merged = sum("merged" in odd.what for odd in loaded.odd)
    assert len(loaded.studies) + len(loaded.dropped) + merged == len(rows)
