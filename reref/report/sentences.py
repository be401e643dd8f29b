"""Sentences and list items of a report, with exact offsets. One pass, linear in the length of the text."""

from __future__ import annotations

import re
from functools import lru_cache

from reref.report.markers import BULLETS, heading_at, marker_end, marker_number, read_lead
from reref.report.model import Sentence
from reref.report.run_ons import RUN_ON, is_subordinate, opens_in_capitals, second_statements
from reref.report.shadow import shadow
from reref.report.stops import CLOSERS, ends_sentence, is_only_marker, next_word, skip_blanks, word_before
from reref.report.words import words

# One character class and one literal first: both are searched for at the speed of the regex engine.
_SIGNS = re.compile('[.!?…\\n;|"' + BULLETS + "]")
_STOPS = ".!?…"
_WORD_CHARACTER = re.compile(r"\w")
_MAX_BRACKET = 240
_MAX_INTRODUCTION = 120
_MAX_LABEL = 80
_LONG_LINE = 55


def sentences(text: str) -> list[Sentence]:
    """Split a section into sentences, list items and sub-headed statements.

    Offsets are characters of ``text``. What lies between two sentences holds no word but list markers and
    sub-headings, and those are the ``marker`` and ``heading`` of the sentence they belong to.
    """
    return list(_split(text))


@lru_cache(maxsize=4096)
def _split(text: str) -> tuple[Sentence, ...]:
    return tuple(_Splitter(text).run())


class _Splitter:
    """The state of one pass: where the sentence began, which list number comes next, under which heading it stands."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.s = shadow(text)
        self.found: list[Sentence] = []
        self.start = 0
        self.number = 0
        self.heading = ""
        self.once = ""
        self.waiting: Sentence | None = None  # a heading that has nothing under it so far
        self.second_statements = frozenset(second_statements(self.s))
        self.brackets = _brackets(self.s)
        self.punctuated = re.search(r"[.!?](?:\s|$)", self.s) is not None

    def run(self) -> list[Sentence]:
        s = self.s
        bracket = seen = 0
        places = [m.start() for m in _SIGNS.finditer(s)] + [m.start() for m in RUN_ON.finditer(s)]
        for first in sorted([*places, *self.second_statements]):
            if first < self.start or first < seen:
                continue
            while bracket < len(self.brackets) and self.brackets[bracket][1] < first:
                bracket += 1
            inside = bracket < len(self.brackets) and self.brackets[bracket][0] < first
            sign = s[first]
            if sign in _STOPS:
                seen = first + 1
                while seen < len(s) and s[seen] in _STOPS:
                    seen += 1
                if not inside:
                    self._stop(first, seen)
            elif sign == "\n":
                self._line_end(first)
            elif sign in BULLETS:
                if not (first and s[first - 1].isalnum() and s[first + 1 : first + 2].isalnum()):
                    self._end(first, first)
            elif sign == "|":
                self._end(first, first + 1)
            elif not inside:
                {";": self._semicolon, '"': self._quote, " ": self._blank}[sign](first)
        self._end(len(s), len(s))
        return [*self.found, self.waiting] if self.waiting else self.found

    def _stop(self, first: int, last: int) -> None:
        if ends_sentence(self.s, first, last, self.start):
            while last < len(self.s) and self.s[last] in CLOSERS:
                last += 1
            self._end(last, last)

    def _blank(self, at: int) -> None:
        begun, following = _trim_left(self.s, self.start, at), skip_blanks(self.s, at)
        if marker_end(self.s, following, len(self.s)) > following:
            self._number(at + 1)
        elif at in self.second_statements:
            if not is_subordinate(self.s, begun):
                self._end(at, at)
        elif opens_in_capitals(self.s, begun, at, following):
            self._end(at, at)

    def _line_end(self, at: int) -> None:
        s = self.s
        following = skip_blanks(s, at)
        if following >= len(s):
            self._end(at, following)
        elif s.count("\n", at, following) > 1:
            self._end(at, following)
            self.heading = self.heading if self.waiting else ""
        elif not self._line_goes_on(at, following):
            self._end(at, following)

    def _line_goes_on(self, at: int, following: int) -> bool:
        s = self.s
        stripped = _trim_right(s, self.start, at)
        if stripped == self.start:
            return False
        begun = _trim_left(s, self.start, stripped)
        if is_only_marker(s, begun, stripped) or marker_end(s, begun, len(s)) == stripped:
            return True
        last = s[stripped - 1]
        before = word_before(s, stripped).lower()
        if marker_end(s, following, len(s)) > following:
            return s[following].isdigit() and before in words("takes_number")
        if last in ".:,-/(":
            return True
        if last == ";" or heading_at(s, following, len(s)) is not None:
            return False
        if before in words("goes_on"):
            return True
        length = stripped - max(self.start, s.rfind("\n", self.start, at) + 1)
        char = s[following]
        if char.isupper():
            word = next_word(s, following)
            return (
                word.isupper() and len(word) > 1 and (length > _LONG_LINE or (set(word) == {"X"} and self.punctuated))
            )
        if char.isdigit():
            return length > _LONG_LINE or before in words("takes_number")
        return self.punctuated or length > _LONG_LINE

    def _semicolon(self, at: int) -> None:
        """After an introduction comes the statement it belongs to; other clauses end only before a capital letter."""
        s = self.s
        following = skip_blanks(s, at + 1)
        if following >= len(s) or following == at + 1:
            return
        begun = _trim_left(s, self.start, at)
        if at - begun <= _MAX_INTRODUCTION and _is_introduction(s[begun:at]):
            self.once = self.text[begun:at].strip()
            self.start = at + 1
        elif s[following].isupper():
            self._end(at + 1, at + 1)

    def _quote(self, at: int) -> None:
        """Some systems put each statement of a list into quotation marks, or one mark between two statements."""
        s = self.s
        following = skip_blanks(s, at + 1)
        if following >= len(s) or not (s[following].isupper() or s[following] in '"(') or at <= self.start:
            return
        begun = _trim_left(s, self.start, at)
        if s[at - 1].isspace():
            blank = _trim_right(s, begun, at)
            if following > at + 1:
                self._end(at, at + 1)
            elif word_before(s, blank).islower() and word_before(s, blank) not in words("goes_on"):
                self._end(at, at)
        elif following > at + 1 and (
            s[begun] == '"' or s[at - 1] in ".," or next_word(s, following).lower() in words("starters")
        ):
            self._end(at + 1, at + 1)

    def _number(self, at: int) -> None:
        s = self.s
        end = marker_end(s, at, len(s))
        begun = _trim_left(s, self.start, at)
        current = marker_number(s[begun : marker_end(s, begun, at)]) or self.number
        number = marker_number(s[at:end])
        blank = _trim_right(s, self.start, at)
        if end == at or number is None:
            return
        opens_list = blank > begun and s[blank - 1] in {1: ":", 2: ",;"}.get(number, "")
        follows = current > 0 and number == current + 1
        if opens_list or (follows and word_before(s, blank).lower() not in words("takes_number")):
            self._end(at, at)

    def _end(self, end: int, following: int) -> None:
        """Keep ``start:end`` as a sentence if it has a word, and go on at ``following``."""
        start, self.start = self.start, following
        s = self.s
        start = _trim_left(s, start, end)
        end = _trim_right(s, start, end)
        if _WORD_CHARACTER.search(s, start, end) is None:
            return
        lead = read_lead(s, start, end)
        body, marker = lead.body, self.text[lead.marker_start : lead.marker_end]
        if marker:
            self.number = marker_number(marker) or self.number
        self.heading = self.heading if lead.heading is None else lead.heading
        if s[end - 1] == ":" and following < len(s) and end - body <= _MAX_LABEL:
            self.heading = lead.heading or self.text[body : end - 1].strip()
            self.waiting = Sentence(start, end, self.text[start:end])
            return
        if body >= end:
            body, marker = start, ""
        self.found.append(Sentence(body, end, self.text[body:end], marker, self.once or self.heading))
        self.once, self.waiting = "", None


def _is_introduction(phrase: str) -> bool:
    first, _, rest = phrase.lower().partition(" ")
    if first not in words("introductions") or rest.startswith(("addition", "favor", "favour")) or " not " in rest:
        return False
    return any(stem in rest for stem in words("looking"))


def _trim_left(s: str, start: int, end: int) -> int:
    while start < end and (
        s[start].isspace()
        or s[start] in ",;:!|"
        or (s[start] == "." and not s[start + 1 : start + 2].isdigit())
        or (s[start] in "\"'?" and s[start + 1 : start + 2].isspace())
    ):
        start += 1
    return start


def _trim_right(s: str, start: int, end: int) -> int:
    while end > start and s[end - 1].isspace():
        end -= 1
    return end


def _brackets(s: str) -> list[tuple[int, int]]:
    """Return the outermost pairs of round brackets that close within a sentence's length."""
    if "(" not in s:
        return []
    pairs: list[tuple[int, int]] = []
    opened: list[int] = []
    for found in re.finditer(r"[()]|\n\s*\n", s):
        if found[0] == "(":
            opened.append(found.start())
        elif found[0] != ")":
            opened.clear()
        elif opened:
            first = opened.pop()
            if found.start() - first <= _MAX_BRACKET:
                while pairs and pairs[-1][0] > first:
                    pairs.pop()
                pairs.append((first, found.start()))
    return pairs
