"""The answer in one sentence."""

from __future__ import annotations

from reref.analysis.results import Analysis
from reref.analysis.targets import style_targets, target_group


def headline(analysis: Analysis) -> str:
    """Return the answer in one sentence: over the axis variations, or over all targets but controls without any."""
    names = dict.fromkeys(row.target for row in analysis.stability)
    counted = style_targets(names) or [name for name in names if target_group(name) != "control"]
    rankings = [row for row in analysis.stability if row.view == "all" and row.target in counted and row.pairs]
    if not rankings:
        return "No two models have scores that can be compared, so no order can reverse."
    leaders = sum(row.leader != row.original_leader for row in rankings)
    return (
        f"{sum(row.reversed for row in rankings)} of {sum(row.pairs for row in rankings)} comparisons of two models "
        f"reverse when the references are rewritten, {sum(row.significant for row in rankings)} of them significantly; "
        f"another model leads in {leaders} of {len(rankings)} rankings."
    )
