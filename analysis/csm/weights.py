"""The weight of each variable at each level: equal, or fitted to experts and read from a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from reref.analysis.csm.variables import LEVELS, VARIABLES
from reref.core.errors import BadDataError

#: Weight by level and variable; those of a level are not negative and add up to one (18).
Weights: TypeAlias = Mapping[str, Mapping[str, float]]

EQUAL: Weights = {name: dict.fromkeys(VARIABLES[name], 1 / len(VARIABLES[name])) for name in LEVELS}


def load_weights(path: Path) -> Weights:
    """Read weights as ``reref calibrate`` writes them; a level that the file does not have keeps equal weights.

    Raises:
        BadDataError: no JSON object, an unknown or missing name, a negative weight, or a sum that is not one.
    """
    import orjson

    try:
        read: Any = orjson.loads(path.read_bytes())
        given = {str(name): {str(k): float(w) for k, w in row.items()} for name, row in read["weights"].items()}
    except (orjson.JSONDecodeError, KeyError, TypeError, AttributeError, ValueError) as error:
        raise BadDataError(f"{path}: is no file of weights ({error}); make one with 'reref calibrate'") from None
    for name, row in given.items():
        if name not in LEVELS or set(row) != set(VARIABLES[name]):
            known = "; ".join(f"{at}: {', '.join(VARIABLES[at])}" for at in LEVELS)
            raise BadDataError(f"{path}: level '{name}' needs one weight for each of its variables ({known})")
        if min(row.values()) < 0 or abs(sum(row.values()) - 1) > 1e-6:
            raise BadDataError(f"{path}: the weights of level '{name}' must be at least 0 and add up to 1")
    return {name: given.get(name, EQUAL[name]) for name in LEVELS}
