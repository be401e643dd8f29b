"""Programs made better by DSPy's optimizers on a user's pairs; what is saved holds no endpoint and no key."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from reref.core.errors import BadDataError, MissingExtraError
from reref.core.seeding import generator

if TYPE_CHECKING:
    from reref.llm.settings import LLMSettings
    from reref.workflows.pairs import Pair

Optimizer = Literal["bootstrap", "gepa", "mipro"]
VERDICT = (
    "is_clinically_consistent",
    "is_valid_perturbation",
    "does_not_contain_required_info",
    "is_already_in_expected_form",
)
_FEWEST = 4  # pairs: two to learn from, two to see whether it helped
_DEMOS = 3
_ANY_ERRORS = 10**9  # a bad reply counts as a wrong answer and must not stop the optimizer


@dataclass(frozen=True, slots=True)
class Tuned:
    """What tuning came to, on pairs that the optimizer did not see.

    Attributes:
        pairs: how many there were, for learning and for these scores together.
        before: share of right answers with the program as it is worded, 0 to 1.
        after: share with the tuned program.
    """

    pairs: int
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class _Search:
    seed: int
    steps: int
    threads: int


def tune(
    pairs: Sequence[Pair],
    name: str,
    optimizer: Optimizer,
    settings: LLMSettings,
    output: Path,
    *,
    seed: int,
    steps: int,
) -> Tuned:
    """Tune one program and save it.

    Verifying programs are scored by the share of decisions (accept or not) that agree with the pairs' gold; writing
    programs by the share of rewrites that the fact verifier accepts.

    Args:
        pairs: the user's; for a verifying program their rows hold ``gold`` with the four booleans.
        name: the program.
        optimizer: ``bootstrap`` (examples), ``gepa`` (instructions by reflection) or ``mipro`` (both by search).
        settings: of the model that is tuned for; it is also the one that reflects.
        output: where the program file goes.
        seed: of the split and the search.
        steps: how long to search: candidate programs for mipro, full evaluations for gepa.

    Raises:
        BadDataError: too few pairs, or pairs without gold.
        MissingExtraError: the optimizer needs a package that is not installed.
        EndpointError: the model stopped answering, so that nothing was learnt.
    """
    from reref.llm.endpoint import Endpoint
    from reref.perturbations.llm.asking import Programs
    from reref.perturbations.llm.tuned import save

    chosen = [pair for pair in pairs if _makes(name, pair)]
    if len(chosen) < _FEWEST:
        raise BadDataError(
            f"{len(chosen)} of {len(pairs)} pairs suit the program '{name}'; at least {_FEWEST} are needed"
        )
    order = generator(seed, "tune", name).permutation(len(chosen))
    examples = [_example(name, chosen[at]) for at in order]
    learn, check = examples[: len(examples) // 2], examples[len(examples) // 2 :]
    with Endpoint(settings) as endpoint:
        programs = Programs(endpoint)
        right = _verdict_is_right if name.startswith("verify-") else _rewrite_is_right
        with programs.tuning(name) as (program, lm), _quiet():
            search = _Search(seed, steps, settings.concurrency)
            before = _score(program, check, right, search.threads)
            tuned = _compile(optimizer, program, lm, learn, right, search)
            after = _score(tuned, check, right, search.threads)
        if endpoint.failure is not None:
            raise endpoint.failure
    found = Tuned(len(chosen), before, after)
    made_by = {"optimizer": optimizer, "seed": seed, "pairs": len(chosen), "before": before, "after": after}
    save(tuned, name, output, made_by)
    return found


def _makes(name: str, pair: Pair) -> bool:
    from reref.perturbations.llm.signatures import GENERATORS, VERIFIERS

    return name in (GENERATORS.get(pair.target.group), VERIFIERS.get(pair.target.group))


def _example(name: str, pair: Pair) -> Any:
    from reref.llm.language_model import load_dspy
    from reref.perturbations.llm.prompts import describe, sections_of

    report, target = sections_of(pair.original), describe(pair.target)
    texts = {"findings": pair.alternative.findings, "impression": pair.alternative.impression}
    example = load_dspy().Example
    if not name.startswith("verify-"):
        inputs = {"target": target, "report": report, "feedback": "none"}
        return example(**inputs, pair=pair).with_inputs(*inputs)
    gold = pair.row.get("gold")
    if not isinstance(gold, dict) or not set(VERDICT) <= gold.keys():
        raise BadDataError(f"pair {pair.id!r} has no 'gold' with {', '.join(VERDICT)}")
    inputs = {"target": target, "report": report, "alternative": texts}
    return example(
        **inputs, reasoning=str(pair.row.get("note", "")), **{key: gold[key] for key in VERDICT}
    ).with_inputs(*inputs)


Right = Callable[[Any, Any], tuple[bool, str]]


def _verdict_is_right(gold: Any, said: Any) -> tuple[bool, str]:
    """Say whether the decision is the gold's, and what a tutor would say about it."""
    wrong = [key for key in VERDICT if getattr(said, key) != getattr(gold, key)]
    is_right = _accepts(gold) == _accepts(said)
    why = f" because: {gold.reasoning}" if gold.reasoning else ""
    corrections = "; ".join(f"{key} is {getattr(gold, key)}" for key in wrong)
    return is_right, f"{corrections}{why}" if wrong else "all four fields are right"


def _accepts(verdict: Any) -> bool:
    fits, impossible = VERDICT[:2], VERDICT[2:]
    return all(getattr(verdict, key) for key in fits) and not any(getattr(verdict, key) for key in impossible)


def _rewrite_is_right(gold: Any, said: Any) -> tuple[bool, str]:
    """Say whether the fact verifier accepts the rewrite, or agrees that there can be none."""
    from reref.perturbations.rules.engine import rules_engine

    pair = gold.pair
    texts = {"findings": said.findings, "impression": said.impression} if said.outcome == "rewritten" else {}
    verdict = rules_engine().verifier.judge(pair.original, pair.original.with_sections(texts), pair.target)
    return verdict.is_clinically_consistent and verdict.is_valid_perturbation, verdict.reason


def _score(program: Any, examples: Sequence[Any], right: Right, threads: int) -> float:
    from dspy import Evaluate

    evaluate = Evaluate(
        devset=list(examples),
        metric=lambda gold, said, trace=None: float(right(gold, said)[0]),
        num_threads=threads,
        max_errors=_ANY_ERRORS,
        provide_traceback=False,
        failure_score=0.0,
    )
    return float(evaluate(program).score) / 100


def _compile(optimizer: Optimizer, program: Any, lm: Any, learn: list[Any], right: Right, search: _Search) -> Any:
    import dspy

    def metric(gold: Any, said: Any, trace: Any = None) -> bool | float:
        found = right(gold, said)[0]
        return found if trace is not None else float(found)

    def reflected(gold: Any, said: Any, trace: Any = None, pred_name: Any = None, pred_trace: Any = None) -> Any:
        found, words = right(gold, said)
        return dspy.Prediction(score=float(found), feedback=words)

    # A pair without gold is no worked example until the program has worked it out.
    demos = {"max_bootstrapped_demos": _DEMOS, "max_labeled_demos": _DEMOS if right is _verdict_is_right else 0}
    if optimizer == "bootstrap":
        few_shot = dspy.BootstrapFewShot(metric=metric, max_errors=_ANY_ERRORS, **demos)
        return few_shot.compile(program, trainset=learn)
    if optimizer == "gepa":
        gepa = dspy.GEPA(
            metric=reflected,
            reflection_lm=lm,
            max_full_evals=search.steps,
            num_threads=search.threads,
            seed=search.seed,
        )
        return gepa.compile(program, trainset=learn)
    _require("optuna", "mipro")
    mipro = dspy.MIPROv2(
        metric=metric,
        prompt_model=lm,
        task_model=lm,
        auto=None,
        num_candidates=search.steps,
        num_threads=search.threads,
        max_errors=_ANY_ERRORS,
        seed=search.seed,
        **demos,
    )
    return mipro.compile(program, trainset=learn, num_trials=2 * search.steps, minibatch=False)


def _require(package: str, optimizer: str) -> None:
    from importlib.util import find_spec

    if find_spec(package) is None:
        raise MissingExtraError(f"the optimizer '{optimizer}' needs {package}: pip install 'reref[tune]'")


@contextlib.contextmanager
def _quiet() -> Any:
    """Keep the optimizers' own progress, which quotes reports, off the terminal."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        yield
