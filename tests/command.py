"""Run the ``reref`` command inside the test process."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from reref.cli.main import main


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str


def reref(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> Ended:
    """Run a command and return its exit code, stdout and stderr."""
    before = sys.argv
    sys.argv = ["reref", *map(str, arguments)]
    try:
        main()
        code = 0
    except SystemExit as stop:
        code = int(stop.code or 0)
    finally:
        sys.argv = before
    shown = capsys.readouterr()
    return Ended(code, shown.out, shown.err)
