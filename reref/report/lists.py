"""Which findings are members of one list, and whether a list gives alternatives."""

from __future__ import annotations

from itertools import pairwise

from reref.report.clauses import Reading
from reref.report.hedges import names_finding
from reref.report.phrases import Tag
from reref.report.scene import Mention
from reref.report.tokens import NUMBER

#: Opens what a finding looks like ("densities in the form of sequelae").
FORM = ("in", "the", "form", "of")
_LIST_SIGNS = frozenset((",", "/", "-", "and", "or", "versus"))
_JOINS = frozenset(("and", "or", "/", "-"))
_LIST_ENDS = (
    "verb",
    "preposition",
    "boundary",
    "interpretation",
    "hedge before",
    "negation before",
    "normal",
)
_DESCRIPTIONS = frozenset(
    ("lung_opacity", "interstitial_markings", "consolidation", "ground_glass", "nodule", "costophrenic_angle_blunting")
)
_FEATURES = {"bronchiectasis", "bronchial_wall_thickening", "mosaic_attenuation", "honeycombing", "cavity"}
_FEATURES |= {"other: architectural distortion", "other: volume loss", "other: crazy paving", "other: air bronchograms"}
_UNDERLYING = (("or", "underlying"), ("and", "underlying"))  # "atelectasis or underlying fibrosis"
_SOME = ("some",)
_FEW = (("one", "or", "two"), (NUMBER, "or", NUMBER), ("1", "or", "2"))  # "apart from the mass, one or two nodules"


def coordinated(sentence: Reading, one: Mention, other: Mention) -> bool:
    """Whether two mentions are members of one list ("atelectasis and small effusion")."""
    if one.entry is None or other.entry is None or other.rest:
        return False
    if one.first == other.first:
        return True
    between = sentence.words(one.last, other.first)
    if not between or between[: len(FORM)] == FORM:
        return True
    if one.clause is not other.clause and ")" in between:
        return False  # what a bracket asks about is no list with what follows it
    if not _LIST_SIGNS.intersection(between) or sentence.accompanied(one.last, other.first):
        return False
    described = one.finding in _DESCRIPTIONS and other.finding not in _DESCRIPTIONS and _JOINS.isdisjoint(between)
    some = sentence.words(other.first, other.first + 1) == _SOME  # "nodules, some of them calcified"
    described = described and other.finding not in _FEATURES and not some
    if described and not sentence.has(one.clause.first, one.first, "negation before", "hedge before"):
        return False  # "opacity, atelectasis or scarring": what it is, then what it may mean
    if _begins_anew(sentence, one, other, between):
        return False
    return not any(
        kind in tag.senses
        for tag in sentence.tags_in(one.last, other.first)
        if sentence.words(tag.first - 1, tag.last) not in _UNDERLYING
        for kind in _LIST_ENDS
    )


def _begins_anew(sentence: Reading, one: Mention, other: Mention, between: tuple[str, ...]) -> bool:
    """Whether, after what a finding means, a comma begins the next one ("…, likely metastasis, scarring in the …")."""
    if "," not in between or not _JOINS.isdisjoint(between):
        return False
    meant = sentence.has(one.clause.first, one.first, "interpretation", "hedge before")
    placed = sentence.has(other.last, other.last + 1, "preposition") and not sentence.has(
        one.last, other.first, "preposition"
    )
    return meant and placed


def is_versus(sentence: Reading, mention: Mention, tags: list[Tag]) -> bool:
    """Whether "versus" stands between a mention and the finding before or after it."""
    named = [tag for tag in tags if names_finding(tag)]
    before = max((tag.last for tag in named if tag.last <= mention.first), default=mention.clause.first)
    after = min((tag.first for tag in named if tag.first >= mention.last), default=mention.clause.last)
    return "versus" in sentence.words(before, mention.first) or "versus" in sentence.words(mention.last, after)


def alternatives(sentence: Reading, group: list[Mention]) -> bool:
    """Whether the members of a list are alternatives ("atelectasis or scarring")."""
    for one, other in pairwise(group):
        between = sentence.words(one.last, other.first)
        if one.last <= other.first and "or" in between and between[-3:] not in _FEW:
            return True
    return False


def beside(sentence: Reading, mention: Mention, group: list[Mention]) -> list[Mention]:
    """Return the members of a list that no "and" parts from a mention ("pneumonia and scarring or atelectasis")."""
    runs: list[list[Mention]] = [group[:1]]
    for one, other in pairwise(group):
        between = sentence.words(one.last, other.first)
        if "and" in between and "or" not in between:
            runs.append([])
        runs[-1].append(other)
    return next((run for run in runs if mention in run), group)
