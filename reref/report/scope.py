"""What negations and hedges reach: the polarity of a mention and the strength of its hedge."""

from __future__ import annotations

from typing import NamedTuple

from reref.report.clauses import Clause, Reading, is_verb
from reref.report.mentions import Mention
from reref.report.model import Polarity, Tier
from reref.report.phrases import Tag

_JOINING = frozenset((",", "/", "-", "and", "or", "&", "the", "a", "an"))
_BREAKS_LIST = ("change", "severity", "side")


class Cue(NamedTuple):
    """A word that turns or weakens a statement: its tokens and, for a hedge, its tier."""

    kind: str
    first: int
    last: int
    tier: Tier | None = None


class Stand(NamedTuple):
    """What a statement claims of a mention, and the cues that say so."""

    polarity: Polarity
    tier: Tier | None
    cues: tuple[Cue, ...]


def coordinated(sentence: Reading, one: Mention, other: Mention) -> bool:
    """Whether two mentions are members of one list ("atelectasis and small effusion")."""
    if one.first == other.first:
        return True
    between = sentence.words(one.last, other.first)
    if not any(word in (",", "/", "-", "and", "or") for word in between):
        return False
    return not any(
        kind in tag.senses
        for tag in sentence.tags_in(one.last, other.first)
        for kind in ("verb", "preposition", "boundary", "interpretation", "hedge before", "negation before", "normal")
    )


def alternatives(sentence: Reading, group: list[Mention]) -> bool:
    """Whether the members of a list are alternatives ("atelectasis or scarring")."""
    for one, other in zip(group, group[1:], strict=False):
        if one.last <= other.first and "or" in sentence.words(one.last, other.first):
            return True
    return False


def stand(sentence: Reading, mention: Mention, group: list[Mention]) -> Stand:
    """Return the polarity of a mention, given the list it is a member of."""
    clause = mention.clause
    if mention.normal:
        return Stand("absent" if mention.absent else "present", None, ())
    tags = sentence.tags_in(clause.first, clause.last)
    negation = _negation(sentence, clause, mention, tags)
    if negation is not None:
        return Stand("absent", None, (negation,))
    hedge = _hedge(sentence, clause, mention, tags, group)
    if hedge is not None:
        return Stand("uncertain", hedge.tier, (hedge,))
    if alternatives(sentence, group):
        return Stand("uncertain", "possible", ())
    return Stand("present", None, ())


def _negation(sentence: Reading, clause: Clause, mention: Mention, tags: list[Tag]) -> Cue | None:
    for tag in reversed(tags):
        if tag.first < mention.first and "negation before" in tag.senses and not _is_pseudo(tag):
            if not _broken(sentence, clause, tag.last, mention.first):
                return Cue("negation", tag.first, tag.last)
            break
    for tag in tags:
        if tag.first >= mention.last and "negation after" in tag.senses and not _is_pseudo(tag):
            return Cue("negation", tag.first, tag.last)
    return None


def _is_pseudo(tag: Tag) -> bool:
    return "negation pseudo" in tag.senses


def _broken(sentence: Reading, clause: Clause, end: int, start: int) -> bool:
    """Whether a negation stops before it reaches ``start``: at "with stable …" or at ", stable …" without an "or"."""
    words = sentence.tokens.words
    for position in range(end, start):
        if words[position] not in ("with", ","):
            continue
        following = sentence.tags_in(position + 1, min(position + 3, clause.last))
        starts_anew = any(
            kind in tag.senses for tag in following[:1] for kind in _BREAKS_LIST
        ) and following[0].first == position + 1
        if starts_anew and not ("or" in words[position:clause.last] or "nor" in words[position:clause.last]):
            return True
    return False


def _hedge(
    sentence: Reading, clause: Clause, mention: Mention, tags: list[Tag], group: list[Mention]
) -> Cue | None:
    for tag in reversed(tags):
        if tag.last <= mention.first and "hedge before" in tag.senses:
            return Cue("hedge", tag.first, tag.last, tag.senses["hedge before"])
    last = group[-1].last if group else mention.last
    for tag in tags:
        if tag.first < mention.last:
            continue
        if tag.first >= last and _stops_back(sentence, tag) :
            break
        if "hedge after" in tag.senses:
            return Cue("hedge", tag.first, tag.last, tag.senses["hedge after"])
        if "hedge before" in tag.senses and sentence.tokens.words[tag.first] == "versus":
            return Cue("hedge", tag.first, tag.last, "possible")
    question = _question(sentence, clause, mention, group)
    return Cue("hedge", question, question + 1, "possible") if question is not None else None


def _stops_back(sentence: Reading, tag: Tag) -> bool:
    if "hedge after" in tag.senses:
        return False
    return "finding" in tag.senses or "boundary" in tag.senses or (
        is_verb(sentence, tag) and "hedge after" not in tag.senses
    )


def _question(sentence: Reading, clause: Clause, mention: Mention, group: list[Mention]) -> int | None:
    words = sentence.tokens.words
    last = group[-1].last if group else mention.last
    stop = min(clause.last + 1, len(words), last + 8)
    for position in range(last, stop):
        if words[position] == "?":
            return position
        if words[position] in (",", ";"):
            return None
    return None
