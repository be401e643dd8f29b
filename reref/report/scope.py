"""What negations and hedges reach: the polarity of a mention and the strength of its hedge."""

from __future__ import annotations

from typing import NamedTuple

from reref.report.clauses import Clause, Reading, is_verb
from reref.report.hedges import Words, find_hedge
from reref.report.lists import alternatives, beside, is_versus
from reref.report.model import Polarity, Tier
from reref.report.phrases import Tag
from reref.report.scene import Mention
from reref.report.tokens import PLACEHOLDER

_SHORT = 2  # tokens of an answer like "none."
_SUGGESTING = (
    ("would", "suggest"),
    ("could", "suggest"),
    ("may", "suggest"),
    ("would", "indicate"),
    ("might", "suggest"),
)
_LOCAL = frozenset(("focal", "acute"))
_SAID = (("are",), ("is",), ("and",), ("grossly",))
_BREAKS_LIST = ("change", "severity", "side")


class Stand(NamedTuple):
    """What a sentence claims of a mention, and the words that say so (none for "A or B")."""

    polarity: Polarity
    tier: Tier | None = None
    cue: Words | None = None
    normal: bool = False


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
    hedge = find_hedge(sentence, mention, tags, group)
    if hedge is not None:
        return Stand("uncertain", hedge.tier, hedge)
    if alternatives(sentence, beside(sentence, mention, group)) or is_versus(sentence, mention, tags):
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
            return said and "normal" in tag.senses and sentence.words(tag.first - 1, tag.first) != ("less",)
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
        neutral = mention.entry is not None and mention.entry.negated is not None
        if neutral and sentence.has(tag.last, tag.last + 2, "quality") and not _is_seen_without(sentence, mention, tag):
            return Words(tag.first, tag.last)  # "lymph nodes are not enlarged"
    for tag in tags:
        if tag.first >= mention.last and "negation after" in tag.senses and "negation pseudo" not in tag.senses:
            return Words(tag.first, tag.last)
    return (
        _clear_of(sentence, mention)
        or _denied_beyond(sentence, mention, tags)
        or _dashed_no(sentence, mention)
        or _answered_no(sentence, mention)
    )


def _clear_of(sentence: Reading, mention: Mention) -> Words | None:
    """Return the "clear" of "the lungs are clear focal airspace disease", which lost its "of"."""
    at = mention.first - 1
    while at > mention.clause.first and sentence.tokens.words[at] in _LOCAL:
        at -= 1
    lost = sentence.words(at, at + 1) == ("clear",) and sentence.words(at - 1, at) in _SAID
    return Words(at, at + 1) if lost else None


def _is_seen_without(sentence: Reading, mention: Mention, denial: Tag) -> bool:
    """Whether something is seen that only lacks a quality ("lymph nodes without pathological size are observed")."""
    lacks = sentence.words(denial.first, denial.last) == ("without",) and denial.first == mention.last
    return lacks and sentence.has(denial.last, mention.clause.last, "participle")


def _denied_beyond(sentence: Reading, mention: Mention, tags: list[Tag]) -> Words | None:
    """Return the denial that goes on after an aside ("the effusion, which was seen before, was not observed")."""
    beyond = sentence.after_aside(mention.clause)
    if beyond is None or any(is_verb(sentence, tag) for tag in tags if tag.first >= mention.last):
        return None
    tag = next(iter(sentence.tags_in(beyond.first, beyond.last)), None)
    denied = tag is not None and "negation after" in tag.senses and "negation pseudo" not in tag.senses
    return Words(tag.first, tag.last) if tag is not None and denied else None


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
