"""What a report claims to be abnormal, how alike two claims are, and how claims of two reports are paired."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from reref.analysis.metrics.finding_f1 import grades, read_facts
from reref.analysis.metrics.numeric_agreement import band
from reref.report import Fact, anatomy


class Claim(NamedTuple):
    """One abnormal finding or device, present or uncertain; ``None`` or empty where the report does not say.

    Attributes:
        finding: its name in the vocabulary.
        polarity: present or uncertain.
        side: left, right or midline.
        sites: names in the anatomy tree.
        grade: light, moderate or heavy.
        size: its largest size in mm.
        change: since an earlier exam.
    """

    finding: str
    polarity: str
    side: str | None = None
    sites: frozenset[str] = frozenset()
    grade: str | None = None
    size: float | None = None
    change: str | None = None

    @property
    def weight(self) -> float:
        """How much it matters, from 0 to 1.25."""
        rules = settings()
        weight = rules["significance"].get(self.finding, 0.5)
        weight *= rules["grades"][self.grade] if self.grade else 1.0
        return float(weight * (rules["doubtful"] if self.polarity == "uncertain" else 1.0))


class Pairing(NamedTuple):
    """Claims of two reports side by side.

    Attributes:
        pairs: (candidate's claim, reference's claim, how alike they are, above 0 and up to 1).
        false: claims of the candidate alone.
        missed: claims of the reference alone.
    """

    pairs: tuple[tuple[Claim, Claim, float], ...]
    false: tuple[Claim, ...]
    missed: tuple[Claim, ...]


@cache
def settings() -> dict[str, Any]:
    """Return the weights of ``claims.yaml``, the significance by finding and the relatives as pairs."""
    import yaml

    read: dict[str, Any] = yaml.safe_load(files("reref.analysis.metrics").joinpath("claims.yaml").read_text("utf-8"))
    read["significance"] = {name: weight for weight, names in read["significance"].items() for name in names}
    read["relatives"] = {(a, b) for group in read["relatives"] for a in group for b in group if a != b}
    return read


@lru_cache(maxsize=4096)
def claims(text: str) -> tuple[Claim, ...]:
    """Return a report's claims; one that a fuller claim repeats is not counted again."""
    found = [
        claim
        for fact in read_facts(text)
        if not fact.normal and fact.polarity != "absent" and fact.finding not in settings()["ignored"]
        for claim in _of(fact)
    ]
    found.sort(key=_stated, reverse=True)
    kept: list[Claim] = []
    for claim in found:
        if not any(_repeats(claim, other) for other in kept):
            kept.append(claim)
    return tuple(kept)


def _of(fact: Fact) -> list[Claim]:
    sides = ("left", "right") if fact.laterality == "bilateral" else (fact.laterality,)
    size = max(fact.sizes_mm, default=None)
    rest = (frozenset(fact.sites), grades().get(fact.severity or ""), size, fact.change)
    return [Claim(fact.finding, fact.polarity, side, *rest) for side in sides]


def _stated(claim: Claim) -> int:
    return sum(bool(value) for value in claim)


def _repeats(claim: Claim, other: Claim) -> bool:
    """Return whether a claim says nothing that another one does not say, but for how sure it is."""
    if claim.finding != other.finding:
        return False
    return all(agreement == 1.0 for agreement in agreements(other, claim, silent=1.0).values())


def agreements(ours: Claim, theirs: Claim, silent: float) -> dict[str, float]:
    """Return how far two claims agree in each attribute that one of them states, from 0 to 1.

    Args:
        ours: the candidate's claim.
        theirs: the reference's.
        silent: what it is worth when only one of them states an attribute.
    """
    found: dict[str, float] = {}
    for name, a, b in (
        ("side", ours.side, theirs.side),
        ("site", ours.sites, theirs.sites),
        ("grade", ours.grade, theirs.grade),
        ("size", ours.size, theirs.size),
        ("change", ours.change, theirs.change),
    ):
        if a and b:
            found[name] = _AGREE[name](a, b)
        elif a or b:
            found[name] = silent
    return found


def _sites_agree(a: frozenset[str], b: frozenset[str]) -> float:
    """Return the share of sites that contain, or lie in, a site of the other claim."""
    meet = [(x, y) for x in a for y in b if anatomy.is_within(x, y) or anatomy.is_within(y, x)]
    return (len({x for x, _ in meet}) + len({y for _, y in meet})) / (len(a) + len(b))


_ORDER = ("light", "moderate", "heavy")
_AGREE: Mapping[str, Any] = {
    "side": lambda a, b: float(a == b),
    "site": _sites_agree,
    "grade": lambda a, b: 1 - abs(_ORDER.index(a) - _ORDER.index(b)) / 2,
    "size": band,
    "change": lambda a, b: float(a == b),
}


@lru_cache(maxsize=1 << 16)
def likeness(ours: Claim, theirs: Claim) -> float:
    """Return how alike two claims are, from 0 (another finding) to 1: the weighted mean of what they agree in."""
    rules = settings()
    if ours.finding == theirs.finding:
        named = 1.0
    elif (ours.finding, theirs.finding) in rules["relatives"]:
        named = float(rules["related"])
    else:
        return 0.0
    weights: dict[str, float] = rules["attributes"]
    found = {
        "finding": named,
        "polarity": 1.0 if ours.polarity == theirs.polarity else float(rules["silent"]),
        **agreements(ours, theirs, rules["silent"]),
    }
    return named * sum(weights[name] * value for name, value in found.items()) / sum(weights[name] for name in found)


def pair(candidate: Sequence[Claim], reference: Sequence[Claim]) -> Pairing:
    """Pair the claims of two reports, the most alike first, each once."""
    near = sorted(
        ((-likeness(ours, theirs), i, j) for i, ours in enumerate(candidate) for j, theirs in enumerate(reference))
    )
    mine, met = dict[int, int](), dict[int, float]()
    for against, i, j in near:
        if against < 0 and i not in mine and j not in met:
            mine[i] = j
            met[j] = -against
    return Pairing(
        tuple((candidate[i], reference[j], met[j]) for i, j in mine.items()),
        tuple(claim for i, claim in enumerate(candidate) if i not in mine),
        tuple(claim for j, claim in enumerate(reference) if j not in met),
    )
