"""The result object: tables of rows, a signature, plain JSON and a text that reads well."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, get_args, get_type_hints

from reref.analysis.rows import (
    ControlRow,
    CoverageRow,
    DrivingRow,
    MetricRow,
    PairRow,
    RankingRow,
    RankProbabilityRow,
    ReversalRow,
    RobustRow,
    SensitivityRow,
    ShiftRow,
    StabilityRow,
)
from reref.analysis.variance import VarianceRow


@dataclass(frozen=True)
class Analysis:
    """Everything that the score tables say, one attribute a table.

    ``signature`` names everything the numbers depend on; ``notes`` are one-line warnings in order.
    """

    signature: str
    notes: tuple[str, ...]
    metrics: tuple[MetricRow, ...]
    sensitivity: tuple[SensitivityRow, ...]
    shifts: tuple[ShiftRow, ...]
    rankings: tuple[RankingRow, ...]
    rank_probabilities: tuple[RankProbabilityRow, ...]
    stability: tuple[StabilityRow, ...]
    pairs: tuple[PairRow, ...]
    reversals: tuple[ReversalRow, ...]
    robust: tuple[RobustRow, ...]
    driving: tuple[DrivingRow, ...]
    controls: tuple[ControlRow, ...]
    coverage: tuple[CoverageRow, ...]
    variance: tuple[VarianceRow, ...]

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """Return every table as rows of plain values; a number that is not known is NaN."""
        names = [f.name for f in fields(self) if f.name not in ("signature", "notes")]
        return {name: [asdict(row) for row in getattr(self, name)] for name in names}

    def to_rows(self, table: str) -> list[dict[str, Any]]:
        """Return one table as rows of plain values.

        Raises:
            KeyError: no such table; the message lists all.
        """
        tables = self.tables()
        if table not in tables:
            raise KeyError(f"no table '{table}'; tables: {', '.join(tables)}")
        return tables[table]

    def to_json(self) -> str:
        """Return all tables as JSON; a number that is not known is ``null``."""
        return dump_json({"signature": self.signature, "notes": list(self.notes), **self.tables()})

    @classmethod
    def from_json(cls, text: str) -> Analysis:
        """Return the analysis that :meth:`to_json` wrote; ``null`` becomes NaN where a number belongs."""
        found = json.loads(text)
        tables = {}
        for name, kind in get_type_hints(cls).items():
            if name in ("signature", "notes"):
                continue
            row_type = get_args(kind)[0]
            numbers = {column for column, of in get_type_hints(row_type).items() if of is float}
            tables[name] = tuple(
                row_type(**{at: math.nan if cell is None and at in numbers else cell for at, cell in row.items()})
                for row in found[name]
            )
        return cls(signature=found["signature"], notes=tuple(found["notes"]), **tables)

    def __str__(self) -> str:
        return "\n".join(summary_lines(self))


def dump_json(value: Any) -> str:
    """Return strict JSON in which NaN and infinity are ``null``."""
    return json.dumps(_plain(value), allow_nan=False, ensure_ascii=False, indent=1)


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


def summary_lines(analysis: Analysis) -> list[str]:
    """Return the few lines that answer the question: what moved, what flipped, and how sure that is."""
    lines = [analysis.signature, ""]
    lines += _columns(
        ["metric", "mean IQR", "max IQR", "worst target", "unscored"],
        [[m.metric, _n(m.mean_iqr), _n(m.max_iqr), m.worst_target, _percent(m.unscored)] for m in analysis.metrics],
    )
    overall = [row for row in analysis.reversals if row.level == "overall"]
    if overall:
        lines.append("")
        lines += _columns(
            ["metric", "view", "reversed", "significant"],
            [
                [
                    r.metric,
                    r.view,
                    _share(r.reversed, r.pairs, r.rate),
                    _share(r.significant, r.pairs, r.significant_rate),
                ]
                for r in overall
            ],
        )
    found = [row for row in analysis.pairs if row.significant and row.view == "all"]
    lines += ["", f"{len(found)} significant reversals (all studies)"]
    lines += [
        f"  {r.metric} on {r.dataset}, {r.target}: {r.model_a} vs {r.model_b}"
        f" {r.original_difference:+.4f} ({r.original_verdict}) -> {r.difference:+.4f} ({r.verdict})"
        for r in found[:20]
    ]
    if len(found) > 20:
        lines.append(f"  ... and {len(found) - 20} more in the table 'pairs'")
    lines += [f"note: {note}" for note in analysis.notes]
    return lines


def _columns(head: list[str], rows: list[list[str]]) -> list[str]:
    table = [head, *rows]
    widths = [max(len(row[i]) for row in table) for i in range(len(head))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]


def _share(count: int, pairs: int, rate: float) -> str:
    return f"{count}/{pairs} ({_percent(rate)})"


def _n(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.3f}"


def _percent(value: float) -> str:
    return "-" if math.isnan(value) else f"{100 * value:.1f} %"
