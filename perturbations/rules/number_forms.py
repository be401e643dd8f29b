"""How a number stands in a sentence, and the sentence without it: a word takes its place."""

from __future__ import annotations

import re

from reref.perturbations.rules.grammar import capital, uncapital
from reref.perturbations.rules.number_phrases import (
    ABOUT,
    ABOVE,
    BARE_SIZE,
    BETWEEN_SIDES,
    COMPARED,
    DIAMETER_OF,
    EARLIER,
    FURTHER,
    IN_A_PLACE,
    LARGEST_OF,
    LEFT,
    MEASURE,
    MORE_THAN,
    OTHER_SIDE,
    PREDICATE,
    PRENOMINAL,
    PREVIOUSLY,
    RIGHT,
    SAYS_PLACE,
    SAYS_WIDE,
    UNFINISHED,
)
from reref.perturbations.rules.remains import reads_broken, without_axis, without_remains
from reref.perturbations.rules.size_words import Sizing, Unsafe, joined, says_size, sized, wide
from reref.perturbations.rules.sizes import below, first, group_start, nearest, sized_already
from reref.report import Measurement, measurements

_PART = re.compile(r"\b(?:part|point|place)$", re.IGNORECASE)
#: Says of an effusion that it is on both sides.
_ON_BOTH_SIDES = re.compile(r"\bbilateral|\bboth\s+(?:hemithora|lungs?\b|pleura|sides)", re.IGNORECASE)


def without_numbers(sizing: Sizing, found: list[Measurement]) -> str:
    """Return a sentence without its measurements.

    Raises:
        Unsafe: one of them cannot be taken out safely.
    """
    text = left = sizing.sentence
    at = len(found)
    while at:
        at -= 1
        pair = _both_sides(left, found[at - 1], found[at], sizing) if at else ""
        if pair:
            left, at = pair, at - 1
        else:
            left = _without(left, found[at], found, sizing)
    left = without_remains(left)
    if re.search(r"\b(?:series|images?|section)\s+\d", text) and not re.search(r"\((?:series|images?|section)", text):
        raise Unsafe  # its numbers may be those of images
    if measurements(left) or reads_broken(text, left) or _says_otherwise(text, left, len(found)):
        raise Unsafe
    return re.sub(r"\s+([,.;)])", r"\1", without_axis(left))


def of_pronoun(sizing: Sizing, found: list[Measurement], previous: Sizing) -> str:
    """Return "It is small." for a sentence that only gives the size of what the sentence before named, else nothing.

    Raises:
        Unsafe: no word fits.
    """
    text = sizing.sentence
    alone = re.fullmatch(
        rf"(?P<it>This|It|The\s+(?:nodule|lesion|opacity|mass|pneumothorax|effusion))\s+(?:is|measures)\s+(?:{ABOUT}\s+)*",
        text[: found[0].start],
    )
    rest = text[found[0].end :]
    right = RIGHT.match(rest)
    thing = nearest(previous.sentence, previous.things)
    if alone is None or len(found) > 1 or thing is None or (right.end() if right else 0) < len(rest.rstrip(" .")):
        return ""
    if thing.tip or sized_already().search(previous.sentence):
        raise Unsafe
    word = previous.word(thing, found[0])
    return f"{alone.group('it')} is {re.sub('-sized$', ' in size', word)}."


def _says_otherwise(old: str, new: str, sizes: int) -> bool:
    """Return whether a sentence without its ``sizes`` says what it did not.

    It calls nodes enlarged that are "not pathological", or two sizes were compared by nothing but their numbers.
    """
    enlarged = new.lower().count("enlarged") > old.lower().count("enlarged") and "patholog" in old.lower()
    return enlarged or (sizes > 1 and bool(EARLIER.search(old)) and not COMPARED.search(new))


def _without(text: str, m: Measurement, all_of_them: list[Measurement], sizing: Sizing) -> str:
    before, after = text[: m.start], text[m.end :]
    if MORE_THAN.search(before) or BARE_SIZE.search(before):
        raise Unsafe
    if m.prior:
        return _without_prior(before, after, m, all_of_them)
    if _is_further(text, m, all_of_them, sizing):
        return _as_further(before, after)
    for attempt in (_as_tip, _as_ratio, _as_increase, _as_predicate, _as_largest, _as_adjective, _as_apposition):
        new = attempt(before, after, m, sizing)
        if new is not None:
            return new
    raise Unsafe


def _both_sides(text: str, one: Measurement, other: Measurement, sizing: Sizing) -> str:
    """Turn "effusion, 40 mm on the right and 4 mm on the left": one word for both sides, or one for each."""
    before, after = text[: one.start], text[other.end :]
    between = BETWEEN_SIDES.fullmatch(text[one.end : other.start])
    end = OTHER_SIDE.match(after)
    left = LEFT.search(before)
    if between is None or end is None or left is None or one.prior or other.prior or "(" in left.group():
        return ""
    sides = [re.search(r"right|left", side.group("side"), re.IGNORECASE) for side in (between, end)]
    kept, rest = before[: left.start()], after[end.end() :]
    thing = nearest(kept, sizing.things)
    if thing is None or thing.tip or thing.width or len({s.group().lower() for s in sides if s}) != 2:
        return ""
    if sized_already().search(kept[-60:]) or sizing.word(thing, one) == sizing.word(thing, other):
        both = "" if _ON_BOTH_SIDES.search(sizing.sentence) else " on both sides"
        return f"{sized(kept, one, sizing)}{both}{rest}"
    first_word, second_word = sizing.word(thing, one), sizing.word(thing, other)
    closing = "" if re.match(r"\s*[.,;)]|\s*$", rest) else ","
    return f"{kept}, {first_word} {between.group('side')} and {second_word} {end.group('side')}{closing}{rest}"


def _is_further(text: str, m: Measurement, all_of_them: list[Measurement], sizing: Sizing) -> bool:
    """Whether it is a second size of the same things, with the same word: "4 mm at the base and 3 mm at the apex"."""
    at = all_of_them.index(m)
    before, rest = text[: m.start], text[m.end :]
    right = RIGHT.match(rest)
    if not at or not FURTHER.search(before) or not IN_A_PLACE.match(rest[right.end() if right else 0 :]):
        return False
    earlier = all_of_them[at - 1]
    thing = nearest(text[: earlier.start], sizing.things)
    between = nearest(text[earlier.end : m.start], sizing.things)
    if thing is None or thing.tip or thing.width or earlier.prior or between is not None:
        return False
    return sizing.word(thing, earlier) == sizing.word(thing, m)


def _as_further(before: str, after: str) -> str:
    right = RIGHT.match(after)
    about = re.search(rf"\s+(?:{ABOUT}\s+)*$", before, re.IGNORECASE)
    return (before[: about.start()] if about else before) + (after[right.end() :] if right else after)


def _as_increase(before: str, after: str, m: Measurement, sizing: Sizing) -> str | None:
    """Turn "the diameter of the aorta has increased by 42 mm", which is its size: it has increased."""
    said = re.search(r"\b(?:has\s+|have\s+)?increased\s+(?:by|to)\s+$", before, re.IGNORECASE)
    thing = nearest(before, sizing.things)
    if said is None or thing is None or not thing.width or not re.match(r"\s*(?:[.;,]|$)", after):
        return None
    return before.rstrip().removesuffix("by").removesuffix("to").rstrip() + after


def _as_tip(before: str, after: str, m: Measurement, sizing: Sizing) -> str | None:
    where = ABOVE.match(after)
    if where is None:
        return None
    thing = next((t for t in sizing.things if t.tip and t.noun.search(before)), None)
    if thing is None:
        raise Unsafe
    about = re.search(rf"(?:{ABOUT}\s+)*$", before, re.IGNORECASE)
    stem = before[: about.start()] if about else before
    place = re.sub(r"^(?:from|proximal\s+to|superior\s+to)\b", "above", where.group("where"), flags=re.IGNORECASE)
    rest = after[where.end() :]
    if SAYS_PLACE.search(before) or SAYS_PLACE.search(rest):
        return f"{stem}{place}{rest}"
    word = below(thing.words, max(m.values))
    if not word:
        raise Unsafe
    return f"{stem}{word.removesuffix(' above')} {place}{rest}"


def _as_ratio(before: str, after: str, m: Measurement, sizing: Sizing) -> str | None:
    if m.unit != "ratio":
        return None
    of = re.search(
        r"(?P<subject>(?:[\w/]+\s+)*(?:ratio|index))\s+(?:of\s+|is\s+|was\s+|measures\s+|:\s*)?$", before, re.IGNORECASE
    )
    thing = next((t for t in sizing.things if t.noun.search(before)), None)
    if of is None or thing is None or after.lstrip().startswith("/"):
        raise Unsafe
    beside = re.search(r",?\s+with\s+an?\s+(?:[\w/]+\s+)*(?:ratio|index)\s+of\s+(?:[\w]+\s+)*$", before, re.IGNORECASE)
    if beside and re.search(r"\benlarge|cardiomegaly|normal", before[: beside.start()], re.IGNORECASE):
        return before[: beside.start()] + after
    telegram = not re.search(r"\b(?:is|was|measures)\s+$", before, re.IGNORECASE)
    word = below(thing.predicate, max(m.values))
    if not word:
        raise Unsafe  # a ratio that is only measured gets no degree
    if telegram and not before[: of.start()].strip():
        return f"{capital(word)} {uncapital(of.group('subject'))}{after}"
    return f"{before[: of.end('subject')]} is {word}{after}"


def _as_predicate(before: str, after: str, m: Measurement, sizing: Sizing) -> str | None:
    verb = PREDICATE.search(before)
    if verb is None or LARGEST_OF.search(before):
        return None
    subject = before[: verb.start()]
    if re.search(r"\b(?:which|that)\s+$", subject) and verb.group("verb").lower() in {"measures", "measured"}:
        return None
    thing = nearest(subject, sizing.things)
    rest = after[right.end() :] if (right := RIGHT.match(after)) else after
    is_was = "was" if verb.group("verb").lower().startswith("was") else "is"
    plural = verb.group("verb").lower() in {"are", "were"}
    said = SAYS_WIDE.match(rest)
    if said is not None and not plural and thing is not None and thing.width:
        return _said_wide(subject, is_was, said, rest)
    if (
        thing is None
        or plural
        or not re.match(
            r"\s*(?:[.;]|$|,\s+and\s+the\b|\s+and\s+the\b|\s+at\s+the\s+\w+\s*[.;]|,\s+(?:larger|smaller|unchanged)\b)",
            rest,
        )
    ):
        raise Unsafe
    value = max(m.values)
    diameter = DIAMETER_OF.search(subject)
    if diameter is not None:
        subject = subject[: diameter.start()] + capital(subject[diameter.end() :])
    elif re.search(rf"\b{MEASURE}\b", subject, re.IGNORECASE):
        raise Unsafe  # a thickness is not small
    if thing.width:
        raise Unsafe  # a vessel that is only measured gets no degree
    named_last = any(noun.end() == len(subject.rstrip()) for noun in thing.noun.finditer(subject))
    word = below(thing.predicate, value) if thing.predicate else sizing.word(thing, m) if named_last else ""
    if not word:
        raise Unsafe
    return f"{subject}{is_was} {word}{rest}"


def _said_wide(subject: str, is_was: str, said: re.Match[str], rest: str) -> str:
    """Turn "the aorta measures 44 mm and is wider than normal" into "the aorta is wider than normal"."""
    word = said.group("word")
    shows = said.group("shows") or ("shows" if word.endswith("dilatation") else is_was)
    diameter = DIAMETER_OF.search(subject)
    if diameter is not None and re.search(r"dilat|ectatic|aneurysm", word, re.IGNORECASE):
        subject = subject[: diameter.start()] + capital(subject[diameter.end() :])
        if not re.match("the ", subject[diameter.start() :], re.IGNORECASE):
            subject = f"{subject[: diameter.start()]}The {uncapital(subject[diameter.start() :])}"
    return f"{subject}{shows} {word}{rest[said.end() :]}"


def _as_largest(before: str, after: str, m: Measurement, sizing: Sizing) -> str | None:
    """Turn ", the largest of which is 7 mm in the subcarinal area": the place stays; without one the clause goes."""
    clause = LARGEST_OF.search(before)
    if clause is None:
        return None
    right = RIGHT.match(after)
    rest = after[right.end() :] if right else after
    kept = before[: clause.start()]
    if re.match(r"\s+(?:in|at|on)\s", rest):
        verb = (clause.group("verb") or "").replace(" measured", "")
        verb = verb if verb in {"is", "are", "was", "were", "being"} else "is" if verb.startswith("reach") else ""
        named = f"{clause.group('clause')} {verb}".rstrip()
        return f"{_several(kept, m, sizing, clause.group())}{named}{rest}"
    if re.match(r"\s*,\s*(?:is|are|was|were)\b", rest):
        return f"{_several(kept, m, sizing, clause.group())} {rest.lstrip(' ,')}"
    if re.match(r"\s*(?:[.;,]|$)", rest):
        rest = re.sub(r"^\s*,(?=\s+(?:in|at|on)\s)", "", rest)
        return _several(kept, m, sizing, clause.group()) + rest
    raise Unsafe


def _several(kept: str, m: Measurement, sizing: Sizing, clause: str) -> str:
    """Put the size of the largest before the things of which it is the largest, which may stand before a verb."""
    verb = re.search(
        r"\s+(?:are|were|is|was)\s+(?:also\s+)?(?:observed|seen|noted|present|identified|detected)(?:\s[^,;]*)?$", kept
    )
    head, tail = (kept[: verb.start()], kept[verb.start() :]) if verb else (kept, "")
    return sized(head, m, sizing, gone=clause) + tail


def _as_adjective(before: str, after: str, m: Measurement, sizing: Sizing) -> str | None:
    """Turn "a 9 mm nodule", "8 mm diameter calcified granuloma": the word takes the number's place."""
    in_a_row = re.search(r"\ban?\s+[\w-]+,\s+$", before, re.IGNORECASE)
    if PRENOMINAL.search(before) is None or (
        LEFT.search(before) is not None and not in_a_row and not before.endswith(("of ", "(", "with "))
    ):
        return None
    right = RIGHT.match(after)
    if right is not None and right.group().strip().startswith(("in ", ")", "at ")):
        return None
    rest = (after[right.end() :] if right else after).lstrip()
    thing = first(rest[:90], sizing.things)
    noun = thing.noun.search(rest[:90]) if thing else None
    if thing is None or noun is None or thing.width:
        return None
    between = rest[: noun.start()]
    if re.search(r"[.;:(]|\b(?:is|are|was|were|with|and|or|of|in)\b", between):
        return None
    about = re.search(rf"(?:{ABOUT}\s+)*$", before, re.IGNORECASE)
    stem = before[: about.start()] if about else before
    group = group_start(stem, len(stem))
    if in_a_row or re.search(r"\b(?:and|or)\s+$", stem[:group], re.IGNORECASE):
        group = len(stem)
    has_size = says_size(between, thing, m) or says_size(stem[max(0, group - 16) :], thing, m)
    word = "" if has_size else sizing.word(thing, m)
    modifiers = stem[group:]
    if word and not stem[:group].strip():
        modifiers = uncapital(modifiers)
    return joined(stem[:group], word, modifiers + rest)


def _as_apposition(before: str, after: str, m: Measurement, sizing: Sizing) -> str | None:
    """Turn "nodule measuring 7 mm", "pneumothorax, 8 mm thick", "node (11 mm)": a word comes before the noun."""
    left = LEFT.search(before)
    if left is None:
        return None
    opened = "(" in left.group()
    right = RIGHT.match(after)
    if opened:
        right = re.match(r"[^()]{0,40}?\)", after)
        if right is None or re.search(r"\d", right.group()):
            return None
    rest = after[right.end() :] if right else after
    if right is not None and _PART.search(right.group()) and re.match(r"\s+of\b", rest):  # "in the deepest part of"
        rest = re.sub(r"^\s+of\b", " in", rest)
    if re.match(r"\s*(?:x|by|and\s+\d|to\s+\d|-\s*\d)", rest, re.IGNORECASE):
        return None
    if left.group().split()[-1:] == ["with"] and right is None:
        return None
    if UNFINISHED.search(before[: left.start()]):
        raise Unsafe
    kept, gone = before[: left.start()], left.group() + (right.group() if right else "")
    vessel = nearest(rest[:60], sizing.things) if nearest(kept, sizing.things) is None else None
    if vessel is not None and vessel.width:  # "ectasia reaching 40 mm in the ascending aorta"
        return wide(kept, sizing) + (f" {rest.lstrip()}" if rest else "")
    kept = sized(kept, m, sizing, gone=gone)
    if left.group().startswith(",") and re.match(r"\s*,\s*(?:is|are|was|were)\b", rest):
        rest = rest.lstrip(" ,")
    rest = re.sub(r"^\s+and\s+(?=(?:not\s+)?\w+ing\b)", " ", rest)  # "measuring 8 mm and not reaching …"
    return kept + (rest if not rest or rest[0] in " .,;)" else f" {rest}")


def _without_prior(before: str, after: str, m: Measurement, all_of_them: list[Measurement]) -> str:
    earlier = PREVIOUSLY.search(before)
    current = [other for other in all_of_them if not other.prior]
    if earlier is None or len(current) != 1 or len(all_of_them) != 2:
        raise Unsafe
    closing = re.match(r"\s*\)", after) if "(" in earlier.group() else None
    rest = after[closing.end() :] if closing else after
    if not re.match(r"\s*(?:[.;,)]|$)", rest):
        raise Unsafe
    stem = before[: earlier.start()]
    if re.match(r"\s*,\s*(?:is|are|was|were|has|have)\b", rest):
        rest = f" {rest.lstrip(' ,')}"
    if COMPARED.search(stem) or COMPARED.search(rest):
        return stem + rest
    now, then = max(current[0].values), max(m.values)
    change = "larger than before" if now > then else "smaller than before" if now < then else "unchanged in size"
    return f"{stem}, {change}{rest}"
