import csv
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reref.core.files import read_json, unguarded, whole_file, write_csv, write_json, write_jsonl


def test_a_file_is_whole_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    with pytest.raises(RuntimeError), whole_file(path) as file:
        file.write(b"half")
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []


def test_an_old_file_stays_when_writing_the_new_one_fails(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(RuntimeError), whole_file(path, "w") as file:
        file.write("new")
        raise RuntimeError
    assert path.read_text() == "old"


def test_json_never_holds_a_bare_nan(tmp_path: Path) -> None:
    write_json(tmp_path / "a.json", {"x": math.nan})
    assert (tmp_path / "a.json").read_text() == '{\n  "x": null\n}\n'
    assert read_json(tmp_path / "a.json") == {"x": None}


def test_rows_are_counted(tmp_path: Path) -> None:
    assert write_jsonl(tmp_path / "a.jsonl", [{"a": 1}, {"a": 2}]) == 2


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\r\n\x00")))
def test_a_cell_comes_back_as_it_was_and_no_cell_is_a_formula(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    path = tmp_path_factory.mktemp("csv") / "a.csv"
    write_csv(path, [{"text": text}])
    with path.open(encoding="utf-8", newline="") as file:
        cell = list(csv.reader(file))[1]
    shown = cell[0] if cell else ""
    assert not shown.lstrip().startswith(("=", "+", "@", "-"))
    assert unguarded(shown) == text


def test_a_missing_number_is_an_empty_cell_and_a_negative_one_stays_a_number(tmp_path: Path) -> None:
    write_csv(tmp_path / "a.csv", [{"x": math.nan, "y": -0.5, "z": None}])
    assert (tmp_path / "a.csv").read_text() == "x,y,z\n,-0.5,\n"
