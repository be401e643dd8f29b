"""CT-FineBench as a metric: the questions that a reference's facts raise, answered from the candidate, all by rules.

The mean over a reference's questions of 1, 0.5 or 0 (`reref.analysis.finebench`; the method of ct-finebench, section
3.3). It asks what the reference tells, so made-up findings cost nothing; read it beside a fact metric.
"""

from __future__ import annotations

from collections.abc import Sequence

from reref.analysis.finebench import questions_about, score_report
from reref.analysis.metrics.registry import metric


@metric(name="ct-finebench", higher_is_better=True, range=(0, 1))
def ct_finebench(candidates: Sequence[str], references: Sequence[str]) -> list[float]:
    """Share of a reference's attribute questions that the candidate answers right (rules), mean over studies."""
    return [score_report(questions_about(r), c).score for c, r in zip(candidates, references, strict=True)]
