"""What a coronary CT report says of the whole patient: dominance, calcification, CAD-RADS."""

from __future__ import annotations

import re

from reref.analysis.csm.scanning import rules, scan, spaced

_SCORE = re.compile(
    r"\b(?:agatston|calcium|cac)\s*(?:score|scoring)?(?:\s*\(?(?:agatston|cac)\)?)?(?:\s*score)?\s*(?:is|was|of|:|=)?\s*(?:approximately\s+)?(\d[\d,]*(?:\.\d+)?)",
    re.IGNORECASE,
)  # fmt: skip
_CAD_RADS = re.compile(r"\bcad-?\s?rads\s*(?:™|score|category|class|2\.0)?\s*[:=]?\s*(?:is\s+)?([0-5])", re.IGNORECASE)
_DEGREES = {"0": 0, "1": 1, "2": 1, "3": 2, "4": 3, "5": 3}
_OVERALL = re.compile(
    r"(?P<before>[^.;]{0,60}?)\b(?:(?:overall|total|diffuse|global)\s+)?(?:coronary(?:\s+arter(?:y|ies))?|overall|total)\s+(?:artery\s+)?(?:wall\s+)?(?:calcifications?|calcium|calcified\s+burden|calcium\s+burden|calcification\s+burden)(?P<after>[^.;]{0,40})",
    re.IGNORECASE,
)  # fmt: skip


def dominance(report: str) -> str | None:
    """Return the side that a report calls dominant."""
    for side, words in rules()["dominance"].items():
        if re.search(rf"(?<!\w)(?:{spaced(words)})(?!\w)", report.lower()):
            return str(side)
    return None


def calcification(report: str) -> int | None:
    """Return the degree of calcification of the whole patient, 0 to 3.

    Only what is said of the coronary arteries together counts: a degree in words, or a calcium score (0 none, up to 99
    mild, up to 399 moderate, from 400 severe). Plaque at a place is never taken for it.
    """
    score = _SCORE.search(report)
    if score is not None:
        value = float(score[1].replace(",", ""))
        return 0 if value == 0 else 1 if value < 100 else 2 if value < 400 else 3
    for found in _OVERALL.finditer(report):
        # of the words before only those of the same clause
        before = re.split(r",|\band\b|:", found["before"])[-1]
        tokens = scan(before) + [t for t in scan(found["after"]) if t.kind in ("grade", "denied")]
        if any(t.kind in ("vessel", "branch", "position") for t in tokens) or _placed(found["after"]):
            continue
        if any(t.kind in ("negation", "denied") for t in tokens):
            return 0
        degrees = [int(t.value) for t in tokens if t.kind == "grade"]
        if degrees:
            return max(degrees)
    return None


def _placed(after: str) -> bool:
    return bool(re.match(r"\s*(?:is|are)?\s*(?:seen\s+)?(?:in|of|at|involving)\s", after, re.IGNORECASE)) and any(
        t.kind in ("vessel", "branch") for t in scan(after)
    )


def cad_rads(report: str) -> int | None:
    """Return the degree of the highest stenosis that a CAD-RADS category stands for (Cury et al. 2022)."""
    found = _CAD_RADS.findall(report)
    return max((_DEGREES[category] for category in found), default=None)
