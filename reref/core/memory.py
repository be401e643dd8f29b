"""How this process keeps what it has loaded."""

from __future__ import annotations

import gc

#: Reading and comparing reports makes many small objects and no cycles: at Python's own pace (700) a quarter of the
#: time goes into looking for them.
_ALLOCATIONS, _ROUNDS = 50_000, 20


def keep_what_is_loaded() -> None:
    """Take all that is loaded, such as word lists, out of garbage collection, and collect seldom from now on."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_ALLOCATIONS, _ROUNDS, _ROUNDS)
