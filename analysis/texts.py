"""The texts that models are scored against: every study's reference under every target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reref.analysis.scores import ORIGINAL
from reref.core.errors import BadDataError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: One reference, or several whose scores are averaged (the two orders of a compound target).
Reference = str | tuple[str, ...]


@dataclass(frozen=True)
class ReferenceSet:
    """The reference texts of one data set under every target.

    Attributes:
        dataset: name of the data set.
        studies: S names.
        texts: for each target S references; the first target is ``"original"``. Where a study's alternative was not
            accepted, its original text stands there.
        accepted: for each target S truth values; a target without an entry counts as accepted where its text differs.
    """

    dataset: str
    studies: tuple[str, ...]
    texts: Mapping[str, Sequence[Reference]]
    accepted: Mapping[str, Sequence[bool]]

    def __post_init__(self) -> None:
        if next(iter(self.texts), None) != ORIGINAL:
            raise BadDataError(f"the first target of a reference set must be '{ORIGINAL}', got {list(self.texts)[:1]}")
        for what, by_target in (("texts", self.texts), ("accepted", self.accepted)):
            for target, row in by_target.items():
                if len(row) != len(self.studies):
                    raise BadDataError(
                        f"{self.dataset}, target {target}: {len(row)} {what} for {len(self.studies)} studies"
                    )

    @property
    def targets(self) -> tuple[str, ...]:
        """Names of the targets, the original first."""
        return tuple(self.texts)

    def accepted_matrix(self) -> NDArray[np.bool_]:
        """Return (T, S): whether each target's alternative was accepted; all true for the original."""
        import numpy as np

        original = self.texts[ORIGINAL]
        rows = [
            self.accepted.get(target, [text != before for text, before in zip(texts, original, strict=True)])
            for target, texts in self.texts.items()
        ]
        matrix = np.array(rows, dtype=bool).reshape(len(rows), len(self.studies))
        matrix[0] = True
        return matrix
