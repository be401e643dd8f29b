"""One card a metric, from the references alone: what it should ignore, what it should punish, and in what proportion.

Every alternative of a reference is scored as if it were a model's report, against the original. A drop is the score of
the original against itself minus the score of the alternative; it is given as a share of the metric's working range,
from another patient's report to the same text. Of a corpus-level metric the scores of single studies are used.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from reref import __version__
from reref.analysis.bootstrap import LEVEL, RESAMPLES, means_with_intervals, stream_key
from reref.analysis.discrimination import DiscriminationRow, discrimination, edit_distance
from reref.analysis.fidelity import OMISSION, DoseRow, dose_row
from reref.analysis.known import known_mean
from reref.analysis.metrics.model import Metric
from reref.analysis.results import dump_json
from reref.analysis.scores import ORIGINAL, ScoreTable
from reref.analysis.scoring import ReferenceSet, RowError, ScoreStore, score
from reref.analysis.targets import dose_series, preserving_targets, style_targets, target_group
from reref.core.seeding import digest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ANOTHER = "another patient"
#: Degree words as percentages: the level of the semantic stability test of csm-ccta.
_STABILITY = "dose/percentages-50"


@dataclass(frozen=True, slots=True)
class CardRow:
    """A metric on one data set. A figure whose targets are not among the alternatives is NaN.

    Attributes:
        same: mean score of a reference against itself, higher better.
        another: mean score of another patient's reference.
        style_drop: mean over style targets of the absolute drop, as a share of ``same - another``; 0 is best.
        worst_style: the style target with the largest absolute drop.
        worst_style_drop: its drop.
        error_drop: mean over error types of the drop; the larger the better.
        weakest_error: the error type with the smallest drop.
        weakest_error_drop: its drop.
        auc: probability that a meaning-preserving alternative scores above an erroneous one.
        auc_low: lower end of its interval.
        auc_high: upper end.
        slope: of score against the share of information kept.
        r2: of that line.
        boundary_error: of that line, for metrics in [0, 1].
        stability_drop: drop when half of the degree words become percentages, as a share.
        case_drop: absolute drop under ``control/case``, as a share.
        whitespace_drop: absolute drop under ``control/whitespace``, as a share.
        agreement: human agreement, where it was given.
        unscored: share of the pairs without a score.
        studies: studies of the data set.
    """

    metric: str
    dataset: str
    same: float
    another: float
    style_drop: float
    worst_style: str
    worst_style_drop: float
    error_drop: float
    weakest_error: str
    weakest_error_drop: float
    auc: float
    auc_low: float
    auc_high: float
    slope: float
    r2: float
    boundary_error: float
    stability_drop: float
    case_drop: float
    whitespace_drop: float
    agreement: float
    unscored: float
    studies: int


@dataclass(frozen=True, slots=True)
class DropRow:
    """A metric's drop under one target, over studies with an accepted alternative; shares of ``same - another``."""

    metric: str
    dataset: str
    target: str
    group: str
    drop: float
    low: float
    high: float
    studies: int


class Cards(NamedTuple):
    """Cards of several metrics.

    Attributes:
        cards: one row a metric (or named score).
        drops: by target.
        discrimination: overall, by error type and by band of edit distance.
        doses: lines of graded changes.
        errors: every unscored pair with its reason; ``model`` names the alternative.
        milliseconds: wall time of one pair, by metric; not part of the tables, since it is never the same twice.
        signature: everything that the tables depend on.
    """

    cards: tuple[CardRow, ...]
    drops: tuple[DropRow, ...]
    discrimination: tuple[DiscriminationRow, ...]
    doses: tuple[DoseRow, ...]
    errors: tuple[RowError, ...]
    milliseconds: Mapping[str, float]
    signature: str

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """Return the result tables as plain rows."""
        names = ("cards", "drops", "discrimination", "doses")
        return {name: [asdict(row) for row in getattr(self, name)] for name in names}

    def to_json(self) -> str:
        """Return the tables as JSON; a number that is not known is ``null``."""
        return dump_json({"signature": self.signature, **self.tables()})


def metric_cards(
    metrics: Sequence[Metric],
    references: ReferenceSet,
    *,
    agreement: Mapping[str, float] | None = None,
    resamples: int = RESAMPLES,
    level: float = LEVEL,
    seed: int = 0,
    workers: int = 1,
    store: ScoreStore | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Cards:
    """Make the cards of metrics on one data set.

    Args:
        metrics: the metrics.
        references: originals and alternatives; of several alternatives of a study and target the first is used.
        agreement: human agreement by metric, shown as it is.
        resamples: bootstrap resamples of studies.
        level: coverage of the intervals.
        seed: of the bootstrap.
        workers: processes for scoring.
        store: keeps finished pairs.
        progress: called with (finished pairs, all pairs) of one metric after the other.
    """
    originals = [_first(text) for text in references.texts[ORIGINAL]]
    alternatives = _alternatives(references)
    others = [
        None if other == text else other for other, text in zip(originals[1:] + originals[:1], originals, strict=True)
    ]
    candidates: dict[str, list[str | None]] = {ORIGINAL: [*originals], _ANOTHER: others, **alternatives}
    against = ReferenceSet(references.dataset, references.studies, {ORIGINAL: originals}, {})
    there = {
        (name, study)
        for name, texts in candidates.items()
        for study, text in zip(references.studies, texts, strict=True)
        if text is not None
    }
    distances = {name: _distances(originals, texts) for name, texts in alternatives.items()}
    cards: list[CardRow] = []
    drops: list[DropRow] = []
    found: list[DiscriminationRow] = []
    doses: list[DoseRow] = []
    errors: list[RowError] = []
    milliseconds = {}
    for metric in metrics:
        start = time.perf_counter()
        scored = score([metric], against, candidates, workers=workers, store=store, progress=progress)
        milliseconds[metric.name] = 1000 * (time.perf_counter() - start) / max(scored.pairs[metric.name], 1)
        lost = [error for error in scored.errors if (error.model, error.study) in there]
        errors += lost
        for table in scored.tables:
            card = _Card(table.oriented(), list(alternatives))
            card_drops = card.drops(resamples=resamples, level=level, seed=seed)
            apart = card.discrimination(distances, resamples=resamples, level=level, seed=seed)
            lines = card.doses()
            human = (agreement or {}).get(table.metric, math.nan)
            cards.append(card.row(card_drops, apart, lines, human, len(lost) / len(there) if there else math.nan))
            drops, found, doses = drops + card_drops, found + apart, doses + lines
    signature = (
        f"reref:{__version__}|metrics:{'+'.join(metric.signature for metric in metrics)}"
        f"|data:{references.dataset}:{len(originals)}|texts:{digest(references.studies, candidates, size=6).hex()}"
        f"|bootstrap:percentile:{level:g}:{resamples}|seed:{seed}"
    )
    return Cards(tuple(cards), tuple(drops), tuple(found), tuple(doses), tuple(errors), milliseconds, signature)


class _Card:
    """Scores of alternatives as candidates, put side by side."""

    def __init__(self, table: ScoreTable, targets: Sequence[str]) -> None:
        self._table = table
        self._targets = targets
        self._same, self._another = known_mean(self._scores(ORIGINAL)), known_mean(self._scores(_ANOTHER))

    def drops(self, *, resamples: int, level: float, seed: int) -> list[DropRow]:
        """Return the drop under every target."""
        import numpy as np

        if not self._targets:
            return []
        span = self._same - self._another
        raw = np.stack([self._scores(ORIGINAL) - self._scores(name) for name in self._targets])
        key = stream_key(seed, self._table.dataset)
        means = means_with_intervals(raw / (span if span > 0 else math.nan), key=key, resamples=resamples, level=level)
        return [
            DropRow(
                metric=self._table.metric,
                dataset=self._table.dataset,
                target=name,
                group=target_group(name),
                drop=float(means.mean[i]),
                low=float(means.low[i]),
                high=float(means.high[i]),
                studies=int(means.studies[i]),
            )
            for i, name in enumerate(self._targets)
        ]

    def discrimination(
        self, distances: Mapping[str, NDArray[np.float64]], *, resamples: int, level: float, seed: int
    ) -> list[DiscriminationRow]:
        """Return how well preserving and erroneous alternatives are told apart."""
        import numpy as np

        keeping = preserving_targets(self._targets)
        wrong = [name for name in self._targets if target_group(name) == "error"]
        if not keeping or not wrong:
            return []
        return discrimination(
            np.stack([self._scores(name) for name in keeping]),
            np.stack([self._scores(name) for name in wrong]),
            wrong,
            distances=(np.stack([distances[name] for name in keeping]), np.stack([distances[name] for name in wrong])),
            metric=self._table.metric,
            dataset=self._table.dataset,
            resamples=resamples,
            seed=seed,
            level=level,
        )

    def doses(self) -> list[DoseRow]:
        """Return the line of every graded change."""
        import numpy as np

        return [
            dose_row(
                np.array([0, *levels]),
                np.stack([self._scores(name) for name in (ORIGINAL, *levels.values())]),
                series=series,
                score_range=self._table.range,
                metric=self._table.metric,
                dataset=self._table.dataset,
            )
            for series, levels in dose_series(self._targets).items()
        ]

    def row(
        self,
        drops: Sequence[DropRow],
        apart: Sequence[DiscriminationRow],
        lines: Sequence[DoseRow],
        agreement: float,
        unscored: float,
    ) -> CardRow:
        """Return the card itself."""
        known = {row.target: row.drop for row in drops if not math.isnan(row.drop)}
        styles = {name: known[name] for name in style_targets(known)}
        wrong = {name: drop for name, drop in known.items() if target_group(name) == "error"}
        worst = max(styles, key=lambda name: abs(styles[name]), default="")
        weakest = min(wrong, key=lambda name: wrong[name], default="")
        auc = (apart[0].auc, apart[0].low, apart[0].high) if apart else (math.nan,) * 3
        omission = next((line for line in lines if line.series == OMISSION), None)
        return CardRow(
            metric=self._table.metric,
            dataset=self._table.dataset,
            same=self._same,
            another=self._another,
            style_drop=sum(map(abs, styles.values())) / len(styles) if styles else math.nan,
            worst_style=worst,
            worst_style_drop=styles.get(worst, math.nan),
            error_drop=sum(wrong.values()) / len(wrong) if wrong else math.nan,
            weakest_error=weakest,
            weakest_error_drop=wrong.get(weakest, math.nan),
            auc=auc[0],
            auc_low=auc[1],
            auc_high=auc[2],
            slope=omission.slope if omission else math.nan,
            r2=omission.r2 if omission else math.nan,
            boundary_error=omission.boundary_error if omission else math.nan,
            stability_drop=known.get(_STABILITY, math.nan),
            case_drop=abs(known.get("control/case", math.nan)),
            whitespace_drop=abs(known.get("control/whitespace", math.nan)),
            agreement=agreement,
            unscored=unscored,
            studies=len(self._table.studies),
        )

    def _scores(self, name: str) -> NDArray[np.float64]:
        scores: NDArray[np.float64] = self._table.values[0, self._table.models.index(name)]
        return scores


def _alternatives(references: ReferenceSet) -> dict[str, list[str | None]]:
    """Return each target's texts; ``None`` where the alternative was not accepted."""
    accepted = references.accepted_matrix()
    return {
        target: [_first(text) if accepted[t, s] else None for s, text in enumerate(references.texts[target])]
        for t, target in enumerate(references.targets)
        if t > 0
    }


def _distances(originals: Sequence[str], texts: Sequence[str | None]) -> NDArray[np.float64]:
    import numpy as np

    return np.array(
        [
            math.nan if text is None else edit_distance(before, text)
            for before, text in zip(originals, texts, strict=True)
        ]
    )


def _first(text: str | tuple[str, ...]) -> str:
    return text if isinstance(text, str) else text[0]
