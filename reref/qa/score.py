"""How well a model finds planted errors: tables per level and type, with unanswered and over-long answers told."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reref.analysis.known import known_mean
from reref.core.errors import BadDataError
from reref.core.files import read_jsonl
from reref.qa.answers import said, said_index, said_label, soft_index
from reref.qa.attribute_answers import graded
from reref.qa.items import LEVELS, NONE, Item

#: Rows that sum up others: the mean over error types (each counts the same), and all questions together.
ERROR, ALL = "error", "all"
METRICS = ("bleu-4", "rouge-l", "finding-f1")
NAN = float("nan")


@dataclass(frozen=True, slots=True)
class Answer:
    """A question, what was answered, and whether that is right.

    Attributes:
        item: the question.
        text: the answer, empty when there is none.
        right: 1 for a right answer, 0 for a wrong or missing one; between them for a half-right attribute.
        overlong: whether the answer has more words than the report that was asked about.
        label: for classification what was answered, ``None`` when it cannot be told.
    """

    item: Item
    text: str
    right: float
    overlong: bool
    label: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table.

    Attributes:
        level: the level.
        type: error type, ``none`` (error-free reports), ``error`` (mean over the types) or ``all``.
        n: number of questions.
        unanswered: share of them without an answer.
        overlong: share of them with an answer longer than the report.
        accuracy: share answered rightly; what is unanswered is not right.
        scores: precision, recall, f1 and specificity of classification (row ``all``), or a correction's mean metric
            scores over the questions that were answered. NaN where there is nothing to divide by.
    """

    level: str
    type: str
    n: int
    unanswered: float
    overlong: float
    accuracy: float
    scores: Mapping[str, float]

    def to_dict(self) -> dict[str, Any]:
        """Return the row for JSON: ``None`` where a number is missing."""
        numbers = {"unanswered": self.unanswered, "overlong": self.overlong, "accuracy": self.accuracy, **self.scores}
        shown = {name: None if math.isnan(value) else value for name, value in numbers.items()}
        return {"level": self.level, "type": self.type, "n": self.n, **shown}


def read_predictions(path: Path, items: Sequence[Item]) -> dict[str, Any]:
    """Return the answers by question.

    Args:
        path: JSON lines with ``id`` and ``prediction`` (text, number or null).
        items: the questions.

    Raises:
        BadDataError: an answer to an unknown question, or two to one.
    """
    known = {item.id for item in items}
    found: dict[str, Any] = {}
    for row in read_jsonl(path, ("id", "prediction")):
        name = str(row["id"])
        if name not in known:
            raise BadDataError(f"{path}: '{name}' is no question of this benchmark; score it with the file it answers")
        if name in found:
            raise BadDataError(f"{path}: '{name}' is answered twice; keep one answer")
        found[name] = row["prediction"]
    return found


def answers(items: Sequence[Item], predictions: Mapping[str, Any]) -> list[Answer]:
    """Return every question with its answer judged; a question that no prediction names is unanswered."""
    return [_answer(item, said(predictions.get(item.id))) for item in items]


def _answer(item: Item, text: str) -> Answer:
    overlong = len(text.split()) > max(len(item.report.split()), 1)
    if not text:
        return Answer(item, text, 0.0, overlong)
    if item.kind == "attributes":
        return Answer(item, text, graded(item, text), overlong)
    if item.level == "classification":
        label = said_label(text)
        return Answer(item, text, float(str(label) == item.answer), overlong, label)
    if item.level == "detection":
        return Answer(item, text, float(soft_index(text, item.sentences) in item.indices), overlong)
    if item.level == "index":
        return Answer(item, text, float(said_index(text) in item.indices), overlong)
    same = " ".join(text.lower().split())
    return Answer(item, text, float(any(" ".join(a.lower().split()) == same for a in item.answers)), overlong)


def table(given: Sequence[Answer], metrics: Sequence[str] = METRICS) -> list[Row]:
    """Return the rows of the table: for each level its types, ``none``, the mean over types, and all.

    Args:
        given: judged answers.
        metrics: what scores the corrections, by name.
    """
    rows: list[Row] = []
    for level in dict.fromkeys([*LEVELS, *(a.item.level for a in given)]):
        here = [a for a in given if a.item.level == level]
        if not here:
            continue
        scores = _correction_scores(here, metrics) if level == "correction" else [{} for _ in here]
        types = list(dict.fromkeys(a.item.type for a in here))
        by_type = {t: _row(level, t, here, scores, [a.item.type == t for a in here]) for t in types}
        erroneous = [row for t, row in by_type.items() if t != NONE]
        rows += by_type.values()
        if len(erroneous) > 1:
            rows.append(_mean_row(level, erroneous))
        everything = _row(level, ALL, here, scores, [True] * len(here))
        extra = _classification_scores(here) if level == "classification" else everything.scores
        rows.append(
            Row(level, ALL, everything.n, everything.unanswered, everything.overlong, everything.accuracy, extra)
        )
    return rows


def _row(
    level: str, kind: str, here: Sequence[Answer], scores: Sequence[Mapping[str, float]], chosen: Sequence[bool]
) -> Row:
    picked = [(a, s) for a, s, wanted in zip(here, scores, chosen, strict=True) if wanted]
    names = dict.fromkeys(name for _, s in picked for name in s)
    return Row(
        level,
        kind,
        len(picked),
        known_mean(float(not a.text) for a, _ in picked),
        known_mean(float(a.overlong) for a, _ in picked),
        known_mean(a.right for a, _ in picked),
        {name: known_mean(s.get(name, NAN) for _, s in picked) for name in names},
    )


def _mean_row(level: str, rows: Sequence[Row]) -> Row:
    names = dict.fromkeys(name for row in rows for name in row.scores)
    return Row(
        level,
        ERROR,
        sum(row.n for row in rows),
        known_mean(row.unanswered for row in rows),
        known_mean(row.overlong for row in rows),
        known_mean(row.accuracy for row in rows),
        {name: known_mean(row.scores.get(name, NAN) for row in rows) for name in names},
    )


def _classification_scores(here: Sequence[Answer]) -> dict[str, float]:
    """Return precision, recall, F1 and specificity; an answer that cannot be read is neither 0 nor 1."""
    hits = sum(a.label == 1 and a.item.answer == "1" for a in here)
    alarms = sum(a.label == 1 and a.item.answer == "0" for a in here)
    errors = sum(a.item.answer == "1" for a in here)
    cleared = sum(a.label == 0 and a.item.answer == "0" for a in here)
    precision = hits / (hits + alarms) if hits + alarms else NAN
    recall = hits / errors if errors else NAN
    free = len(here) - errors
    both = 2 * hits + alarms + (errors - hits)
    return {
        "precision": precision,
        "recall": recall,
        "f1": 2 * hits / both if both else NAN,
        "specificity": cleared / free if free else NAN,
    }


def _correction_scores(here: Sequence[Answer], metrics: Sequence[str]) -> list[dict[str, float]]:
    """Return each correction's scores against the right sentence; NaN for an unanswered or unscored one."""
    from reref.analysis.metrics import get_metric
    from reref.analysis.scoring import score_pairs

    answered = [place for place, a in enumerate(here) if a.text]
    scores: list[dict[str, float]] = [dict.fromkeys(metrics, NAN) for _ in here]
    for name in metrics:
        pairs = [(here[place].text, here[place].item.answer) for place in answered]
        for place, found in zip(answered, score_pairs(get_metric(name), pairs), strict=True):
            scores[place][name] = found.scores.get("", next(iter(found.scores.values()), NAN))
    return scores
