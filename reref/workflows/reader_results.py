"""Filled sheets of a reader study against its key: the protocol's figures per target, and how far readers agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from reref.analysis.readers import Share, consensus, kappa, shares_by_group
from reref.core.errors import BadDataError

Ratings = Mapping[str, Mapping[str, Mapping[str, str]]]
#: Allowed ratings, worst first.
SCALES = {
    "realism": ("1", "2", "3"),
    "equivalence": ("major", "minor", "equivalent"),
    "variation": ("no", "partly", "yes"),
}


class ReaderResults(NamedTuple):
    """The figures of a reader study.

    Attributes:
        figures: by figure ("realism kept", "no major discrepancy", "equivalent", "variation made"), shares by target.
        agreement: Cohen's kappa by (rating, first reader, second reader), with the number of items.
        undecided: items on which readers are split evenly, counted as the worse rating.
        comments: every rating below the best with its comment.
    """

    figures: Mapping[str, Mapping[str, Share]]
    agreement: Mapping[tuple[str, str, str], tuple[float, int]]
    undecided: int
    comments: Sequence[dict[str, str]]


def reader_results(key: Sequence[Mapping[str, str]], ratings: Ratings) -> ReaderResults:
    """Work out the figures of JUDGING: realism kept, no major discrepancy, equivalence, variation.

    Realism is kept where the alternative's rating is at least the original's. Items that nobody rated are left out.

    Raises:
        BadDataError: a rating that is not on its scale.
    """
    undecided = 0

    def rating(what: str, item: str) -> str | None:
        nonlocal undecided
        given = [
            _checked(what, rows[item][what], reader, item)
            for reader, rows in sorted(ratings.items())
            if item in rows and rows[item].get(what, "").strip()
        ]
        if not given:
            return None
        found, decided = consensus(given, SCALES[what])
        undecided += not decided
        return found

    kept: dict[str, list[bool]] = {}
    no_major: dict[str, list[bool]] = {}
    equivalent: dict[str, list[bool]] = {}
    varied: dict[str, list[bool]] = {}
    for row in key:
        target = row["target"]
        before, after = rating("realism", row["original"]), rating("realism", row["alternative"])
        if before is not None and after is not None:
            kept.setdefault(target, []).append(after >= before)
        same = rating("equivalence", row["equivalence"])
        if same is not None:
            no_major.setdefault(target, []).append(same != "major")
            equivalent.setdefault(target, []).append(same == "equivalent")
        made = rating("variation", row["equivalence"])
        if made is not None:
            varied.setdefault(target, []).append(made == "yes")
    figures = {
        "realism kept": shares_by_group(kept),
        "no major discrepancy": shares_by_group(no_major),
        "equivalent": shares_by_group(equivalent),
        "variation made": shares_by_group(varied),
    }
    return ReaderResults(figures, _agreement(ratings), undecided, _comments(key, ratings))


def _checked(what: str, given: str, reader: str, item: str) -> str:
    text = given.strip().lower()
    if text not in SCALES[what]:
        raise BadDataError(
            f"{reader}, item {item}: {what} is {given!r}; write one of {', '.join(reversed(SCALES[what]))}"
        )
    return text


def _agreement(ratings: Ratings) -> dict[tuple[str, str, str], tuple[float, int]]:
    found = {}
    for what in SCALES:
        for first, second in combinations(sorted(ratings), 2):
            both = [
                (ratings[first][item][what].strip().lower(), ratings[second][item][what].strip().lower())
                for item in ratings[first]
                if item in ratings[second]
                and ratings[first][item].get(what, "").strip()
                and ratings[second][item].get(what, "").strip()
            ]
            if both:
                found[what, first, second] = (kappa(*zip(*both, strict=True)), len(both))
    return found


def _comments(key: Sequence[Mapping[str, Any]], ratings: Ratings) -> list[dict[str, str]]:
    places = {row[name]: row for row in key for name in ("original", "alternative", "equivalence")}
    found = []
    for reader, rows in sorted(ratings.items()):
        for item, row in rows.items():
            low = [f"{what} {row[what]}" for what, scale in SCALES.items() if row.get(what, "") not in ("", scale[-1])]
            if low and item in places:
                place = places[item]
                found.append(
                    {
                        "reader": reader,
                        "item": item,
                        "study_id": str(place["study_id"]),
                        "target": "original" if place["original"] == item else str(place["target"]),
                        "rating": ", ".join(low),
                        "comment": row.get("comment", ""),
                    }
                )
    return found
