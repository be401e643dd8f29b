"""The answer in one sentence."""

from __future__ import annotations

from reref.analysis.results import Analysis


def headline(analysis: Analysis) -> str:
    """Return the answer in one sentence."""
    pairs = [row for row in analysis.pairs if row.view == "all" and row.target != "original"]
    reversed_, significant = sum(row.reversed for row in pairs), sum(row.significant for row in pairs)
    leaders = sum(row.leader != row.original_leader for row in analysis.stability if row.view == "all")
    conditions = sum(row.view == "all" for row in analysis.stability)
    return (
        f"{reversed_} of {len(pairs)} comparisons of two models reverse when the references are rewritten, "
        f"{significant} of them significantly; another model leads in {leaders} of {conditions} rankings."
    )
