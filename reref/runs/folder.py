"""A run folder: what was asked (manifest), what is finished (store), what is written from it at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from reref.core.errors import BadDataError, UsageError
from reref.core.files import read_json, read_jsonl, write_json
from reref.runs.store import Store

MANIFEST, STORE, STUDIES, ALTERNATIVES = "manifest.json", "run.sqlite", "studies.jsonl", "alternatives.jsonl"


class RunFolder:
    """The files of one run.

    Args:
        path: the folder; made when something is written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def begin(self, settings: Mapping[str, Any]) -> None:
        """Start a run with these settings, or go on with it when the folder holds a run with the same ones.

        Raises:
            UsageError: the folder holds a run with other settings, other files, or is a file.
        """
        if self.path.exists() and not self.path.is_dir():
            raise UsageError(f"{self.path}: is a file; a run is a folder, choose another name with -o")
        manifest = self.path / MANIFEST
        wanted = orjson.loads(orjson.dumps(settings, option=orjson.OPT_SORT_KEYS))
        if manifest.exists():
            found = read_json(manifest)
            differing = sorted(key for key in {*found, *wanted} if found.get(key) != wanted.get(key))
            if differing:
                raise UsageError(
                    f"{self.path}: holds a run with other settings ({', '.join(differing)} differ); "
                    "choose another folder with -o, or delete this one"
                )
            return
        if self.path.exists() and any(self.path.iterdir()):
            raise UsageError(f"{self.path}: is not empty and not a run folder; choose another folder with -o")
        write_json(manifest, wanted)

    def store(self) -> Store:
        """Open the live store; close it after use."""
        return Store(self.path / STORE)

    @property
    def manifest(self) -> dict[str, Any]:
        """The settings of the run, empty for a folder that was put together by hand."""
        path = self.path / MANIFEST
        return read_json(path) if path.exists() else {}

    def rows(self, name: str) -> Iterator[dict[str, Any]]:
        """Yield the rows of one of the folder's JSONL files.

        Raises:
            BadDataError: the file is missing or a line is not JSON.
        """
        path = self.path / name
        if not path.exists():
            raise BadDataError(
                f"{path}: not there; {self.path} is not a finished run (run `reref perturb DATA -o {self.path}` first)"
            )
        yield from read_jsonl(path)
