"""How much longer a run with a language model takes than its calls, and whether its memory stays flat.

A server in a process of its own answers every call after a fixed time. The ideal is calls / concurrency x latency.

    python benchmarks/llm_overhead.py [CALLS] [CONCURRENCY] [LATENCY]
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SERVER = r"""
import asyncio, json, sys
latency = float(sys.argv[1])
verdict = {"reasoning": "compared", "is_clinically_consistent": True, "is_valid_perturbation": True,
           "does_not_contain_required_info": False, "is_already_in_expected_form": False}

def reply(raw):
    body = json.loads(raw)
    if "is_clinically_consistent" in body["messages"][0]["content"]:
        content = verdict
    else:
        asked = body["messages"][-1]["content"]
        report = json.loads(asked.partition("[[ ## report ## ]]\n")[2].partition("\n\n[[ ##")[0])
        content = {**report, "outcome": "rewritten", "findings": "Reported: " + report["findings"]}
    found = {"choices": [{"index": 0, "finish_reason": "stop", "message": {"content": json.dumps(content)}}],
             "usage": {"prompt_tokens": 100, "completion_tokens": 20}}
    return json.dumps(found).encode()

async def serve(reader, writer):
    try:
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(next(l for l in head.lower().split(b"\r\n") if l.startswith(b"content-length")).split(b":")[1])
            raw = await reader.readexactly(length)
            await asyncio.sleep(latency)
            body = reply(raw)
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()

async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0, backlog=512)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()

asyncio.run(main())
"""


def main() -> None:
    given = [*sys.argv[1:], *("2000", "64", "0.5")[len(sys.argv) - 1 :]]
    calls, concurrency, latency = int(given[0]), int(given[1]), float(given[2])
    from reref.datasets.study import Study
    from reref.llm.settings import LLMSettings
    from reref.report import Report
    from reref.runs import RunFolder
    from reref.taxonomy import get_target
    from reref.workflows.llm_runs import ModelChoice, asked

    server = subprocess.Popen([sys.executable, "-c", SERVER, str(latency)], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        settings = LLMSettings(
            model="fake", base_url=f"http://127.0.0.1:{int(server.stdout.readline())}/v1", concurrency=concurrency
        )
        studies = [
            Study(f"s{n}", "bench", Report(findings=f"Nodule {n} of the series. " * 8, impression="Nodule."))
            for n in range(calls // 2)
        ]
        with tempfile.TemporaryDirectory() as place, RunFolder(Path(place)).store() as store:
            choice = ModelChoice("llm", settings, {})
            list(asked(studies[:2], [get_target("paraphrase/free")], choice, store, seed=1, variants=1, hear=print))
            memory, started, cpu = [], time.perf_counter(), time.process_time()
            targets = [get_target("paraphrase/free")]
            made = asked(studies, targets, choice, store, seed=0, variants=1, hear=lambda _: None)
            for seen, _ in enumerate(made, 1):
                if seen % max(1, len(studies) // 4) == 0:
                    memory.append(_resident())
            took, cpu = time.perf_counter() - started, time.process_time() - cpu
    finally:
        server.terminate()
        server.wait()
    ideal = calls / concurrency * latency
    print(json.dumps({
        "calls": calls, "concurrency": concurrency, "latency": latency, "seconds": round(took, 2),
        "ideal": round(ideal, 2), "ratio": round(took / ideal, 3), "cpu_ms_per_call": round(1000 * cpu / calls, 2),
        "resident_mb_by_quarter": memory, "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }))  # fmt: skip


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() // 2**20


if __name__ == "__main__":
    main()
