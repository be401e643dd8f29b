"""CSM-CCTA as metrics: the score with equal weights, and the score with the F1 of each variable (`reref.analysis.csm`).

The published weights are not public; equal ones stand in until they are fitted to experts (``reref calibrate``). Two
reports of which one says nothing about the coronary arteries score 0; ``reref csm`` labels them.
"""

from __future__ import annotations

from collections.abc import Sequence

from reref.analysis.csm import compare_reports
from reref.analysis.metrics.registry import metric


@metric(name="csm-ccta", higher_is_better=True, range=(0, 1))
def csm_ccta(candidates: Sequence[str], references: Sequence[str]) -> list[float]:
    """Coronary CT only: weighted F1 of clinical variables at the finest level both reports reach (equal weights)."""
    return [compare_reports(c, r).score for c, r in zip(candidates, references, strict=True)]


@metric(name="csm-ccta-components", higher_is_better=True, range=(0, 1))
def csm_ccta_components(candidate: str, reference: str) -> dict[str, float]:
    """Coronary CT only: CSM-CCTA and the F1 of each of its variables that has an instance in the pair."""
    found = compare_reports(candidate, reference)
    return {"score": found.score, **found.components}
