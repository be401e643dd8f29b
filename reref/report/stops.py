"""Whether a full stop, question mark or exclamation mark ends a sentence."""

from __future__ import annotations

import re

from reref.report.words import words

CLOSERS = ")]}\"'"
_WORD_BEFORE = re.compile(r"(?:^|(?<=[\s()\[\]{}\",;:!?]))[^\s()\[\]{}\",;:!?]{1,40}$")
_INITIALS = re.compile(r"(?:[a-z]\.){1,4}[a-z]")
_ORDINAL = re.compile(r"\b(?:the|this|left|right|his|her)\s\d{1,2}$", re.I)
_WORD = re.compile(r"[^\W\d_]+|\d+|_+")
_ONLY_MARKER = re.compile(
    r"[\s\"'.,;*•-]*(?:(?i:findings?|impression|conclusion|recommendations?) ?:\s*)?(?:\d{1,2}[.)]\s+)?"
    r"\(?#?(?:\d{1,2}|[A-Za-z]|ii|iii|iv|vi|vii|II|III|IV|VI|VII) ?$"
)
_ROMAN = re.compile(r"[IVX]{1,5}\b")


def word_before(s: str, end: int) -> str:
    """Return the run of non-blank characters before ``end``, without opening signs; at most 40 characters."""
    found = _WORD_BEFORE.search(s[max(0, end - 40) : end])
    return found[0] if found else ""


def next_word(s: str, at: int) -> str:
    """Return the word that starts at ``at``, empty when none does."""
    found = _WORD.match(s, at, at + 40)
    return found[0] if found else ""


def skip_blanks(s: str, at: int) -> int:
    """Return the first offset from ``at`` on that is not white space."""
    while at < len(s) and s[at].isspace():
        at += 1
    return at


def is_only_marker(s: str, start: int, end: int) -> bool:
    """Whether the segment holds nothing but a list number so far."""
    return end - start < 32 and _ONLY_MARKER.match(s[start:end]) is not None


def ends_sentence(s: str, first: int, last: int, start: int) -> bool:
    """Whether the run of stops ``s[first:last]``, outside of brackets, ends the sentence that began at ``start``."""
    if last >= len(s):
        return True
    run = s[first:last]
    if "?" in run or "!" in run:
        return _question_ends(s, first, last)
    if run == ".":
        return _full_stop_ends(s, first, start)
    at = skip_blanks(s, last)
    return len(run) == 2 or not s[at : at + 1].islower()


def _question_ends(s: str, first: int, last: int) -> bool:
    at = skip_blanks(s, last)
    if at >= len(s):
        return True
    after, following = s[last], s[at]
    if after.isspace():
        alone = first == 0 or s[first - 1].isspace()
        return not following.islower() and following not in ",;)" and (not alone or following.isupper())
    if after in CLOSERS:
        at = skip_blanks(s, last + 1)
        return not s[at : at + 1].islower()
    return after.isupper() and first > 0 and s[first - 1].isalnum()


def _full_stop_ends(s: str, dot: int, start: int) -> bool:
    if is_only_marker(s, start, dot):
        return False
    if dot == 0 or s[dot - 1].isspace():
        return not s[dot + 1].isdigit()
    after = s[dot + 1]
    if after.isspace():
        return _ends_before_blank(s, dot, skip_blanks(s, dot + 1), start)
    if after.isdigit():
        return _ends_before_digit(s, dot)
    if after.isalpha() or after == "_":
        return _ends_before_letter(s, dot)
    if after in CLOSERS:
        at = dot + 1
        while at < len(s) and s[at] in CLOSERS:
            at += 1
        if at >= len(s) or s[at].isupper():
            return True
        return s[at].isspace() and _ends_before_blank(s, dot, skip_blanks(s, at), start)
    if after in ",;":
        return _capital_after(s, dot + 2) and not _abbreviated(s, dot)
    return after in "-–—•*("


def _ends_before_blank(s: str, dot: int, at: int, start: int) -> bool:
    if at >= len(s):
        return True
    following = s[at]
    before = word_before(s, dot).lower()
    if following in ",;:)":
        return following in ",;" and before not in words("never_end") and _capital_after(s, at + 1)
    if before in words("never_end"):
        return before in ("no", "nos") and not following.isdigit()
    if before in words("before_number") and (following.isdigit() or _ROMAN.match(s, at)):
        return False
    if following.islower() or following.isdigit():
        return not _goes_on_in_lower_case(s, dot, before, next_word(s, at), start)
    if len(before) == 1 and before.isalpha():
        return not _is_initial(s, dot)
    return True


def _capital_after(s: str, at: int) -> bool:
    """Whether a blank and then a capital letter follow: the sign before was a stray one."""
    following = skip_blanks(s, at)
    return following > at and s[following : following + 1].isupper()


def _goes_on_in_lower_case(s: str, dot: int, before: str, following: str, start: int) -> bool:
    if before in words("may_end") or _INITIALS.fullmatch(before):
        return True
    if before.lstrip("0123456789.,") in words("units"):
        begun = skip_blanks(s, start)
        return following.isalpha() and (s[begun].isupper() or following in words("continuing"))
    if len(before) == 1 and before.isalpha():
        return True
    if not before[-1:].isdigit():
        return False
    return following in words("ordinal_nouns") or _ORDINAL.search(s, max(0, dot - 12), dot) is not None


def _is_initial(s: str, dot: int) -> bool:
    """Whether the letter before the full stop is part of a person's name ("Dr. J. Smith")."""
    blank = dot - 1
    while blank > 0 and s[blank - 1].isspace():
        blank -= 1
    return s[dot - 1].isupper() and word_before(s, blank).lower().rstrip(".") in ("dr", "mr", "mrs", "ms", "prof", "by")


def _ends_before_digit(s: str, dot: int) -> bool:
    if s[dot - 1].isdigit() or _abbreviated(s, dot):
        return False
    return len(word_before(s, dot)) > 2 and (s[dot - 1].isalpha() or s[dot - 1] in CLOSERS)


def _ends_before_letter(s: str, dot: int) -> bool:
    after = s[dot + 1]
    before = word_before(s, dot)
    following = next_word(s, dot + 1)
    if s[dot - 1] in CLOSERS:
        return after.isupper()
    if s[dot - 1].isdigit():
        return after.isupper() and (len(following) > 1 or s[dot + 2 : dot + 3] != ".")
    if _abbreviated(s, dot) or len(before) < 2 or "@" in before or "www" in before or "://" in before:
        return False
    if after.isupper() or after == "_":
        return len(following) > 1 or s[dot + 2 : dot + 3].isspace() or s[dot + 2 : dot + 3].isdigit()
    return (
        len(before) > 2
        and len(following) > 1
        and following not in words("web_endings")
        and "." not in before
        and "/" not in before
    )


def _abbreviated(s: str, dot: int) -> bool:
    before = word_before(s, dot).lower()
    return before in words("never_end") and before not in ("no", "nos")
