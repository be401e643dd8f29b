"""Studies and candidates in: one file a format."""

from reref.datasets.study import Dropped, Study

__all__ = ["Dropped", "Study"]
