"""What holds for every test: nothing connects beyond loopback, here or in a child process."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

_FOLDER = Path(__file__).parent / "no_network"


def _watch() -> ModuleType:
    """Return the watching module: a parallel test worker has loaded it at its start, like every child process."""
    started = sys.modules.get("sitecustomize")
    if started is not None and Path(started.__file__ or "").parent == _FOLDER:
        return started
    spec = importlib.util.spec_from_file_location("no_network", _FOLDER / "sitecustomize.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


no_network = _watch()
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(_FOLDER), os.environ.get("PYTHONPATH", "")]))


@pytest.fixture(autouse=True)
def _no_connection_leaves_this_machine() -> Iterator[None]:
    no_network.refused.clear()
    yield
    assert not no_network.refused, f"the test tried to leave this machine: {no_network.refused}"


@cache
def _built_in_targets() -> int:
    from reref.taxonomy.registry import built_in

    return len(built_in().targets)


@pytest.fixture(autouse=True)
def _what_a_test_adds_to_the_taxonomy_goes_with_it() -> Iterator[None]:
    yield
    registry = sys.modules.get("reref.taxonomy.registry")
    if registry is None or not registry.shared.cache_info().currsize:
        return
    if len(registry.shared().targets) != _built_in_targets():
        registry.reset()
