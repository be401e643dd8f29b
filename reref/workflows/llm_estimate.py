"""What a run with a language model would send and cost, without asking it anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reref.core.errors import UsageError

if TYPE_CHECKING:
    from reref.datasets import Study
    from reref.taxonomy.models import Target
    from reref.workflows.llm_runs import ModelChoice

_CHARACTERS_PER_TOKEN = 4
_REASONING_TOKENS = 200  # of a verdict
_STUDIES_COUNTED = 200  # the first ones stand for all


def estimate(studies: Sequence[Study], targets: Sequence[Target], choice: ModelChoice, variants: int) -> str:
    """Return one full prompt and the calls, tokens and price to expect when every first try is accepted, and at most.

    Args:
        studies: the references.
        targets: what would be done to each.
        choice: which engine and model.
        variants: alternatives for each pair.

    Raises:
        UsageError: there is nothing that the model would be asked.
    """
    from reref.llm.endpoint import Endpoint
    from reref.perturbations.llm.asking import Programs, load_programs
    from reref.perturbations.llm.prompts import describe, sections_of
    from reref.perturbations.llm.signatures import GENERATORS, VERIFIERS

    steps = [target for target in _steps(targets) if target.group in GENERATORS]
    if not studies or not steps:
        raise UsageError("no study, or no target that a model makes: nothing would be asked")
    programs = Programs(Endpoint(choice.settings), load_programs(choice.programs))
    tokens_in = tokens_out = 0.0
    shown = ""
    counted = studies[:_STUDIES_COUNTED]
    for target in steps:
        for study in counted:
            report, told = sections_of(study.report), describe(target)
            texts = {name: report[name] for name in ("findings", "impression")}
            writing = programs.prompt(GENERATORS[target.group], target=told, report=report, feedback="none")
            judging = programs.prompt(VERIFIERS[target.group], target=told, report=report, alternative=texts)
            shown = shown or "\n\n".join(f"--- {message['role']} ---\n{message['content']}" for message in writing)
            tokens_in += sum(len(m["content"]) for m in (*writing, *judging)) / _CHARACTERS_PER_TOKEN
            tokens_out += sum(map(len, texts.values())) / _CHARACTERS_PER_TOKEN + _REASONING_TOKENS
    times = variants * len(studies) / len(counted)
    pairs = len(studies) * len(steps) * variants
    settings = choice.settings
    lines = [
        shown,
        "--- estimate ---",
        f"to: {settings.url} (model {settings.model})",
        _line("at least", 2 * pairs, tokens_in * times, tokens_out * times, settings.price_in, settings.price_out),
        _line(
            f"with all {settings.samples} tries",
            2 * pairs * settings.samples,
            tokens_in * times * settings.samples,
            tokens_out * times * settings.samples,
            settings.price_in,
            settings.price_out,
        ),
    ]
    return "\n".join(lines)


def _line(
    what: str, calls: int, tokens_in: float, tokens_out: float, price_in: float | None, price_out: float | None
) -> str:
    cost = "price unknown (give --price-in and --price-out)"
    if price_in is not None and price_out is not None:
        cost = f"price {(tokens_in * price_in + tokens_out * price_out) / 1e6:.2f}"
    return f"{what}: {calls:,} calls, about {tokens_in:,.0f} tokens in and {tokens_out:,.0f} out, {cost}"


def _steps(targets: Sequence[Target]) -> list[Target]:
    """Return the targets with each persona written out as the steps of its two orders."""
    from reref.taxonomy import Persona, get_target

    found: list[Target] = []
    for target in targets:
        if isinstance(target, Persona):
            found += 2 * [get_target(name) for name in target.steps]
        else:
            found.append(target)
    return found
