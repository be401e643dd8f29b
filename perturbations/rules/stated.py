"""What a report states rather than denies, piece by piece: beside it a normal statement may be untrue."""

from __future__ import annotations

import re

from reref.report import TARGET_SECTIONS, Report, sentences

#: Words that deny.
DENIES = re.compile(
    r"\b(?:no|not|without|negative\s+for|free\s+of|clear\s+of|absence\s+of|absent|neither|nor|none)\b", re.IGNORECASE
)
_NOT_SEEN = re.compile(r"not\s+(?:seen|observed|detected|identified|visuali[sz]ed|noted)\b", re.IGNORECASE)
#: "No interval change in the opacity" denies no opacity.
_NO_CHANGE = re.compile(
    r"\bno\s+(?:[\w-]+\s+){0,3}(?:change|difference|progression|improvement)s?\b|\bnot\s+(?:significantly\s+)?changed\b",
    re.IGNORECASE,
)
_RESUMES = re.compile(r"\b(?:but|however|although|though|except|apart\s+from|other\s+than)\b|[;:]", re.IGNORECASE)
#: An opacity over a rib may lie in the lung.
_PROJECTED = re.compile(r"\b(?:project\w*|over|overl\w+|superimpos\w+|opacit\w+|infiltrat\w+)\b", re.IGNORECASE)
#: A piece that says of something that it is normal, and no more.
_SAID_NORMAL = re.compile(
    r"(?:is|are|was|were|appears?|remains?|has|have)\s+(?:an?\s+)?(?:\w+\s+)?"
    r"(?:normal|natural|unremarkable|open|clear|preserved|intact|midline|natural appearance|within normal limits)"
    r"(?:\s+and)?\W*$"
)
_LUNG = re.compile(r"\b(?:\w*lungs?|lobes?|\w*basilar|pulmonary|lingula\w*|airspace|parenchyma)\b", re.IGNORECASE)
#: Places whose masses and nodules are none of the lung.
_ELSEWHERE = re.compile(
    r"\b(?:mediastin\w+|adrenals?|liver|hepatic|renal|kidneys?|thyroid|breasts?|ribs?|spine|vertebra\w*|bon[ey]\w*|osseous|soft"
    r"\s+tissue|axilla\w*|spleen|pancrea\w+|nodes?|gallbladder|esophag\w+|aort\w+|coronary|stomach|disc|glenoid|clavic\w+|humer\w+|shoulders?|scapul\w+|stern\w+|hil(?:ar|um|a))\b",
    re.IGNORECASE,
)


def affirmed(report: Report) -> str:
    """Return what the report states rather than denies: its sentences without the reach of a denial."""
    return " | ".join(piece for section in TARGET_SECTIONS for piece in pieces(report.section(section)))


def abnormal(report: Report) -> str:
    """Return what a report states, without the pieces that only call something normal."""
    return " | ".join(piece for piece in affirmed(report).split(" | ") if not _SAID_NORMAL.search(piece))


def pieces(text: str) -> list[str]:
    """Return what a section's text states, sentence by sentence, without the reach of its denials."""
    kept: list[str] = []
    for sentence in sentences(text):
        left = _NO_CHANGE.sub("unchanged", sentence.text)
        while cue := DENIES.search(left):
            if not _NOT_SEEN.match(left, cue.start()):  # "X was not seen" takes X back
                kept.append(left[: cue.start()])
            resumes = _RESUMES.search(left, cue.end())
            left = left[resumes.end() :] if resumes else ""
        kept.append(left)
    return kept


def of_the_lungs(stated: str) -> str:
    """Return the pieces of ``affirmed`` that are about the lungs, or may be."""
    return " | ".join(
        piece
        for piece in stated.split("|")
        if _LUNG.search(piece) or _PROJECTED.search(piece) or not _ELSEWHERE.search(piece)
    )
