"""The whole path with a real model: prompts, schema, validation, loop, store, resume. It writes badly: no matter."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from llm.local_model import local_model, missing

from reref.datasets.study import Study
from reref.llm.settings import LLMSettings
from reref.report import Report
from reref.runs import RunFolder
from reref.taxonomy import load_taxonomy, reset
from reref.workflows.llm_runs import ModelChoice
from reref.workflows.perturb import perturb

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(missing()), reason=missing() or "-")]


@pytest.fixture(autouse=True)
def _forget_the_axis() -> Iterator[None]:
    yield
    reset()


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with local_model() as address:
        yield address


#: As little as an axis can say: the model reads slowly.
AXIS = """
name: telegraphic
dimension: language
kind: relative
description: Some readers leave out verbs and articles.
variations: {short: Without verbs and articles.}
examples: [{original: The heart is large., short: Heart large.}]
"""


def test_a_real_model_fills_the_schema_and_no_call_is_made_twice(url: str, tmp_path: Path) -> None:
    settings = LLMSettings(model="smollm2", base_url=url, max_tokens=60, samples=1, concurrency=1, timeout=300)
    study = Study("s1", "made", Report(findings="The heart is normal.", impression=""))
    (tmp_path / "axis.yaml").write_text(AXIS)
    (target,) = load_taxonomy(tmp_path / "axis.yaml")
    folder, chosen = RunFolder(tmp_path / "run"), ModelChoice("llm", settings, {})

    def run() -> bytes:
        perturb([study], [target], folder=folder, settings={}, model=chosen)
        return (folder.path / "alternatives.jsonl").read_bytes()

    row = json.loads(run())
    assert row["status"] in ("accepted", "rejected", "infeasible", "failed")
    assert row["verdict"] is not None or row["explanation"].startswith("BadReplyError: ")
    with folder.store() as store:
        replies = [json.loads(stored) for _, stored in store.items("call")]
    assert replies
    for reply in replies:
        assert reply["tokens_in"] > 0
        if reply["finish_reason"] == "stop":
            said = json.loads(reply["text"])
            assert set(said) >= {"outcome"} or isinstance(said["is_valid_perturbation"], bool)
    assert json.loads(run())["status"] == row["status"]
    with folder.store() as store:
        assert len(store.keys("call")) == len(replies)
