"""Metrics: one room a metric, one Protocol, one registry, one adapter for callables."""
