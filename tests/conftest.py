"""What holds for every test: nothing connects beyond loopback, here or in a child process."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

_FOLDER = Path(__file__).parent / "no_network"
_spec = importlib.util.spec_from_file_location("no_network", _FOLDER / "sitecustomize.py")
assert _spec is not None
assert _spec.loader is not None
no_network = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(no_network)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(_FOLDER), os.environ.get("PYTHONPATH", "")]))


@pytest.fixture(autouse=True)
def _no_connection_leaves_this_machine() -> Iterator[None]:
    no_network.refused.clear()
    yield
    assert not no_network.refused, f"the test tried to leave this machine: {no_network.refused}"
