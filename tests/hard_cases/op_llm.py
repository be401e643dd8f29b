"""Hard cases of language models: a stub server gives the case's reply, and the product has to notice what is wrong."""

from __future__ import annotations

import json
from typing import Any

from hard_cases.op_rewrite import AXES


def ask(_: str, given: dict[str, Any]) -> dict[str, Any]:
    """Make the alternative with a model that replies as the case says, and a second model that accepts everything.

    What is caught here is caught by the checks of the reply and by the fact guard alone.
    """
    from llm.fake_server import Answer, FakeServer, is_judging, verdict

    from reref.llm.endpoint import Endpoint
    from reref.llm.settings import LLMSettings
    from reref.perturbations import make_alternatives
    from reref.perturbations.llm.asking import Programs
    from reref.perturbations.llm.engines import hybrid_engine
    from reref.report import read_report
    from reref.taxonomy import get_target

    reply = _in_our_shape(given["llm_reply"])

    def script(body: dict[str, Any], _number: int) -> Answer:
        if is_judging(body):
            return Answer(verdict())
        return Answer(reply, finish_reason=given.get("finish_reason", "stop"))

    report = read_report(given["report"])
    target = get_target(_target(given["request"]))
    with FakeServer(script) as server:
        settings = LLMSettings(model="stub", base_url=server.url, samples=1, tries=1, deadline=20, timeout=10)
        with Endpoint(settings) as endpoint:
            engine = hybrid_engine(Programs(endpoint), samples=1)
            row = make_alternatives("case", "hard cases", report, target, engine, seed=0)[0]
    reasons = [row.explanation]
    for sample in row.attempts:
        reasons += [sample.error, sample.verdict.reason if sample.verdict else ""]
    accepted = row.status == "accepted"
    return {
        "out": f"{row.findings}\n\n{row.impression}".strip() if accepted else given["report"],
        "status": row.status,
        "infeasible": row.status == "infeasible",
        "reason": "\n".join(filter(None, reasons)),
        "labels": [{"type": edit.label} for edit in row.edits] if accepted else [],
    }


def _target(request: str) -> str:
    kind, _, name = request.partition(":")
    if kind == "perturb":
        return f"error/{name.replace('_', '-').removeprefix('attribute:')}"
    return AXES.get(name) or AXES[name.partition("=")[0]]


def _in_our_shape(reply: str) -> str:
    """Put a whole JSON reply with a report into the fields that our programs ask for; leave other replies alone."""
    from llm.fake_server import rewritten

    from reref.report import read_report

    first, last = reply.find("{"), reply.rfind("}") + 1
    try:
        said = json.loads(reply[first:last]) if first >= 0 else None
    except ValueError:
        return reply
    if not isinstance(said, dict) or not isinstance(said.get("report"), str):
        return reply
    report = read_report(said["report"])
    return reply[:first] + rewritten(report.findings, report.impression) + reply[last:]


OPERATIONS = {"llm": ask}
