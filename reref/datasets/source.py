"""A file or folder to read from: what kind it is, and its rows. Every failure names the file and the place."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import IO, Any, Literal, cast

from reref.core.errors import BadDataError
from reref.datasets.study import Dropped

Kind = Literal["folder", "json", "jsonl", "csv", "parquet", "xml", "text"]
_BY_SUFFIX: dict[str, Kind] = {
    ".csv": "csv", ".tsv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet", ".pq": "parquet",
    ".xml": "xml", ".txt": "text", ".tok": "text",
}  # fmt: skip
_PEEK = 65536


class Source:
    """A place that may hold studies or candidates.

    Args:
        path: a file (plain or gzip) or a folder.

    Raises:
        BadDataError: it isn't there, is empty, or is of a kind that cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.name
        try:
            if not path.exists():
                raise BadDataError(f"{path}: no such file or folder")
            self.kind: Kind = self._kind()
        except (OSError, EOFError, zlib.error) as problem:
            raise BadDataError(f"{path}: cannot be read: {problem}") from problem

    @property
    def is_table(self) -> bool:
        """Whether it has rows with named columns: CSV, Parquet, JSONL or a JSON list of objects."""
        return self.kind in ("csv", "parquet", "jsonl") or (
            self.kind == "json" and bool(self._records) and all(isinstance(record, dict) for record in self._records)
        )

    @property
    def _records(self) -> list[Any]:
        """The rows of a JSON file: its list, or the one object that names a study."""
        if isinstance(self.document, list):
            return self.document
        return [self.document] if isinstance(self.document, dict) and "study_id" in self.document else []

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Names of a table's columns; of JSONL those of the first 100 rows."""
        if self.kind == "csv":
            from reref.datasets import csv_table

            return csv_table.header(self.lines(), self.name)
        if self.kind == "parquet":
            return tuple(cast("list[str]", self._parquet().schema_arrow.names))
        seen: dict[str, None] = {}
        for number, item in enumerate(self.rows()):
            if number == 100:
                break
            if not isinstance(item, Dropped):
                seen.update(dict.fromkeys(map(str, item[1])))
        return tuple(seen)

    def rows(self) -> Iterator[tuple[str, Mapping[str, Any]] | Dropped]:
        """Yield (where, cells by column) for each row of a table; unreadable rows come as :class:`Dropped`."""
        if self.kind == "csv":
            from reref.datasets import csv_table

            yield from csv_table.rows(self.lines(), self.name)
        elif self.kind == "parquet":
            number = 0
            for batch in self._parquet().iter_batches(batch_size=4096):
                for row in batch.to_pylist():
                    number += 1
                    yield f"{self.name}:{number}", row
        elif self.kind == "jsonl":
            from reref.datasets import json_text

            yield from json_text.rows(self.lines(), self.name)
        else:
            for number, row in enumerate(self._records, 1):
                yield f"{self.name}:{number}", row

    def lines(self) -> Iterator[str]:
        """Yield a text file's lines with their line ends.

        Raises:
            BadDataError: a byte is not UTF-8; the message says which, where, and how to convert the file.
        """
        encoding = "utf-16" if self._head[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
        try:
            with self._open() as raw, io.TextIOWrapper(raw, encoding=encoding, newline="") as text:
                yield from text
        except UnicodeDecodeError as problem:
            raise BadDataError(self._encoding_advice()) from problem
        except (OSError, EOFError, zlib.error) as problem:
            raise BadDataError(f"{self.name}: cannot be read: {problem}") from problem

    def text(self) -> str:
        """Return a text file's whole text."""
        return "".join(self.lines())

    @cached_property
    def document(self) -> Any:
        """The value of a JSON file.

        Raises:
            BadDataError: it isn't JSON, or one object names a key twice with different values.
        """
        from reref.datasets import json_text

        return json_text.document(self.text(), self.name)

    def files(self, pattern: str) -> list[Path]:
        """Return a folder's files that match, sorted, so that the order is the same everywhere."""
        return sorted(path for path in self.path.glob(pattern) if path.is_file())

    def describe(self) -> str:
        """Return what was found, for messages."""
        if self.kind == "folder":
            names = sorted(path.name for path in self.path.iterdir())
            return f"a folder with {', '.join(names[:5]) or 'nothing in it'}{', …' * (len(names) > 5)}"
        if self.is_table:
            shown = [repr(name[:40]) for name in self.columns[:20]]
            return f"columns {', '.join(shown) or 'none'}{', …' * (len(self.columns) > 20)}"
        if self.kind == "json":
            value = self.document
            keys = f" with keys {', '.join(map(repr, list(value)[:5]))}" if isinstance(value, dict) else ""
            return f"a JSON {type(value).__name__}{keys}"
        return f"a file of kind {self.kind}"

    def _open(self) -> IO[bytes] | gzip.GzipFile:
        if self._packed:
            return gzip.open(self.path, "rb")
        return self.path.open("rb")

    def _kind(self) -> Kind:
        if self.path.is_dir():
            return "folder"
        with self.path.open("rb") as raw:
            self._packed = raw.read(2) == b"\x1f\x8b"
        with self._open() as raw:
            self._head = raw.read(_PEEK)
        if not self._head.strip(b"\xef\xbb\xbf \t\r\n"):
            raise BadDataError(f"{self.name}: the file is empty")
        if self._head[:4] == b"PAR1":
            return "parquet"
        if self._head[:4] == b"PK\x03\x04":
            raise BadDataError(f"{self.name}: a spreadsheet or zip archive; save it as CSV (UTF-8), or unpack it")
        start = self._head.lstrip(b"\xef\xbb\xbf \t\r\n")
        suffixes = [suffix.lower() for suffix in self.path.suffixes if suffix.lower() != ".gz"]
        if suffixes and suffixes[-1] in _BY_SUFFIX:
            return _BY_SUFFIX[suffixes[-1]]
        if start[:1] in (b"{", b"["):
            return "jsonl" if self._first_line_is_an_object(start) else "json"
        return "xml" if start[:1] == b"<" else "csv" if not suffixes else "text"

    @staticmethod
    def _first_line_is_an_object(start: bytes) -> bool:
        first, _, rest = start.partition(b"\n")
        return first.rstrip().endswith(b"}") and rest.lstrip()[:1] == b"{"

    def _parquet(self) -> Any:
        import pyarrow
        import pyarrow.parquet

        try:
            return pyarrow.parquet.ParquetFile(self.path)
        except (pyarrow.ArrowException, OSError) as problem:
            raise BadDataError(f"{self.name}: not a whole Parquet file: {str(problem).splitlines()[0]}") from problem

    def _encoding_advice(self) -> str:
        with self._open() as raw:
            data = raw.read()
        try:
            data.decode("utf-8")
        except UnicodeDecodeError as problem:
            line = data.count(b"\n", 0, problem.start) + 1
            likely = "UTF-16LE" if data.count(b"\0") > len(data) // 4 else "WINDOWS-1252"
            return (
                f"{self.name}: not UTF-8: byte 0x{data[problem.start]:02x} at position {problem.start} (line {line}); "
                f"convert it first, for example: iconv -f {likely} -t UTF-8 {self.name} > fixed-{self.name}"
            )
        return f"{self.name}: the text ends in the middle of a character or has a wrong byte-order mark"
