"""What a coronary CT report says, on three levels, and how missing coarser values follow from finer ones.

The numbers in brackets are the formulas of csm-ccta.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

VESSELS = ("LM", "LAD", "LCX", "RCA")
#: From coarse to fine.
LEVELS = ("patient", "vessel", "segment")
#: The variables of each level, each with those of the coarser ones (15, 16, 17).
VARIABLES: Mapping[str, tuple[str, ...]] = {
    "patient": ("dominance", "calcification", "stenosis"),
    "vessel": ("dominance", "calcification", "stenosis", "vessel_stenosis", "vessel_plaque"),
    "segment": ("dominance", "calcification", "stenosis", "vessel_stenosis", "vessel_plaque", "segments"),
}

Plaque = frozenset[str]


@dataclass(frozen=True)
class Variables:
    """Everything that a report says itself; what it does not say is ``None`` or has no key.

    Attributes:
        dominance: right, left or balanced (1).
        calcification: of the whole patient, 0 none to 3 severe (1).
        stenosis: the highest degree in the patient, 0 none to 3 severe (1).
        vessel_stenosis: by vessel (2).
        vessel_plaque: by vessel, a set of calcified, non-calcified and mixed; the empty set for "no plaque" (2).
        segment_stenosis: by SCCT segment number, the quadruples with a = stenosis (3, 4, 5).
        segment_plaque: by SCCT segment number, the quadruples with a = plaque (3, 4, 5).
    """

    dominance: str | None = None
    calcification: int | None = None
    stenosis: int | None = None
    vessel_stenosis: Mapping[str, int] = field(default_factory=dict)
    vessel_plaque: Mapping[str, Plaque] = field(default_factory=dict)
    segment_stenosis: Mapping[int, int] = field(default_factory=dict)
    segment_plaque: Mapping[int, Plaque] = field(default_factory=dict)


class Completed(NamedTuple):
    """A patient's and the vessels' values after completion (11, 12, 13)."""

    stenosis: int | None
    vessel_stenosis: Mapping[str, int]
    vessel_plaque: Mapping[str, Plaque]


def level(report: Variables) -> str | None:
    """Return the finest level at which a report says anything itself, ``None`` when it says nothing."""
    if report.segment_stenosis or report.segment_plaque:
        return "segment"
    if report.vessel_stenosis or report.vessel_plaque:
        return "vessel"
    if not (report.dominance is None and report.calcification is None and report.stenosis is None):
        return "patient"
    return None


def complete(report: Variables, vessel_of: Mapping[int, str]) -> Completed:
    """Complete coarser values from finer ones where the report does not say them itself.

    A vessel's stenosis is the highest of its segments (6, 8, 11), its plaque all types of its segments (7, 10, 12), the
    patient's stenosis the highest of the completed vessels (9, 13). What cannot be derived stays unknown.

    Args:
        report: what it says itself.
        vessel_of: the vessel of each segment.
    """
    stenosis = dict(report.vessel_stenosis)
    plaque = dict(report.vessel_plaque)
    for vessel in VESSELS:
        degrees = [degree for s, degree in report.segment_stenosis.items() if vessel_of[s] == vessel]
        types = [found for s, found in report.segment_plaque.items() if vessel_of[s] == vessel]
        if vessel not in stenosis and degrees:
            stenosis[vessel] = max(degrees)
        if vessel not in plaque and types:
            plaque[vessel] = frozenset().union(*types)
    patient = report.stenosis if report.stenosis is not None else max(stenosis.values(), default=None)
    return Completed(patient, stenosis, plaque)
