"""The page of a run: the answer first, then what stands behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from reref.pages.model import Page, Pair, Section, Table, picture, render, table
from reref.pages.sides import side_by_side

if TYPE_CHECKING:
    from reref.analysis.figures import Drawn
    from reref.analysis.rows import DrivingRow, PairRow
    from reref.workflows.sensitivity import Conclusions

SHOWN_STUDIES = 8

PAIRS = {
    "metric": "metric",
    "dataset": "data set",
    "target": "target",
    "model_a": "model A",
    "model_b": "model B",
    "original_difference": "A − B, original",
    "original_verdict": "verdict",
    "difference": "A − B, rewritten",
    "low": "from",
    "high": "to",
    "verdict": "verdict",
    "studies": "studies",
    "studies_to_settle": "studies to settle",
    "significant": "significant",
}
SENSITIVITY = {
    "metric": "metric",
    "target": "target",
    "perturbed": "share changed",
    "median": "median change",
    "iqr": "IQR",
    "lowest": "lowest",
    "highest": "highest",
    "systems": "models × data sets",
}
REVERSALS = {
    "metric": "metric",
    "level": "over",
    "name": "which",
    "pairs": "comparisons",
    "reversed": "reversed",
    "rate": "share",
    "significant": "significant",
    "significant_rate": "share",
}
RANKINGS = {
    "metric": "metric",
    "dataset": "data set",
    "target": "references",
    "rank": "rank",
    "model": "model",
    "score": "score",
    "low": "from",
    "high": "to",
    "first": "P(first)",
    "studies": "studies",
}
STABILITY = {
    "metric": "metric",
    "dataset": "data set",
    "target": "references",
    "reversed": "pairs reversed",
    "pairs": "of",
    "tau": "Kendall's tau",
    "tau_low": "from",
    "tau_high": "to",
    "original_leader": "first, original",
    "leader": "first, rewritten",
    "leader_change": "P(leader changes)",
}
ROBUST = {
    "metric": "metric",
    "dataset": "data set",
    "model": "model",
    "rank": "rank by mean",
    "mean": "mean",
    "mean_low": "from",
    "mean_high": "to",
    "first": "P(first)",
    "worst_rank": "rank by worst",
    "worst": "worst",
    "worst_low": "from",
    "worst_high": "to",
    "worst_target": "under",
    "references": "references",
}
VARIANCE = {
    "metric": "metric",
    "dataset": "data set",
    "source": "source",
    "share": "share of variance",
    "studies": "studies",
}
CONTROLS = {
    "metric": "metric",
    "target": "control",
    "cells": "scores",
    "changed": "changed",
    "largest": "largest change",
    "flagged": "flagged",
}
FLAGGED = {"flagged": "significant"}
COVERAGE = {"dataset": "data set", "target": "target", "studies": "studies", "accepted": "changed", "share": "share"}
UNSCORED = {"metric": "metric", "model": "model", "target": "references", "study": "study", "error": "why"}


_RANKINGS = (
    "The leader changes in a resample when no model is first under both the original and the rewritten references. The "
    "ranking over all references takes each model's mean, or its worst case, over the original and every target that "
    "keeps the meaning. All views here are of all studies; a study without an alternative keeps its original score."
)


def results_page(found: Conclusions, figures: Sequence[Drawn]) -> str:
    """Return the HTML page of what ``reref sensitivity`` found."""
    from reref.analysis.headline import headline

    analysis = found.analysis
    tables = analysis.tables()
    whole = {name: [row for row in rows if row.get("view", "all") == "all"] for name, rows in tables.items()}
    rates = {view: [row for row in tables["reversals"] if row["view"] == view] for view in ("all", "feasible")}
    levels = {level: at for at, level in enumerate(("overall", "dimension"))}
    metrics = [row.metric for row in analysis.metrics]
    summary = sorted(
        (row for row in rates["all"] if row["level"] in levels),
        key=lambda row: (metrics.index(row["metric"]), levels[row["level"]]),
    )
    reversed_ = sorted((row for row in whole["pairs"] if row["reversed"]), key=lambda row: not row["significant"])
    pictures = [picture(drawn.path, alt=drawn.title, caption=f"{drawn.title}. {drawn.caption}") for drawn in figures]
    sections = [
        Section(
            "answer",
            "Which conclusions change",
            texts=[
                "A pair of models reverses when the order of their mean scores under the rewritten references differs "
                "from their order under the original ones. The reversal is significant when, besides, the 95 % paired "
                "bootstrap interval of their difference gives another verdict (win, tie, loss)."
            ],
            tables=[
                table(
                    "Pairs that reverse", _several(PAIRS, reversed_), reversed_, marks={"significant": "significant"}
                ),
                table("Reversal rates by dimension, all studies", REVERSALS, summary),
                table("Reversal rates by target, all studies", REVERSALS, rates["all"], folded=True),
                table("Reversal rates, studies with an alternative only", REVERSALS, rates["feasible"], folded=True),
            ],
        ),
        Section(
            "change",
            "How far scores move",
            texts=[
                "Changes are averaged over studies with an accepted alternative and divided by the standard deviation "
                "of the metric's original scores over models and data sets."
            ],
            figures=pictures,
            tables=[table("Sensitivity per metric and target", SENSITIVITY, tables["sensitivity"])],
        ),
        Section("studies", "Studies that drive the reversals", pairs=_driving(found)),
        Section(
            "trust",
            "What to check before trusting this",
            texts=[*found.warnings] or ["No warning was raised."],
            tables=[
                table(
                    "Controls: what no reader would notice", CONTROLS, tables["controls"], marks={"flagged": "flagged"}
                ),
                table("Share of studies changed", COVERAGE, tables["coverage"]),
                *_unscored(found),
            ],
        ),
        Section("rankings", "Rankings", texts=[_RANKINGS], tables=_ranking_tables(whole)),
    ]
    studies, models = len(found.run.studies), len({row.model for row in analysis.rankings})
    lead = f"{headline(analysis)} {studies} studies, {models} models, {len(analysis.metrics)} metrics."
    page = Page("Do these conclusions survive another reporting practice?", lead, sections, analysis.signature)
    return render(page)


def _ranking_tables(rows: dict[str, list[dict[str, Any]]]) -> list[Table]:
    """Return what stands behind the answer, all folded: a page of several metrics would be long otherwise."""
    shown = {
        "stability": ("How stable each ranking is", STABILITY),
        "robust": ("One ranking over all meaning-preserving references", ROBUST),
        "rankings": ("All rankings", RANKINGS),
        "variance": ("What makes scores differ", VARIANCE),
    }
    return [
        table(caption, _several(columns, rows[name]), rows[name], folded=True)
        for name, (caption, columns) in shown.items()
        if rows[name]
    ]


def _several(columns: dict[str, str], rows: Sequence[dict[str, Any]]) -> dict[str, str]:
    """Leave the data set out where there is only one."""
    one = len({row["dataset"] for row in rows}) <= 1
    return {name: title for name, title in columns.items() if not (one and name == "dataset")}


def _unscored(found: Conclusions) -> list[Table]:
    rows: list[dict[str, Any]] = [row._asdict() for row in found.unscored[:200]]
    return [table(f"Unscored, first {len(rows)} of {len(found.unscored)}", UNSCORED, rows, folded=True)] if rows else []


def _driving(found: Conclusions) -> list[Pair]:
    """Return the studies with the largest part in a reversal, each once, significant reversals first."""
    significant = {_case(row) for row in found.analysis.pairs if row.significant}
    rows = sorted(found.analysis.driving, key=lambda row: (_case(row) not in significant, -abs(row.change)))
    shown: dict[tuple[str, str, str], Pair] = {}
    for row in rows:
        place = (row.dataset, row.target, row.study_id)
        alternatives = [a for a in found.run.rows.get(place, ()) if a["status"] == "accepted"]
        if place in shown or not alternatives:
            continue
        report = found.run.original(row.dataset, row.study_id).report
        shown[place] = side_by_side(
            {"findings": report.findings, "impression": report.impression},
            alternatives[0],
            heading=f"{row.study_id}, {row.target}",
            why=f"{row.metric}: {row.model_a} {row.original_a:.3f} → {row.varied_a:.3f}, "
            f"{row.model_b} {row.original_b:.3f} → {row.varied_b:.3f}; "
            f"{abs(row.share):.0%} of the change between the two",
            names=("Original reference", "Rewritten reference"),
        )
        if len(shown) == SHOWN_STUDIES:
            break
    return list(shown.values())


def _case(row: PairRow | DrivingRow) -> tuple[str, ...]:
    return (row.metric, row.dataset, row.target, row.model_a, row.model_b)
