"""Tuning with every optimizer on a scripted model, and what the program file holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command import reref
from llm.fake_server import Answer, FakeServer, is_judging, report_in, rewritten, verdict

LOCAL_TEXT = "Small right effusion of {} mm. The heart is normal in size. No pneumothorax."


def pairs(path: Path, count: int = 12) -> Path:
    """Write pairs of which every second is wrong about the side."""
    with path.open("w") as lines:
        for n in range(count):
            text = LOCAL_TEXT.format(n + 2)
            wrong = n % 2 == 1
            told = text.replace("right", "left") if wrong else f"{text} Done."
            row = {
                "id": n,
                "target": "paraphrase/free",
                "original": {"findings": text, "impression": ""},
                "alternative": {"findings": told, "impression": ""},
                "gold": {
                    "is_clinically_consistent": not wrong,
                    "is_valid_perturbation": True,
                    "does_not_contain_required_info": False,
                    "is_already_in_expected_form": False,
                },
                "note": "the side" if wrong else "",
            }
            lines.write(json.dumps(row) + "\n")
    return path


def script(body: dict[str, Any], number: int) -> Answer:
    """Judge rightly only with worked examples or new instructions; anything else gets a text."""
    messages = body["messages"]
    system = messages[0]["content"] if messages[0]["role"] == "system" else ""
    if is_judging(body) and "response_format" in body:
        asked = messages[-1]["content"]
        knows = len(messages) > 2 or "WITH CARE" in system
        return Answer(verdict(consistent=not (knows and "left effusion" in asked)))
    if '"findings"' in system and "outcome" in system and "response_format" in body:
        report = report_in({"messages": [messages[-1]]})
        return Answer(rewritten(report["findings"].replace("Small right", "There is a small right"), ""))
    if "response_format" in body:
        schema = body["response_format"]["json_schema"]["schema"]["properties"]
        return Answer(json.dumps(dict.fromkeys(schema, "WITH CARE")))
    return Answer("```\nJudge WITH CARE.\n```")


@pytest.mark.slow
@pytest.mark.parametrize("optimizer", ["bootstrap", "gepa", "mipro"])
def test_a_tuned_verifier_is_saved_without_an_address_and_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, optimizer: str
) -> None:
    if optimizer == "mipro":
        pytest.importorskip("optuna", reason="mipro needs optuna (pip install optuna)")
    monkeypatch.setenv("REREF_API_KEY", "sk-secret")
    output = tmp_path / "better.json"
    with FakeServer(script) as server:
        ended = reref(
            capsys, "tune", pairs(tmp_path / "pairs.jsonl"), "-o", output, "--optimizer", optimizer, "--steps", "2",
            "--model", "m", "--base-url", server.url,
        )  # fmt: skip
        url = server.url
    assert ended.code == 0, ended.err
    assert "% right before" in ended.out
    written = output.read_text()
    made_by = json.loads(written)["made_by"]
    assert made_by["after"] > made_by["before"]
    assert "sk-secret" not in written
    assert url not in written
    with FakeServer(script) as server:
        ended = reref(
            capsys, "perturb", Path(__file__).parents[2] / "examples" / "studies.jsonl", "-o", tmp_path / "run",
            "--engine", "llm", "--model", "m", "--base-url", server.url, "--target", "paraphrase/free",
            "--program", f"verify-rewrite={output}", "--limit", "1", "--samples", "1",
        )  # fmt: skip
    assert ended.code == 0, ended.err
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert list(manifest["programs"]) == ["verify-rewrite"]


@pytest.mark.slow
def test_a_generator_is_tuned_by_what_the_fact_verifier_accepts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with FakeServer(script) as server:
        ended = reref(
            capsys, "tune", pairs(tmp_path / "pairs.jsonl"), "-o", tmp_path / "p.json", "--program", "paraphrase",
            "--model", "m", "--base-url", server.url,
        )  # fmt: skip
    assert ended.code == 0, ended.err
    assert json.loads((tmp_path / "p.json").read_text())["state"]["demos"]


def test_a_dead_model_tunes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with FakeServer(lambda body, number: Answer(status=401, body=b"{}")) as server:
        ended = reref(
            capsys, "tune", pairs(tmp_path / "pairs.jsonl"), "-o", tmp_path / "p.json", "--model", "m",
            "--base-url", server.url,
        )  # fmt: skip
    assert ended.code == 2
    assert "not allowed" in ended.err
    assert not (tmp_path / "p.json").exists()


def test_pairs_that_cannot_be_learnt_from_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("-o", tmp_path / "p.json", "--model", "m", "--base-url", "http://127.0.0.1:9/v1")
    ended = reref(capsys, "tune", pairs(tmp_path / "few.jsonl", 3), *options)
    assert ended.code == 3
    assert "at least 4" in ended.err
    rows = [json.loads(line) for line in pairs(tmp_path / "pairs.jsonl").read_text().splitlines()]
    (tmp_path / "bare.jsonl").write_text("".join(json.dumps({**row, "gold": None}) + "\n" for row in rows))
    ended = reref(capsys, "tune", tmp_path / "bare.jsonl", *options)
    assert ended.code == 3
    assert "has no 'gold'" in ended.err
