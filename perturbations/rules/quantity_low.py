"""Numbers as words: the number goes, and a word that fits it for that finding stands where none stood."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.rules.grammar import article, capital, uncapital
from reref.perturbations.rules.registry import rule
from reref.perturbations.rules.remains import has_bare_size, reads_broken, without_remains
from reref.perturbations.rules.sizes import (
    COMPARED,
    Thing,
    across,
    below,
    first,
    group_start,
    nearest,
    on_its_scale,
    own_word,
    says_otherwise,
    sized_already,
    things,
    without_axis,
)
from reref.perturbations.rules.spans import smallest_edit
from reref.report import TARGET_SECTIONS, Measurement, Report, measurements, sentences

if TYPE_CHECKING:
    from numpy.random import Generator

_ABOUT = r"(?:approximately|about|roughly|nearly|around|up\s+to|at\s+least|almost|maximally|estimated\s+at|~)"
_MEASURE = r"(?:diameters?|sizes?|thickness|dimensions?|depth|height|length|width|ax[ei]s|short\s+diameter|density)"
_WHICH = (
    r"(?:(?:short|long|longest|largest|maximum|maximal|greatest|transverse|AP|anteroposterior|anterior-posterior"
    r"|craniocaudal)\s+)*"
)
_REACH = r"(?:of|measuring|measured|reaching|less\s+than|smaller\s+than|not\s+exceeding|up\s+to)"
#: Words before a number that go with it.
_LEFT = re.compile(
    rf"(?:,?\s*(?:with|having|and(?=\s+an?\s))\s+(?:an?\s+|the\s+|their\s+)?{_WHICH}{_MEASURE}\s+(?:{_REACH}\s+)*(?:{_ABOUT}\s+)*"
    rf"|,?\s*(?:which\s+)?(?:measuring|measures|reaching|sized)\s+(?:{_ABOUT}\s+|less\s+than\s+)*"
    rf"|,?\s+(?:of|up\s+to|less\s+than|smaller\s+than|not\s+exceeding)\s+(?:{_ABOUT}\s+)*"
    rf"|,\s*(?:{_ABOUT}\s+)*|\s+with\s+(?:{_ABOUT}\s+)*|\s*\((?:{_ABOUT}\s+)*)$",
    re.IGNORECASE,
)
#: Words after a number that go with it.
_RIGHT = re.compile(
    rf"\s*\)|\s*(?:in|at|on|along)\s+(?:its\s+|the\s+)?(?:(?:widest|thickest|deepest|maximal|maximum|greatest|longest|largest|short|long|transverse|AP|anteroposterior|anterior-posterior|craniocaudal|in|and)\s+)*"
    rf"(?:point|part|place|{_MEASURE})(?:\s+(?:on|of)\s+the\s+(?:short\s+axis|larg(?:er|est)(?:\s+one)?)){{0,2}}(?:\s+at\s+its\s+(?:widest|thickest|deepest)\s+(?:point|part))?"
    r"|\s+from\s+(?:the\s+)*(?:(?:right|left|lung)\s+)*apex"
    r"|[\s-]+(?:in\s+)?(?:diameter|thick|sized|long|wide|short[- ]axis)(?:\s+in\s+diameter)?(?=[\s,.;)]|$)",
    re.IGNORECASE,
)
_PRENOMINAL = re.compile(rf"(?:^|\s|\()(?:{_ABOUT}\s+)*$", re.IGNORECASE)
_PREDICATE = re.compile(
    rf"\b(?P<verb>is|was|are|were|measures|measured|is\s+measured|was\s+measured)\s+(?:as\s+)?(?:{_ABOUT}\s+)*$",
    re.IGNORECASE,
)
_SAYS_WIDE = re.compile(
    r"\s*,?\s*(?:and\s+)?(?:(?:is|was|are|were|which\s+is|(?P<shows>shows?|has)|it\s+is)\s+)?(?P<word>(?:slightly\s+|mildly\s+|minimally\s+)?(?:wider\s+than\s+normal|larger\s+than\s+normal|above\s+normal|dilated|increased|ectatic|aneurysmal|fusiform\s+dilatation|(?:slight\s+)?dilatation|normal))",
    re.IGNORECASE,
)
_LARGEST_OF = re.compile(
    r",?\s*the\s+larg(?:est|er)(?:\s+one)?(?:\s+of\s+(?:which|them))?\s+(?:(?:is|was|being|measures|measuring)\s+)?$",
    re.IGNORECASE,
)
_TIP = re.compile(
    rf"(?P<verb>\b(?:is|terminates|terminating|ends|ending|lies|projects|projecting|located|noted|seen|positioned|with)?)\s*(?:{_ABOUT}\s+)*$",
    re.IGNORECASE,
)
_ABOVE = re.compile(
    r"\s*(?P<where>(?:above|from|proximal\s+to|superior\s+to)\s+(?:the\s+)*(?:level\s+of\s+the\s+)?(?:carina|cavoatrial\s+junction))",
    re.IGNORECASE,
)
_PREVIOUSLY = re.compile(
    rf"(?:,?\s*\(?\s*(?:previously|formerly|compared\s+(?:to|with)|versus|prior)\s+(?:measur(?:ed|ing)\s+)?(?:{_ABOUT}\s+)*)$",
    re.IGNORECASE,
)


#: A lower bound says too little for a word.
_MORE_THAN = re.compile(
    r"\b(?:more|greater|larger|higher)\s+than\s+$|\b(?:over|above|exceeds|exceeding)\s+$", re.IGNORECASE
)
#: A subject or verb that needs the number after it.
_UNFINISHED = re.compile(
    r"\b(?:some|one|each|largest|larger|others?|measured?|measures|is|are|was|were)$", re.IGNORECASE
)


class _Unsafe(Exception):  # noqa: N818 - it is a way out of a sentence, not a failure
    """The number stands where no word can take its place."""


@rule("quantitative-granularity/low")
def numbers_to_words(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Drop every measurement and say the size in words where no word said it."""
    edits: list[Edit] = []
    own = own_word([report.section(section) for section in TARGET_SECTIONS])
    for section in TARGET_SECTIONS:
        previous = ""
        for sentence in sentences(report.section(section)):
            previous, before = sentence.text, previous
            found = measurements(sentence.text)
            if not found and not has_bare_size(sentence.text):
                continue
            try:
                alone = _of_pronoun(sentence.text, found, before) if found else ""
                new = alone or without_numbers(sentence.text, found)
                new = uncapital(new) if sentence.text[0].islower() else new
                if "nodul" in sentence.text.lower():
                    new = on_its_scale(own, sentence.text, new)
            except _Unsafe:
                return Infeasible(
                    "missing_information",
                    f"the {section} hold a number in a sentence that carries no word in its place",
                )
            edits.append(smallest_edit(section, sentence.start, sentence.text, new, "quantity"))
    return edits or Infeasible("already_in_form", "the report holds no measurement")


def without_numbers(text: str, found: list[Measurement]) -> str:
    """Return a sentence without its measurements.

    Raises:
        _Unsafe: one of them cannot be taken out safely.
    """
    left = text
    for measurement in reversed(found):
        left = _without(left, measurement, found)
    left = without_remains(left)
    if measurements(left) or reads_broken(text, left) or says_otherwise(text, left, len(found)):
        raise _Unsafe
    return re.sub(r"\s+([,.;)])", r"\1", without_axis(left))


def _of_pronoun(text: str, found: list[Measurement], previous: str) -> str:
    """Return "It is small." for a sentence that only gives the size of what the sentence before named, else nothing."""
    alone = re.fullmatch(
        rf"(?P<it>This|It|The\s+(?:nodule|lesion|opacity|mass|pneumothorax|effusion))\s+(?:is|measures)\s+(?:{_ABOUT}\s+)*",
        text[: found[0].start],
    )
    rest = text[found[0].end :]
    right = _RIGHT.match(rest)
    thing = nearest(previous)
    if alone is None or len(found) > 1 or thing is None or (right.end() if right else 0) < len(rest.rstrip(" .")):
        return ""
    word = _word(thing, found[0])
    if not word or thing.tip or sized_already().search(previous):
        raise _Unsafe
    return f"{alone.group('it')} is {word}."


def _without(text: str, m: Measurement, all_of_them: list[Measurement]) -> str:
    before, after = text[: m.start], text[m.end :]
    if _MORE_THAN.search(before):
        raise _Unsafe
    if m.prior:
        return _without_prior(before, after, m, all_of_them)
    for attempt in (_as_tip, _as_ratio, _as_predicate, _as_largest, _as_adjective, _as_apposition):
        new = attempt(before, after, m)
        if new is not None:
            return new
    raise _Unsafe


def _value(m: Measurement) -> float:
    return max(m.values)


def _word(thing: Thing, m: Measurement) -> str:
    """Return the word for a measurement of a thing, empty where none is used."""
    if m.unit not in ("mm", "", "%") or (m.unit == "%") != (thing.unit == "%"):
        raise _Unsafe
    return below(thing.words, across(thing, m.values))


def _as_tip(before: str, after: str, m: Measurement) -> str | None:
    where = _ABOVE.match(after)
    if where is None:
        return None
    thing = next((t for t in things() if t.tip and t.noun.search(before)), None)
    place = where.group("where")
    if thing is None:
        raise _Unsafe
    stem = before[: _tip_start(before)]
    word = _word(thing, m)
    if "carina" not in place.lower():
        word = "just" if _value(m) <= 20 else ""
        return f"{stem}{word} {place}{after[where.end() :]}" if word else f"{stem}{place}{after[where.end() :]}"
    if not word:
        return f"{stem}{place}{after[where.end() :]}"
    level = {"appropriate": "at an appropriate level", "low": "low, close", "high": "high"}[word]
    place = re.sub(r"^from", "above", place, flags=re.IGNORECASE)
    if word == "low":
        place = re.sub(r"^\w+(?:\s+to)?", "to", place)
    return f"{stem}{level} {place}{after[where.end() :]}"


def _tip_start(before: str) -> int:
    about = re.search(rf"(?:{_ABOUT}\s+)*$", before, re.IGNORECASE)
    return about.start() if about else len(before)


def _as_ratio(before: str, after: str, m: Measurement) -> str | None:
    if m.unit != "ratio":
        return None
    of = re.search(
        r"(?P<subject>(?:[\w/]+\s+)*(?:ratio|index))\s+(?:of\s+|is\s+|was\s+|measures\s+|:\s*)?$", before, re.IGNORECASE
    )
    thing = next((t for t in things() if t.noun.search(before)), None)
    if of is None or thing is None or after.lstrip().startswith("/"):
        raise _Unsafe
    beside = re.search(r",?\s+with\s+an?\s+(?:[\w/]+\s+)*(?:ratio|index)\s+of\s+(?:[\w]+\s+)*$", before, re.IGNORECASE)
    if beside and re.search(r"\benlarge|cardiomegaly|normal", before[: beside.start()], re.IGNORECASE):
        return before[: beside.start()] + after
    telegram = not re.search(r"\b(?:is|was|measures)\s+$", before, re.IGNORECASE)
    word = below(thing.words, _value(m))
    if telegram and word and not before[: of.start()].strip():
        return f"{capital(below(thing.predicate, _value(m)))} {uncapital(of.group('subject'))}{after}"
    return f"{before[: of.end('subject')]} is {below(thing.predicate, _value(m))}{after}"


def _as_predicate(before: str, after: str, m: Measurement) -> str | None:
    verb = _PREDICATE.search(before)
    if verb is None or _LARGEST_OF.search(before):
        return None
    subject = before[: verb.start()]
    if re.search(r"\b(?:which|that)\s+$", subject) and verb.group("verb").lower() in {"measures", "measured"}:
        return None
    thing = nearest(subject)
    rest = after[right.end() :] if (right := _RIGHT.match(after)) else after
    is_was = "was" if verb.group("verb").lower().startswith("was") else "is"
    plural = verb.group("verb").lower() in {"are", "were"}
    wide = _SAYS_WIDE.match(rest)
    if wide is not None and not plural:
        shows = wide.group("shows") or ("shows" if wide.group("word").endswith("dilatation") else is_was)
        return f"{subject}{shows} {wide.group('word')}{rest[wide.end() :]}"
    if (
        thing is None
        or plural
        or not re.match(
            r"\s*(?:[.;]|$|,\s+and\s+the\b|\s+and\s+the\b|\s+at\s+the\s+\w+\s*[.;]|,\s+(?:larger|smaller|unchanged)\b)",
            rest,
        )
    ):
        if re.match(r"\s+in\s+the\b", rest) and re.search(r"\bwhich\s+$", subject, re.IGNORECASE):
            return f"{subject}{verb.group('verb')}{rest}"
        raise _Unsafe
    table = (
        thing.width
        if thing.width and re.search(r"\b(?:diameter|calib\w+|width)\b", subject, re.IGNORECASE)
        else thing.predicate
    )
    named_last = any(noun.end() == len(subject.rstrip()) for noun in thing.noun.finditer(subject))
    word = below(table, _value(m)) if table else _word(thing, m) if named_last else ""
    if not word and re.match(r",\s+(?:larger|smaller|unchanged)\b", rest):
        return subject.rstrip() + rest
    if not word:
        raise _Unsafe
    return f"{subject}{is_was} {word}{rest}"


def _as_largest(before: str, after: str, m: Measurement) -> str | None:
    """Turn ", the largest of which is 7 mm in the subcarinal area": the place stays; without one the clause goes."""
    clause = _LARGEST_OF.search(before)
    if clause is None:
        return None
    right = _RIGHT.match(after)
    rest = after[right.end() :] if right else after
    if re.match(r"\s+(?:in|at|on)\s", rest):
        return f"{before.rstrip()}{rest}"
    if re.match(r"\s*,\s*(?:is|are|was|were)\b", rest):
        rest = rest.lstrip(" ,")
        return f"{_sized(before[: clause.start()], m)} {rest}"
    if re.match(r"\s*(?:[.;,]|$)", rest):
        return _sized(before[: clause.start()], m) + rest
    raise _Unsafe


def _as_adjective(before: str, after: str, m: Measurement) -> str | None:
    """Turn "a 9 mm nodule", "8 mm diameter calcified granuloma": the word takes the number's place."""
    if _PRENOMINAL.search(before) is None or (
        _LEFT.search(before) is not None and not before.endswith(("of ", "(", "with "))
    ):
        return None
    right = _RIGHT.match(after)
    if right is not None and right.group().strip().startswith(("in ", ")", "at ")):
        return None
    rest = (after[right.end() :] if right else after).lstrip()
    thing = first(rest[:90])
    noun = thing.noun.search(rest[:90]) if thing else None
    if thing is None or noun is None:
        return None
    between = rest[: noun.start()]
    if re.search(r"[.;:(]|\b(?:is|are|was|were|with|and|or|of|in)\b", between):
        return None
    stem = before[: _tip_start(before)]
    group = group_start(stem, len(stem))
    if re.search(r"\b(?:and|or)\s+$", stem[:group], re.IGNORECASE):
        group = len(stem)
    has_size = bool(sized_already().search(between) or sized_already().search(stem[max(0, group - 16) :]))
    word = "" if has_size else _word(thing, m)
    if _word(thing, m) in {"mildly dilated", "dilated"}:
        return None
    modifiers = stem[group:]
    if word and not stem[:group].strip():
        modifiers = uncapital(modifiers)
    return _join(stem[:group], word, modifiers + rest)


def _join(stem: str, word: str, rest: str) -> str:
    new = f"{word} {rest}" if word else rest
    last = re.search(r"\b(an?)\s+$", stem, re.IGNORECASE)
    if last:
        fitting = article(new)
        fitting = capital(fitting) if last.group(1)[0].isupper() else fitting
        return f"{stem[: last.start()]}{fitting} {new}"
    if not stem.strip():
        return stem + capital(new)
    return stem + new


def _as_apposition(before: str, after: str, m: Measurement) -> str | None:
    """Turn "nodule measuring 7 mm", "pneumothorax, 8 mm thick", "node (11 mm)": a word comes before the noun."""
    left = _LEFT.search(before)
    if left is None:
        return None
    opened = "(" in left.group()
    right = _RIGHT.match(after)
    if opened:
        right = re.match(r"[^()]{0,40}?\)", after)
        if right is None or re.search(r"\d", right.group()):
            return None
    rest = after[right.end() :] if right else after
    if re.match(r"\s*(?:x|by|and\s+\d|to\s+\d|-\s*\d)", rest, re.IGNORECASE):
        return None
    if left.group().split()[-1:] == ["with"] and right is None:
        return None
    if _UNFINISHED.search(before[: left.start()]):
        raise _Unsafe
    kept = _sized(before[: left.start()], m)
    if left.group().startswith(",") and re.match(r"\s*,\s*(?:is|are|was|were)\b", rest):
        rest = rest.lstrip(" ,")
    return kept + (rest if not rest or rest[0] in " .,;)" else f" {rest}")


def _sized(before: str, m: Measurement) -> str:
    """Put the word for the size before the last noun group, unless it says its size already."""
    if m.unit not in ("mm", "", "%"):
        return before  # a density or uptake in brackets only goes
    last: tuple[int, int, Thing] | None = None
    for thing in things():
        for noun in thing.noun.finditer(before):
            if last is None or noun.end() > last[1] or (noun.end() == last[1] and noun.start() < last[0]):
                last = (noun.start(), noun.end(), thing)
    if last is None:
        raise _Unsafe
    start, _, thing = last
    whole = re.search(r"\b\w+\s+of\s+(?:(?!of\b)[\w-]+\s+){0,4}$", before[:start])
    owner = first(whole.group()) if whole else None
    if whole and owner is not None:  # "a lesion of fluid density": the lesion has the size
        start, thing = whole.start(), owner
    if re.search(r"\b(?:ax[ei]s|diameters?|sizes?|thickness|dimensions?)\s*$", before, re.IGNORECASE):
        raise _Unsafe
    if re.search(r"[.;:]", before[last[1] :]) or thing.tip:
        raise _Unsafe
    word = _word(thing, m)
    group = group_start(before, start)
    if not word or sized_already().search(before[max(0, group - 16) : last[1]]):
        return before
    if word in {"mildly dilated", "dilated"}:
        raise _Unsafe
    head, noun_group = before[:group], before[group:]
    if not head.strip():
        noun_group = uncapital(noun_group)
    return _join(head, word, noun_group)


def _without_prior(before: str, after: str, m: Measurement, all_of_them: list[Measurement]) -> str:
    earlier = _PREVIOUSLY.search(before)
    current = [other for other in all_of_them if not other.prior]
    if earlier is None or len(current) != 1 or len(all_of_them) != 2:
        raise _Unsafe
    closing = re.match(r"\s*\)", after) if "(" in earlier.group() else None
    rest = after[closing.end() :] if closing else after
    if not re.match(r"\s*(?:[.;,)]|$)", rest):
        raise _Unsafe
    stem = before[: earlier.start()]
    if re.match(r"\s*,\s*(?:is|are|was|were|has|have)\b", rest):
        rest = f" {rest.lstrip(' ,')}"
    if COMPARED.search(stem) or COMPARED.search(rest):
        return stem + rest
    now, then = _value(current[0]), _value(m)
    change = "larger than before" if now > then else "smaller than before" if now < then else "unchanged in size"
    return f"{stem}, {change}{rest}"
