"""The page of the metric cards: each metric's invariances and drops, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from reref.pages.model import Page, Section, picture, render, table

if TYPE_CHECKING:
    from reref.analysis.figures import Drawn
    from reref.workflows.cards import MetricCards

CARDS = {
    "metric": "metric",
    "dataset": "data set",
    "same": "itself",
    "another": "another patient",
    "style_drop": "style: mean drop",
    "worst_style": "worst style",
    "worst_style_drop": "its drop",
    "error_drop": "errors: mean drop",
    "weakest_error": "least noticed error",
    "weakest_error_drop": "its drop",
    "auc": "AUC",
    "auc_low": "from",
    "auc_high": "to",
    "slope": "slope",
    "r2": "R²",
    "stability_drop": "stability drop",
    "unscored": "unscored",
}
DROPS = {"metric": "metric", "target": "target", "drop": "drop", "low": "from", "high": "to", "studies": "studies"}
APART = {
    "metric": "metric",
    "group": "within",
    "name": "which",
    "auc": "AUC",
    "low": "from",
    "high": "to",
    "studies": "studies",
}
DOSES = {
    "metric": "metric",
    "series": "series",
    "slope": "slope",
    "r2": "R²",
    "boundary_error": "boundary error",
    "wrong_steps": "wrong steps",
}
CHECKS = {"metric": "metric", "score": "score", "check": "check", "ok": "passed", "detail": "what was seen"}


def cards_page(found: MetricCards, figures: Sequence[Drawn]) -> str:
    """Return the HTML page of metric cards."""
    pictures = [picture(drawn.path, alt=drawn.title, caption=f"{drawn.title}. {drawn.caption}") for drawn in figures]
    checks = [{**asdict(row), "failed": not row.ok} for row in found.checks]
    cost = "; ".join(f"{name} {value:.2g} ms" for name, value in found.milliseconds.items())
    sections = [
        Section(
            "cards",
            "What each metric ignores and what it punishes",
            texts=[
                "Every alternative is scored as if it were a model's report, against the original. A drop is a share "
                "of the metric's working range, from another patient's report to the same text. A good metric drops "
                "little for style and much for errors; AUC is the chance that it scores a rewrite that keeps the "
                "meaning above one with a planted error.",
                f"Time of one pair: {cost}.",
            ],
            figures=pictures,
            tables=[table("Cards", CARDS, found.tables["cards"])],
        ),
        Section(
            "detail",
            "Behind the cards",
            tables=[
                table("Drop under every target", DROPS, found.tables["drops"], folded=True),
                table("Rewrites against errors", APART, found.tables["discrimination"], folded=True),
                table("Dose and response", DOSES, found.tables["doses"], folded=True),
            ],
        ),
        Section(
            "checks", "Checks of the metrics", tables=[table("Checks", CHECKS, checks, marks={"failed": "significant"})]
        ),
    ]
    lead = f"{len(found.tables['cards'])} cards from {found.studies} references, without models."
    return render(Page("What do these metrics see?", lead, sections))
