"""The annotation.json of R2Gen and the many projects after it: splits, each a list of id and report."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reref.datasets.fields import FieldMap
from reref.datasets.registry import dataset_format
from reref.datasets.row import Odd, Row
from reref.datasets.source import Source
from reref.datasets.study import Dropped

_TWO_DIGIT_CM = re.compile(r"\b[1-9]\d{1,2}\s?cm\b")
_DECIMAL = re.compile(r"\d\.\d")
_TOKENISED = re.compile(r"[a-z] \. [a-z]")
_NO_POINTS = (
    "a size of 10 cm or more, and no decimal point in the whole file: full stops were probably deleted "
    "(1.2 cm to 12 cm), so its sizes can't be trusted"
)


def _detects(source: Source) -> bool:
    if source.kind != "json" or not isinstance(source.document, dict):
        return False
    splits = list(source.document.values())
    lists = [rows for rows in splits if isinstance(rows, list) and rows]
    return (
        bool(lists)
        and len(splits) <= 5
        and all(isinstance(rows, list) for rows in splits)
        and all(isinstance(rows[0], dict) and FieldMap(rows[0]).makes_study for rows in lists)
    )


@dataset_format(
    "r2gen",
    detects=_detects,
    expects="JSON with splits (train, val, test), each a list of id and report",
    names_dataset=False,
)
def read(source: Source) -> Iterator[Row | Dropped | Odd]:
    """Yield a row for each report of each split; ``split`` is kept.

    The cleaner that many of these projects run deletes full stops inside sentences, so that 1.2 cm turns into 12 cm.
    Text that went through it is read, with a note: size and unit targets would work on wrong numbers.
    """
    texts: list[tuple[str, str, str]] = []
    for split, rows in source.document.items():
        for number, cells in enumerate(rows, 1):
            where = f"{source.name}:{split}:{number}"
            if not isinstance(cells, dict):
                yield Dropped(where, "", "entry is not a JSON object")
                continue
            fields = FieldMap(cells)
            study = cells.get(fields.id) if fields.id else None
            report = cells.get(fields.report) if fields.report else None
            texts.append((where, str(study), str(report or "")))
            yield Row(where, study, fields.section_cells(cells), report, extra={"split": split})
    cleaned = not any(_DECIMAL.search(text) for _, _, text in texts)
    for where, study_id, text in texts:
        if cleaned and _TWO_DIGIT_CM.search(text):
            yield Odd(where, study_id, _NO_POINTS)
        elif _TOKENISED.search(text):
            yield Odd(where, study_id, "text is lower-cased and tokenised: use the raw reports for rewriting")
