"""The options of every command that asks a language model."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from reref.llm.settings import LLMSettings

F = TypeVar("F", bound=Callable[..., Any])

_FLAGS = (
    "model", "base_url", "api_version", "api_key_file", "allow_remote", "concurrency", "structure", "samples",
    "max_calls", "max_total_tokens", "max_cost", "price_in", "price_out",
)  # fmt: skip


def llm_options(command: F) -> F:
    """Add the options; :func:`settings_of` reads them back from the command's arguments."""
    for option in reversed(
        [
            click.option(
                "--llm-config",
                type=click.Path(exists=True, dir_okay=False, path_type=Path),
                help="TOML file with settings of the model; options and REREF_* variables win over it.",
            ),
            click.option(
                "--llm-set",
                multiple=True,
                metavar="NAME=VALUE",
                help="Any other setting of the model, e.g. requests_per_minute=60 or deadline=120.",
            ),
            click.option("--model", metavar="NAME", help="Model, as the server calls it (Azure: the deployment)."),
            click.option("--base-url", metavar="URL", help="OpenAI-compatible server, e.g. http://127.0.0.1:11434/v1."),
            click.option(
                "--api-version", metavar="DATE", help="Azure's interface version; makes the server an Azure one."
            ),
            click.option(
                "--api-key-file",
                type=click.Path(dir_okay=False, path_type=Path),
                help="File with the key; by default the variable REREF_API_KEY.",
            ),
            click.option("--allow-remote", is_flag=True, default=None, help="Reports may be sent to another machine."),
            click.option("--concurrency", type=click.IntRange(1, 1024), help="Calls in flight.  [default: 8]"),
            click.option(
                "--structure",
                type=click.Choice(["json_schema", "strict", "json_object", "none"]),
                help="What the server can enforce; found out from its address by default.",
            ),
            click.option("--samples", type=click.IntRange(min=1), help="Tries for one alternative.  [default: 5]"),
            click.option("--max-calls", type=click.IntRange(min=0), help="Budget: requests of the whole run."),
            click.option("--max-total-tokens", type=click.IntRange(min=0), help="Budget: tokens of the whole run."),
            click.option("--max-cost", type=click.FloatRange(min=0), help="Budget: money of the whole run."),
            click.option("--price-in", type=click.FloatRange(min=0), help="Price of a million prompt tokens."),
            click.option("--price-out", type=click.FloatRange(min=0), help="Price of a million reply tokens."),
        ]
    ):
        command = option(command)
    return command


def settings_of(options: dict[str, Any]) -> LLMSettings:
    """Take the model's options out of a command's arguments and put them together with variables and file.

    Raises:
        UsageError: the settings are incomplete or wrong.
    """
    from reref.core.errors import UsageError
    from reref.llm.settings import load_settings

    file = options.pop("llm_config")
    more = {}
    for given in options.pop("llm_set"):
        name, equals, value = given.partition("=")
        if not equals:
            raise UsageError(f"--llm-set {given}: write NAME=VALUE, e.g. deadline=120")
        more[name.strip()] = value.strip()
    flags = {name: options.pop(name) for name in _FLAGS}
    return load_settings({**more, **{name: value for name, value in flags.items() if value is not None}}, file)


def announce(settings: LLMSettings) -> None:
    """Say once where report text goes when it leaves this machine.

    Raises:
        UsageError: the user has not agreed to it.
    """
    from reref.cli._console import note
    from reref.llm.consent import require_consent

    words = require_consent(settings)
    if words:
        note(words)
