"""Hard cases of planted errors: the whole text in, the whole text with one error out, and its labels."""

from __future__ import annotations

from typing import Any

from hard_cases.runner import NotAvailableError

#: Logical names of the cases -> error types of the product.
_TYPES = {
    "negation_flip": "negation-flip",
    "device_position": "device-position",
    "false_comparison": "false-comparison",
    "false_prediction": "false-prediction",
}
#: Labels are called by the operation's name, but for these.
_LABELS = {"negation_flip": "negation"}


def perturb(name: str, text: str) -> dict[str, Any]:
    """Plant an error of a type in a report that is one text; its sections keep their places in it."""
    from reref.perturbations.engine import Infeasible
    from reref.perturbations.errors.room import errors

    kind = name.removeprefix("attribute:")
    kind = _TYPES.get(kind, kind)
    if kind not in errors():
        raise NotAvailableError(f"no error type '{kind}'")
    made = _made(kind, text)
    if isinstance(made, Infeasible):
        return {"infeasible": True, "status": "infeasible", "reason": made.explanation}
    out, labels = made
    logical = {"type": "attribute" if name.startswith("attribute:") else _LABELS.get(name, name)}
    return {"out": out, "status": "accepted", "labels": [{**label, **logical} for label in labels]}


def _may_be(section: str, names: tuple[str, ...]) -> bool:
    """Say whether a span can be the section; text under no heading is findings."""
    return section in names or (section == "findings" and "impression" not in names)


def _made(kind: str, text: str) -> Any:
    from reref.core.seeding import generator
    from reref.perturbations.edits import apply_edits
    from reref.perturbations.engine import Infeasible
    from reref.perturbations.errors.room import plant
    from reref.report import TARGET_SECTIONS, Report, read_report, sections

    report = read_report(text)
    places: dict[str, int] = {}
    for section in TARGET_SECTIONS:
        written = report.section(section)
        spans = [span for span in sections(text) if span.text == written and _may_be(section, span.names)]
        if written and not spans:
            report = Report(findings=text)  # sections joined from several places: take the text as one
            places = {"findings": 0}
            break
        if written:
            places[section] = spans[0].body_start
    edits = plant(kind, report, generator(0, f"error/{kind}", "case"))
    if isinstance(edits, Infeasible):
        return edits
    _, applied = apply_edits(report, edits)
    placed = sorted(((places[e.section] + e.start, e) for e in applied), key=lambda p: (p[0], p[1].end - p[1].start))
    pieces, labels, at, out = [], [], 0, 0
    for start, edit in placed:
        pieces += [text[at:start], edit.after]
        out += start - at
        labels.append(
            {
                "section": edit.section, "start": start, "start_out": out, "before": edit.before, "after": edit.after,
                "target": (edit.detail or {}).get("finding"), "attribute": (edit.detail or {}).get("attribute"),
            }
        )  # fmt: skip
        out += len(edit.after)
        at = start + len(edit.before)
    return "".join([*pieces, text[at:]]), labels


OPERATIONS = {"perturb": perturb}
