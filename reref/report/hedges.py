"""What hedges reach: how sure a sentence is of a mention."""

from __future__ import annotations

from typing import NamedTuple

from reref.report.clauses import Reading, is_verb
from reref.report.model import Tier
from reref.report.phrases import Tag
from reref.report.scene import Mention
from reref.report.tokens import PLACEHOLDER

_DESCRIPTIONS = frozenset(
    ("lung_opacity", "interstitial_markings", "consolidation", "ground_glass", "nodule", "costophrenic_angle_blunting")
)
_CONTROL = 8  # tokens after a finding in which a question mark still asks about it
_BEFORE_MEANING = frozenset(
    (
        "of",
        "combination",
        "a",
        "adjacent",
        "underlying",
        "associated",
        "some",
        "mild",
        "minimal",
        "small",
        "focal",
        "linear",
        "chronic",
        "old",
    )
)
_MEANT = frozenset(("appearance", "finding", "change", "this", "these"))


class Words(NamedTuple):
    """The tokens of a negation or hedge."""

    first: int
    last: int
    tier: Tier | None = None


def find_hedge(sentence: Reading, mention: Mention, tags: list[Tag], group: list[Mention]) -> Words | None:
    """Return the words that make a mention uncertain, given the list it is a member of."""
    words = sentence.tokens.words
    for tag in reversed(tags):
        if tag.last <= mention.first and "hedge before" in tag.senses:
            start = group[0].first if group else mention.first
            opens = tag.first <= mention.clause.first + 1 and sentence.words(tag.last, tag.last + 1) == (",",)
            end = tag.last + opens  # "In the differential diagnosis, …"
            if _hedge_reaches(sentence, end, max(start, end)):
                return Words(tag.first, tag.last, tag.senses["hedge before"])
            break
    asked = _asked(sentence, mention, tags)
    if asked is not None:
        return asked
    thought = _thought(sentence, mention)
    if thought is not None:
        return thought
    hidden = _hidden_hedge(sentence, mention, group)
    if hidden is not None:
        return hidden
    last = group[-1].last if group else mention.last
    for tag in tags:
        if tag.first < last:
            continue
        if _speaks_back(sentence, mention, tag) and "," not in words[last : tag.first]:
            return Words(tag.first, tag.last, tag.senses["hedge after"])
        if names_finding(tag) or "boundary" in tag.senses or is_verb(sentence, tag):
            break
    beyond = sentence.after_aside(mention.clause)
    if beyond is not None and not any(is_verb(sentence, tag) for tag in tags if tag.first >= last):
        first = next(iter(sentence.tags_in(beyond.first, beyond.last)), None)
        if first is not None and "hedge after" in first.senses:
            return Words(first.first, first.last, first.senses["hedge after"])
    if mention.clause.opener == "(" and "?" in words[mention.clause.first : mention.clause.last]:
        at = words.index("?", mention.clause.first)
        return Words(at, at + 1, "possible")
    joined = group and not {"or", "and", "/", "versus"}.isdisjoint(words[mention.last : group[-1].first])
    if not joined or words[mention.last : mention.last + 1] == ("?",):
        last = mention.last  # "cardiomegaly, effusion, pneumonia?" asks about the last only
    for position in range(last, min(mention.clause.last + 1, len(words), last + _CONTROL)):
        if words[position] == "?":
            return Words(position, position + 1, "possible")
        if words[position] in (",", ";"):
            break
    return None


def names_finding(tag: Tag) -> bool:
    """Whether a phrase can name a finding, other than "abnormality"."""
    return any(entry.role != "abnormality" for entry in tag.senses.get("finding", ()))


def _asked(sentence: Reading, mention: Mention, tags: list[Tag]) -> Words | None:
    """Return the "for" of "evaluation is recommended for pneumonia"."""
    ahead = sentence.tags_in(0, mention.first) if mention.clause.opener == "that" else tags
    recommended = next((t for t in reversed(ahead) if "recommendation" in t.senses and t.last <= mention.first), None)
    if recommended is None:
        return None
    words = sentence.tokens.words
    at = next((p for p in range(mention.first - 1, recommended.first, -1) if words[p] in ("for", "term")), None)
    return None if at is None else Words(at, at + 1, "possible")


def _speaks_back(sentence: Reading, mention: Mention, tag: Tag) -> bool:
    """Whether a hedge is about what stands before it ("may be" is about what follows, if a finding does)."""
    if "hedge after" not in tag.senses:
        return False
    return "hedge before" not in tag.senses or not sentence.has(tag.last, mention.clause.last, "finding")


def _hedge_reaches(sentence: Reading, end: int, start: int) -> bool:
    """Whether a hedge reaches so far: not past "with" to what goes along, nor past "due to" or "given" to a cause."""
    if sentence.accompanied(end, start) or not {",", "given"}.isdisjoint(sentence.words(end, start)):
        return False
    meant = [tag for tag in sentence.tags_in(end, start) if "interpretation" in tag.senses]
    return all(tag.first == end or "or" in sentence.words(tag.first - 2, tag.first) for tag in meant)


def _thought(sentence: Reading, mention: Mention) -> Words | None:
    """Return the hedge that a clause ends with whose "that" opens a mention's ("it was thought that …")."""
    main = sentence.clause_before(mention.clause) if mention.clause.opener == "that" else None
    tags = sentence.tags_in(main.first, main.last) if main is not None else []
    hedged = bool(tags) and ("hedge before" in tags[-1].senses or "hedge after" in tags[-1].senses)
    last = main is not None and hedged and tags[-1].last == main.last
    return Words(tags[-1].first, tags[-1].last, "probable") if last else None


def _hidden_hedge(sentence: Reading, mention: Mention, group: list[Mention]) -> Words | None:
    """Return the placeholder that stands for a hedge between a description and its interpretation."""
    head = group[0] if group else mention
    words, position = sentence.tokens.words, head.first - 1
    while position > 0 and words[position] in _BEFORE_MEANING:
        position -= 1
    if position < 2 or words[position] != PLACEHOLDER or head.finding in _DESCRIPTIONS:
        return None
    before = position - 1
    described = any(
        entry.name in _DESCRIPTIONS for tag in sentence.tags_in(0, position) for entry in tag.senses.get("finding", ())
    )
    described = described or (words[before] in _MEANT and not sentence.has(0, before, "finding"))
    if not described or words[before] == "with" or sentence.has(before, position, "preposition", "coordinator"):
        return None
    return Words(position, position + 1, "possible")
