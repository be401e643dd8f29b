"""Programs beside rewriting: sections of a raw report, questions about findings, answers, their comparison, traps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from reref.llm.errors import BadReplyError
from reref.perturbations.llm.prompts import sections_of
from reref.report import TARGET_SECTIONS, Report

if TYPE_CHECKING:
    from reref.perturbations.llm.asking import Programs
    from reref.perturbations.llm.signatures import Question
    from reref.taxonomy.models import Target

Agreement = Literal["same", "partly", "different"]
#: What an answer says when the report does not tell.
UNSTATED = "unstated"


def extract_sections(programs: Programs, text: str) -> Report:
    """Divide a raw report into sections with a model.

    Raises:
        BadReplyError: the sections hold words that the report does not, or the reply is no result.
        EndpointError: there is no reply.
    """
    found = programs.judge("sections", report=text)
    report = Report(
        indication=found.indication,
        technique=found.technique,
        comparison=found.comparison,
        findings=found.findings,
        impression=found.impression,
    )
    parts = (report.indication, report.technique, report.comparison, report.findings, report.impression)
    invented = Counter(" ".join(parts).split()) - Counter(text.split())
    if invented:
        raise BadReplyError("unusable", f"{invented.total()} words of the sections are not in the report")
    return report


def ask_questions(programs: Programs, report: Report) -> list[Question]:
    """Return questions about the attributes of a report's findings, each with the report's own answer.

    Raises:
        BadReplyError: the reply is no result.
        EndpointError: there is no reply.
    """
    questions: list[Question] = programs.judge("ask", report=sections_of(report)).questions
    return questions


def answer_questions(programs: Programs, report: Report, questions: Sequence[str]) -> list[str]:
    """Answer questions from a report alone; :data:`UNSTATED` where it does not say.

    Raises:
        BadReplyError: not one answer to each question, or the reply is no result.
        EndpointError: there is no reply.
    """
    answers: list[str] = programs.judge("answer", report=sections_of(report), questions=list(questions)).answers
    if len(answers) != len(questions):
        raise BadReplyError("wrong shape", f"{len(answers)} answers to {len(questions)} questions")
    return answers


def compare_answers(programs: Programs, question: str, expected: str, given: str) -> Agreement:
    """Say how far an answer agrees with the right one.

    Raises:
        BadReplyError: the reply is no result.
        EndpointError: there is no reply.
    """
    agreement: Agreement = programs.judge("compare", question=question, expected=expected, given=given).agreement
    return agreement


def write_adversarial(programs: Programs, report: Report, errors: Sequence[Target], *, tag: str, seed: int) -> Report:
    """Return a report that shares nearly all words with the original and tells another state of the patient.

    Args:
        programs: the programs of an endpoint.
        report: the original.
        errors: error types that may be used.
        tag: tells this call from others for the same report.
        seed: for the server.

    Raises:
        BadReplyError: the text is unchanged, or the reply is no result.
        EndpointError: there is no reply.
    """
    kinds = "\n".join(f"- {error.name.partition('/')[2]}: {error.description}" for error in errors)
    found = programs.write(
        "adversarial", tag=tag, seed=seed, target=kinds, report=sections_of(report), feedback="none"
    )  # fmt: skip
    made = report.with_sections({name: getattr(found, name) for name in TARGET_SECTIONS})
    if found.outcome != "rewritten" or made == report:
        raise BadReplyError("unusable", "the model changed nothing")
    return made
