"""Sentences that were hardly changed, word by word; and statements in words that the lexicon does not know."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from reref.perturbations.verify.attributes import Attributes, attributes_of
from reref.perturbations.verify.difference import Difference
from reref.perturbations.verify.lexicon import lexicon
from reref.perturbations.verify.reading import Reading
from reref.perturbations.verify.sameness import are_rivals, sameness
from reref.perturbations.verify.scope import PLAIN, WORDS_OF_CERTAINTY, as_certain
from reref.perturbations.verify.sentence import SentenceReading
from reref.perturbations.verify.words import read_words, stem

#: From this share of common words on, two sentences are taken for one and the same.
NEARLY_SAME = 0.6
_STEM = 5
#: Shorter unknown words are seldom the name of a disease.
_LONG_WORD = 7
_NO_DISEASE = frozenset(("alternative", "alternatives", "consideration", "possibility", "explanation", "etiologies"))
#: Which way a change goes.
COURSE = {
    "new": "up",
    "increased": "up",
    "unchanged": "same",
    "decreased": "down",
    "resolved": "gone",
    "removed": "gone",
}


def compare(before: Reading, after: Reading) -> Iterator[Difference]:
    """Yield what differs between sentences that correspond, and statements without counterpart."""
    old, new = _unmatched(before, after), _unmatched(after, before)
    for sentence in new:
        twin = max(old, key=lambda other: overlap(sentence, other), default=None)
        if twin is not None and overlap(sentence, twin) >= NEARLY_SAME:
            yield from _word_by_word(twin, sentence, before)
    yield from _flipped_words(before, after)
    yield from _doubted_words(before, after)
    yield from _doubted_places(before, after)
    yield from _lost_possibilities(before, after)
    yield from _sided_words(before, after)
    if not _says_more(new, before):
        yield from _unknown_statements(old, new, after, "word lost")
    if not _says_more(old, after):
        yield from _unknown_statements(new, old, before, "word added")


def _flipped_words(before: Reading, after: Reading) -> Iterator[Difference]:
    """A word that the lexicon does not know, only stated in one report and only denied in the other."""
    (said, denied), (says, denies) = _polarity(before), _polarity(after)
    for word in sorted((said - denied) & (denies - says)):
        yield Difference("negation flipped", word, "stated", "denied")
    for word in sorted((denied - said) & (says - denies)):
        yield Difference("negation flipped", word, "denied", "stated")


def _sided_words(before: Reading, after: Reading) -> Iterator[Difference]:
    """A word that the lexicon does not know, on one side wherever one report has it and on the other in the other."""
    old, new = _sides(before), _sides(after)
    for word in sorted(old.keys() & new.keys()):
        if all(old[word]) and all(new[word]):
            was, now = (frozenset().union(*side[word]) for side in (old, new))
            if not was & now:
                yield Difference("side changed", word, joined(was), joined(now))


def _sides(reading: Reading) -> dict[str, list[frozenset[str]]]:
    found: dict[str, list[frozenset[str]]] = {}
    for sentence in reading.sentences:
        for word, _ in sentence.unknown:
            found.setdefault(word, []).append(sentence.around.sides)
    return found


def _doubted_words(before: Reading, after: Reading) -> Iterator[Difference]:
    """A word that the lexicon does not know, more or less certain wherever the alternative has it."""
    old, new = _doubt(before), _doubt(after)
    for word in sorted(old.keys() & new.keys()):
        if not any(as_certain(was, now) for was in old[word] for now in new[word]):
            was, now = (min(side[word]) for side in (old, new))
            yield Difference("certainty changed", word, WORDS_OF_CERTAINTY[was], WORDS_OF_CERTAINTY[now])


def _doubted_places(before: Reading, after: Reading) -> Iterator[Difference]:
    """A part of the body of which something unnamed is more or less certain: "subphrenic process not excluded"."""
    old, new = _doubt_by_place(before), _doubt_by_place(after)
    for site in sorted(old.keys() & new.keys()):
        if not any(as_certain(was, now) for was in old[site] for now in new[site]):
            was, now = min(old[site]), min(new[site])
            yield Difference("certainty changed", site, WORDS_OF_CERTAINTY[was], WORDS_OF_CERTAINTY[now])


def _doubt_by_place(reading: Reading) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    for sentence in reading.sentences:
        if sentence.hedges and not sentence.claims:
            for site in sentence.sites:
                found.setdefault(site, set()).update(level for _, level in sentence.hedges)
    return found


def _lost_possibilities(before: Reading, after: Reading) -> Iterator[Difference]:
    """A possibility in an unknown word that is gone, where the alternative has no new word that could stand for it."""
    if any(before.fresh(sentence) for sentence in after.sentences):
        return
    for word, levels in sorted(_doubt(before).items()):
        if (
            len(word) >= _LONG_WORD
            and word not in _NO_DISEASE
            and max(levels) < PLAIN
            and stem(word) not in after.stems
        ):
            yield Difference("finding lost", word, before=word)


def _doubt(reading: Reading) -> dict[str, set[int]]:
    """Return for each unknown word how sure the report is of it."""
    found: dict[str, set[int]] = {}
    for sentence in reading.sentences:
        if not is_denying(sentence.text):
            for word, level in sentence.doubts:
                found.setdefault(word, set()).add(level)
    return found


def _polarity(reading: Reading) -> tuple[frozenset[str], frozenset[str]]:
    """Return the unknown words of a report: those stated without any denial beside them, and those denied."""
    found: tuple[set[str], set[str]] = set(), set()
    for sentence in reading.sentences:
        denies = is_denying(sentence.text)
        for word, is_denied in sentence.unknown:
            if is_denied or not denies:  # "differentiation is preserved" is no finding
                found[is_denied].add(word)
    return frozenset(found[0]), frozenset(found[1])


def _unmatched(reading: Reading, other: Reading) -> list[SentenceReading]:
    """Return the sentences that the other report does not have word for word."""
    there = {_all_words(s.text) for s in other.sentences}
    return [s for s in reading.sentences if _all_words(s.text) not in there]


@lru_cache(maxsize=16384)
def _all_words(text: str) -> tuple[str, ...]:
    return tuple(word for word in read_words(text).words if word.isalnum())


def overlap(one: SentenceReading, other: SentenceReading) -> float:
    """Return the share of words, 0 to 1, that two sentences have in common."""
    first, second = set(_all_words(one.text)), set(_all_words(other.text))
    return len(first & second) / max(1, len(first | second))


@lru_cache(maxsize=16384)
def _attributes(text: str) -> tuple[Attributes, bool, tuple[str, ...]]:
    tags = lexicon().book.find(read_words(text).words)
    denies = any(t.senses.keys() & {"neg_forward", "neg_backward"} and "neg_pseudo" not in t.senses for t in tags)
    normal = any("normal" in t.senses for t in tags)
    return attributes_of(tags), denies or normal, tuple(t.senses["side"] for t in tags if "side" in t.senses)


def is_denying(text: str) -> bool:
    """Whether a sentence denies something or calls it normal."""
    return _attributes(text)[1]


def _word_by_word(was: SentenceReading, now: SentenceReading, before: Reading) -> Iterator[Difference]:
    (old, old_denies, old_order), (new, new_denies, new_order) = _attributes(was.text), _attributes(now.text)
    what = _short(now.text)
    if "bilateral" not in old_order + new_order and _is_exchanged(old_order, new_order):
        yield Difference("side changed", what, " and ".join(old_order), " and ".join(new_order))
    if old.grades and new.grades and not old.grades & new.grades and old.grades != new.grades:
        yield Difference("degree changed", what, str(min(old.grades)), str(min(new.grades)))
    course_old, course_new = {COURSE[c] for c in old.changes}, {COURSE[c] for c in new.changes}
    known_course = {COURSE[c] for c in before.everything.changes}
    if any(claim.name in sameness().low_by_nature for claim in (*was.claims, *now.claims)):
        course_old, course_new = course_old - {"down"}, course_new - {"down"}
    if course_new - known_course or (course_old and course_new and not course_old & course_new):
        yield Difference("change altered", what, joined(course_old) or "no change stated", joined(course_new))
    if old_denies != new_denies and _is_flipped(was, now):
        yield Difference(
            "negation flipped", what, "denied" if old_denies else "stated", "denied" if new_denies else "stated"
        )
    lost_sites, new_sites = old.sites - new.sites, new.sites - old.sites
    if any(are_rivals(a, b) for a in new_sites for b in lost_sites):
        yield Difference("location changed", what, joined(lost_sites), joined(new_sites))
    levels_old, levels_new = (sorted(level for _, level in s.hedges) for s in (was, now))
    if len(levels_old) == len(levels_new) and any(abs(a - b) > 1 for a, b in zip(levels_old, levels_new, strict=True)):
        yield Difference(
            "certainty changed", what, " ".join(h for h, _ in was.hedges), " ".join(h for h, _ in now.hedges)
        )
    lost, gained = old.qualities - new.qualities, new.qualities - old.qualities
    rivals = [(family & lost, family & gained) for family in lexicon().families]
    rivals += [
        (lexicon().opposites.get(quality, frozenset()) & lost, frozenset((quality,))) for quality in sorted(gained)
    ]
    for before_it, after_it in rivals:
        if before_it and after_it:
            yield Difference("detail changed", what, joined(before_it), joined(after_it))
            return


def _says_more(sentences: list[SentenceReading], reading: Reading) -> bool:
    """Whether sentences name a finding that the report does not: it may be what unknown words stand for."""
    return any(
        claim.kind == "finding" and claim.name not in reading.present and claim.name not in reading.absent
        for sentence in sentences
        for claim in sentence.claims
    )


def _is_exchanged(was: tuple[str, ...], now: tuple[str, ...]) -> bool:
    return len(was) == len(now) and sorted(was) != sorted(now)


def _is_flipped(was: SentenceReading, now: SentenceReading) -> bool:
    """Whether one sentence states what the other denies."""
    if not was.claims and not now.claims:
        return True
    present_before, present_after = ({c.name for c in s.claims if not c.absent} for s in (was, now))
    absent_before, absent_after = ({c.name for c in s.claims if c.absent} for s in (was, now))
    flipped = (present_before - absent_before) & (absent_after - present_after)
    return bool(flipped | (absent_before - present_before) & (present_after - absent_after))


def _unknown_statements(
    told: list[SentenceReading], others: list[SentenceReading], reading: Reading, kind: str
) -> Iterator[Difference]:
    """A sentence of unknown words that the other report does not have, and has no unknown words for."""
    if any(sentence.unknown or sentence.unclaimed for sentence in others):
        return
    stems = {w[:_STEM] for s in reading.sentences for w in _all_words(s.text)}
    for sentence in told:
        content = [w for w in sentence.words if w.isalpha()]
        if not sentence.claims and sentence.unknown and content and not any(w[:_STEM] in stems for w in content):
            text = _short(sentence.text)
            if kind == "word lost" and not is_denying(sentence.text):
                yield Difference("word lost", text, before=text)
            elif kind == "word added":
                yield Difference("word added", text, after=text)


def _short(text: str) -> str:
    return " ".join(text.split()[:8])


def joined(values: frozenset[str] | set[str]) -> str:
    """Return names as a reader would list them."""
    return " and ".join(sorted(value.replace("_", " ") for value in values))
