import subprocess
import sys
from pathlib import Path

import pytest

from reref.core.errors import BadDataError, UsageError
from reref.runs import RunFolder, Store


def test_what_was_put_is_there_after_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "run.sqlite"
    code = (
        "import os, sys; from pathlib import Path; from reref.runs import Store\n"
        "store = Store(Path(sys.argv[1])); store.put('k', [('a', b'1'), ('b', b'2')]); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", code, str(path)], check=False)
    with Store(path) as store:
        assert dict(store.items("k")) == {"a": b"1", "b": b"2"}


def test_an_item_that_is_there_is_kept_as_it_was(tmp_path: Path) -> None:
    with Store(tmp_path / "s") as store:
        store.put("k", [("a", b"first")])
        store.put("k", [("a", b"second")])
        assert store.get("k", "a") == b"first"
        assert store.get("k", "missing") is None


def test_a_failing_transaction_leaves_nothing(tmp_path: Path) -> None:
    def items():  # type: ignore[no-untyped-def]
        yield "a", b"1"
        raise RuntimeError("killed")

    with Store(tmp_path / "s") as store:
        with pytest.raises(RuntimeError):
            store.put("k", items())
        assert store.keys("k") == set()


def test_a_second_process_on_the_same_run_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.sqlite"
    with Store(path) as store:
        store.put("k", [("a", b"1")])
        code = "import sys; from pathlib import Path; from reref.runs import Store; Store(Path(sys.argv[1]))"
        other = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False)
    assert "open in another process" in other.stderr


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.sqlite"
    path.write_bytes(b"this is not a database at all" * 100)
    with pytest.raises(UsageError, match="not a run store"):
        Store(path)


def test_a_run_goes_on_with_the_same_settings_only(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "run")
    folder.begin({"seed": 0})
    folder.begin({"seed": 0})
    with pytest.raises(UsageError, match=r"other settings \(seed differ\)"):
        folder.begin({"seed": 1})


def test_a_folder_with_other_files_is_not_taken_for_a_run(tmp_path: Path) -> None:
    (tmp_path / "thesis.docx").write_text("x")
    with pytest.raises(UsageError, match="not a run folder"):
        RunFolder(tmp_path).begin({"seed": 0})


def test_a_file_is_not_taken_for_a_run_folder(tmp_path: Path) -> None:
    (tmp_path / "reports.csv").write_text("x")
    with pytest.raises(UsageError, match="is a file"):
        RunFolder(tmp_path / "reports.csv").begin({"seed": 0})


def test_a_missing_result_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(BadDataError, match="reref perturb DATA"):
        list(RunFolder(tmp_path).rows("alternatives.jsonl"))


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    (tmp_path / "alternatives.jsonl").write_text('{"a": 1}\n{"a": \n')
    with pytest.raises(BadDataError, match="line 2"):
        list(RunFolder(tmp_path).rows("alternatives.jsonl"))
