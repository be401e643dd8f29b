"""Which words of a sentence stand together, which are denied, and how sure the sentence is of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from reref.perturbations.verify.lexicon import lexicon
from reref.report.phrases import Tag

#: Certainty of a plain statement; lower numbers are hedged (see ``lexicon/cues.yaml``).
PLAIN = 6
WORDS_OF_CERTAINTY = {6: "stated", 5: "near-certain", 4: "probable", 3: "suspected", 2: "possible", 1: "unlikely"}
_STRONG_BREAKS = frozenset(".;()[]!?\u2014\u2013")
_SOFT_BREAKS = frozenset((",", "and", "with"))
_BREAKS = _STRONG_BREAKS | _SOFT_BREAKS | {":"}
INTERVALS = frozenset(("day", "week", "month", "year", "hour"))
#: "Likely from adhesions" doubts the adhesions.
_REASONS = frozenset(("from", "due", "secondary", "related", "because", "caused", "attributable", "as"))
_ONES = frozenset(("one", "is", "are", "side"))
#: Qualities that are findings where they stand: "a little fluid on both sides and no pneumothorax".
_STUFF = frozenset(("fluid", "air", "blood"))
_ADVERBS = frozenset(("likely", "probably", "possibly"))
_SUBJECTS = ("site", "finding", "device")
_PREDICATES = ("verb", "normal", "neg_forward", "neg_backward", "study_normal")


@dataclass(frozen=True, slots=True)
class Clause:
    """A run of words that share one predicate.

    Attributes:
        first: its first word.
        last: one past its last word.
        tags: the lexicon phrases in it, left to right.
    """

    first: int
    last: int
    tags: tuple[Tag, ...]

    def has(self, *kinds: str) -> bool:
        """Say whether a phrase of one of these kinds is in the clause."""
        return any(kind in tag.senses for tag in self.tags for kind in kinds)


def as_certain(one: int, other: int) -> bool:
    """Whether two strengths are the same for a reader: neighbours are, but a plain statement is not a probable one."""
    low, high = sorted((one, other))
    if low == 1 and high > 1:
        return False
    return high - low <= 1 and not (high == PLAIN and low < PLAIN - 1)


def clauses(words: tuple[str, ...], tags: list[Tag]) -> list[Clause]:
    """Split a sentence where one predicate ends and another begins."""
    inside = {position for tag in tags for position in range(tag.first + 1, tag.last)}
    hard = {0, len(words), *(tag.first for tag in tags if "neg_stop" in tag.senses)}
    soft: list[int] = []
    for position, word in enumerate(words):
        if position in inside or word not in _BREAKS:
            continue
        if word in _STRONG_BREAKS:
            hard |= {position, position + 1}
        elif word == ":":
            rest = [t for t in tags if t.first > position]
            if any(kind in t.senses for t in rest for kind in _SUBJECTS):
                hard |= {position, position + 1}
        elif word in _SOFT_BREAKS:
            soft.append(position)
    points = sorted(hard)
    found: list[Clause] = []
    for first, last in pairwise(points):
        cuts = _soft_cuts(words, tags, [p for p in soft if first < p < last], first, last)
        for start, end in zip([first, *cuts], [*cuts, last], strict=True):
            mine = tuple(tag for tag in tags if start <= tag.first < end)
            if mine or end - start > 1:
                found.append(Clause(start, end, mine))
    return found


def _soft_cuts(words: tuple[str, ...], tags: list[Tag], candidates: list[int], first: int, last: int) -> list[int]:
    cuts: list[int] = []
    start = first
    for number, position in enumerate(candidates):
        following = candidates[number + 1] if number + 1 < len(candidates) else last
        left = [tag for tag in tags if start <= tag.first < position]
        right = [tag for tag in tags if position < tag.first < following]
        if following == position + 1:  # ", and": the "and" decides
            continue
        if _begins_clause(words, tags, left, right, position, last):
            cuts.append(position)
            start = position
    return cuts


def _has(tags: list[Tag], kinds: tuple[str, ...]) -> bool:
    return any(kind in tag.senses for tag in tags for kind in kinds)


def _begins_clause(
    words: tuple[str, ...], tags: list[Tag], left: list[Tag], right: list[Tag], position: int, last: int
) -> bool:
    if not left or not right or words[position + 1] in ("or", "nor"):
        return False
    opened = any("neg_stop" in tag.senses for tag in left)
    if opened and words[position - 1 : position + 1] == (",", "and") and _is_full_clause(right):
        return True
    stuff = any(tag.senses.get("quality") in _STUFF for tag in left)
    if not stuff and not _has(left, (*_SUBJECTS, "neg_forward", "study_normal")):
        return False
    if "request" in right[0].senses and _has(left, _PREDICATES):
        return True
    if "study" in right[0].senses and not INTERVALS.isdisjoint(words[position:last]):
        return True  # "…, CT in 6 months"
    if (
        words[position] == ","
        and "side" in right[0].senses
        and right[0].last < len(words)
        and words[right[0].last] in _ONES
        and _has(right, _PREDICATES)
    ):
        return True  # "the left artery is narrowed, the right one is open"
    rest = [tag for tag in tags if position < tag.first < last]
    if words[position] == "with":
        return _has(left, ("normal", "neg_forward", "neg_backward")) and _has(right, (*_SUBJECTS, *_PREDICATES))
    if not _has(left, _PREDICATES):
        # "Left effusion, no pneumothorax": a denial that opens after plain findings.
        return (stuff or _has(left, _SUBJECTS)) and ("neg_forward" in right[0].senses or _ends_with_normal(left, right))
    if _has(right, _PREDICATES) and (_has(right, _SUBJECTS) or "neg_forward" in right[0].senses):
        return not _only_existence(left, right)
    denies = _has(left, ("neg_forward",))
    opens = right[0].senses
    lists_on = any(words[p] in ("or", "nor") for p in range(position, last))
    if denies and not lists_on and ("grade" in opens or "change" in opens) and _has(rest, _SUBJECTS):
        return True
    return (
        _has(left, ("normal", "neg_backward"))
        and not _has(left, ("neg_forward",))
        and _has(right, ("finding", "device"))
    )


def _is_full_clause(tags: list[Tag]) -> bool:
    """Whether a subject is followed by a verb."""
    subject = next((tag.first for tag in tags if _has([tag], _SUBJECTS)), None)
    verb = next((tag.first for tag in tags if "verb" in tag.senses), None)
    return subject is not None and verb is not None and subject < verb and not _has(tags[:1], ("existence",))


def _ends_with_normal(left: list[Tag], right: list[Tag]) -> bool:
    return "normal" in right[0].senses and _has(left, ("finding", "device")) and _has(right, _SUBJECTS)


def _only_existence(left: list[Tag], right: list[Tag]) -> bool:
    """Whether the right part only finishes the denial of the left, as "is seen" does in "no A, and no B is seen"."""
    carries = [tag for tag in right if _has([tag], _PREDICATES)]
    return (
        _has(left, ("neg_forward",))
        and all("verb" in tag.senses for tag in carries)
        and "existence" in right[-1].senses
    )


@dataclass(frozen=True, slots=True)
class Scope:
    """What holds for each word.

    Attributes:
        denied: whether the word is under a denial.
        certainty: 1 (doubtful) to 6 (plain).
        hedges: the hedging phrases, as written in normal form, with their strength.
    """

    denied: list[bool]
    certainty: list[int]
    hedges: tuple[tuple[str, int], ...]


def scope(words: tuple[str, ...], found: list[Clause]) -> Scope:
    """Spread denials and hedges over the words of each clause."""
    denied = [False] * len(words)
    certainty = [PLAIN] * len(words)
    hedges: list[tuple[str, int]] = []
    for clause, following in zip(found, [*found[1:], None], strict=False):
        for tag in clause.tags:
            if "neg_pseudo" in tag.senses or _denies_a_change(words, clause, tag):
                continue
            if "neg_backward" in tag.senses and not _continues_forward(clause, tag):
                denied[clause.first : tag.first] = [True] * (tag.first - clause.first)
            elif "neg_forward" in tag.senses:
                denied[tag.last : clause.last] = [True] * (clause.last - tag.last)
        _hedge(words, clause, denied, certainty, hedges)
        _carry_over(clause, following, certainty)
    return Scope(denied, certainty, tuple(hedges))


def _denies_a_change(words: tuple[str, ...], clause: Clause, tag: Tag) -> bool:
    """Whether what is denied is that something changed: "neither the tube nor the line has changed"."""
    return words[tag.first] in ("neither", "nor") and words[clause.last - 1] in ("changed", "moved")


def _carry_over(clause: Clause, following: Clause | None, certainty: list[int]) -> None:
    """Let a hedge at the end of a clause reach the next: "probably | after tuberculosis"."""
    if following is None or not clause.tags or following.first != clause.last:
        return
    last = clause.tags[-1]
    if last.last == clause.last and "hedge_forward" in last.senses and "request" not in last.senses:
        _lower(certainty, following.first, following.last, last.senses["hedge_forward"])


def _continues_forward(clause: Clause, tag: Tag) -> bool:
    """Whether "none" or "resolved" stands before what it denies: "None enlarged", "Resolved effusion"."""
    before = any(kind in t.senses for t in clause.tags if t.last <= tag.first for kind in _SUBJECTS)
    return not before and "neg_forward" in tag.senses


def _hedge(
    words: tuple[str, ...], clause: Clause, denied: list[bool], certainty: list[int], hedges: list[tuple[str, int]]
) -> None:
    forward: list[Tag] = []
    for tag in clause.tags:
        senses = tag.senses
        if "request" in senses or (tag.first < len(denied) and denied[tag.first] and "hedge_backward" not in senses):
            continue
        after = any(
            "finding" in t.senses or "quality" in t.senses or "device" in t.senses
            for t in clause.tags
            if t.first >= tag.last
        )
        if "hedge_less" in senses:
            _lower(certainty, _last_finding(clause, tag), tag.first, 4)
            certainty[tag.last : clause.last] = [1] * (clause.last - tag.last)
        elif "hedge_forward" in senses and (
            after or "hedge_backward" not in senses or _leans_forward(words, clause, tag)
        ):
            if words[tag.first] == "may" and tag.last < len(words) and words[tag.last] == "#":
                continue
            chained = bool(forward) and "," not in words[forward[-1].last : tag.first] and forward[-1].last <= tag.first
            level = min(senses["hedge_forward"], certainty[tag.first]) if chained else senses["hedge_forward"]
            _assign(words, clause, tag, certainty, level)
            if not after and any("existence" in t.senses for t in clause.tags if t.first == tag.last):
                _lower(certainty, clause.first, tag.first, level)  # "air is probably present"
            forward.append(tag)
        elif "hedge_backward" in senses and _leans_forward(words, clause, tag):
            _assign(words, clause, tag, certainty, senses["hedge_backward"])
        elif "hedge_backward" in senses:
            _lower(certainty, _list_start(words, clause, tag), tag.first, senses["hedge_backward"])
        elif "hedge_between" in senses:
            _between(words, clause, tag, denied, certainty)
            if words[tag.first] == "or":
                continue
        else:
            continue
        level = senses.get("hedge_forward", senses.get("hedge_backward", 2))
        hedges.append((" ".join(words[tag.first : tag.last]), level))
    for tag in forward:
        if any(word.startswith("favor") for word in words[tag.first : tag.last]):
            _preferred(words, clause, tag, certainty, "over")
        elif words[tag.first] == "more":
            _preferred(words, clause, tag, certainty, "than")


def _assign(words: tuple[str, ...], clause: Clause, tag: Tag, certainty: list[int], level: int) -> None:
    """Doubt what follows a hedge, up to a reason's end: "probably from adhesions, with dilated loops"."""
    end = clause.last
    if tag.last < len(words) and words[tag.last] in _REASONS:
        ends = (p for p in range(tag.last, clause.last - 1) if words[p] == "," and words[p + 1] == "with")
        end = next(ends, end)
    certainty[tag.last : end] = [level] * max(0, end - tag.last)


def _leans_forward(words: tuple[str, ...], clause: Clause, tag: Tag) -> bool:
    """Whether "is likely" stands before what it doubts: "the opacity is likely atelectasis", "is likely vascular"."""
    if words[tag.last - 1] in _ADVERBS and tag.last < len(words) and words[tag.last] in _REASONS:
        return True
    if tag.last >= clause.last or not (words[tag.last - 1] in _ADVERBS or "hedge_forward" in tag.senses):
        return False
    if words[tag.last] in _REASONS:
        return True
    following = [t for t in clause.tags if t.first == tag.last]
    if following:
        return bool(following[0].senses.keys() & {"finding", "quality", "grade", "change", "site"})
    return words[tag.last].isalpha() and words[tag.last] not in lexicon().neutral


def _preferred(words: tuple[str, ...], clause: Clause, tag: Tag, certainty: list[int], to: str) -> None:
    """Lower what something is preferred to: "favored to represent A over B", "more likely A than B"."""
    for position in range(tag.last, clause.last):
        if words[position] == to and any("finding" in t.senses for t in clause.tags if t.first > position):
            certainty[position + 1 : clause.last] = [1] * (clause.last - position - 1)
            return


def _list_start(words: tuple[str, ...], clause: Clause, tag: Tag) -> int:
    """Return where the list of things begins that a phrase after it speaks of: "opacity, A or B not excluded"."""
    listed = any(words[p] in ("or", "and") for p in range(clause.first, tag.first))
    commas = [p for p in range(clause.first, tag.first) if words[p] == ","]
    if not commas or (listed and words[tag.first] == "are"):
        return clause.first
    return commas[-1]


def _segment_end(words: tuple[str, ...], clause: Clause, tag: Tag) -> int:
    """Return where the part of a clause ends that a finding stands in."""
    return next((p for p in range(tag.last, clause.last) if words[p] in _SOFT_BREAKS), clause.last)


def _last_finding(clause: Clause, tag: Tag) -> int:
    """Return where the last finding before a phrase begins."""
    before = [t.first for t in clause.tags if t.last <= tag.first and "finding" in t.senses]
    return before[-1] if before else clause.first


def _lower(certainty: list[int], first: int, last: int, level: int) -> None:
    for position in range(first, last):
        certainty[position] = min(certainty[position], level)


def _between(words: tuple[str, ...], clause: Clause, tag: Tag, denied: list[bool], certainty: list[int]) -> None:
    """Lower what stands on both sides of "versus" and "or", unless it is denied or a list of places."""
    if denied[tag.first]:
        return
    before = [t for t in clause.tags if t.last <= tag.first and "finding" in t.senses]
    after = [t for t in clause.tags if t.first >= tag.last and "finding" in t.senses]
    if not after or (words[tag.first] == "or" and not before):
        return
    _lower(certainty, _last_finding(clause, tag), tag.first, 2)
    _lower(certainty, tag.last, _segment_end(words, clause, after[0]), 2)
