"""Attribute-weighted F1 and a clinical score, both from paired claims about abnormal findings (`claims.py`).

- ``attribute-f1``: F1 where a pair of claims counts as far as finding, certainty, side, site, degree, size and change
  agree; every claim counts once, whatever it is about. Range 0 to 1.
- ``fact-score``: every claim counts by how much it matters. Credit for what the reference says and the candidate says
  too, less what the candidate made up, over what the reference says; below zero it falls off towards -1, so that more
  false claims are always worse. A report that says all of the reference and nothing else scores 1. Range -1 to 1.

Neither looks at normal or denied findings: leaving them out tells the reader nothing else about the patient.
"""

from __future__ import annotations

from collections.abc import Sequence

from reref.analysis.metrics.claims import Pairing, claims, pair
from reref.analysis.metrics.registry import metric


def _paired(candidate: str, reference: str) -> Pairing:
    return pair(claims(candidate), claims(reference))


@metric(name="attribute-f1", higher_is_better=True, range=(0, 1))
def attribute_f1(candidates: Sequence[str], references: Sequence[str]) -> list[float]:
    """F1 of abnormal findings, each pair weighted by the attributes that agree, mean over studies."""
    scores = []
    for candidate, reference in zip(candidates, references, strict=True):
        found = _paired(candidate, reference)
        both = 2 * len(found.pairs) + sum(share for _, share in (*found.false, *found.missed))
        scores.append(2 * sum(alike for _, _, alike in found.pairs) / both if both else 1.0)
    return scores


@metric(name="fact-score", higher_is_better=True, range=(-1, 1))
def fact_score(candidates: Sequence[str], references: Sequence[str]) -> list[float]:
    """Credit for told findings less made-up ones, each by how much it matters clinically, mean over studies."""
    scores = []
    for candidate, reference in zip(candidates, references, strict=True):
        found = _paired(candidate, reference)
        credit = sum(theirs.weight * alike for _, theirs, alike in found.pairs)
        made_up = sum(claim.weight * share for claim, share in found.false)
        wanted = sum(theirs.weight for _, theirs, _ in found.pairs)
        wanted += sum(claim.weight * share for claim, share in found.missed)
        if not wanted:
            scores.append(1.0 if not made_up else -made_up / (1 + made_up))
            continue
        raw = (credit - made_up) / wanted
        scores.append(raw if raw >= 0 else raw / (1 - raw))
    return scores
