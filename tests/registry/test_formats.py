"""What holds for every dataset format, and how one's own is added."""

import json

import pytest

from reref.core.errors import UsageError
from reref.datasets import Row, Source, columns, dataset_format, formats, load_studies

FORMATS = list(formats())


def test_all_published_formats_are_found():
    assert {"table", "iu-xray", "iu-xray-xml", "r2gen", "ct-rate", "rexrank", "mimic-cxr", "chexpert-plus"} <= set(
        formats().names()
    )


@pytest.mark.parametrize("entry", FORMATS, ids=lambda entry: entry.name)
def test_a_format_says_what_it_expects_and_what_it_reads(entry):
    assert entry.expects
    assert entry.read.__doc__


@pytest.mark.parametrize("entry", FORMATS, ids=lambda entry: entry.name)
def test_detection_never_fails_on_foreign_files(entry, tmp_path):
    contents = {
        "a.csv": "x,y\n1,2\n", "b.jsonl": '{"x": 1}\n', "c.json": "[1, 2]", "d.json": "{}", "e.json": '{"a": []}',
        "f.xml": "<a/>", "g.txt": "Clear.", "h.json": '"text"', "i.jsonl": "[1]\n", "j.json": '{"a": null}',
    }  # fmt: skip
    for name, content in contents.items():
        (tmp_path / name).write_text(content)
        assert entry.detects(Source(tmp_path / name)) in (True, False)
    (tmp_path / "empty").mkdir()
    assert entry.detects(Source(tmp_path / "empty")) is False


@pytest.mark.parametrize("entry", FORMATS, ids=lambda entry: entry.name)
def test_a_named_format_on_a_foreign_table_is_an_error_of_one_line(entry, tmp_path):
    from reref.core.errors import BadDataError

    (tmp_path / "a.csv").write_text("x,y\n1,2\n")
    with pytest.raises(BadDataError) as caught:
        load_studies(tmp_path / "a.csv", format=entry.name)
    assert "\n" not in str(caught.value)


def test_one_function_adds_a_format(tmp_path):
    @dataset_format("test-clinic", detects=columns("Fall", "Befund"), expects="columns Fall, Befund")
    def read(source):
        """Yield a row for each case."""
        for where, cells in source.rows():
            yield Row(where, cells["Fall"], {"findings": cells["Befund"]})

    (tmp_path / "a.csv").write_text("Fall;Befund\n7;Clear.\n")
    loaded = load_studies(tmp_path / "a.csv")
    assert (loaded.format, loaded.studies[0].dataset, loaded.studies[0].study_id) == ("test-clinic", "test-clinic", "7")
    with pytest.raises(UsageError, match="defined twice"):
        dataset_format("test-clinic", detects=columns("x"), expects="x")(lambda source: iter(()))


def test_json_rows_may_hold_further_fields(tmp_path):
    row = {"study_id": "1", "findings": "Clear.", "tags": ["a", "b"], "age": 60}
    (tmp_path / "a.jsonl").write_text(json.dumps(row))
    assert load_studies(tmp_path / "a.jsonl").studies[0].extra == {"tags": "a\nb", "age": "60"}
