"""Studies and candidates in: one file a format, every odd row counted and named."""

from reref.datasets.align import Aligned, Join, align
from reref.datasets.candidates import Candidate, Candidates, load_candidates
from reref.datasets.load import Loaded, load_studies
from reref.datasets.registry import columns, dataset_format, formats
from reref.datasets.row import Odd, Row
from reref.datasets.source import Source
from reref.datasets.study import Dropped, Study

__all__ = [
    "Aligned",
    "Candidate",
    "Candidates",
    "Dropped",
    "Join",
    "Loaded",
    "Odd",
    "Row",
    "Source",
    "Study",
    "align",
    "columns",
    "dataset_format",
    "formats",
    "load_candidates",
    "load_studies",
]
