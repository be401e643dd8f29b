"""``reref facts``: what a report says, section by section and fact by fact."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from reref.cli._console import note, progress

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reref.datasets import Study
    from reref.report import Fact


@click.command(epilog="Example: reref facts reports.jsonl --study CXR12; reref facts report.txt -o -")
@click.argument("data", type=click.Path(exists=True, path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    help="Write JSON lines there, - for the screen.",
)
@click.option("--study", "wanted", multiple=True, metavar="ID", help="Only this study; may be repeated.")
@click.option("--format", "format_", metavar="NAME", help="Format of DATA; found out by default.")
@click.option("--limit", type=click.IntRange(min=1), help="Only the first N studies.")
def command(data: Path, output: Path | None, wanted: tuple[str, ...], format_: str | None, limit: int | None) -> None:
    """Read the reports in DATA: sections and clinical facts, as a coloured view or as JSON lines.

    In the view, what is present is red, absent green, uncertain yellow, said to be normal blue; the words that name a
    finding are bold.
    """
    from reref.core.errors import UnknownNameError
    from reref.datasets import load_studies

    loaded = load_studies(data, format=format_)
    for warning in loaded.warnings:
        note(f"{data}: {warning}")
    studies = [study for study in loaded.studies if not wanted or study.study_id in wanted]
    missing = sorted(set(wanted) - {study.study_id for study in studies})
    if missing:
        raise UnknownNameError(f"{data}: no study '{missing[0]}'; its studies begin with {loaded.studies[0].study_id}")
    if output is None:
        _show(studies[:limit])
    else:
        empty = [row.study_id for row in loaded.dropped if row.study_id and not wanted and limit is None]
        if str(output) == "-":
            _write(studies[:limit], empty, sys.stdout.buffer)
        else:
            from reref.core.files import whole_file

            with whole_file(output) as file:
                _write(studies[:limit], empty, file)
            note(f"{output}: facts of {len(studies[:limit]):,} studies")


def _write(studies: Sequence[Study], empty: Sequence[str], file: IO[Any]) -> None:
    """Write one row a study; those without any text get a row without facts."""
    import orjson

    with progress("reading") as update:
        for done, study in enumerate(studies, start=1):
            file.write(orjson.dumps(_row(study), option=orjson.OPT_APPEND_NEWLINE))
            if update:
                update(done, len(studies))
    for study_id in empty:
        row = {"study_id": study_id, "sections": {}, "facts": []}
        file.write(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))


def _sections(study: Study) -> Iterator[tuple[str, str]]:
    from reref.report import CONTEXT_SECTIONS, TARGET_SECTIONS

    for name in (*CONTEXT_SECTIONS, *TARGET_SECTIONS):
        text = study.report.section(name)
        if text or name in TARGET_SECTIONS:
            yield name, text


def _row(study: Study) -> dict[str, Any]:
    from dataclasses import asdict

    from reref.report import facts

    read = facts(study.report)
    return {"study_id": study.study_id, "sections": dict(_sections(study)), "facts": [asdict(fact) for fact in read]}


def _show(studies: Sequence[Study]) -> None:
    from rich.text import Text

    from reref.cli._console import console
    from reref.report import TARGET_SECTIONS, facts

    screen = console()
    for study in studies:
        read = facts(study.report)
        screen.print(Text(f"\n{study.study_id}", style="bold underline"))
        for name, text in _sections(study):
            own = [fact for fact in read if fact.section == name]
            screen.print(Text(name.upper(), style="bold"), highlight=False)
            screen.print(_coloured(text, own) if name in TARGET_SECTIONS else Text(text, style="dim"), highlight=False)
            for fact in own:
                screen.print(_line(fact), highlight=False)


def _coloured(text: str, facts: Sequence[Fact]) -> Any:
    from rich.text import Text

    shown = Text(text or "–")
    for fact in facts:
        shown.stylize(_colour(fact), fact.start, fact.end)
    for fact in facts:
        shown.stylize(f"bold {_colour(fact)}", fact.cue_start, fact.cue_end)
    return shown


def _line(fact: Fact) -> Any:
    """One fact with the attributes that it has."""
    from rich.text import Text

    sizes = " x ".join(f"{size:g}" for size in fact.sizes_mm)
    said = [
        "normal" if fact.normal else "",
        fact.tier or "",
        fact.laterality or "",
        fact.severity or "",
        f"{sizes} mm" if sizes else "",
        fact.change or "",
        f"at “{fact.location}”" if fact.location else "",
    ]
    line = Text("  · ").append(f"{fact.finding}", style=f"bold {_colour(fact)}").append(f" {fact.polarity}")
    return line.append("".join(f", {word}" for word in said if word), style="dim")


def _colour(fact: Fact) -> str:
    if fact.normal:
        return "blue"
    return {"present": "red", "absent": "green", "uncertain": "yellow"}[fact.polarity]
