"""Whole runs: killed, resumed, flaky, out of money; no call is made twice and no study is lost."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from llm.fake_server import Answer, FakeServer, is_judging, report_in
from llm.helpers import good, reworded

from reref.datasets.study import Study
from reref.llm.limits import Pace
from reref.llm.settings import LLMSettings
from reref.report import Report
from reref.runs import RunFolder
from reref.taxonomy import get_target
from reref.workflows.llm_runs import ModelChoice
from reref.workflows.perturb import Counts, perturb

STUDIES = Path(__file__).parents[2] / "examples" / "studies.jsonl"


def studies(count: int) -> list[Study]:
    text = "The heart is normal in size. Small right effusion number {} of the series. No pneumothorax."
    return [Study(f"s{n}", "made", Report(findings=text.format(n), impression="Effusion.")) for n in range(count)]


def run(folder: Path, url: str, count: int, targets: tuple[str, ...] = ("paraphrase/free",), **more: Any) -> Counts:
    settings: dict[str, Any] = {"model": "fake", "base_url": url, "samples": 2, "timeout": 2, "deadline": 30, **more}
    chosen = ModelChoice("llm", LLMSettings(**settings), {})
    counts = perturb(
        studies(count), [get_target(name) for name in targets], folder=RunFolder(folder), settings={}, model=chosen
    )
    total = Counts()
    for one in counts.values():
        total.status += one.status
    return total


def texts(folder: Path) -> dict[str, str]:
    rows = map(json.loads, (folder / "alternatives.jsonl").read_text().splitlines())
    return {row["study_id"]: row["findings"] for row in rows if row["status"] == "accepted"}


def flaky(body: dict[str, Any], number: int) -> Answer:
    """Fail three calls of ten, decided by the number of the request, else reword."""
    draw = int.from_bytes(hashlib.sha256(str(number).encode()).digest()[:4], "big") % 20
    failures = [
        Answer(status=429, body=b"{}"),
        Answer(status=500, body=b"x"),
        Answer(drop="before"),
        Answer("abc", drop="body"),
        Answer("{}", delay=3),
        Answer(body=b"\xff\xfegarbage"),
    ]
    return failures[draw] if draw < len(failures) else reworded(body, number)


def test_with_three_calls_of_ten_failing_the_accepted_rewrites_are_those_of_a_faultless_run(tmp_path: Path) -> None:
    with FakeServer(reworded) as server:
        faultless = run(tmp_path / "faultless", server.url, 300, concurrency=32)
    with FakeServer(flaky) as server:
        shaken = run(tmp_path / "shaken", server.url, 300, concurrency=32)
        assert server.count > 1.25 * 600
    assert shaken.total == faultless.total == 300
    assert texts(tmp_path / "shaken") == texts(tmp_path / "faultless")
    assert len(texts(tmp_path / "faultless")) == 300


def test_with_garbage_for_messages_every_study_is_accounted_for(tmp_path: Path) -> None:
    def babbling(body: dict[str, Any], number: int) -> Answer:
        return Answer("garbage } [ ") if number % 3 == 0 else reworded(body, number)

    with FakeServer(babbling) as server:
        counts = run(tmp_path / "run", server.url, 60, samples=5)
    assert counts.total == 60
    assert counts.status["accepted"] + counts.status["failed"] == 60
    assert all(text.endswith(" Reviewed.") for text in texts(tmp_path / "run").values())


def test_running_again_makes_no_call(tmp_path: Path) -> None:
    with FakeServer(reworded) as server:
        run(tmp_path / "run", server.url, 10)
        before, written = server.count, (tmp_path / "run" / "alternatives.jsonl").read_bytes()
        run(tmp_path / "run", server.url, 10)
        assert server.count == before
    assert (tmp_path / "run" / "alternatives.jsonl").read_bytes() == written


@pytest.mark.slow
def test_a_killed_run_goes_on_without_making_a_finished_call_twice(tmp_path: Path) -> None:
    def slowly(body: dict[str, Any], number: int) -> Answer:
        answer = reworded(body, number)
        answer.delay = 0.15
        return answer

    with FakeServer(slowly) as server:
        command = [
            *(sys.executable, "-m", "reref", "perturb", str(STUDIES), "-o", str(tmp_path / "run"), "--limit", "8"),
            *("--engine", "llm", "--model", "fake", "--base-url", server.url, "--target", "paraphrase/free"),
            *("--target", "terminology/alternative", "--target", "control/case", "--concurrency", "4"),
        ]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while server.count < 12 and time.monotonic() < deadline:
            time.sleep(0.02)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        killed_at = server.count
        assert killed_at < 32
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
        asked = [json.dumps(body, sort_keys=True) for body in server.bodies]
    lost = len(asked) - len(set(asked))
    assert lost <= 4  # at most what was in flight
    assert len(set(asked)) == 32
    rows = [json.loads(line) for line in (tmp_path / "run" / "alternatives.jsonl").read_text().splitlines()]
    assert [row["status"] for row in rows] == ["accepted"] * 24


def test_a_budget_stops_the_calls_and_a_larger_one_goes_on(tmp_path: Path) -> None:
    with FakeServer(reworded) as server:
        counts = run(tmp_path / "run", server.url, 20, max_calls=15, concurrency=2)
        assert server.count == 15
        assert counts.status["failed"] > 0
        assert counts.total == 20
        run(tmp_path / "run", server.url, 20, max_calls=15)
        assert server.count == 15
        counts = run(tmp_path / "run", server.url, 20)
        assert server.count == 40
    assert counts.status == {"accepted": 20}


def test_tokens_and_money_are_budgets_too(tmp_path: Path) -> None:
    with FakeServer(reworded) as server:
        run(tmp_path / "tokens", server.url, 20, max_total_tokens=1000, concurrency=1)
        assert server.count == 9  # of 120 tokens each
        run(tmp_path / "money", server.url, 20, max_cost=0.001, price_in=1, price_out=1, concurrency=1)
        assert server.count == 9 + 9


def test_a_dead_endpoint_ends_the_run_quickly_with_every_study_failed(tmp_path: Path) -> None:
    with FakeServer(lambda body, number: Answer(status=401, body=b"{}")) as server:
        counts = run(tmp_path / "run", server.url, 200, concurrency=4)
        assert server.count <= 4
    assert counts.status == {"failed": 200}
    row = json.loads((tmp_path / "run" / "alternatives.jsonl").read_text().splitlines()[-1])
    assert row["explanation"].startswith("circuit open: no more calls are made after not allowed: HTTP 401")


def test_failures_in_a_row_open_the_circuit(tmp_path: Path) -> None:
    with FakeServer(lambda body, number: Answer(status=500, body=b"")) as server:
        counts = run(tmp_path / "run", server.url, 100, give_up_after=3, tries=2, concurrency=1)
        assert server.count == 6
    assert counts.status == {"failed": 100}


def test_a_pace_lets_a_short_burst_through_and_then_makes_wait() -> None:
    async def waits() -> list[float]:
        pace, clock = Pace(60_000), asyncio.get_running_loop().time
        taken = []
        for amount in (5000, 300, 1):
            started = clock()
            await pace.wait(amount)
            taken.append(clock() - started)
        return taken

    at_once, next_to_it, later = asyncio.run(waits())
    assert at_once < 0.2
    assert next_to_it < 0.2
    assert 0.1 <= later < 1


def test_waiting_for_ones_turn_is_no_timeout(tmp_path: Path) -> None:
    with FakeServer(reworded) as server:
        more = {"requests_per_minute": 240, "concurrency": 8, "deadline": 0.6, "timeout": 0.5}
        counts = run(tmp_path / "run", server.url, 13, **more)  # a burst of 20, then 6 at four a second
    assert counts.status == {"accepted": 13}


def test_personas_and_variants_share_no_call(tmp_path: Path) -> None:
    with FakeServer(reworded) as server:
        run(tmp_path / "run", server.url, 2, targets=("persona/minimalist", "findings-scope/minimal"))
        asked = [json.dumps(body, sort_keys=True) for body in server.bodies]
    assert len(asked) == len(set(asked))


def test_another_model_is_another_run(tmp_path: Path) -> None:
    from reref.core.errors import UsageError

    with FakeServer(reworded) as server:
        run(tmp_path / "run", server.url, 1)
        with pytest.raises(UsageError, match="llm"):
            run(tmp_path / "run", server.url, 1, temperature=0.2)


def test_no_log_record_holds_report_text(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")

    def script(body: dict[str, Any], number: int) -> Answer:
        return Answer("no JSON about effusion") if number % 2 else good(body)

    with FakeServer(script) as server:
        run(tmp_path / "run", server.url, 3)
    assert not [record for record in caplog.records if "effusion" in record.getMessage()]


def test_every_attempt_is_kept(tmp_path: Path) -> None:
    def script(body: dict[str, Any], number: int) -> Answer:
        if is_judging(body):
            from llm.fake_server import verdict

            return Answer(verdict(valid=False))
        return Answer(json.dumps({"outcome": "rewritten", **report_in(body), "impression": f"Sample {number}."}))

    with FakeServer(script) as server:
        run(tmp_path / "run", server.url, 1, samples=3)
    row = json.loads((tmp_path / "run" / "alternatives.jsonl").read_text())
    assert len(row["attempts"]) == 3
    assert len({sample["impression"] for sample in row["attempts"]}) == 3


@pytest.mark.slow
def test_an_interrupted_run_ends_at_once_and_can_go_on(tmp_path: Path) -> None:
    def slowly(body: dict[str, Any], number: int) -> Answer:
        answer = reworded(body, number)
        answer.delay = 0.0 if number < 6 else 60.0
        return answer

    with FakeServer(slowly) as server:
        command = [
            *(sys.executable, "-m", "reref", "perturb", str(STUDIES), "-o", str(tmp_path / "run"), "--limit", "8"),
            *("--engine", "llm", "--model", "fake", "--base-url", server.url, "--target", "paraphrase/free"),
        ]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        while server.count < 10 and time.monotonic() < deadline:
            time.sleep(0.02)
        started = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
        assert process.returncode == 130
        assert "Traceback" not in said
        assert time.monotonic() - started < 10
    with RunFolder(tmp_path / "run").store() as store:
        assert len(store.keys("call")) == 6
