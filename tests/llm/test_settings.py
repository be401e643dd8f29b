"""Settings, consent, keys, and what `reref doctor` and `--dry-run` say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import reref
from llm.fake_server import Answer, FakeServer, is_judging
from llm.helpers import good, reworded

from reref.core.errors import UsageError
from reref.llm.consent import is_loopback, require_consent
from reref.llm.endpoint import Endpoint
from reref.llm.settings import LLMSettings, load_settings

LOCAL = "http://127.0.0.1:8080/v1"
STUDIES = Path(__file__).parents[2] / "examples" / "studies.jsonl"
AGREES = Answer(json.dumps({"reasoning": "two is 2", "agreement": "same"}))


def test_flags_win_over_variables_and_those_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "model.toml"
    file.write_text(f'[llm]\nmodel = "a"\nbase_url = "{LOCAL}"\nsamples = 2\nconcurrency = 3\n')
    monkeypatch.setenv("REREF_MODEL", "b")
    monkeypatch.setenv("REREF_SAMPLES", "4")
    found = load_settings({"model": "c", "samples": None}, file)
    assert (found.model, found.samples, found.concurrency) == ("c", 4, 3)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nonsense", "not TOML"),
        ('model = "a"\nbase_url = "ftp://x"', "base_url"),
        ('model = "a"\nbase_url = "http://u:p@x/v1"', "password"),
        (f'model = "a"\nbase_url = "{LOCAL}"\nsample = 1', "sample"),
        (f'model = "a"\nbase_url = "{LOCAL}"\nsamples = 0', "samples"),
        (f'model = "a"\nbase_url = "{LOCAL}"\napi_key = "secret"', "key does not belong"),
        (f'model = "a"\nbase_url = "{LOCAL}"\nmax_cost = 1', "price_in"),
        ('model = "a"', "--base-url"),
        (f'base_url = "{LOCAL}"', "--model"),
    ],
)
def test_wrong_settings_are_one_clear_line(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "model.toml"
    file.write_text(text)
    with pytest.raises(UsageError, match=words) as caught:
        load_settings({}, file)
    assert "\n" not in str(caught.value).strip() or "TOML" in str(caught.value)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "is_local"),
    [
        (LOCAL, True),
        ("http://localhost:1/v1", True),
        ("http://[::1]:1/v1", True),
        ("http://127.9.9.9/v1", True),
        ("http://10.0.0.5/v1", False),
        ("http://0.0.0.0/v1", False),
        ("https://api.example.org/v1", False),
        ("http://localhost.example.org/v1", False),
        ("http://127.0.0.1.example.org/v1", False),
    ],
)
def test_only_loopback_is_this_machine(url: str, *, is_local: bool) -> None:
    assert is_loopback(url) is is_local


def test_another_machine_needs_consent_and_is_announced() -> None:
    with pytest.raises(UsageError, match="--allow-remote"):
        require_consent(LLMSettings(model="m", base_url="https://api.example.org/v1"))
    agreed = LLMSettings(model="m", base_url="https://api.example.org/v1", allow_remote=True)
    assert "api.example.org" in require_consent(agreed)
    assert require_consent(LLMSettings(model="m", base_url=LOCAL)) == ""


def test_no_endpoint_is_asked_without_consent() -> None:
    endpoint = Endpoint(LLMSettings(model="m", base_url="https://api.example.org/v1"))
    with pytest.raises(UsageError, match="--allow-remote"):
        endpoint.ask({"messages": []})


def test_the_command_asks_for_consent_before_anything_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    remote = ("--engine", "llm", "--model", "m", "--base-url", "https://api.example.org/v1")
    ended = reref(capsys, "perturb", STUDIES, "-o", tmp_path / "run", *remote)
    assert ended.code == 2
    assert "api.example.org is not this machine" in ended.err
    assert not (tmp_path / "run").exists()


def test_the_key_comes_from_a_variable_or_a_file_and_stands_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REREF_API_KEY", "sk-from-variable")
    options = ("--engine", "llm", "--model", "m", "--target", "paraphrase/free", "--limit", "1")
    with FakeServer(reworded) as server:
        ended = reref(capsys, "perturb", STUDIES, "-o", tmp_path / "run", *options, "--base-url", server.url)
        assert ended.code == 0
        assert server.headers[0]["authorization"] == "Bearer sk-from-variable"
    (tmp_path / "key").write_text("sk-from-file\n")
    settings = LLMSettings(model="gpt 5", base_url=LOCAL, api_version="2026-01-01", api_key_file=tmp_path / "key")
    assert settings.headers()["api-key"] == "sk-from-file"
    assert settings.url == f"{LOCAL}/openai/deployments/gpt%205/chat/completions?api-version=2026-01-01"
    for file in (tmp_path / "run").iterdir():
        assert b"sk-from" not in file.read_bytes()


def test_a_broken_key_is_refused_without_being_shown(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("sk-one\nsk-two")
    settings = LLMSettings(model="m", base_url=LOCAL, api_key_file=tmp_path / "key")
    with pytest.raises(UsageError, match="characters") as caught:
        settings.headers()
    assert "sk-" not in str(caught.value)
    with pytest.raises(UsageError, match="cannot be read"):
        LLMSettings(model="m", base_url=LOCAL, api_key_file=tmp_path / "none").key()


@pytest.mark.parametrize(
    ("settings", "shape"),
    [
        ({"base_url": LOCAL}, "json_schema"),
        ({"base_url": "https://api.openai.com/v1"}, "strict"),
        ({"base_url": "https://x.openai.azure.com", "api_version": "1"}, "strict"),
        ({"base_url": "https://api.openai.com/v1", "structure": "none"}, "none"),
    ],
)
def test_the_shape_of_replies_suits_the_server(settings: dict[str, str], shape: str) -> None:
    assert LLMSettings.model_validate({"model": "m", **settings}).shape == shape


@pytest.mark.parametrize("structure", ["json_schema", "strict", "json_object", "none"])
def test_every_structure_works(tmp_path: Path, capsys: pytest.CaptureFixture[str], structure: str) -> None:
    options = ("--engine", "llm", "--model", "m", "--target", "paraphrase/free", "--limit", "1")
    with FakeServer(reworded) as server:
        ended = reref(
            capsys, "perturb", STUDIES, "-o", tmp_path / "r", *options, "--base-url", server.url,
            "--structure", structure,
        )  # fmt: skip
    assert ended.code == 0
    sent = server.bodies[0].get("response_format", {}).get("type", "none")
    assert sent == {"strict": "json_schema"}.get(structure, structure)
    assert ("maxLength" in json.dumps(server.bodies[0])) == (structure == "json_schema")


def test_a_reasoning_model_gets_neither_temperature_nor_max_tokens(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--engine", "llm", "--model", "o3", "--target", "paraphrase/free", "--limit", "1")
    with FakeServer(reworded) as server:
        reref(capsys, "perturb", STUDIES, "-o", tmp_path / "r", *options, "--base-url", server.url)
    assert not {"temperature", "max_tokens"} & server.bodies[0].keys()
    assert server.bodies[0]["max_completion_tokens"] == 4096


def test_writing_is_warm_and_judging_is_cold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--engine", "llm", "--model", "m", "--target", "paraphrase/free", "--limit", "1")
    with FakeServer(reworded) as server:
        reref(capsys, "perturb", STUDIES, "-o", tmp_path / "r", *options, "--base-url", server.url)
    assert [(is_judging(body), body["temperature"]) for body in server.bodies] == [(False, 0.7), (True, 0.0)]


def test_a_dry_run_shows_a_prompt_and_a_price_and_asks_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--engine", "hybrid", "--model", "m", "--target", "error/size", "--persona", "all", "--dry-run")
    with FakeServer(good) as server:
        ended = reref(
            capsys, "perturb", STUDIES, "-o", tmp_path / "run", *options, "--base-url", server.url,
            "--price-in", "2", "--price-out", "8",
        )  # fmt: skip
        assert server.count == 0
    assert ended.code == 0
    assert "exactly one error of the given kind" in ended.out
    assert "ex-001" not in ended.out
    assert "at least: 864 calls" in ended.out
    assert "price" in ended.out
    assert not (tmp_path / "run").exists()


def test_options_of_a_model_need_an_engine_that_has_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ended = reref(capsys, "perturb", STUDIES, "-o", tmp_path / "run", "--model", "m")
    assert ended.code == 2
    assert "--engine" in ended.err


def test_every_setting_can_be_given_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    with FakeServer(lambda body, number: AGREES) as server:
        options = ("--llm-set", "model=m", "--base-url", server.url, "--llm-set", "max_tokens=99")
        assert reref(capsys, "doctor", *options, "--llm-set", "verifier_temperature=0.5").code == 0
        assert (server.bodies[0]["max_tokens"], server.bodies[0]["temperature"]) == (99, 0.5)
        for wrong in ("deadline", "deadlines=3", "deadline=soon"):
            ended = reref(capsys, "doctor", *options, "--llm-set", wrong)
            assert ended.code == 2
            assert "deadline" in ended.err


def test_doctor_without_a_model_lists_versions(capsys: pytest.CaptureFixture[str]) -> None:
    ended = reref(capsys, "doctor")
    assert ended.code == 0
    assert "dspy 3." in ended.out
    assert "no language model is set" in ended.out


def test_doctor_says_that_a_model_works(capsys: pytest.CaptureFixture[str]) -> None:
    with FakeServer(lambda body, number: AGREES) as server:
        ended = reref(capsys, "doctor", "--model", "m", "--base-url", server.url)
    assert ended.code == 0
    assert "answers in the shape that was asked for" in ended.out
    assert server.count == 1


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Answer(status=401, body=b"{}"), "check the key"),
        (Answer(status=404, body=b"{}"), "the address ends in /v1"),
        (Answer(status=400, body=b'{"error": {"message": "response_format unknown"}}'), "--structure"),
        (Answer(status=500, body=b""), "own log"),
        (Answer(body=b"<html>"), "no OpenAI-compatible server"),
        (Answer("sure: same"), "does not enforce the schema"),
        (Answer(AGREES.content, "length"), "max_tokens"),
    ],
)
def test_doctor_says_in_one_line_what_is_wrong(capsys: pytest.CaptureFixture[str], answer: Answer, words: str) -> None:
    with FakeServer(lambda body, number: answer) as server:
        ended = reref(capsys, "doctor", "--model", "m", "--base-url", server.url)
    assert ended.code == 1
    assert words in ended.out.strip().splitlines()[-1]


def test_doctor_says_that_nothing_listens(capsys: pytest.CaptureFixture[str]) -> None:
    with FakeServer(good) as server:
        url = server.url
    ended = reref(capsys, "doctor", "--model", "m", "--base-url", url)
    assert ended.code == 1
    assert "is the server running" in ended.out
