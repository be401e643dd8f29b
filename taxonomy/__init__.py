"""What can vary: axes, error types, personas, doses and controls, each a YAML file checked on load.

The names are loaded on first use: pydantic and the files cost time that ``reref --help`` must not pay.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if __name__ != "reref.taxonomy":  # a second copy of this package would register everything twice
    raise ImportError("import this package as reref.taxonomy")

if TYPE_CHECKING:
    from reref.taxonomy.models import Axis as Axis
    from reref.taxonomy.models import AxisTarget as AxisTarget
    from reref.taxonomy.models import Dose as Dose
    from reref.taxonomy.models import ErrorType as ErrorType
    from reref.taxonomy.models import Example as Example
    from reref.taxonomy.models import Persona as Persona
    from reref.taxonomy.models import Target as Target
    from reref.taxonomy.registry import Taxonomy as Taxonomy
    from reref.taxonomy.registry import axes as axes
    from reref.taxonomy.registry import built_in as built_in
    from reref.taxonomy.registry import expand as expand
    from reref.taxonomy.registry import get_target as get_target
    from reref.taxonomy.registry import load_taxonomy as load_taxonomy
    from reref.taxonomy.registry import reset as reset
    from reref.taxonomy.registry import shared as shared
    from reref.taxonomy.registry import targets as targets

_MODELS = ("Axis", "AxisTarget", "Dose", "ErrorType", "Example", "Persona", "Target")
_REGISTRY = ("Taxonomy", "axes", "built_in", "expand", "get_target", "load_taxonomy", "reset", "shared", "targets")
_WHERE = {
    **dict.fromkeys(_MODELS, "reref.taxonomy.models"),
    **dict.fromkeys(_REGISTRY, "reref.taxonomy.registry"),
}

__all__ = [
    "Axis",
    "AxisTarget",
    "Dose",
    "ErrorType",
    "Example",
    "Persona",
    "Target",
    "Taxonomy",
    "axes",
    "built_in",
    "expand",
    "get_target",
    "load_taxonomy",
    "reset",
    "shared",
    "targets",
]


def __getattr__(name: str) -> Any:
    """Load a public name from the room that defines it."""
    if name not in _WHERE:
        raise AttributeError(f"module 'reref.taxonomy' has no attribute {name!r}")
    return getattr(import_module(_WHERE[name]), name)
