"""A reader study of rewritten reports: blinded sheets for readers, a key that stays with the organiser.

Two tasks, after the reref paper's study with radiologists: is one report, original or rewritten, realistic; do two
reports say the same, with the named practice changed and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from reref.core.errors import BadDataError, UsageError
from reref.core.files import whole_file, write_csv, write_json, write_jsonl
from reref.core.seeding import digest, generator
from reref.workflows.references import RunData

REALISM_COLUMNS = ("item", "report", "realism", "comment")
EQUIVALENCE_COLUMNS = ("item", "practice", "report_a", "report_b", "equivalence", "variation", "comment")
GUIDE = Path(__file__).parent / "reader_guide.md"


class Drawn(NamedTuple):
    """One rewritten report of the sample."""

    dataset: str
    study_id: str
    target: str
    original: str
    alternative: str

    def item(self, what: str) -> str:
        """Return a name that tells a reader nothing."""
        return f"{what[0]}{digest(what, self.dataset, self.study_id, self.target, size=5).hex()}"


def draw_sample(run: RunData, per_target: int, seed: int, targets: Sequence[str] = ()) -> list[Drawn]:
    """Draw accepted alternatives of a run: as many of each target, at most one a study while studies last.

    Args:
        run: a finished run.
        per_target: how many of each target; fewer where fewer were accepted.
        seed: any integer.
        targets: names; without any, every target that keeps the meaning, controls left out.

    Raises:
        UsageError: the run has no accepted alternative of these targets.
    """
    wanted = list(targets) or [t for t in run.targets if run.effects[t] == "preserve" and not t.startswith("control/")]
    sample: list[Drawn] = []
    used: set[tuple[str, str]] = set()
    # Rare targets choose first, so that a common one does not take the few studies that they have.
    accepted = {target: _accepted(run, target) for target in wanted}
    for target in sorted(wanted, key=lambda name: (len(accepted[name]), name)):
        found = accepted[target]
        order = generator(seed, "reader study", target).permutation(len(found))
        fresh = [found[i] for i in order if (found[i]["dataset"], found[i]["study_id"]) not in used]
        again = [found[i] for i in order if (found[i]["dataset"], found[i]["study_id"]) in used]
        for row in (fresh + again)[:per_target]:
            used.add((row["dataset"], row["study_id"]))
            report = run.original(row["dataset"], row["study_id"]).report
            original = report_text(report.findings, report.impression)
            alternative = report_text(row["findings"], row["impression"])
            sample.append(Drawn(row["dataset"], row["study_id"], target, original, alternative))
    if not sample:
        raise UsageError("the run has no accepted alternative of these targets; nothing can be shown to readers")
    return sample


def _accepted(run: RunData, target: str) -> list[dict[str, Any]]:
    return [
        row
        for (_, name, _), rows in run.rows.items()
        if name == target
        for row in rows[:1]
        if row["status"] == "accepted"
    ]


def report_text(findings: str, impression: str) -> str:
    """Return a report as readers see it."""
    parts = (("FINDINGS", findings), ("IMPRESSION", impression))
    return "\n".join(f"{name}:\n{text}" for name, text in parts if text)


def write_sheets(sample: Sequence[Drawn], folder: Path, *, readers: int, seed: int) -> list[Path]:
    """Write a guide, two sheets a reader in an order of the reader's own (CSV and JSON lines), and the key.

    Raises:
        UsageError: the folder holds files already.
    """
    if folder.exists() and any(folder.iterdir()):
        raise UsageError(f"{folder}: is not empty; choose another folder with -o")
    practices = {name: _practice(name) for name in dict.fromkeys(drawn.target for drawn in sample)}
    realism = list(_realism(sample))
    equivalence = [
        {
            "item": drawn.item("equivalence"),
            "practice": practices[drawn.target],
            "report_a": drawn.original,
            "report_b": drawn.alternative,
            "equivalence": "",
            "variation": "",
            "comment": "",
        }
        for drawn in sample
    ]
    files = []
    for reader in range(1, readers + 1):
        for task, rows, columns in (
            ("realism", realism, REALISM_COLUMNS),
            ("equivalence", equivalence, EQUIVALENCE_COLUMNS),
        ):
            order = generator(seed, "sheet", task, reader).permutation(len(rows))
            own = [rows[i] for i in order]
            path = folder / f"reader-{reader}" / f"{task}.csv"
            write_csv(path, own, columns)
            write_jsonl(path.with_suffix(".jsonl"), own)
            files.append(path)
    with whole_file(folder / "GUIDE.md", "w") as file:
        file.write(GUIDE.read_text(encoding="utf-8"))
    write_json(folder / "key.json", {"seed": seed, "items": [*_key(sample)]})
    return [*files, folder / "GUIDE.md", folder / "key.json"]


def _practice(target: str) -> str:
    """Return what the reader is told about the practice: the target's description, or its name when it has none."""
    from reref.taxonomy import targets

    known = targets()
    return known.get(target).description if target in known else target


def _realism(sample: Sequence[Drawn]) -> Iterator[dict[str, str]]:
    """Yield every original and every alternative once; equal texts are one item."""
    seen: set[str] = set()
    for drawn in sample:
        for text in (drawn.original, drawn.alternative):
            item = realism_item(text)
            if item not in seen:
                seen.add(item)
                yield {"item": item, "report": text, "realism": "", "comment": ""}


def realism_item(text: str) -> str:
    """Return the name of one report on the realism sheet."""
    return f"r{digest('realism', text, size=5).hex()}"


def _key(sample: Sequence[Drawn]) -> Iterator[dict[str, str]]:
    for drawn in sample:
        yield {
            "dataset": drawn.dataset,
            "study_id": drawn.study_id,
            "target": drawn.target,
            "original": realism_item(drawn.original),
            "alternative": realism_item(drawn.alternative),
            "equivalence": drawn.item("equivalence"),
        }


def read_ratings(paths: Sequence[Path]) -> dict[str, dict[str, dict[str, str]]]:
    """Read filled sheets: reader (the folder's name, or a ``reader`` column) to item to the row.

    Raises:
        BadDataError: no row, no item column, or a row without any rating.
    """
    import csv

    from reref.core.files import read_jsonl

    ratings: dict[str, dict[str, dict[str, str]]] = {}
    for path in paths:
        if path.suffix == ".jsonl":
            rows = [{name: str(value) for name, value in row.items()} for row in read_jsonl(path, ("item",))]
        else:
            with path.open(encoding="utf-8-sig", newline="") as file:
                rows = [dict(row) for row in csv.DictReader(file)]
        if not rows or "item" not in rows[0]:
            raise BadDataError(f"{path}: no rows with an item column; give the filled sheets of `reref annotate`")
        for row in rows:
            reader = row.get("reader") or path.parent.name
            ratings.setdefault(reader, {})[row["item"]] = row
    return ratings
