"""Hard cases of reading: sections, sentences, negation."""

from __future__ import annotations

from typing import Any

from hard_cases.runner import NotAvailableError


def parse_sections(_: str, text: str) -> dict[str, Any]:
    """Sections under their logical names, and under the words of their heading where those say it otherwise.

    A heading that is no line in capitals is kept as a text of its own: nothing of the report is missing.
    """
    from reref.report import sections

    named = []
    for span in sections(text):
        heading = span.heading.lower()
        names = [name.replace("_", " ") for name in span.names] + [heading] + ["history"] * ("history" in heading)
        named += [(name, span.text) for name in dict.fromkeys(names) if name]
        opens_line = text.rfind("\n", 0, span.start) == span.start - 1
        if span.heading and not (span.heading.isupper() and opens_line):
            named.append(("heading", span.heading))
    return {"sections": named}


def split_sentences(_: str, text: str) -> dict[str, Any]:
    """Sentences with their list markers and sub-headings, so that nothing of the text is missing between them."""
    from reref.report import sentences

    found = sentences(text)
    starts, end = [], 0
    for sentence in found:
        led = text[end : sentence.start]
        words = next((i for i, c in enumerate(led) if c.isalnum()), None)
        starts.append(sentence.start if words is None else end + len(led[:words].rstrip(" \t\r\n.;,")))
        end = sentence.end
    stops = [*starts[1:], len(text)]
    return {"sentences": [text[start:stop].strip() for start, stop in zip(starts, stops, strict=True)]}


ASKED = [
    "pneumothorax", "effusion", "nodule", "calcification", "consolidation", "fracture", "mass", "atelectasis", "edema",
    "pneumonia", "cardiomegaly", "opacity", "lymphadenopathy", "infiltrate", "emphysema", "embolism", "hernia", "cyst",
]  # fmt: skip
_LOGICAL = {
    "effusion": "pleural_effusion",
    "fracture": "fracture",
    "calcification": "calcification",
    "opacity": "lung_opacity",
}


def finding_status(text: str, findings: list[str]) -> dict[str, str]:
    """Return present, absent, uncertain or unmentioned for each logical finding name.

    A name is looked for among the findings first, then among the words that named them ("metastasis" of the liver).
    """
    try:
        from reref.report import Report, facts
    except ImportError as missing:
        raise NotAvailableError(f"reref.report.facts is not here: {missing}") from missing
    read = facts(Report(findings=text))
    status = {}
    for name in findings:
        wanted = _LOGICAL.get(name, name).replace(" ", "_")
        hits = [fact for fact in read if wanted in fact.finding or name in fact.finding.lower()]
        hits = hits or [fact for fact in read if name in text[fact.cue_start : fact.cue_end].lower()]
        status[name] = hits[0].polarity if hits else "unmentioned"
    return status


def negation_status(_: str, text: str) -> dict[str, Any]:
    return {"status": finding_status(text, ASKED), "out": text}


OPERATIONS = {"parse_sections": parse_sections, "split_sentences": split_sentences, "negation_status": negation_status}
