"""Resampled scores of a data set: all tables share one set of resamples and are summed together in a few products.

For a target t four sums over studies are enough for everything (all restricted to studies that are scored under the
original *and* under the target, so that a target and the original are always compared on the same studies):

- ``A``: the target's scores over accepted studies,
- ``O``: the original scores over accepted studies,
- ``C``: the original scores over all studies,
- ``C − O + A``: the target's scores over all studies, an infeasible study keeping its original score.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from reref.analysis.bootstrap import RESAMPLES, Block, add_up, exponent_for, stream_key, to_fixed
from reref.analysis.scores import ScoreTable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: ``all``: every study, an infeasible one with its original score. ``feasible``: accepted studies alone.
View = Literal["all", "feasible"]

#: Memory for columns and their resampled sums. Any value gives the same bits.
_MEMORY = 52 << 20
#: From so many columns on, summing the changes of accepted studies alone pays. Any value gives the same bits.
_MANY = 64


def model_pairs(models: int) -> list[tuple[int, int]]:
    """Return the pairs of M models, in the order of every per-pair result."""
    return list(combinations(range(models), 2))


class Layout:
    """Which columns a table's sums have: scores or statistics by model, then those of pairs of unequal studies.

    Models that are scored on the same studies form a group and share a count of studies. A pair across groups has
    columns and a count of its own over the studies that both are scored on.
    """

    def __init__(self, table: ScoreTable) -> None:
        import numpy as np

        self.table = table
        self._numbers = table.values[..., None] if table.statistics is None else table.statistics
        self.width = self._numbers.shape[-1]
        scored = np.asarray(np.isfinite(self._numbers).all(axis=-1))
        # A study whose alternative was not accepted keeps its original score, whatever an imported table says there.
        self.scored = np.asarray(np.where(table.accepted[:, None, :], scored, scored[0]))
        self.exponent = exponent_for(self._largest(), len(table.studies))
        patterns: dict[bytes, int] = {}
        self.group = [patterns.setdefault(self.scored[:, m].tobytes(), len(patterns)) for m in range(len(table.models))]
        self.first_of_group = [self.group.index(g) for g in range(len(patterns))]
        self.pairs = model_pairs(len(table.models))
        across = [p for p, (i, j) in enumerate(self.pairs) if self.group[i] != self.group[j]]
        self.own_pairs = {p: place for place, p in enumerate(across)}
        self.length = len(self.group) * self.width + len(self.own_pairs) * 2 * self.width

    def columns(self, target: int, studies: NDArray[np.bool_], *, change: bool = False) -> NDArray[np.float64]:
        """Return (L, S): a target's numbers, or their change, over the studies that are true in ``studies`` (M, S)."""
        import numpy as np

        accepted = self.table.accepted[target][:, None]
        numbers = np.where(accepted, self._numbers[target], self._numbers[0])
        integers = to_fixed(np.where(studies[..., None], numbers, 0.0), self.exponent)
        if change:
            integers -= to_fixed(np.where(studies[..., None], self._numbers[0], 0.0), self.exponent)
        integers = integers.transpose(0, 2, 1)  # (M, K, S)
        blocks = [integers.reshape(-1, integers.shape[-1])]
        for p in self.own_pairs:
            i, j = self.pairs[p]
            both = studies[i] & studies[j]
            blocks += [integers[i] * both, integers[j] * both]
        return np.concatenate(blocks)

    def masks(self, studies: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
        """Return which studies each group, then each pair of its own, is summed over; each (S,)."""
        across = [self.pairs[p] for p in self.own_pairs]
        return [studies[m] for m in self.first_of_group] + [studies[i] & studies[j] for i, j in across]

    def _largest(self) -> NDArray[np.float64]:
        """Return (K,): the largest absolute number of each statistic."""
        import numpy as np

        largest = np.zeros(self.width)
        for numbers in self._numbers:
            used = np.abs(numbers[np.isfinite(numbers).all(axis=-1)])
            largest = np.maximum(largest, used.max(axis=0, initial=0.0))
        return largest


class Resampled:
    """Scores of M models in B resamples: a layout's columns (L, B) and counts of studies (groups and own pairs, B)."""

    def __init__(self, layout: Layout, sums: NDArray[np.float64], counts: NDArray[np.float64]) -> None:
        self.layout = layout
        self.sums = sums
        self.counts = counts
        self._models = len(layout.group)
        self._pairs_at = self._models * layout.width

    def scores(self) -> NDArray[np.float64]:
        """Return (M, B); NaN where a resample holds no scored study of the model."""
        return self._scores

    def differences(self, pairs: Sequence[int]) -> NDArray[np.float64]:
        """Return (len(pairs), B): first model minus second, over the studies that both are scored on."""
        import numpy as np

        found = np.empty((len(pairs), self.sums.shape[1]))
        mean = self.layout.table.aggregate is None
        for row, p in zip(found, pairs, strict=True):
            first, second, count = self._sides(p)
            if mean:
                np.subtract(first[0], second[0], out=row)  # exact: equal models differ by exactly 0
                row /= self._denominators[count]
            elif p in self.layout.own_pairs:
                np.subtract(self._aggregated(first, count), self._aggregated(second, count), out=row)
            else:
                i, j = self.layout.pairs[p]
                np.subtract(self._scores[i], self._scores[j], out=row)
        return found

    def pair_studies(self) -> NDArray[np.int64]:
        """Return (P,): on how many studies each pair is compared. Only for sums that are not resampled."""
        import numpy as np

        return np.array([self.counts[self._sides(p)[2], 0] for p in range(len(self.layout.pairs))], dtype=np.int64)

    def model_studies(self) -> NDArray[np.int64]:
        """Return (M,): on how many studies each model is scored. Only for sums that are not resampled."""
        import numpy as np

        return np.array([self.counts[g, 0] for g in self.layout.group], dtype=np.int64)

    def _sides(self, pair: int) -> tuple[NDArray[np.float64], NDArray[np.float64], int]:
        """Return the sums (K, B) of a pair's two models over their shared studies, and which count is theirs."""
        width = self.layout.width
        if pair in self.layout.own_pairs:
            place = self.layout.own_pairs[pair]
            start = self._pairs_at + place * 2 * width
            own = self.sums[start : start + 2 * width]
            return own[:width], own[width:], len(self.layout.first_of_group) + place
        i, j = self.layout.pairs[pair]
        return self.sums[i * width : (i + 1) * width], self.sums[j * width : (j + 1) * width], self.layout.group[i]

    @cached_property
    def _scores(self) -> NDArray[np.float64]:
        import numpy as np

        sums = self.sums[: self._pairs_at].reshape(self._models, self.layout.width, -1)
        if self.layout.table.aggregate is None:
            return np.asarray(sums[:, 0] / self._denominators[self.layout.group])
        return np.stack([self._aggregated(s, g) for s, g in zip(sums, self.layout.group, strict=True)])

    @cached_property
    def _denominators(self) -> NDArray[np.float64]:
        """What turns a sum in fixed point into a mean; NaN where there is nothing to average."""
        import numpy as np

        return np.asarray(np.ldexp(np.where(self.counts > 0, self.counts, np.nan), self.layout.exponent[0]))

    def _aggregated(self, sums: NDArray[np.float64], count: int) -> NDArray[np.float64]:
        import numpy as np

        assert self.layout.table.aggregate is not None  # asked for corpus-level tables alone
        with np.errstate(all="ignore"):
            scale = np.ldexp(1.0, -self.layout.exponent)  # a power of two, so the product is exact
            scores = self.layout.table.aggregate((sums * scale[:, None]).T)
        return np.where(self.counts[count] > 0, scores, np.nan)


@dataclass(frozen=True)
class Condition:
    """The original and one target on the same studies, as observed and resampled.

    Attributes:
        target: place of the target in the table.
        view: which studies.
        original: resampled scores under the original references.
        original_point: the observed ones (B = 1).
        varied: resampled scores under the target's references.
        varied_point: the observed ones (B = 1).
    """

    target: int
    view: View
    original: Resampled
    original_point: Resampled
    varied: Resampled
    varied_point: Resampled


def resample(
    tables: Sequence[ScoreTable],
    *,
    resamples: int = RESAMPLES,
    seed: int = 0,
    threads: int = 1,
    feasible: bool = True,
) -> Iterator[tuple[ScoreTable, Condition]]:
    """Yield every condition of every table of one data set: the originals, then target by target.

    Tables of one data set mostly have the same accepted studies under a target, so their sums over those studies are
    one product.

    Args:
        tables: tables of one data set with the same studies, higher scores better (`ScoreTable.oriented`).
        resamples: B.
        seed: any integer; 0 is a seed like any other.
        threads: threads for the matrix products.
        feasible: whether to give the view of accepted studies too; the view of all studies alone takes half the time.

    Raises:
        ValueError: the tables differ in data set or studies.
    """
    if len({(table.dataset, table.studies) for table in tables}) > 1:
        raise ValueError("tables that share resamples must be of one data set with the same studies in the same order")
    if not tables:
        return
    key = stream_key(seed, tables[0].dataset)
    layouts = [Layout(table) for table in tables]
    work = (
        (layout, target)
        for target in range(max(len(table.targets) for table in tables))
        for layout in layouts
        if target < len(layout.table.targets)
    )
    changes = not feasible and sum(layout.length for layout in layouts) >= _MANY
    originals: dict[Layout, _Both] = {}
    for layout, target, sums in _summed(work, key, resamples, threads, feasible=feasible, changes=changes):
        if target == 0:
            kept = _Sums(*(block.copy() for block in sums.pop("original")))  # outlives the shared memory
            originals[layout] = kept.over(layout)
        for condition in _conditions(layout, target, sums, originals[layout], feasible=feasible):
            yield layout.table, condition


class _Sums(NamedTuple):
    """Columns and counts, summed over resamples (…, B) and over the studies as they are (…, 1)."""

    resampled: NDArray[np.float64]
    observed: NDArray[np.float64]
    counts: NDArray[np.float64]
    studies: NDArray[np.float64]

    def over(self, layout: Layout) -> _Both:
        return _Both(Resampled(layout, self.resampled, self.counts), Resampled(layout, self.observed, self.studies))


class _Both(NamedTuple):
    """Scores resampled and as observed."""

    resampled: Resampled
    observed: Resampled


class _Part(NamedTuple):
    """Scores of ``target`` (``change``: less the original ones) over true studies (M, S), all of them in ``within``."""

    name: str
    target: int
    studies: NDArray[np.bool_]
    within: NDArray[np.bool_]


#: A condition's layout, target and parts.
_Work = tuple[Layout, int, list[_Part]]


def _summed(
    work: Iterable[tuple[Layout, int]], key: int, resamples: int, threads: int, *, feasible: bool, changes: bool
) -> Iterator[tuple[Layout, int, dict[str, _Sums]]]:
    """Sum the columns of as many conditions at a time as the memory holds; each result is valid until the next."""
    import numpy as np

    sums = np.empty((0, resamples))
    counts: dict[bytes, NDArray[np.float64]] = {}  # by studies: metrics and models share nearly all of them
    waiting: list[_Work] = []
    rows = held = 0

    def flush() -> Iterator[tuple[Layout, int, dict[str, _Sums]]]:
        nonlocal sums
        if len(counts) * 8 * resamples > _MEMORY // 4:  # scores that are missing all over: nothing is shared for long
            counts.clear()
        masks = {
            mask.tobytes(): mask for layout, _, parts in waiting for p in parts for mask in layout.masks(p.studies)
        }
        new = {known: mask for known, mask in masks.items() if known not in counts}
        if len(sums) < rows:
            sums = np.empty((rows, resamples))
        blocks, places = _blocks(waiting, sums)
        studies_in = len(waiting[0][0].table.studies)
        new_masks = np.array(list(new.values()), dtype=np.float64).reshape(len(new), studies_in)
        blocks.append(Block(new_masks, np.empty((len(new), resamples))))
        add_up(blocks, studies_in, key=key, resamples=resamples, threads=threads)
        counts.update(zip(new, blocks.pop().sums, strict=True))
        observed = np.concatenate([block.columns.sum(axis=1, keepdims=True) for block in blocks])
        blocks.clear()
        for layout, target, parts in waiting:
            found = {}
            for part in parts:
                here = layout.masks(part.studies)
                count = np.array([counts[mask.tobytes()] for mask in here])
                studies = np.array([[mask.sum()] for mask in here], dtype=np.float64)
                place = places[layout, target, part.name]
                found[part.name] = _Sums(sums[place], observed[place], count, studies)
            yield layout, target, found

    for layout, target in work:
        parts = _parts(layout, target, feasible=feasible, changes=changes)
        more = len(parts) * layout.length
        needed = sum(8 * layout.length * (resamples + int(part.within.sum())) for part in parts)
        outgrown = 0 < len(sums) < rows + more  # whoever reads the last results still holds the old sums
        if waiting and (held + needed > _MEMORY or outgrown):
            yield from flush()
            waiting, rows, held = [], 0, 0
        waiting.append((layout, target, parts))
        rows, held = rows + more, held + needed
    yield from flush()


def _blocks(waiting: Sequence[_Work], sums: NDArray[np.float64]) -> tuple[list[Block], dict[Any, slice]]:
    """Stack the columns of parts within the same studies; also return the rows of each part's sums."""
    import numpy as np

    alike: dict[bytes, list[tuple[Layout, int, _Part]]] = {}
    for layout, target, parts in waiting:
        for part in parts:
            alike.setdefault(part.within.tobytes(), []).append((layout, target, part))
    blocks, places, start = [], {}, 0
    for members in alike.values():
        within = members[0][2].within
        at = None if within.all() else np.flatnonzero(within)
        columns = np.empty((sum(layout.length for layout, _, _ in members), int(within.sum())))
        first = start
        for layout, target, part in members:
            here = slice(start, start + layout.length)
            found = layout.columns(part.target, part.studies, change=part.name == "change")
            columns[here.start - first : here.stop - first] = found if at is None else found[:, at]
            places[layout, target, part.name] = here
            start = here.stop
        blocks.append(Block(columns, sums[first:start], at))
    return blocks, places


def _parts(layout: Layout, target: int, *, feasible: bool, changes: bool) -> list[_Part]:
    """Return the sums of one target from which `_conditions` makes both views."""
    import numpy as np

    original = layout.scored[0]
    everywhere = np.ones(original.shape[1], dtype=bool)
    if target == 0:
        return [_Part("original", 0, original, everywhere)]
    accepted = layout.table.accepted[target]
    kept = original & layout.scored[target]
    if accepted.all() or not (feasible or changes):
        parts = [_Part("whole", target, kept, everywhere)]
    elif changes:
        parts = [_Part("change", target, kept & accepted, accepted)]
    else:
        parts = [_Part(name, of, kept & accepted, accepted) for name, of in (("varied", target), ("before", 0))]
    if (kept != original).any():  # some scores are missing under the target: the original is summed without them too
        parts.append(_Part("original", 0, kept, everywhere))
    return parts


def _conditions(
    layout: Layout, target: int, sums: dict[str, _Sums], original: _Both, *, feasible: bool
) -> Iterator[Condition]:
    kept = sums["original"].over(layout) if "original" in sums else original
    if "before" in sums:
        before, varied = sums["before"], sums["varied"]
        whole = _Sums(
            kept.resampled.sums - before.resampled + varied.resampled,
            kept.observed.sums - before.observed + varied.observed,
            kept.resampled.counts - before.counts + varied.counts,
            kept.observed.counts - before.studies + varied.studies,
        ).over(layout)
        views = kept, whole, before.over(layout), varied.over(layout)
    else:
        if "change" in sums:
            change = sums["change"]
            whole = _Both(
                Resampled(layout, kept.resampled.sums + change.resampled, kept.resampled.counts),
                Resampled(layout, kept.observed.sums + change.observed, kept.observed.counts),
            )
        else:
            whole = kept if target == 0 else sums["whole"].over(layout)
        views = kept, whole, kept, whole
    yield Condition(target, "all", *views[0], *views[1])
    if feasible and target:
        yield Condition(target, "feasible", *views[2], *views[3])
