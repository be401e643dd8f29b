"""What a metric is: a callable with everything a reader of its numbers must know about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: What a metric may say about one pair: one score, several named scores, or the statistics of a corpus-level metric.
PairResult: TypeAlias = "float | Mapping[str, float] | Sequence[float] | None"

#: From summed statistics, shape (..., K), to scores, shape (...).
Aggregate: TypeAlias = "Callable[[NDArray[np.float64]], NDArray[np.float64]]"


class BatchFunction(Protocol):
    """A metric that takes all pairs at once and gives one result a pair, in order."""

    def __call__(self, candidates: Sequence[str], references: Sequence[str]) -> Sequence[PairResult]:
        """Return one result a pair, in order."""


class PairFunction(Protocol):
    """A metric that takes one pair at a time."""

    def __call__(self, candidate: str, reference: str) -> PairResult:
        """Return the pair's result."""


@dataclass(frozen=True, eq=False)
class Metric:
    """A callable and the facts about it.

    Calling the object calls the function, so a decorated function can be used as before.

    Attributes:
        name: what users type and tables show.
        function: the callable itself (see `BatchFunction` and `PairFunction`).
        higher_is_better: whether a better report has a higher score. Applied once, in `ScoreTable.oriented`.
        range: lowest and highest possible score, ``None`` where there is no bound.
        version: raised whenever a score can change; part of every signature.
        batch_dependent: whether a pair's score depends on the other pairs of the call. Such a metric is always given
            all studies of one model and target, in study order, and never split.
        aggregate: for a corpus-level metric the function from summed statistics to the score; ``None`` for a metric
            whose system score is the mean over studies.
        sentence: for a corpus-level metric the score of one study from its statistics; ``aggregate`` when not given.
        style: whether the function takes a batch or a pair.
        arguments: the names of its candidate and its reference parameter; it is always called by name.
        description: one line for people.
        needs: what a user must install or name first, empty for a metric that runs offline in the default install.
        spec: the text from which another process can find it again, empty when it cannot.
    """

    name: str
    function: Callable[..., Any]
    higher_is_better: bool
    range: tuple[float | None, float | None] = (None, None)
    version: str = "1"
    batch_dependent: bool = False
    aggregate: Aggregate | None = None
    sentence: Aggregate | None = None
    style: Literal["batch", "pair"] = "batch"
    arguments: tuple[str, str] = ("candidates", "references")
    description: str = ""
    needs: str = ""
    spec: str = ""

    @property
    def corpus_level(self) -> bool:
        """Whether the system score comes from summed statistics and not from the mean over studies."""
        return self.aggregate is not None

    @property
    def signature(self) -> str:
        """Name and version, as they stand in every result's signature."""
        return f"{self.name}@{self.version}"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function as it was written."""
        return self.function(*args, **kwargs)
