"""Adapters to published metric packages. None is imported before it is used, and none is a dependency.

Their pins contradict each other, so each can also run in an environment of its own (`remote.py`, ``--python PATH``).
Directions, ranges and batch dependence are stated here once; `calls/` holds how each package is called.
"""

from reref.analysis.metrics.adapters.published import PUBLISHED, Published

__all__ = ["PUBLISHED", "Published"]
