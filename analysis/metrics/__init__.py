"""Metrics: one room a metric, one shape, one registry, one adapter for anyone's callable.

A metric is one decorated function in one file; see `rouge_l.py` for the smallest one and `bleu.py` for a corpus-level
one. Every module of this folder is a room and is loaded when a metric is first asked for by name.
"""

from reref.analysis.metrics.model import BatchFunction, Metric, PairFunction
from reref.analysis.metrics.registry import METRICS, get_metric, metric, metric_names

__all__ = ["METRICS", "BatchFunction", "Metric", "PairFunction", "get_metric", "metric", "metric_names"]
