"""Real report text for tests: read where it stands, never copied. A test skips, saying why, when it is absent."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(os.environ.get("REREF_SHARED", Path(__file__).resolve().parents[2] / "shared"))


def shared_file(name: str) -> Path:
    """Return the path of a shared file, or skip the calling test."""
    path = ROOT / name
    if not path.exists():
        pytest.skip(f"real report text is not here ({name}; set REREF_SHARED to the folder that has it)")
    return path


def shared_rows(name: str) -> list[dict[str, Any]]:
    """Return the rows of a shared JSONL file, or skip the calling test."""
    with shared_file(name).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]
