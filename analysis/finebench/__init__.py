"""CT-FineBench: a reference's findings and attributes as questions, answered from a candidate report and compared.

The method of ct-finebench, section 3.3. `Question` and its sources, an `Answerer` and a `Comparer`, each by rules or by
a language model, and `score_report` that puts them together.
"""

from reref.analysis.finebench.answering import answer
from reref.analysis.finebench.comparing import compare
from reref.analysis.finebench.questions import NULL, Question, questions_about, questions_from_rows
from reref.analysis.finebench.scoring import (
    Answerer,
    AnswerRow,
    Comparer,
    ReportScore,
    score_report,
    score_reports,
    summary,
)

__all__ = [
    "NULL",
    "AnswerRow",
    "Answerer",
    "Comparer",
    "Question",
    "ReportScore",
    "answer",
    "compare",
    "questions_about",
    "questions_from_rows",
    "score_report",
    "score_reports",
    "summary",
]
