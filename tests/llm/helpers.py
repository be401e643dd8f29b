"""One report, one endpoint, one alternative."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llm.fake_server import Answer, is_judging, report_in, rewritten, verdict

from reref.llm.endpoint import Endpoint
from reref.llm.settings import LLMSettings
from reref.perturbations import Alternative, Engine, make_alternative
from reref.perturbations.llm.asking import Programs
from reref.perturbations.llm.engines import hybrid_engine, llm_engine
from reref.report import Report
from reref.taxonomy import get_target

REPORT = Report(
    findings="There is a small right pleural effusion. The heart is normal in size. No pneumothorax.",
    impression="Small right pleural effusion.",
)
REWORDED = {
    "findings": "A small pleural effusion is present on the right. Heart size is normal. No pneumothorax is seen.",
    "impression": "Small pleural effusion on the right.",
}
#: Fast enough for a test, otherwise as by default.
QUICK: dict[str, Any] = {"timeout": 1.0, "deadline": 3.0, "tries": 2, "samples": 2, "retry_after_limit": 1.0}


def good(body: dict[str, Any], number: int = 0) -> Answer:
    """Answer as a capable model would: reword the report, find everything in order."""
    if is_judging(body):
        return Answer(verdict())
    return Answer(rewritten(**REWORDED))


def reworded(body: dict[str, Any], number: int = 0) -> Answer:
    """Reword any report in a way that depends on it alone."""
    if is_judging(body):
        return Answer(verdict())
    report = report_in(body)
    return Answer(rewritten(f"{report['findings']} Reviewed.", report["impression"]))


@contextmanager
def engine(url: str, kind: str = "hybrid", **settings: Any) -> Iterator[Engine]:
    """Open an engine on a server."""
    with Endpoint(LLMSettings(model="fake", base_url=url, **{**QUICK, **settings})) as endpoint:
        programs = Programs(endpoint)
        make = hybrid_engine if kind == "hybrid" else llm_engine
        yield make(programs, endpoint.settings.samples)


def alternative(engine: Engine, target: str = "paraphrase/free", report: Report = REPORT) -> Alternative:
    return make_alternative("s1", "tests", report, get_target(target), engine, seed=0)
