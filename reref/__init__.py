"""reref: would a metric's verdict on report generators survive another reporting practice?

The public names are loaded on first use, so that ``import reref`` stays fast and needs no optional package.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reref.analysis.metrics import metric as metric
    from reref.datasets import load_studies as load_studies
    from reref.workflows.api import perturb as perturb
    from reref.workflows.api import sensitivity as sensitivity

__version__ = "0.1.0"

_WHERE = {
    "load_studies": "reref.datasets",
    "metric": "reref.analysis.metrics",
    "perturb": "reref.workflows.api",
    "sensitivity": "reref.workflows.api",
}

__all__ = ["__version__", "load_studies", "metric", "perturb", "sensitivity"]


def __getattr__(name: str) -> Any:
    """Load a public name from the room that defines it."""
    if name not in _WHERE:
        raise AttributeError(f"module 'reref' has no attribute {name!r}; public names: {', '.join(__all__)}")
    return getattr(import_module(_WHERE[name]), name)


def __dir__() -> list[str]:
    return __all__
