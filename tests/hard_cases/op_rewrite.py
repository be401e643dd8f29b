"""Hard cases of rewriting: an axis variation, or free paraphrase, of one report by the rules engine."""

from __future__ import annotations

from typing import Any

from hard_cases.op_reading import ASKED, finding_status

AXES = {
    "structure=structured": "structure/structured",
    "structure=free_text": "structure/free-text",
    "section_assignment": "section-assignment/alternative",
    "scope=minimal": "findings-scope/minimal",
    "scope=exhaustive": "findings-scope/exhaustive",
    "anatomical_granularity=low": "anatomical-granularity/low",
    "anatomical_granularity=high": "anatomical-granularity/high",
    "quantitative_granularity=low": "quantitative-granularity/low",
    "quantitative_granularity=high": "quantitative-granularity/high",
    "terminology": "terminology/alternative",
    "hedging": "hedging/alternative",
    "negation=explicit": "negation/explicit",
    "negation=implicit": "negation/implicit",
    "paraphrase": "paraphrase/free",
}
_ALSO_ASKED = ("aspiration", "hematoma", "granuloma", "thickening", "scarring", "metastasis", "recommendation")


def rewrite(variation: str, given: Any) -> dict[str, Any]:
    """Return the rewritten text; the original with ``infeasible`` and the reason when there can be none."""
    from reref.perturbations import make_alternatives, rules_engine
    from reref.report import read_report
    from reref.taxonomy import get_target

    text = given["report"] if isinstance(given, dict) else given
    name = AXES.get(variation) or AXES[variation.partition("=")[0]]
    report = read_report(text)
    row = make_alternatives("case", "hard cases", report, get_target(name), rules_engine(), seed=0)[0]
    if row.status != "accepted":
        unchanged: dict[str, Any] = {"infeasible": True, "reason": row.explanation, "out": text}
        return {**unchanged, "status": _status(text)}
    has_both = bool(row.findings) and bool(row.impression)
    out = f"FINDINGS: {row.findings}\n\nIMPRESSION: {row.impression}" if has_both else row.findings or row.impression
    return {
        "out": out,
        "sections": [("findings", row.findings), ("impression", row.impression)],
        "labels": [{"type": e.label, "before": e.before, "after": e.after} for e in row.edits],
        "status": _status(f"{row.findings} {row.impression}"),
    }


def _status(text: str) -> dict[str, str]:
    """Return the status of every finding that a case may ask for, also of one side ("right effusion")."""
    from reref.report import section_facts

    status = finding_status(text, [*ASKED, *_ALSO_ASKED])
    for fact in section_facts(text):
        if fact.laterality in ("left", "right"):
            status.setdefault(f"{fact.laterality} {fact.finding.removeprefix('pleural_')}", fact.polarity)
    return status


OPERATIONS = {"rewrite": rewrite}
