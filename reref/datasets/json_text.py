"""JSON as people have it: bare NaN, lone surrogates, a cut last line, keys named twice."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import orjson

from reref.core.errors import BadDataError
from reref.datasets.study import Dropped


def rows(lines: Iterable[str], name: str) -> Iterator[tuple[str, dict[str, Any]] | Dropped]:
    """Yield (where, object) for each line of a JSONL file; a line that is no object is :class:`Dropped`.

    Rows are numbered by line, as editors do.
    """
    for number, line in enumerate(lines, 1):
        where = f"{name}:{number}"
        try:
            value = orjson.loads(line)
        except orjson.JSONDecodeError:
            if not line.strip():
                continue
            try:
                value = json.loads(line)  # takes what the strict parser does not: NaN, lone surrogates
            except (json.JSONDecodeError, RecursionError):
                yield Dropped(where, "", "line is not valid JSON (cut short?)")
                continue
        if isinstance(value, dict):
            yield where, value
        else:
            yield Dropped(where, "", "line is not a JSON object")


def document(text: str, name: str) -> Any:
    """Return the value of a whole JSON text.

    Raises:
        BadDataError: not JSON (with line and column), or an object names one key twice with different values.
    """

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) != len(pairs):
            seen: dict[str, Any] = {}
            for key, value in pairs:
                if key in seen and seen[key] != value:
                    raise BadDataError(f"{name}: duplicate key '{key}' with different values; keep one of them")
                seen[key] = value
        return made

    try:
        return json.loads(text, object_pairs_hook=unique)
    except json.JSONDecodeError as problem:
        place = f"line {problem.lineno}, column {problem.colno}"
        raise BadDataError(f"{name}: not valid JSON at {place}: {problem.msg}") from problem
    except RecursionError as problem:
        raise BadDataError(f"{name}: JSON nested too deeply to be a set of reports") from problem
