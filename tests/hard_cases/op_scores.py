"""Hard cases of metrics and rankings."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable
from typing import Any

_METRICS = {"bleu1": "bleu-1", "bleu2": "bleu-2", "bleu4": "bleu-4", "rougeL": "rouge-l"}
_MODEL = "model"
_NUMBERS = itertools.count(1)


def score_metric(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """Score the pairs of a case; a row whose metric failed has no score and its error."""
    from reref.analysis import ReferenceSet, get_metric, metric, score

    if name == "custom":
        chosen = metric(name=f"custom-{next(_NUMBERS)}", higher_is_better=True, range=(0, 1))(_custom(given))
    else:
        chosen = get_metric(_METRICS[name])
    ids = [str(i) for i in given["ids"]]
    references = ReferenceSet("case", tuple(ids), {"original": given["refs"]}, {})
    scored = score([chosen], references, {_MODEL: given["hyps"]})
    errors = {row.study: row.error for row in scored.errors}
    values = [None if math.isnan(value) else float(value) for value in scored.tables[0].values[0, 0]]
    known = [value for value in values if value is not None]
    rows = [{"id": i, "score": v, "error": errors.get(i)} for i, v in zip(ids, values, strict=True)]
    return {
        "result": {
            "rows": rows,
            "mean": sum(known) / len(known) if known else None,
            "n_scored": len(known),
            "n_failed": sum(bool(row["error"]) for row in rows),
        }
    }


def _custom(given: dict[str, Any]) -> Callable[..., float]:
    """Return the user's function that a case describes in words."""
    words = given["metric"]
    failing = re.search(r"raises (\w+)\('([^']*)'\) for id (\w+)", words)
    returned = re.search(r"returns ([\d.]+|NaN|None|inf)", words)
    usual = float(returned[1]) if returned and returned[1] != "None" else math.nan
    bad = given["hyps"][given["ids"].index(failing[3])] if failing else None

    def custom(candidate: str, reference: str) -> float:
        if failing and candidate == bad:
            raise ValueError(failing[2])
        return usual

    return custom


def rank(_: str, given: dict[str, Any]) -> dict[str, Any]:
    """Rank the models of a case and compare them in pairs."""
    import numpy as np

    from reref.analysis import ScoreTable, analyse

    models = tuple(given["scores"])
    values = np.array([[[math.nan if s is None else float(s) for s in given["scores"][m]] for m in models]])
    table = ScoreTable(
        metric=given["metric"],
        dataset="case",
        targets=("original",),
        models=models,
        studies=tuple(str(i) for i in given.get("ids", range(values.shape[2]))),
        values=values,
        accepted=np.ones((1, values.shape[2]), dtype=bool),
        higher_is_better=given.get("higher_is_better", True),
    )
    found = analyse([table], resamples=2000, seed=0, correction="holm")
    places = {row.model: row for row in found.rankings if row.target == "original" and row.view == "all"}
    ranks = {m: 1 + sum(other.score > row.score for other in places.values()) for m, row in places.items()}
    leaders = [model for model in models if ranks[model] == 1]
    pairs = [
        {
            "a": row.model_a,
            "b": row.model_b,
            "n": row.studies,
            "p_value": _known(row.p),
            "difference": _known(row.difference),
            "verdict": row.verdict,
        }
        for row in found.pairs
        if row.target == "original" and row.view == "all"
    ]
    return {
        "result": {
            "ranks": ranks,
            "ranking": sorted(models, key=lambda model: ranks[model]),
            "winner": leaders[0] if len(leaders) == 1 else None,
            "ci": {m: None if math.isnan(row.low) else [row.low, row.high] for m, row in places.items()},
            "means": {m: _known(row.score) for m, row in places.items()},
            "coverage": {m: row.studies for m, row in places.items()},
            "pairs": pairs,
            "pairs_by_name": {f"{pair['a']}-{pair['b']}": pair for pair in pairs},
            "notes": "\n".join(found.notes),
            "warnings": "\n".join(found.notes),
        }
    }


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value


OPERATIONS = {
    "metric": score_metric,
    "rank": rank,
    "rank+bootstrap_ci": rank,
    "rank+pairwise_test": rank,
}
