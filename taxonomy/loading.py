"""YAML files to checked entries. Every complaint is one line that names the file and the field."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from reref.core.errors import BadDataError
from reref.taxonomy.models import Axis, DoseSeries, ErrorType, Persona, Target, entry_kind

M = TypeVar("M", bound=BaseModel)

SUFFIXES = (".yaml", ".yml")
#: The group that a name gets in front, where the file leaves it out.
_PREFIXED: dict[str, type[Target]] = {"error": ErrorType, "persona": Persona}


def yaml_files(path: Path) -> list[Path]:
    """Return the file itself, or the YAML files of a folder by name.

    Raises:
        BadDataError: nothing is there.
    """
    if path.is_dir():
        return sorted(file for file in path.iterdir() if file.suffix in SUFFIXES)
    if not path.is_file():
        raise BadDataError(f"taxonomy file {path} is not there; give a YAML file or a folder of them")
    return [path]


def read_entries(file: Path) -> list[Axis | list[Target]]:
    """Return the entries of a file, which holds one entry or a list of them.

    Returns:
        An axis as it is; any other entry as the list of its targets.

    Raises:
        BadDataError: the file cannot be read or breaks the shape of its kind.
    """
    data = parse_yaml(file)
    entries = data if isinstance(data, list) else [data]
    if not entries or not all(isinstance(entry, Mapping) for entry in entries):
        raise BadDataError(f"{file}: expected an entry (name, description, ...) or a list of entries")
    return [_entry(file, entry) for entry in entries]


def parse_yaml(file: Path) -> Any:
    """Return what a YAML file holds.

    Raises:
        BadDataError: it is no YAML; the message names the line.
    """
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C one is 10 times faster, and not in every build
    try:
        return yaml.load(file.read_text(encoding="utf-8-sig"), Loader=loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f" line {mark.line + 1}" if mark else ""
        what = str(getattr(error, "problem", None) or error).splitlines()[0]
        raise BadDataError(f"{file}{where}: not valid YAML: {what}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadDataError(f"{file}: cannot be read: {error}") from None


def _entry(file: Path, fields: Mapping[str, Any]) -> Axis | list[Target]:
    kind = entry_kind(fields)
    if kind == "axis":
        return _checked(file, Axis, fields)
    if kind == "dose":
        return [*_checked(file, DoseSeries, fields).targets()]
    if kind in _PREFIXED:
        name = str(fields.get("name", "")).removeprefix(f"{kind}/")
        return [_checked(file, _PREFIXED[kind], {**fields, "name": f"{kind}/{name}" if name else ""})]
    if kind:
        return [_checked(file, Target, {"group": kind, "expected_effect": "preserve", **fields})]
    raise BadDataError(
        f"{file}: cannot tell what '{fields.get('name', 'the entry')}' is: an axis has 'variations', an error type "
        "'severity', a persona 'steps', a dose series 'levels'"
    )


def _checked(file: Path, model: type[M], fields: Mapping[str, Any]) -> M:
    try:
        return model.model_validate(dict(fields))
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"]) or str(fields.get("name", "entry"))
        more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
        raise BadDataError(f"{file}: {field}: {first['msg'].removeprefix('Value error, ')}{more}") from None
