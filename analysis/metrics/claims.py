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
        sides: left, right or midline; left and right for both.
        sites: names in the anatomy tree.
        grade: light, moderate or heavy.
        size: its largest size in mm.
        change: since an earlier exam.
    """

    finding: str
    polarity: str
    sides: frozenset[str] = frozenset()
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
        false: claims of the candidate alone, each with how much of a new claim it is: less where the reference
            has the same finding or a relative, because it may be told twice, or be a sign or a name of the same thing.
        missed: claims of the reference alone, in the same way.
    """

    pairs: tuple[tuple[Claim, Claim, float], ...]
    false: tuple[tuple[Claim, float], ...]
    missed: tuple[tuple[Claim, float], ...]


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
    """Return a report's claims.

    One that a fuller claim repeats is not counted again, and what is said of the left and of the right in the same way
    is one claim about both.
    """
    found = [
        _claim(fact)
        for fact in read_facts(text)
        if not fact.normal and fact.polarity != "absent" and fact.finding not in settings()["ignored"]
    ]
    found.sort(key=_stated, reverse=True)
    kept: list[Claim] = []
    for claim in found:
        if any(_repeats(claim, other) for other in kept):
            continue
        twin = next((i for i, other in enumerate(kept) if _mirrors(claim, other)), None)
        if twin is None:
            kept.append(claim)
        else:
            kept[twin] = kept[twin]._replace(sides=kept[twin].sides | claim.sides)
    return tuple(kept)


def _claim(fact: Fact) -> Claim:
    sides = ("left", "right") if fact.laterality == "bilateral" else (fact.laterality,) if fact.laterality else ()
    grade, size = grades().get(fact.severity or ""), max(fact.sizes_mm, default=None)
    return Claim(fact.finding, fact.polarity, frozenset(sides), frozenset(fact.sites), grade, size, fact.change)


def _mirrors(claim: Claim, other: Claim) -> bool:
    """Return whether two claims differ in nothing but the side."""
    return bool(claim.sides and other.sides) and claim._replace(sides=other.sides) == other


def _stated(claim: Claim) -> int:
    return sum(bool(value) for value in claim)


def _repeats(claim: Claim, other: Claim) -> bool:
    """Return whether a claim says nothing that another one does not say, but for how sure it is."""
    if claim.finding != other.finding:
        return False
    told = agreements(other, claim, silent=0.0)
    return all(agreement == 1.0 for agreement in told.values())


def agreements(ours: Claim, theirs: Claim, silent: float) -> dict[str, float]:
    """Return how far a claim agrees with the reference's in each attribute that the reference states, from 0 to 1.

    What only the candidate states cannot be judged and is left out.

    Args:
        ours: the candidate's claim.
        theirs: the reference's.
        silent: what it is worth when the candidate does not state what the reference does.
    """
    found: dict[str, float] = {}
    for name, a, b in (
        ("side", ours.sides, theirs.sides),
        ("site", ours.sites, theirs.sites),
        ("grade", ours.grade, theirs.grade),
        ("size", ours.size, theirs.size),
        ("change", ours.change, theirs.change),
    ):
        if b:
            found[name] = _AGREE[name](a, b) if a else silent
    return found


def _sites_agree(a: frozenset[str], b: frozenset[str]) -> float:
    """Return the share of sites that contain, or lie in, a site of the other claim."""
    meet = [(x, y) for x in a for y in b if anatomy.is_within(x, y) or anatomy.is_within(y, x)]
    return (len({x for x, _ in meet}) + len({y for _, y in meet})) / (len(a) + len(b))


_ORDER = ("light", "moderate", "heavy")
_AGREE: Mapping[str, Any] = {
    "side": lambda a, b: len(a & b) / len(a | b),
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
        "finding": 1.0,
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
        tuple((claim, _novelty(claim, reference)) for i, claim in enumerate(candidate) if i not in mine),
        tuple((claim, _novelty(claim, candidate)) for j, claim in enumerate(reference) if j not in met),
    )


def _novelty(claim: Claim, others: Sequence[Claim]) -> float:
    """Return 1, or less for a claim of which the other side has the finding, told once, or a relative."""
    rules = settings()
    findings = {other.finding for other in others}
    near = claim.finding in findings or any((claim.finding, finding) in rules["relatives"] for finding in findings)
    return 1 - float(rules["related"]) if near else 1.0
