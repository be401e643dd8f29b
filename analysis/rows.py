"""The rows of every result table. Scores and differences are oriented: higher is better for every metric."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PairRow:
    """A pair of models under one target; a difference is ``model_a`` minus ``model_b``.

    Attributes:
        view: ``all`` studies (an infeasible one keeps its original score) or ``feasible`` ones alone.
        original_difference: under the original references, on the same studies.
        difference: under the target's references.
        low: lower end of its interval; empty with fewer than two shared studies.
        high: upper end.
        original_verdict: ``win``, ``tie`` or ``loss`` of ``model_a``; ``unknown`` with fewer than two shared studies.
        verdict: the same under the target.
        reversed: the order of the means flips; an exact tie is no flip.
        significant: it flips and the verdict changes.
        studies: studies that both models are scored on.
        p: corrected p-value, empty without a correction.
        studies_to_settle: studies that would settle the pair at this difference with 80 % power.
    """

    metric: str
    dataset: str
    target: str
    view: str
    model_a: str
    model_b: str
    original_difference: float
    difference: float
    low: float
    high: float
    original_verdict: str
    verdict: str
    reversed: bool
    significant: bool
    studies: int
    p: float
    studies_to_settle: float


@dataclass(frozen=True, slots=True)
class RankingRow:
    """A model's place under one target.

    Attributes:
        score: system score, higher better.
        low: lower end of its interval; empty with fewer than two studies.
        high: upper end.
        rank: 1 is best; tied models share the mean of their ranks.
        first: probability of being first (ties share it).
        studies: studies with a score.
    """

    metric: str
    dataset: str
    target: str
    view: str
    model: str
    score: float
    low: float
    high: float
    rank: float
    first: float
    studies: int


@dataclass(frozen=True, slots=True)
class RankProbabilityRow:
    """How often a model has a rank in the resamples (all studies)."""

    metric: str
    dataset: str
    target: str
    model: str
    rank: int
    probability: float


@dataclass(frozen=True, slots=True)
class StabilityRow:
    """What one target does to one metric's ranking on one data set.

    Attributes:
        pairs: comparable pairs (both differences known).
        reversed: pairs whose order flips.
        significant: those whose verdict changes too.
        tied: pairs with an exact tie on either side.
        unknown: pairs without shared scored studies.
        tau: Kendall's tau-b of the two rankings.
        tau_low: lower end of its interval.
        tau_high: upper end.
        original_leader: first under the original references, tied ones joined by `` = ``.
        leader: first under the target's.
        leader_change: probability that no model leads under both.
    """

    metric: str
    dataset: str
    target: str
    view: str
    pairs: int
    reversed: int
    significant: int
    tied: int
    unknown: int
    tau: float
    tau_low: float
    tau_high: float
    original_leader: str
    leader: str
    leader_change: float


@dataclass(frozen=True, slots=True)
class ShiftRow:
    """How far a target moves a model's score, over accepted studies.

    Attributes:
        original: score under the original references, on the same studies.
        varied: score under the target's references.
        shift: ``varied - original``.
        low: lower end of the shift's interval.
        high: upper end.
        normalised: shift divided by the standard deviation of the metric's original scores over all (model, data set).
        relative: shift minus the mean shift of all models: who gains and who loses by the target.
        relative_low: lower end of its interval.
        relative_high: upper end.
        studies: accepted studies that are scored under both.
    """

    metric: str
    dataset: str
    target: str
    model: str
    original: float
    varied: float
    shift: float
    low: float
    high: float
    normalised: float
    relative: float
    relative_low: float
    relative_high: float
    studies: int


@dataclass(frozen=True, slots=True)
class SensitivityRow:
    """Normalised shifts of one metric under one target over all (model, data set) pairs.

    Attributes:
        iqr: interquartile range, the sensitivity of the metric to the target.
        perturbed: share of studies with an accepted alternative, over all data sets.
        systems: number of (model, data set) pairs.
    """

    metric: str
    target: str
    median: float
    iqr: float
    p5: float
    p25: float
    p75: float
    p95: float
    lowest: float
    highest: float
    systems: int
    perturbed: float


@dataclass(frozen=True, slots=True)
class MetricRow:
    """One metric's sensitivity over all style targets.

    Attributes:
        mean_iqr: mean of the targets' interquartile ranges, the overall sensitivity.
        max_iqr: the largest, the worst case.
        worst_target: the target it belongs to.
        spread: standard deviation (ddof 0) of the original scores over (model, data set); 0 leaves nothing normalised.
        unscored: share of (target, model, study) cells without a score.
    """

    metric: str
    mean_iqr: float
    max_iqr: float
    worst_target: str
    spread: float
    unscored: float


@dataclass(frozen=True, slots=True)
class ReversalRow:
    """Reversal rates over (data set, pair).

    Attributes:
        level: ``target``, ``dimension`` or ``overall`` (all style targets).
        name: of the target or dimension.
        pairs: comparable (data set, pair, target) cases.
        rate: share of them whose order flips.
        significant_rate: share that flips and changes the verdict.
    """

    metric: str
    view: str
    level: str
    name: str
    pairs: int
    reversed: int
    significant: int
    tied: int
    rate: float
    significant_rate: float


@dataclass(frozen=True, slots=True)
class RobustRow:
    """A model's place over the original and all style targets together (all studies).

    Attributes:
        mean: mean over references of the system score.
        worst: lowest system score over references.
        worst_target: where it is lowest.
        rank: by mean.
        worst_rank: by worst case.
        first: probability of the best mean.
    """

    metric: str
    dataset: str
    model: str
    references: int
    mean: float
    mean_low: float
    mean_high: float
    worst: float
    worst_low: float
    worst_high: float
    worst_target: str
    rank: float
    worst_rank: float
    first: float


@dataclass(frozen=True, slots=True)
class CoverageRow:
    """How much of a data set a target changed."""

    dataset: str
    target: str
    studies: int
    accepted: int
    share: float


@dataclass(frozen=True, slots=True)
class DrivingRow:
    """A study that drives a reversal.

    Attributes:
        share: part of the whole change of the pair's difference that this study makes (mean metrics; for a
            corpus-level metric by the scores of single studies).
        change: change of the study's difference between the two models.
    """

    metric: str
    dataset: str
    target: str
    model_a: str
    model_b: str
    study_id: str
    change: float
    share: float
    original_a: float
    original_b: float
    varied_a: float
    varied_b: float


@dataclass(frozen=True, slots=True)
class ControlRow:
    """What a control, which no reader would notice, does to a metric.

    Attributes:
        changed: scored cells whose score differs from the original's.
        cells: (model, study) cells scored under both.
        largest: largest absolute change.
        flagged: whether a score moved; for ``control/identity`` the metric is then not deterministic.
    """

    metric: str
    dataset: str
    target: str
    cells: int
    changed: int
    largest: float
    flagged: bool
