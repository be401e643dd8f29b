"""F1 in the CheXpert label space, labels from `reref.report.facts`: micro and macro, over 14 classes and over 5.

A class is positive when a report calls one of its findings present or uncertain: the mapping of F1CheXbert, which hides
hedges. These are corpus scores: true and false positives and misses of each class are summed over all studies. *Micro*
pools the classes; *macro* is the mean over the classes that either side names at all (a class that nobody names would
otherwise lower a perfect score). The statistics of a pair are (hit, false, missed) of each class.

The labels are ours and not those of CheXbert: numbers compare across rows of one table, not with published ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from reref.analysis.metrics.finding_f1 import read_facts
from reref.analysis.metrics.registry import metric

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_DEVICES, _NONE = "Support Devices", "No Finding"


@cache
def _space() -> dict[str, Any]:
    import yaml

    return dict(yaml.safe_load(files("reref.analysis.metrics").joinpath("chexpert.yaml").read_text(encoding="utf-8")))


@cache
def _class_of() -> dict[str, str]:
    return {finding: label for label, findings in _space()["findings"].items() for finding in findings}


@lru_cache(maxsize=4096)
def labels(text: str) -> frozenset[str]:
    """Return the positive classes of a report."""
    told = [fact.finding for fact in read_facts(text) if not fact.normal and fact.polarity != "absent"]
    found = {_class_of()[finding] for finding in told if finding in _class_of()}
    return frozenset(found if found - {_DEVICES} else found | {_NONE})


def _statistics(candidate: str, reference: str, classes: Sequence[str]) -> list[float]:
    ours, theirs = labels(candidate), labels(reference)
    row: list[float] = []
    for label in classes:
        said, true = label in ours, label in theirs
        row += [said and true, said and not true, true and not said]
    return row


def _f1(hit: NDArray[np.float64], false: NDArray[np.float64], missed: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return F1, which is 1 where nothing was there to find and nothing was found."""
    import numpy as np

    named = 2 * hit + false + missed
    return np.where(named > 0, 2 * hit / np.where(named > 0, named, 1), 1.0)


def micro_f1(statistics: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return micro F1 from (hit, false, missed) of each class, shape (..., 3 · classes)."""
    return _f1(*(statistics[..., part::3].sum(axis=-1) for part in range(3)))


def macro_f1(statistics: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the mean F1 of the classes that either side names, from statistics as `micro_f1` takes them."""
    import numpy as np

    hit, false, missed = (statistics[..., part::3] for part in range(3))
    named = (hit + false + missed) > 0
    classes = named.sum(axis=-1)
    total = np.where(named, _f1(hit, false, missed), 0.0).sum(axis=-1)
    return np.where(classes > 0, total / np.maximum(classes, 1), 1.0)


def _define(kind: str, count: int) -> None:
    def chexpert_f1(candidates: Sequence[str], references: Sequence[str]) -> list[list[float]]:
        classes = _space()["labels" if count == 14 else "five"]
        return [_statistics(c, r, classes) for c, r in zip(candidates, references, strict=True)]

    metric(
        name=f"chexpert-{kind}-f1-{count}",
        higher_is_better=True,
        range=(0, 1),
        aggregate=micro_f1 if kind == "micro" else macro_f1,
        sentence=micro_f1,
        description=f"corpus {kind} F1 over {count} CheXpert classes, labels by reref.report, uncertain = positive",
    )(chexpert_f1)


for _kind in ("micro", "macro"):
    for _count in (14, 5):
        _define(_kind, _count)
