"""CT-FineBench scores: per question, per attribute and per report; a report's score is the mean over its questions."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from reref.analysis.finebench.answering import answer as answer_by_rules
from reref.analysis.finebench.comparing import compare as compare_by_rules
from reref.analysis.finebench.questions import NULL, Question
from reref.analysis.known import known_mean
from reref.core.errors import RerefError

#: From a question and a report to an answer, `NULL` when the report does not tell.
Answerer: TypeAlias = Callable[[Question, str], str]
#: From a question (with its right answers) and an answer to 1, 0.5 or 0.
Comparer: TypeAlias = Callable[[Question, str], float]


class AnswerRow(NamedTuple):
    """One question of one report; one that a model could not answer or compare has score NaN and its error."""

    study_id: str
    id: str
    finding: str
    attribute: str
    answers: tuple[str, ...]
    given: str
    score: float
    error: str = ""


class ReportScore(NamedTuple):
    """One report.

    Attributes:
        study_id: the study.
        score: mean over its scored questions; NaN without any.
        rows: the questions.
    """

    study_id: str
    score: float
    rows: tuple[AnswerRow, ...]

    def attributes(self) -> dict[str, float]:
        """Return the mean score of each attribute that was asked about."""
        return summary([self])


def score_report(
    questions: Sequence[Question],
    report: str,
    *,
    study_id: str = "",
    answer: Answerer = answer_by_rules,
    compare: Comparer = compare_by_rules,
) -> ReportScore:
    """Score one candidate report.

    Args:
        questions: at least one.
        report: the candidate report; an empty one answers nothing.
        study_id: for the rows.
        answer: the question answering.
        compare: the comparison of answers; not asked about omissions.
    """
    rows = tuple(_row(question, report, study_id, answer, compare) for question in questions)
    return ReportScore(study_id, known_mean([row.score for row in rows]), rows)


def _row(question: Question, report: str, study_id: str, answer: Answerer, compare: Comparer) -> AnswerRow:
    about = (study_id, question.id, question.finding, question.attribute, question.answers)
    given = ""
    try:
        given = answer(question, report)
        return AnswerRow(*about, given, 0.0 if given == NULL else compare(question, given))
    except RerefError:
        raise  # an endpoint that is away is away for every question
    except Exception as error:  # noqa: BLE001 - a reply that is no answer is this question's result
        return AnswerRow(*about, given, math.nan, " ".join(str(error).split())[:300] or type(error).__name__)


def score_reports(
    questions: Mapping[str, Sequence[Question]],
    reports: Mapping[str, str],
    *,
    answer: Answerer = answer_by_rules,
    compare: Comparer = compare_by_rules,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[list[ReportScore], list[str]]:
    """Score the candidate reports of a set of studies.

    Returns:
        the scored reports in the order of the questions, and the studies that have questions but no report.
    """
    scored, missing = [], []
    for done, (study, asked) in enumerate(questions.items(), start=1):
        if study in reports:
            scored.append(score_report(asked, reports[study], study_id=study, answer=answer, compare=compare))
        else:
            missing.append(study)
        if progress is not None:
            progress(done, len(questions))
    return scored, missing


def summary(reports: Sequence[ReportScore]) -> dict[str, float]:
    """Return the mean score of each attribute over all questions of all reports, in order of first appearance."""
    values: dict[str, list[float]] = {}
    for report in reports:
        for row in report.rows:
            values.setdefault(row.attribute, []).append(row.score)
    return {attribute: known_mean(found) for attribute, found in values.items()}
