"""Two reports compared at the finest level that both reach, and what one report alone holds (csm-ccta, 14 to 20).

F1 of a variable is pooled over its instances (the patient; the four vessels; the segments). Each instance that at least
one report says something of has labels on both sides, and silence is "none". Labels that both have are hits; labels of
one side alone are false or missed. "None" on both sides is one hit, and on one side it is no label: the other side's
label is then just false or missed. So a wrong degree is one false and one missed label, and an invented or forgotten
one only one of the two. Dominance is no abnormality: it is compared where the reference states it.

A variable without an instance has no F1, and the weights of the others are scaled up to one (19).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, NamedTuple

from reref.analysis.csm.extraction import extract, vessel_of_segments
from reref.analysis.csm.variables import LEVELS, VARIABLES, Variables, complete, level
from reref.analysis.csm.weights import EQUAL, Weights

#: The level of a pair in which one report says nothing about the coronary arteries.
IRRELEVANT = "irrelevant"

_NOTHING: frozenset[Hashable] = frozenset()


class Comparison(NamedTuple):
    """The result of a comparison.

    Attributes:
        score: from 0 to 1; 0 for an irrelevant pair.
        level: the level of the comparison, or `IRRELEVANT`.
        candidate_level: the finest level of the candidate, ``None`` when it says nothing.
        reference_level: the same of the reference.
        components: F1 of each variable that has an instance.
        weights: their weights after scaling; they add up to one.
    """

    score: float
    level: str
    candidate_level: str | None
    reference_level: str | None
    components: Mapping[str, float]
    weights: Mapping[str, float]


def compare(candidate: Variables, reference: Variables, weights: Weights = EQUAL) -> Comparison:
    """Compare what two reports say.

    Args:
        candidate: the model's report.
        reference: the radiologist's.
        weights: of the variables at each level.
    """
    ours, theirs = level(candidate), level(reference)
    if ours is None or theirs is None:
        return Comparison(0.0, IRRELEVANT, ours, theirs, {}, {})
    chosen = min(ours, theirs, key=LEVELS.index)
    scores = _f1_scores(candidate, reference, VARIABLES[chosen])
    if not scores:  # dominance is all that the candidate says, and the reference does not say it
        return Comparison(0.0, IRRELEVANT, ours, theirs, {}, {})
    share = sum(weights[chosen][name] for name in scores)
    # All weight may lie on variables that have no instance here; then those that have one count alike.
    scaled = {name: weights[chosen][name] / share if share else 1 / len(scores) for name in scores}
    # Divided by the same sum, so that only hits give exactly 1.
    score = sum(scaled[name] * f1 for name, f1 in scores.items()) / sum(scaled.values())
    return Comparison(score, chosen, ours, theirs, scores, scaled)


def compare_reports(candidate: str, reference: str, weights: Weights = EQUAL) -> Comparison:
    """Compare two reports; see `compare`."""
    return compare(extract(candidate), extract(reference), weights)


def describe(report: str) -> dict[str, Any]:
    """Return what one report holds: its finest level, which variables it states, and their values.

    Without a reference nothing can be said about whether it is right.
    """
    found = extract(report)
    vessel_of = vessel_of_segments()
    stated = {
        "dominance": found.dominance is not None,
        "calcification": found.calcification is not None,
        "stenosis": found.stenosis is not None,
        "vessel_stenosis": bool(found.vessel_stenosis),
        "vessel_plaque": bool(found.vessel_plaque),
        "segments": bool(found.segment_stenosis or found.segment_plaque),
    }
    values: list[tuple[str, int, Any]] = [
        *(("stenosis", s, degree) for s, degree in sorted(found.segment_stenosis.items())),
        *(("plaque", s, sorted(types)) for s, types in sorted(found.segment_plaque.items())),
    ]
    quadruples = [
        {"vessel": vessel_of[s], "segment": s, "abnormality": kind, "value": value} for kind, s, value in values
    ]  # fmt: skip
    return {
        "level": level(found) or IRRELEVANT,
        "stated": stated,
        "completeness": sum(stated.values()) / len(stated),
        "dominance": found.dominance,
        "calcification": found.calcification,
        "stenosis": found.stenosis,
        "vessel_stenosis": dict(found.vessel_stenosis),
        "vessel_plaque": {vessel: sorted(types) for vessel, types in found.vessel_plaque.items()},
        "segments": quadruples,
    }


def _f1_scores(candidate: Variables, reference: Variables, names: Iterable[str]) -> dict[str, float]:
    """Return F1 of each variable that has an instance."""
    vessel_of = vessel_of_segments()
    full, true = complete(candidate, vessel_of), complete(reference, vessel_of)
    sides: dict[str, tuple[dict[Any, frozenset[Hashable]], dict[Any, frozenset[Hashable]]]] = {
        "dominance": (_of_patient(candidate.dominance), _of_patient(reference.dominance)),
        "calcification": (_of_patient(candidate.calcification), _of_patient(reference.calcification)),
        "stenosis": (_of_patient(full.stenosis), _of_patient(true.stenosis)),
        "vessel_stenosis": (_degrees(full.vessel_stenosis), _degrees(true.vessel_stenosis)),
        "vessel_plaque": (_types(full.vessel_plaque), _types(true.vessel_plaque)),
        "segments": (_quadruples(candidate), _quadruples(reference)),
    }
    if reference.dominance is None:
        del sides["dominance"]
    found = {name: _pooled_f1(*sides[name]) for name in names if name in sides}
    return {name: f1 for name, f1 in found.items() if f1 is not None}


def _pooled_f1(
    ours: Mapping[Any, frozenset[Hashable]], theirs: Mapping[Any, frozenset[Hashable]]
) -> float | None:  # fmt: skip
    hits = false = missed = 0
    for key in [*theirs, *(key for key in ours if key not in theirs)]:
        said, true = ours.get(key, _NOTHING), theirs.get(key, _NOTHING)
        hits += len(said & true) if said or true else 1
        false += len(said - true)
        missed += len(true - said)
    return 2 * hits / (2 * hits + false + missed) if hits + false + missed else None


def _of_patient(value: Hashable) -> dict[Any, frozenset[Hashable]]:
    return {} if value is None else {"patient": frozenset((value,)) if value != 0 else _NOTHING}


def _degrees(values: Mapping[Any, int]) -> dict[Any, frozenset[Hashable]]:
    return {key: frozenset((degree,)) if degree else _NOTHING for key, degree in values.items()}


def _types(values: Mapping[Any, frozenset[str]]) -> dict[Any, frozenset[Hashable]]:
    return {key: frozenset(types) for key, types in values.items()}


def _quadruples(report: Variables) -> dict[Any, frozenset[Hashable]]:
    """Return one label a quadruple: its degree, or its set of plaque types as a whole."""
    stenosis = {("stenosis", s): labels for s, labels in _degrees(report.segment_stenosis).items()}
    plaque = {
        ("plaque", s): frozenset((types,)) if types else _NOTHING for s, types in report.segment_plaque.items()
    }  # fmt: skip
    return {**stenosis, **plaque}
