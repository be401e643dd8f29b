"""The generator and the verifiers that ask a language model, and the guard that spares it wrong rewrites."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reref.core.errors import UsageError
from reref.core.seeding import digest
from reref.perturbations.engine import Attempt, Engine, Infeasible, Proposal, Verdict, Verifier
from reref.perturbations.llm.prompts import describe, sections_of
from reref.perturbations.llm.signatures import GENERATORS, VERIFIERS
from reref.perturbations.rules.engine import rules_engine
from reref.report import TARGET_SECTIONS, Report

if TYPE_CHECKING:
    from reref.perturbations.llm.asking import Programs
    from reref.taxonomy.models import Target

#: Groups that are made by rule whatever the engine: what they are leaves a model nothing to decide.
_BY_RULE = ("control", "dose")
_SEEDS = 2**31
#: Takes note of what the guard did with an alternative: its key, and a word for it.
Keep = Callable[[str, str], None]


class LLMGenerator:
    """Proposes what the model writes for a target.

    Args:
        programs: the programs of an endpoint.
    """

    def __init__(self, programs: Programs) -> None:
        self._programs = programs
        self._rules = rules_engine().generator

    def propose(self, report: Report, target: Target, attempt: Attempt) -> Proposal | Infeasible:
        """Return the model's rewrite; the unchanged report when the model says that there can be none.

        Whether it is right about that is for the verifier to say.

        Raises:
            BadReplyError: the model's reply is no result.
            EndpointError: there is no reply.
            UsageError: no program makes targets of this group.
        """
        if target.group in _BY_RULE:
            return self._rules.propose(report, target, attempt)
        tag = f"{attempt.study_id}|{attempt.seed}|{attempt.variant}|{attempt.number}"
        found = self._programs.write(
            _program(GENERATORS, target),
            tag=tag,
            seed=int.from_bytes(digest(target.name, tag)[:4], "little") % _SEEDS,
            report=sections_of(report),
            target=describe(target),
            feedback="\n".join(f"- {reason}" for reason in attempt.feedback if reason) or "none",
        )
        if found.outcome != "rewritten":
            return Proposal(sections={name: report.section(name) for name in TARGET_SECTIONS})
        return Proposal(sections={name: getattr(found, name) for name in TARGET_SECTIONS})


class LLMVerifier:
    """Judges by the model's reasoning.

    Args:
        programs: the programs of an endpoint.
    """

    def __init__(self, programs: Programs) -> None:
        self._programs = programs
        self._offline = rules_engine().verifier

    def judge(self, original: Report, alternative: Report, target: Target) -> Verdict:
        """Return the model's verdict.

        Raises:
            BadReplyError: the model's reply is no verdict.
            EndpointError: there is no reply.
            UsageError: no program judges targets of this group.
        """
        if target.group in _BY_RULE:
            return self._offline.judge(original, alternative, target)
        found = self._programs.judge(
            _program(VERIFIERS, target),
            report=sections_of(original),
            target=describe(target),
            alternative={name: alternative.section(name) for name in TARGET_SECTIONS},
        )
        return Verdict(
            is_clinically_consistent=found.is_clinically_consistent,
            is_valid_perturbation=found.is_valid_perturbation,
            does_not_contain_required_info=found.does_not_contain_required_info,
            is_already_in_expected_form=found.is_already_in_expected_form,
            reason=found.reasoning,
        )


@dataclass
class GuardCounts:
    """What the guard of a hybrid engine did.

    Attributes:
        judged: alternatives that reached the guard.
        stopped: those that it rejected or called infeasible, each a verification by the model saved.
        compared: stopped ones that the model was asked about too (only when that was wanted).
        passed_by_model: compared ones that the guard rejected and the model would have accepted.
    """

    judged: int = 0
    stopped: int = 0
    compared: int = 0
    passed_by_model: int = 0


class HybridVerifier:
    """Asks the offline verifier first; only what it accepts goes to the model.

    Args:
        model: the verifier that costs money.
        measure: ask the model about what the guard stopped, too, to see which errors it would have passed.
        keep: called with a key and one word (``passed``, ``stopped``, ``agreed``, ``missed``) for every alternative.
    """

    def __init__(
        self, model: Verifier, *, measure: bool = False, keep: Callable[[str, str], None] | None = None
    ) -> None:
        self._model = model
        self._guard = rules_engine().verifier
        self._measure = measure
        self._keep = keep
        self._lock = threading.Lock()
        self.counts = GuardCounts()

    def judge(self, original: Report, alternative: Report, target: Target) -> Verdict:
        """Return the guard's verdict when it stops the alternative, else the model's."""
        verdict = self._guard.judge(original, alternative, target)
        if target.group in _BY_RULE:
            return verdict
        word = "passed"
        if not verdict.accepted:
            word = "stopped"
            if self._measure:
                is_missed = self._model.judge(original, alternative, target).accepted
                word = "missed" if is_missed else "agreed"
        self._count(word)
        if self._keep is not None:
            self._keep(digest(target.name, original, alternative).hex(), word)
        return self._model.judge(original, alternative, target) if verdict.accepted else verdict

    def _count(self, word: str) -> None:
        with self._lock:
            self.counts.judged += 1
            self.counts.stopped += word != "passed"
            self.counts.compared += word in ("agreed", "missed")
            self.counts.passed_by_model += word == "missed"


def llm_engine(programs: Programs, samples: int = 5) -> Engine:
    """Return the engine in which a model both writes and judges."""
    return Engine("llm", LLMGenerator(programs), LLMVerifier(programs), samples)


def hybrid_engine(programs: Programs, samples: int = 5, *, measure: bool = False, keep: Keep | None = None) -> Engine:
    """Return the engine in which a model writes, the fact verifier guards, and the model judges what is left."""
    verifier = HybridVerifier(LLMVerifier(programs), measure=measure, keep=keep)
    return Engine("hybrid", LLMGenerator(programs), verifier, samples)


def _program(programs: dict[str, str], target: Target) -> str:
    if target.group not in programs:
        raise UsageError(
            f"target '{target.name}': no language-model program makes a {target.group}; use --engine rules"
        )
    return programs[target.group]
