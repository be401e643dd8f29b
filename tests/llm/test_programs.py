"""Prompts come from the taxonomy, programs give plain values, and the guard spares the model wrong rewrites."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from llm.fake_server import Answer, FakeServer, is_judging, rewritten, verdict
from llm.helpers import QUICK, REPORT, REWORDED, alternative, engine, good

from reref.core.errors import BadDataError, UsageError
from reref.llm.endpoint import Endpoint
from reref.llm.errors import BadReplyError
from reref.llm.settings import LLMSettings
from reref.perturbations.llm import questions as asked
from reref.perturbations.llm.asking import Programs
from reref.perturbations.llm.engines import HybridVerifier, LLMVerifier
from reref.perturbations.llm.prompts import describe
from reref.perturbations.llm.signatures import program, program_names
from reref.perturbations.llm.tuned import load, save
from reref.report import Report
from reref.taxonomy import expand, get_target, load_taxonomy, reset


@pytest.fixture
def programs(request: pytest.FixtureRequest) -> Iterator[Programs]:
    """Return programs whose model answers with the test's parameter."""
    said = json.dumps(request.param)
    with (
        FakeServer(lambda body, number: Answer(said)) as server,
        Endpoint(LLMSettings(model="m", base_url=server.url, **QUICK)) as endpoint,
    ):
        yield Programs(endpoint)


@pytest.mark.parametrize("target", expand(["axis", "paraphrase", "error"]), ids=lambda target: target.name)
def test_a_prompt_tells_everything_that_the_taxonomy_says(target: Any) -> None:
    told = describe(target)
    assert target.description in told
    for pair in target.examples:
        assert json.dumps(pair.alternative, ensure_ascii=False) in told
    for constraint in target.constraints:
        assert constraint in told


def test_an_axis_of_a_users_file_is_made_without_any_code() -> None:
    load_taxonomy(Path(__file__).parents[2] / "examples" / "custom_axis.yaml")
    try:
        target = next(t for t in expand(["axis"]) if "examples" not in t.name and t.name not in BUILT_IN)
        with FakeServer(good) as server, engine(server.url, "llm") as made:
            assert alternative(made, target.name).status == "accepted"
        assert target.description in server.bodies[0]["messages"][1]["content"]
    finally:
        reset()


BUILT_IN = {target.name for target in expand(["axis"])}


@pytest.mark.parametrize("target", ["error/size", "error/negation-flip", "findings-scope/minimal", "paraphrase/free"])
def test_each_group_of_targets_has_its_own_programs(target: str) -> None:
    with FakeServer(good) as server, engine(server.url, "llm") as made:
        assert alternative(made, target).status == "accepted"
    kinds = "exactly one error" if target.startswith("error/") else "colleague"
    assert kinds in server.bodies[0]["messages"][0]["content"]


def test_controls_and_doses_are_made_by_rule() -> None:
    with FakeServer(good) as server, engine(server.url, "llm") as made:
        assert alternative(made, "control/case").findings == REPORT.findings.upper()
        assert alternative(made, "dose/omission-50").status == "accepted"
        assert server.count == 0


def wrong_side(body: dict[str, Any], number: int) -> Answer:
    if is_judging(body):
        return Answer(verdict())
    return Answer(rewritten(REWORDED["findings"].replace("right", "left"), REWORDED["impression"]))


def test_the_guard_stops_a_wrong_rewrite_before_the_model_judges_it() -> None:
    with FakeServer(wrong_side) as server, engine(server.url) as made:
        row = alternative(made)
        assert row.status == "rejected"
        assert not any(is_judging(body) for body in server.bodies)
        assert isinstance(made.verifier, HybridVerifier)
        assert (made.verifier.counts.judged, made.verifier.counts.stopped) == (1, 1)


def test_what_the_model_would_have_passed_is_counted_when_wanted() -> None:
    words: list[str] = []
    with (
        FakeServer(wrong_side) as server,
        Endpoint(LLMSettings(model="m", base_url=server.url, **QUICK)) as endpoint,
    ):
        judge = HybridVerifier(LLMVerifier(Programs(endpoint)), measure=True, keep=lambda key, word: words.append(word))
        wrong = Report(findings=REPORT.findings.replace("right", "left"), impression=REPORT.impression)
        assert not judge.judge(REPORT, wrong, get_target("paraphrase/free")).accepted
    assert words == ["missed"]
    assert (judge.counts.compared, judge.counts.passed_by_model) == (1, 1)


def test_what_the_guard_passes_is_judged_by_the_model() -> None:
    def script(body: dict[str, Any], number: int) -> Answer:
        return Answer(verdict(consistent=False)) if is_judging(body) else good(body)

    with FakeServer(script) as server, engine(server.url) as made:
        row = alternative(made)
    assert row.status == "rejected"
    assert row.explanation == "compared statement by statement"


SECTIONS = {
    "indication": "Cough.",
    "technique": "",
    "comparison": "",
    "findings": "Clear lungs.",
    "impression": "Normal.",
}


@pytest.mark.parametrize("programs", [SECTIONS], indirect=True)
def test_sections_hold_the_reports_own_words(programs: Programs) -> None:
    report = asked.extract_sections(programs, "HISTORY: Cough. FINDINGS: Clear lungs. IMPRESSION: Normal.")
    assert (report.indication, report.findings) == ("Cough.", "Clear lungs.")
    with pytest.raises(BadReplyError, match="not in the report"):
        asked.extract_sections(programs, "FINDINGS: Clear lungs.")


QUESTIONS = {"questions": [{"finding": "effusion", "attribute": "side", "question": "Which side?", "answer": "right"}]}


@pytest.mark.parametrize("programs", [QUESTIONS], indirect=True)
def test_questions_come_with_the_reports_answers(programs: Programs) -> None:
    (question,) = asked.ask_questions(programs, REPORT)
    assert (question.attribute, question.answer) == ("side", "right")


@pytest.mark.parametrize("programs", [{"answers": ["right"]}], indirect=True)
def test_there_is_one_answer_to_each_question(programs: Programs) -> None:
    assert asked.answer_questions(programs, REPORT, ["Which side?"]) == ["right"]
    with pytest.raises(BadReplyError, match="1 answers to 2 questions"):
        asked.answer_questions(programs, REPORT, ["Which side?", "How large?"])


@pytest.mark.parametrize("programs", [{"reasoning": "as asked", "agreement": "partly"}], indirect=True)
def test_answers_are_compared(programs: Programs) -> None:
    assert asked.compare_answers(programs, "Which side?", "right", "right lower") == "partly"


@pytest.mark.parametrize("programs", [{"outcome": "rewritten", **REWORDED}], indirect=True)
def test_a_trap_differs_from_its_original(programs: Programs) -> None:
    kinds = expand(["error/size"])
    made = asked.write_adversarial(programs, REPORT, kinds, tag="s1", seed=0)
    assert made.findings == REWORDED["findings"]
    with pytest.raises(BadReplyError, match="changed nothing"):
        asked.write_adversarial(programs, Report(**REWORDED), kinds, tag="s1", seed=0)


def test_a_program_file_is_read_back_and_used(tmp_path: Path) -> None:
    tuned = program("rewrite")
    tuned.signature = tuned.signature.with_instructions("Rewrite with great care.")
    save(tuned, "rewrite", tmp_path / "p.json", {"optimizer": "none"})
    again = load(tmp_path / "p.json", "rewrite")
    assert again.signature.instructions == "Rewrite with great care."
    assert "lm" not in json.loads((tmp_path / "p.json").read_text())["state"]


@pytest.mark.parametrize("key", ["api_base", "base_url", "api_key", "lm", "engine", "model"])
def test_a_program_that_says_where_reports_go_is_refused(tmp_path: Path, key: str) -> None:
    save(program("rewrite"), "rewrite", tmp_path / "p.json", {})
    for place in ("top", "deep"):
        found = json.loads((tmp_path / "p.json").read_text())
        (found["state"] if place == "top" else found["state"]["signature"])[key] = "http://192.0.2.1/v1"
        (tmp_path / f"{place}.json").write_text(json.dumps(found))
        with pytest.raises(UsageError, match="where reports go"):
            load(tmp_path / f"{place}.json", "rewrite")


def test_other_files_are_no_programs(tmp_path: Path) -> None:
    save(program("rewrite"), "rewrite", tmp_path / "p.json", {})
    with pytest.raises(UsageError, match="not 'compare'"):
        load(tmp_path / "p.json", "compare")
    with pytest.raises(UsageError, match="known: rewrite"):
        load(tmp_path / "p.json", "rewrites")
    with pytest.raises(BadDataError, match="no such file"):
        load(tmp_path / "none.json", "rewrite")
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(BadDataError, match="not a program file"):
        load(tmp_path / "other.json", "rewrite")
    found = json.loads((tmp_path / "p.json").read_text())
    found["state"]["signature"] = {"fields": []}
    (tmp_path / "bad.json").write_text(json.dumps(found))
    with pytest.raises(BadDataError, match="fields"):
        load(tmp_path / "bad.json", "rewrite")


def test_there_is_a_program_for_everything_that_is_asked() -> None:
    assert set(program_names()) == {
        *("rewrite", "paraphrase", "adversarial", "plant-error", "verify-rewrite", "verify-error"),
        *("sections", "ask", "answer", "compare"),
    }
