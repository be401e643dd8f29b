"""``reref taxonomy``: what can be done to a report, and whether a file that adds to it is sound."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from reref.taxonomy import Target, Taxonomy

_FILES = click.option(
    "--taxonomy", "files", multiple=True, type=click.Path(path_type=Path), help="Also read this YAML file or folder."
)


@click.group(short_help="List, show and check targets: axes, errors, personas, controls.")
def command() -> None:
    """What can vary: axes, error types, personas, doses and controls."""


@command.command("list")
@click.argument("names", nargs=-1)
@_FILES
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def list_targets(names: tuple[str, ...], files: tuple[Path, ...], *, as_json: bool) -> None:
    """List targets; NAMES are groups, axes or patterns (all when none is given)."""
    for target in _known(files).expand(names or ("all",)):
        if as_json:
            click.echo(_json({"name": target.name, "group": target.group, "expected_effect": target.expected_effect,
                              "version": target.version, "description": target.description}))  # fmt: skip
        else:
            click.echo(f"{target.name:36}{target.expected_effect:10}{_first_line(target.description)}")


@command.command("show")
@click.argument("name")
@_FILES
@click.option("--json", "as_json", is_flag=True, help="Print the whole entry as JSON.")
def show(name: str, files: tuple[Path, ...], *, as_json: bool) -> None:
    """Show an axis with its variations, or any other target, with its examples."""
    known = _known(files)
    if name in known.axes:
        axis = known.axes.get(name)
        if as_json:
            click.echo(_json(axis.model_dump()))
            return
        click.echo(f"{axis.name}  ({axis.kind} axis, {axis.dimension}, version {axis.version})\n{axis.description}\n")
        for variation in axis.variations:
            _print_target(known.get(f"{name}/{variation}"), constraints=False)
        _print_constraints(axis.constraints)
        return
    target = known.get(name)
    if as_json:
        click.echo(_json(target.model_dump()))
    else:
        _print_target(target, constraints=True)


@command.command("validate")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
def validate(paths: tuple[Path, ...]) -> None:
    """Check YAML files (or folders) as ``--taxonomy`` would read them."""
    from reref.taxonomy import built_in

    known = built_in()
    for path in paths:
        for target in known.add_file(path):
            click.echo(f"{path}: {target.name} is sound")


@command.command("mine")
@click.argument("data", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="The draft, a YAML file.")
@click.option("--min-count", default=50, show_default=True, type=click.IntRange(min=1), help="Leave out what is rarer.")
@click.option("--name", default="mined", show_default=True, help="What to call the schema.")
@click.option("--limit", type=click.IntRange(min=1), help="Only the first N studies.")
def mine_schema(data: Path, output: Path, min_count: int, name: str, limit: int | None) -> None:
    """Draft an attribute schema from the reports in DATA, for a person to prune, merge and comment.

    In the file: ``keep: false`` or deleting an entry prunes it, ``ask_as`` merges it with another attribute,
    ``comment`` explains it, ``examples`` are what was found. Then: reref qa build --kind attributes --schema FILE.
    """
    import yaml

    from reref.cli._console import note
    from reref.core.errors import BadDataError
    from reref.core.files import whole_file
    from reref.datasets import load_studies
    from reref.qa.attributes import mine

    draft = mine(load_studies(data).studies[:limit], name=name, min_count=min_count)
    if not draft["findings"]:
        raise BadDataError(f"{data}: no attribute is told {min_count} times; lower --min-count")
    with whole_file(output, "w") as file:
        yaml.safe_dump(draft, file, sort_keys=False, allow_unicode=True, width=120)
    note(f"{sum(map(len, draft['findings'].values()))} attributes of {len(draft['findings'])} findings: {output}")


def _known(files: tuple[Path, ...]) -> Taxonomy:
    from reref.taxonomy.registry import load_taxonomy, shared

    for file in files:
        load_taxonomy(file)
    return shared()


def _print_target(target: Target, *, constraints: bool) -> None:
    extra = f", {target.severity}" if hasattr(target, "severity") else ""
    click.echo(f"{target.name}  (expected effect: {target.expected_effect}{extra}, version {target.version})")
    click.echo(f"  {target.description}")
    for step in getattr(target, "steps", ()):
        click.echo(f"  step: {step}")
    for example in target.examples:
        click.echo(f"  - {example.original!r}\n    {example.alternative!r}")
    if constraints:
        _print_constraints(target.constraints)


def _print_constraints(constraints: tuple[str, ...]) -> None:
    for constraint in constraints:
        click.echo(f"  * {constraint}")


def _first_line(text: str, width: int = 90) -> str:
    first = text.split(". ")[0].rstrip(".")
    return first if len(first) <= width else f"{first[: width - 1]}…"


def _json(value: Any) -> str:
    import json

    return json.dumps(value, ensure_ascii=False)
