"""Random numbers that depend on what they are for, never on global state, order of work or process."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numpy.random import Generator


def digest(*parts: object, size: int = 16) -> bytes:
    """Return a stable digest of the parts' texts; ``("ab", "c")`` and ``("a", "bc")`` differ."""
    h = blake2b(digest_size=size)
    for part in parts:
        text = str(part).encode("utf-8", "surrogatepass")
        h.update(len(text).to_bytes(8, "little"))
        h.update(text)
    return h.digest()


def generator(seed: int, *parts: object) -> Generator:
    """Return a random generator for one purpose, for example ``generator(0, target, version, study_id, variant)``.

    Args:
        seed: the user's seed, any integer; 0 is a seed like any other.
        *parts: what the numbers are for; every combination has a stream of its own.
    """
    import numpy as np

    return np.random.Generator(np.random.Philox(key=int.from_bytes(digest(seed, *parts), "little")))
