from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest


def _tried(request: pytest.FixtureRequest) -> list[str]:
    module = request.config.pluginmanager.get_plugin(str(Path(__file__).parents[1] / "conftest.py"))
    tried: list[str] = module.no_network.refused
    return tried


def test_a_connection_beyond_loopback_is_refused_and_noted(request: pytest.FixtureRequest) -> None:
    with socket.socket() as attempt, pytest.raises(ConnectionRefusedError):
        attempt.connect(("192.0.2.1", 80))
    with pytest.raises(ConnectionRefusedError):
        socket.getaddrinfo("example.org", 443)
    tried = _tried(request)
    assert len(tried) == 2
    tried.clear()


def test_child_processes_are_watched_too() -> None:
    code = "import socket; socket.socket().connect(('192.0.2.1', 80))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert "ConnectionRefusedError: the tests may not reach 192.0.2.1" in done.stderr


def test_loading_the_model_stack_connects_nowhere_and_leaves_no_files(tmp_path: Path) -> None:
    code = (
        "from reref.llm.settings import LLMSettings; from reref.llm.endpoint import Endpoint\n"
        "from reref.perturbations.llm.asking import Programs\n"
        "p = Programs(Endpoint(LLMSettings(model='gpt-4o', base_url='http://127.0.0.1:9/v1', tries=1)))\n"
        "try: p.judge('compare', question='a', expected='b', given='c')\n"
        "except Exception as error: print(error)\n"
    )
    env = {**os.environ, "HOME": str(tmp_path), "DSPY_CACHEDIR": "", "LITELLM_LOCAL_MODEL_COST_MAP": ""}
    del env["DSPY_CACHEDIR"], env["LITELLM_LOCAL_MODEL_COST_MAP"]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, env=env)
    assert "no connection: http://127.0.0.1:9/v1" in done.stdout, done.stderr
    assert "may not reach" not in done.stdout + done.stderr
    assert list(tmp_path.iterdir()) == []
