"""Whether what is said of a finding is the same: side, degree, change, place, kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from reref.perturbations.verify.attributes import Attributes, worse_side
from reref.perturbations.verify.claims import Claim
from reref.perturbations.verify.compare_sentences import COURSE, NEARLY_SAME, joined, overlap
from reref.perturbations.verify.difference import Difference, Kind
from reref.perturbations.verify.lexicon import lexicon
from reref.perturbations.verify.reading import Reading, far, near, sides
from reref.perturbations.verify.sameness import are_rivals, sameness
from reref.perturbations.verify.sentence import SentenceReading
from reref.perturbations.verify.words import read_words

_DEGREES = {1: "trace", 2: "small or mild", 3: "moderate", 4: "large or severe", 5: "borderline"}
#: Too wide to be where a device ends.
_WIDE = frozenset(("chest", "body", "abdomen", "lung", "neck", "chest_wall", "vessels"))
_SMALL, _LARGE = 2, 4
#: "Borderline" is no degree of its own: "upper limit of normal" says the same.
_NO_DEGREE = frozenset((5,))
_BELOW = frozenset(("abdomen", "pelvis"))
#: Parts that several organs have.
PARTS_OF_ANY = frozenset(("segment", "subsegment"))

#: Qualities that say "unchanged".
_STILL = frozenset(("lingering", "well_positioned"))
#: Words that compare without a course of their own.
_COMPARED = {
    "up": frozenset(("more", "further", "grew", "since")),
    "down": frozenset(("less", "fewer", "lighter", "since")),
    "same": frozenset(("before", "earlier", "again", "remains", "remain", "alike", "same", "changed")),
}


class Wide(NamedTuple):
    """Attributes in every sentence that can speak of a finding, in both reports."""

    before: Attributes
    after: Attributes


def compare(before: Reading, after: Reading) -> Iterator[Difference]:
    """Yield differences of attributes between findings that both reports have."""
    yield from _worse_side(before, after)
    yield from _course_of_places(before, after)
    known_course = {COURSE[c] for c in before.everything.changes}
    for name, claims in after.present.items():
        same = before.like(name, after)
        if same and same != claims:
            wide = Wide(far(before.kin(name)), far(after.kin(name)))
            if name not in sameness().sideless:
                yield from _sides(name, same, claims, wide, before, after)
            yield from _degrees(name, same, claims, wide, before, after)
            yield from _course(name, same, claims, wide, known_course, before, after)
            yield from _places(name, same, claims, before)
            yield from _exact_places(name, same, claims, before)
            yield from _kinds(name, same, claims, before)
    for name, claims in before.present.items():
        same = after.like(name, before)
        if same and same != claims:
            yield from _lost_details(name, claims, same, before, after)
            yield from _lost_places(name, claims, after)
    for name, claims in after.absent.items():
        denied = before.absent.get(name)
        if denied and denied != claims:
            yield from _denied_sides(name, denied, claims)
            yield from _denied_places(name, denied, claims, before)


def _worse_side(before: Reading, after: Reading) -> Iterator[Difference]:
    """Compare "left greater than right" and the like."""
    old, new = _greater(before), _greater(after)
    if old and new and not old & new:
        yield Difference("side changed", "greater side", joined(old), joined(new))


def _greater(reading: Reading) -> set[str]:
    found = (worse_side(s.text) for s in reading.sentences)
    return {side for side in found if side}


def _denied_sides(name: str, was: list[Claim], now: list[Claim]) -> Iterator[Difference]:
    old, new = sides(near(was)), sides(near(now))
    if old and new and not old & new:
        yield Difference("side changed", name, joined(old), joined(new))


def _sides(
    name: str, was: list[Claim], now: list[Claim], wide: Wide, before: Reading, after: Reading
) -> Iterator[Difference]:
    old, new = sides(near(was)), sides(near(now))
    wide_old, wide_new = sides(wide.before), sides(wide.after)
    apart = bool(old and new and not old & new)
    gained = bool(new - wide_old) and bool(old or (len(new) == 1 and not new & before.everything.sides))
    if apart or (gained and (old or _stands_as_it_was(name, before, after))):
        yield Difference("side changed", name, joined(old) or "no side", joined(new))
    elif (
        old - wide_new
        and (new or _stands_as_it_was(name, before, after))
        and not _side_told_elsewhere(old - wide_new, name, was, after)
    ):
        yield Difference("side changed", name, joined(old), joined(new) or "no side")


def _side_told_elsewhere(lost: frozenset[str], name: str, was: list[Claim], after: Reading) -> bool:
    """Whether the place of a finding is named with its side in a sentence that tells it in unknown words."""
    above = lexicon().above
    homes = near(was).sites | lexicon().homes.get(name, frozenset())
    places = {part for home in homes for part in above.get(home, ())} - _WIDE
    return any(
        lost <= sides(sentence.around) and places & {part for site in sentence.sites for part in above[site]}
        for sentence in after.sentences
        if sentence.unclaimed or sentence.unknown
    )


def _degrees(
    name: str, was: list[Claim], now: list[Claim], wide: Wide, before: Reading, after: Reading
) -> Iterator[Difference]:
    old, new = near(was).grades, near(now).grades
    extra = new - wide.before.grades - _NO_DEGREE
    if max(extra, default=0) <= _SMALL and old | wide.before.grades and min(old | wide.before.grades) <= _SMALL:
        extra = frozenset()  # "tiny" and "small" are the same to a reader
    if extra == {_LARGE} and "diffuse" in wide.before.qualities:
        return  # "diffuse" and "extensive"
    told = old or wide.before.grades or max(extra, default=0) > _SMALL
    if extra and (told or _stands_as_it_was(name, before, after)):
        yield Difference("degree changed", name, _degree_words(old), _degree_words(extra))
        return
    pairs_old = {pair for claim in was for pair in claim.pairs}
    pairs_new = {pair for claim in now for pair in claim.pairs}
    for side, grade in sorted(pairs_new - pairs_old):
        others = frozenset(g for s, g in pairs_old if s == side)
        if others and grade not in others:
            yield Difference("degree changed", name, f"{side} {_degree_words(others)}", f"{side} {_DEGREES[grade]}")
            return
    if any(old & s.around.grades for s in after.sentences if s.unclaimed or before.fresh(s)):
        return  # told of something in words that are no finding
    if old == {_LARGE} and "diffuse" in wide.after.qualities:
        return
    if old and not wide.after.grades and not before.lacks_words_of(now) and _stands_as_it_was(name, before, after):
        yield Difference("degree changed", name, _degree_words(old), "no degree")


def _course(
    name: str, was: list[Claim], now: list[Claim], wide: Wide, known: set[str], before: Reading, after: Reading
) -> Iterator[Difference]:
    old, wide_old = {COURSE[c] for c in near(was).changes}, {COURSE[c] for c in wide.before.changes}
    new, wide_new = {COURSE[c] for c in near(now).changes}, {COURSE[c] for c in wide.after.changes}
    if name in sameness().low_by_nature:
        new, old = new - {"down"}, old - {"down"}
    if name in sameness().high_by_nature and not old and new == {"up"} and "increas" in was[0].text.lower():
        return  # "increased markings" and "the markings are increased"
    if "chronic" in far(was).qualities:
        wide_old.add("same")
    if known & {"same"}:  # what is unchanged is often said of the whole
        wide_old.add("same")
    if new - wide_old and not old and after.lacks_words_of(was):
        return
    if new - wide_old:
        yield Difference("change altered", name, joined(old) or "no change stated", joined(new - wide_old))
    elif old and new and not old & new:
        yield Difference("change altered", name, joined(old), joined(new))
    elif (
        old
        and not wide_new
        and not (_may_be_told(old, now, wide.after, _words_about(name, after)) or before.lacks_words_of(now))
    ):
        yield Difference("change altered", name, joined(old), "no change stated")


def _course_of_places(before: Reading, after: Reading) -> Iterator[Difference]:
    """Compare "nodes, stable" with "nodes, larger": a part of the body has a course without any finding."""
    old, new = _courses_by_place(before), _courses_by_place(after)
    for site in sorted(old.keys() & new.keys()):
        if not old[site] & new[site]:
            yield Difference("change altered", site, joined(old[site]), joined(new[site]))
            return


def _courses_by_place(reading: Reading) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for sentence in reading.sentences:
        courses = {COURSE[c] for c in sentence.around.changes}
        if courses and not sentence.claims:
            for site in sentence.sites - _WIDE:
                found.setdefault(site, set()).update(courses)
    return found


def _stands_as_it_was(name: str, before: Reading, after: Reading) -> bool:
    """Whether a sentence about a finding was hardly reworded: what such a sentence gained or lost is told nowhere else.

    In a sentence of other words the same may be told in words that are not understood.
    """
    there = _naming(name, after)
    return any(overlap(one, other) >= NEARLY_SAME for one in _naming(name, before) for other in there)


def _naming(name: str, reading: Reading) -> list[SentenceReading]:
    """Return the sentences that name a finding."""
    return [sentence for sentence in reading.sentences if any(claim.name == name for claim in sentence.claims)]


def _words_about(name: str, reading: Reading) -> frozenset[str]:
    """Return the words of every sentence that names a finding."""
    return frozenset(word for sentence in _naming(name, reading) for word in read_words(sentence.text).words)


def _may_be_told(course: set[str], now: list[Claim], wide: Attributes, words: frozenset[str]) -> bool:
    """Whether "unchanged" may be told by "still", "new" by a device's placement, or any course by "more" or "less"."""
    if any(words & told for way, told in _COMPARED.items() if way in course):
        return True
    if course == {"same"}:
        return bool(_STILL & wide.qualities)
    return course == {"up"} and now[0].kind == "device"


def _places(name: str, was: list[Claim], now: list[Claim], before: Reading) -> Iterator[Difference]:
    related = lexicon().related
    known = far(was).sites | near(was).home
    device = now[0].kind == "device" and name != "surgical_change"
    new = near(now).sites | near(now).home
    if device:
        new -= PARTS_OF_ANY
        known = known - _WIDE
    if not known:
        return
    old_places, new_places = near(was).sites, near(now).sites
    swapped = bool(old_places and new_places) and all(are_rivals(a, b) for a in old_places for b in new_places)
    for site in sorted(new - _WIDE if device else new):
        if not any(related(site, other) for other in known):
            if (
                not device
                and not swapped
                and (site in before.everything.sites or not any(are_rivals(site, other) for other in known))
            ):
                continue
            kind: Kind = "device position changed" if device else "location changed"
            yield Difference(kind, name, joined(near(was).sites or known), site)
            return


def _exact_places(name: str, was: list[Claim], now: list[Claim], before: Reading) -> Iterator[Difference]:
    """A lobe or compartment that is named although the original names none."""
    exact = sameness().exact
    above = lexicon().above
    known = {part for site in before.everything.sites | before.everything.home for part in above[site]}
    if "all_lobes" in known:
        return
    for site in sorted(near(now).sites & exact if _lies_in_chest(name) else ()):
        group = above[site] & exact
        if not group & known and not any(site in above[other] for other in known):
            yield Difference("location changed", name, joined(near(was).sites) or "no place", site)
            return


def _denied_places(name: str, was: list[Claim], now: list[Claim], before: Reading) -> Iterator[Difference]:
    known = near(was).sites - {"chest", "abdomen", "body"}
    for site in sorted(near(now).sites):
        if known and not any(lexicon().related(site, other) for other in known) and site not in before.everything.sites:
            yield Difference("denial added", name, joined(known), site)
            return


def _kinds(name: str, was: list[Claim], now: list[Claim], before: Reading) -> Iterator[Difference]:
    book = lexicon()
    old, new = far(was).qualities, book.weighty_of(name, near(now).qualities)
    if name in sameness().old:
        new -= {"chronic", "healed"}
    if "healed" in old:
        new -= {"chronic"}
    if name in sameness().acute_by_nature:
        new -= {"acute"}
    for quality in sorted(near(now).qualities - old):
        opposite = book.opposites.get(quality, frozenset()) & near(was).qualities
        if opposite and not opposite & near(now).qualities:
            yield Difference("detail changed", name, joined(opposite), quality)
            return
    for quality in sorted(new - old):
        opposite = book.opposites.get(quality, frozenset()) & (old | near(was).qualities)
        if opposite:
            yield Difference("detail changed", name, joined(opposite), quality)
            return
        if quality not in before.everything.qualities:
            yield Difference("detail changed", name, "", quality)
            return


def _lies_in_chest(name: str) -> bool:
    """Whether a finding may lie in the chest: other parts have a base and an apex too."""
    homes = lexicon().homes.get(name, frozenset())
    above = [lexicon().above.get(home, frozenset()) for home in homes]
    return not homes or any("chest" in wholes or wholes.isdisjoint(_BELOW) for wholes in above)


def _lost_places(name: str, was: list[Claim], after: Reading) -> Iterator[Difference]:
    """A lobe or compartment that the alternative nowhere names."""
    known = after.everything.sites | after.everything.home
    for site in sorted(near(was).sites & sameness().exact if _lies_in_chest(name) else ()):
        if not any(lexicon().related(site, other) for other in known - _WIDE):
            yield Difference("location changed", name, site.replace("_", " "), "no place")
            return


def _lost_details(
    name: str, was: list[Claim], now: list[Claim], before: Reading, after: Reading
) -> Iterator[Difference]:
    lost = lexicon().weighty_of(name, near(was).qualities) - after.everything.qualities
    if before.lacks_words_of(now):
        return
    if name in sameness().old:
        lost -= {"chronic", "healed"}
    if name in sameness().acute_by_nature:
        lost -= {"acute"}
    if "segment" in after.everything.sites:
        lost -= {"segmental"}
    for quality in sorted(lost):
        yield Difference("detail lost", name, before=quality)
        return


def _degree_words(grades: frozenset[int]) -> str:
    return " and ".join(_DEGREES[g] for g in sorted(grades)) or "no degree"
