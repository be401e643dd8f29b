"""What negations and hedges reach: the polarity of a mention and the strength of its hedge."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from reref.report.clauses import Clause, Reading, is_verb
from reref.report.model import Polarity, Tier
from reref.report.phrases import Tag
from reref.report.scene import Mention
from reref.report.tokens import NUMBER, PLACEHOLDER

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
_FEATURES = frozenset(("other: architectural distortion", "other: volume loss"))
_FEW = (("one", "or", "two"), (NUMBER, "or", NUMBER), ("1", "or", "2"))  # "apart from the mass, one or two nodules"
_SHORT = 2  # tokens of an answer like "none."
_CONTROL = 8  # tokens after a finding in which a question mark still asks about it
_SUGGESTING = (
    ("would", "suggest"),
    ("could", "suggest"),
    ("may", "suggest"),
    ("would", "indicate"),
    ("might", "suggest"),
)
_BEFORE_MEANING = frozenset(("of", "combination", "a", "adjacent", "underlying", "associated", "some", "mild"))
_BREAKS_LIST = ("change", "severity", "side")


class Words(NamedTuple):
    """The tokens of a negation or hedge."""

    first: int
    last: int
    tier: Tier | None = None


class Stand(NamedTuple):
    """What a sentence claims of a mention, and the words that say so (none for "A or B")."""

    polarity: Polarity
    tier: Tier | None = None
    cue: Words | None = None
    normal: bool = False


def coordinated(sentence: Reading, one: Mention, other: Mention) -> bool:
    """Whether two mentions are members of one list ("atelectasis and small effusion")."""
    if one.entry is None or other.entry is None or other.rest:
        return False
    if one.first == other.first:
        return True
    between = sentence.words(one.last, other.first)
    if not between or between[:4] == ("in", "the", "form", "of"):
        return True
    if one.clause is not other.clause and ")" in between:
        return False  # what a bracket asks about is no list with what follows it
    if not _LIST_SIGNS.intersection(between) or sentence.accompanied(one.last, other.first):
        return False
    described = one.finding in _DESCRIPTIONS and other.finding not in _DESCRIPTIONS and _JOINS.isdisjoint(between)
    described = described and other.finding not in _FEATURES
    if described and not sentence.has(one.clause.first, one.first, "negation before"):
        return False  # "opacity, atelectasis or scarring": what it is, then what it may mean
    if _begins_anew(sentence, one, other, between):
        return False
    return not sentence.has(one.last, other.first, *_LIST_ENDS)


def _begins_anew(sentence: Reading, one: Mention, other: Mention, between: tuple[str, ...]) -> bool:
    """Whether, after what a finding means, a comma begins the next one ("…, likely metastasis, scarring in the …")."""
    if "," not in between or not _JOINS.isdisjoint(between):
        return False
    meant = sentence.has(one.clause.first, one.first, "interpretation", "hedge before")
    placed = sentence.has(other.last, other.last + 1, "preposition") and not sentence.has(
        one.last, other.first, "preposition"
    )
    return meant and placed


def _is_versus(sentence: Reading, mention: Mention, tags: list[Tag]) -> bool:
    """Whether "versus" stands between a mention and the finding before or after it."""
    named = [tag for tag in tags if _names_finding(tag)]
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


def _beside(sentence: Reading, mention: Mention, group: list[Mention]) -> list[Mention]:
    """Return the members of a list that no "and" parts from a mention ("pneumonia and scarring or atelectasis")."""
    runs: list[list[Mention]] = [group[:1]]
    for one, other in pairwise(group):
        between = sentence.words(one.last, other.first)
        if "and" in between and "or" not in between:
            runs.append([])
        runs[-1].append(other)
    return next((run for run in runs if mention in run), group)


def stand(sentence: Reading, mention: Mention, group: list[Mention]) -> Stand:
    """Return what is claimed of a mention, given the list it is a member of."""
    if mention.normal or mention.entry is None:
        return Stand("absent" if mention.absent else "present")
    tags = sentence.tags_in(mention.clause.first, mention.clause.last)
    negation = _negation(sentence, mention, tags) or _denied_before(sentence, mention)
    if negation is not None:
        return Stand("absent", None, negation)
    if _is_called_normal(sentence, mention, tags):
        return Stand("absent", normal=True)
    hedge = _hedge(sentence, mention, tags, group)
    if hedge is not None:
        return Stand("uncertain", hedge.tier, hedge)
    if alternatives(sentence, _beside(sentence, mention, group)) or _is_versus(sentence, mention, tags):
        return Stand("uncertain", "possible")
    return Stand("present")


def _is_called_normal(sentence: Reading, mention: Mention, tags: list[Tag]) -> bool:
    """Whether a clause says of a finding that it is normal ("kyphosis is natural")."""
    if mention.entry is None or mention.entry.role == "device" or mention.finding == "surgical_change":
        return False
    said = False
    for tag in tags:
        if tag.first < mention.last:
            continue
        if is_verb(sentence, tag):
            said = PLACEHOLDER not in sentence.words(mention.last, tag.first)
        elif "article" not in tag.senses:
            return said and "normal" in tag.senses
    return False


def _negation(sentence: Reading, mention: Mention, tags: list[Tag]) -> Words | None:
    for tag in reversed(tags):
        if "negation pseudo" in tag.senses:
            if not _denies_growth(sentence, mention, tag):
                continue
        elif "negation before" not in tag.senses:
            continue
        if tag.first <= mention.first:
            if not _broken(sentence, mention.clause, tag.last, mention.first):
                return Words(tag.first, tag.last)
            break
        if mention.entry is not None and mention.entry.negated and sentence.has(tag.last, tag.last + 2, "quality"):
            return Words(tag.first, tag.last)  # "lymph nodes are not enlarged"
    for tag in tags:
        if tag.first >= mention.last and "negation after" in tag.senses and "negation pseudo" not in tag.senses:
            return Words(tag.first, tag.last)
    return _dashed_no(sentence, mention) or _answered_no(sentence, mention)


def _denied_before(sentence: Reading, mention: Mention) -> Words | None:
    """Return the "no" of "no infiltrate that would suggest tuberculosis", which denies the disease too."""
    clause = mention.clause
    main = sentence.clause_before(clause)
    if (
        clause.opener not in ("that", "which")
        or main is None
        or sentence.words(clause.first + 1, clause.first + 3) not in _SUGGESTING
    ):
        return None
    denials = [tag for tag in sentence.tags_in(main.first, main.last) if "negation before" in tag.senses]
    return Words(denials[0].first, denials[0].last) if denials else None


def _denies_growth(sentence: Reading, mention: Mention, tag: Tag) -> bool:
    """Whether "no increase" denies a finding that is nothing else than an increase ("… in wall thickness")."""
    grown = mention.entry is not None and mention.entry.name is None
    return grown and tag.last <= mention.last and sentence.tokens.words[tag.last - 1] in ("increase", "growth")


def _dashed_no(sentence: Reading, mention: Mention) -> Words | None:
    """Return the "no" of "Pericardial effusion - no thickening was detected", as translated reports deny both.

    After a comma it must be more of the same ("Free fluid, no loculated collection was observed").
    """
    start = mention.last
    described = sentence.has(mention.clause.first, mention.first, "severity", "side", "change", "quality", "verb")
    sign, denial = (*sentence.words(start, start + 2), "", "")[:2]
    if described or denial != "no":
        return None
    if sign == "-":
        far = mention.first - mention.clause.first > 1
        said = not far and sentence.has(start, mention.clause.last, "verb")
    else:
        denied = sentence.clause_after(mention.clause)
        said = (
            sign == ","
            and denied is not None
            and _names_again(sentence, denied, mention)
            and any(is_verb(sentence, tag) for tag in sentence.tags_in(denied.first, denied.last))
        )
    return Words(start + 1, start + 2) if said else None


def _names_again(sentence: Reading, clause: Clause, mention: Mention) -> bool:
    tags = sentence.tags_in(clause.first, clause.last)
    return any(entry is mention.entry for tag in tags for entry in tag.senses.get("finding", ()))


def _answered_no(sentence: Reading, mention: Mention) -> Words | None:
    """Return the "none" of "Pneumothorax: none"."""
    answer = sentence.clause_after(mention.clause)
    if answer is None or answer.opener != ":" or answer.last - answer.first > _SHORT:
        return None
    word = sentence.tokens.words[answer.first]
    return Words(answer.first, answer.first + 1) if word in ("none", "no", "absent", "negative", "zero") else None


def _broken(sentence: Reading, clause: Clause, end: int, start: int) -> bool:
    """Whether a negation stops before ``start``: at "with stable …", or at ", stable …" without an "or" after it."""
    words = sentence.tokens.words
    for position in range(end, start):
        if words[position] not in ("with", ","):
            continue
        following = sentence.tags_in(position + 1, position + 2)
        if not following:
            continue
        senses = following[0].senses
        if words[position] == "," and ("interpretation" in senses or "hedge before" in senses):
            return True
        starts_anew = any(kind in senses for kind in _BREAKS_LIST)
        if starts_anew and not {"or", "nor"}.intersection(words[position : clause.last]):
            return True
    return False


def _hedge(sentence: Reading, mention: Mention, tags: list[Tag], group: list[Mention]) -> Words | None:
    words = sentence.tokens.words
    for tag in reversed(tags):
        if tag.last <= mention.first and "hedge before" in tag.senses:
            start = group[0].first if group else mention.first
            if _hedge_reaches(sentence, tag.last, max(start, tag.last)):
                return Words(tag.first, tag.last, tag.senses["hedge before"])
            break
    asked = _asked(sentence, mention, tags)
    if asked is not None:
        return asked
    hidden = _hidden_hedge(sentence, mention, group)
    if hidden is not None:
        return hidden
    last = group[-1].last if group else mention.last
    for tag in tags:
        if tag.first < last:
            continue
        if _speaks_back(sentence, mention, tag) and "," not in words[last : tag.first]:
            return Words(tag.first, tag.last, tag.senses["hedge after"])
        if _names_finding(tag) or "boundary" in tag.senses or is_verb(sentence, tag):
            break
    beyond = sentence.after_aside(mention.clause)
    if beyond is not None and not any(is_verb(sentence, tag) for tag in tags if tag.first >= last):
        first = next(iter(sentence.tags_in(beyond.first, beyond.last)), None)
        if first is not None and "hedge after" in first.senses:
            return Words(first.first, first.last, first.senses["hedge after"])
    if mention.clause.opener == "(" and "?" in words[mention.clause.first : mention.clause.last]:
        at = words.index("?", mention.clause.first)
        return Words(at, at + 1, "possible")
    if group and not {"or", "and", "/", "versus"}.intersection(words[mention.last : group[-1].first]):
        last = mention.last  # "cardiomegaly, effusion, pneumonia?" asks about the last only
    for position in range(last, min(mention.clause.last + 1, len(words), last + _CONTROL)):
        if words[position] == "?":
            return Words(position, position + 1, "possible")
        if words[position] in (",", ";"):
            break
    return None


def _names_finding(tag: Tag) -> bool:
    return any(entry.role != "abnormality" for entry in tag.senses.get("finding", ()))


def _asked(sentence: Reading, mention: Mention, tags: list[Tag]) -> Words | None:
    """Return the "for" of "evaluation is recommended for pneumonia"."""
    recommended = next((t for t in reversed(tags) if "recommendation" in t.senses and t.last <= mention.first), None)
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
    """Whether a hedge reaches so far: not past "with" to what goes along, nor past "due to" to a given cause."""
    if sentence.accompanied(end, start) or "," in sentence.words(end, start):
        return False
    return all(tag.first == end for tag in sentence.tags_in(end, start) if "interpretation" in tag.senses)


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
    if not described or words[before] == "with" or sentence.has(before, position, "preposition", "coordinator"):
        return None
    return Words(position, position + 1, "possible")
