"""What the variation does: metrics, scoring, paired bootstrap, rankings, sensitivities.

From texts to results in two calls::

    references = ReferenceSet(
        dataset="iu",
        studies=("1", "2"),
        texts={"original": [text, text], "structure/structured": [text, text]},   # original first; S texts each
        accepted={"structure/structured": [True, False]},   # a study that is not accepted has its original text
    )
    scored = score([get_metric("bleu-4"), get_metric("my_file.py:my_metric")], references,
                   {"model-a": [text, None], "model-b": [text, text]}, workers=2)
    result = analyse(scored.tables, resamples=10_000, seed=0)

``scored.tables`` are `ScoreTable` objects: ``values`` of shape (targets, models, studies), NaN where unscored, in the
metric's own direction; ``accepted`` of shape (targets, studies); ``statistics`` (targets, models, studies, K) for a
corpus-level metric. ``table.rows()`` yields the rows of the score table file; `tables_from_rows` reads anyone's.
``scored.errors`` names every unscored cell with its reason. A text may be a tuple (the two orders of a compound
target): their scores are averaged. ``store=`` takes finished pairs from a run that was stopped (`ScoreStore`).

``result`` is an `Analysis`: one tuple of typed rows a table (`rows.py`), ``tables()`` and ``to_rows(name)`` for plain
rows, ``to_json()`` without bare NaN, ``print(result)`` for the short answer, ``signature`` and ``notes``. Scores and
differences in it are oriented: higher is better for every metric.
"""

if __name__ != "reref.analysis":  # a second copy of this package would register everything twice
    raise ImportError("import this package as reref.analysis")

from reref.analysis.analyse import analyse
from reref.analysis.metrics import get_metric, metric, metric_names
from reref.analysis.pairs import PairScore
from reref.analysis.results import Analysis
from reref.analysis.scores import ORIGINAL, ScoreTable, tables_from_rows
from reref.analysis.scoring import ReferenceSet, RowError, Scored, ScoreStore, score, score_pairs

__all__ = [
    "ORIGINAL",
    "Analysis",
    "PairScore",
    "ReferenceSet",
    "RowError",
    "ScoreStore",
    "ScoreTable",
    "Scored",
    "analyse",
    "get_metric",
    "metric",
    "metric_names",
    "score",
    "score_pairs",
    "tables_from_rows",
]
