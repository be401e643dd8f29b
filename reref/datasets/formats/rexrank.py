"""ReXrank's case files: JSON by case, with sections, a context line, and bare NaN for what is missing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reref.datasets.registry import dataset_format
from reref.datasets.row import Odd, Row
from reref.datasets.source import Source
from reref.datasets.study import Dropped

_CONTEXT = re.compile(r"Indication:(?P<indication>.*?)(?:Comparison:(?P<comparison>.*))?$", re.DOTALL)


def _detects(source: Source) -> bool:
    if source.kind != "json" or not isinstance(source.document, dict) or not source.document:
        return False
    first = next(iter(source.document.values()))
    return isinstance(first, dict) and {"section_findings", "section_impression"} <= set(first)


@dataset_format(
    "rexrank",
    detects=_detects,
    expects="JSON by case id with section_findings and section_impression",
    names_dataset=False,
)
def read(source: Source) -> Iterator[Row | Dropped | Odd]:
    """Yield a row for each case; indication and comparison are taken out of its context line."""
    for number, (case, cells) in enumerate(source.document.items(), 1):
        where = f"{source.name}:{number}"
        if not isinstance(cells, dict):
            yield Dropped(where, case, "case is not a JSON object")
            continue
        context = _CONTEXT.search(str(cells.get("context") or ""))
        sections: dict[str, object] = {}
        if context:
            sections = {name: text.strip() for name, text in context.groupdict("").items()}
        sections |= {name: cells.get(f"section_{name}") for name in ("findings", "impression")}
        extra = {name: cells.get(name) for name in ("split", "age", "sex")}
        yield Row(where, case, sections, cells.get("report"), extra=extra)
