"""A judge: one endpoint asked with one of the judging programs, alone or for many pairs at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from reref.analysis.finebench import NULL, Answerer, Comparer, Question
from reref.analysis.judges.programs import program
from reref.analysis.judges.scoring import CATEGORIES, errors_score, significance_score
from reref.analysis.judges.words import VERSION, prompt_hash

if TYPE_CHECKING:
    from reref.llm.endpoint import Endpoint


class Judge:
    """Asks an endpoint for judgements. Replies are kept in the endpoint's store, so a stopped run goes on.

    Args:
        endpoint: what answers.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        from reref.llm.adapter import InstructorAdapter
        from reref.llm.language_model import language_model, load_dspy

        settings = endpoint.settings
        self._settings = settings
        self._adapter = InstructorAdapter(settings.shape, settings.re_asks)
        self._model = language_model(endpoint, temperature=settings.verifier_temperature)
        self._context = load_dspy().context

    def about(self, name: str) -> dict[str, Any]:
        """Return what a score depends on: model, prompt hash, version."""
        return {"judge": name, "model": self._settings.model, "prompt": prompt_hash(name), "version": VERSION}

    def errors(self, candidate: str, reference: str) -> dict[str, Any]:
        """Return counted errors: score, matched findings, and the errors of each category.

        Raises:
            BadReplyError: the reply is no judgement.
            EndpointError: there is no reply.
        """
        found = self._ask("errors", reference=reference, candidate=candidate)
        significant = [error for error in found.errors if error.significant]
        return {
            "score": errors_score(len(found.matched), len(significant)),
            "matched": list(found.matched),
            "errors": [error.model_dump() for error in found.errors],
            "significant": {name: sum(e.category == name for e in significant) for name in CATEGORIES},
            "insignificant": {
                name: sum(e.category == name and not e.significant for e in found.errors) for name in CATEGORIES
            },
        }

    def significance(self, candidate: str, reference: str, context: str = "") -> dict[str, Any]:
        """Return what the candidate tells and makes up, weighed by importance for this patient.

        Args:
            candidate: the report to judge.
            reference: the radiologist's.
            context: the patient's age and the reason for the exam.

        Raises:
            BadReplyError: the reply is no judgement.
            EndpointError: there is no reply.
        """
        found = self._ask("significance", reference=reference, candidate=candidate, context=context)
        return {
            "score": significance_score(
                [(finding.importance, finding.told) for finding in found.findings],
                [finding.importance for finding in found.made_up],
            ),
            "findings": [finding.model_dump() for finding in found.findings],
            "made_up": [finding.model_dump() for finding in found.made_up],
        }

    def answerer(self) -> Answerer:
        """Return the question answering of CT-FineBench by this model."""

        def answer(question: Question, report: str) -> str:
            asked = question.text or f"What does the report tell of the {question.attribute} of: {question.finding}?"
            found = self._ask(
                "finebench-answer", report=report, question=asked,
                finding=question.finding, attribute=question.attribute,
            )  # fmt: skip
            given = str(found.answer).strip()
            return given if given and given.upper().strip("[]") != NULL.strip("[]") else NULL

        return answer

    def comparer(self) -> Comparer:
        """Return the comparison of answers of CT-FineBench by this model."""

        def compare(question: Question, given: str) -> float:
            asked = question.text or f"{question.attribute} of {question.finding}"
            found = self._ask("finebench-compare", question=asked, answers=list(question.answers), given=given)
            return float(found.grade)

        return compare

    def many(self, one: Callable[..., dict[str, Any]], pairs: Sequence[tuple[str, ...]]) -> list[dict[str, Any]]:
        """Judge many pairs, as many at a time as the endpoint allows.

        Args:
            one: `errors` or `significance`.
            pairs: its arguments.

        Returns:
            a judgement for each pair, or ``{"score": None, "error": …}`` where there is none.
        """

        def safe(pair: tuple[str, ...]) -> dict[str, Any]:
            try:
                return one(*pair)
            except Exception as error:  # noqa: BLE001 - a reply that is no judgement is this row's result
                return {"score": None, "error": " ".join(str(error).split())[:300] or type(error).__name__}

        with ThreadPoolExecutor(max_workers=self._settings.concurrency) as pool:
            return list(pool.map(safe, pairs))

    def _ask(self, name: str, **inputs: Any) -> Any:
        with self._context(lm=self._model, adapter=self._adapter, disable_history=True):
            return program(name)(**inputs)
