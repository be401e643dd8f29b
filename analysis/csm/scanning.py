"""The words of a coronary CT sentence as a row of tokens: places, abnormalities, degrees, and what joins them."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

_NUMBER = r"[<>≤≥~]?=?\s?\d{1,3}(?:\.\d+)?\s?"
_PERCENT = rf"{_NUMBER}%?\s?(?:-|–|to)\s?\d{{1,3}}(?:\.\d+)?\s?%|{_NUMBER}(?:%|percent)"


class Token(NamedTuple):
    """One word or phrase.

    Attributes:
        kind: what it is.
        value: what it stands for.
        start: first character in the sentence.
        end: one past the last.
    """

    kind: str
    value: Any
    start: int
    end: int


@cache
def rules() -> dict[str, Any]:
    """Return the words of ``ccta.yaml``."""
    import yaml

    return dict(yaml.safe_load(files("reref.analysis.csm").joinpath("ccta.yaml").read_text(encoding="utf-8")))


@cache
def pattern(name: str) -> re.Pattern[str]:
    """Return the pattern of one entry of ``ccta.yaml`` that is a single expression."""
    return re.compile(rf"(?<![\w-])(?:{spaced(rules()[name])})(?!\w)")


def spaced(expression: str) -> str:
    """Return an expression in which a space stands for any white space."""
    return expression.replace(" ?", r"\s?").replace(" ", r"\s+")


@cache
def _words() -> tuple[re.Pattern[str], dict[str, tuple[str, Any]]]:
    """Return one pattern of all words, and the kind and value of each of its groups."""
    read = rules()
    entries: list[tuple[str, Any, str]] = [("rest", None, read["rest"])]
    entries += [("branch", number, words) for number, words in read["branches"].items()]
    entries += [("branch", number, rf"(?:segment|seg\.?) ?{number}") for number in read["segments"]]
    entries += [("vessel", vessel, words) for vessel, words in read["vessels"].items()]
    entries += [("position", position, words) for position, words in read["positions"].items()]
    entries += [("percent", None, _PERCENT)]
    entries += [("plaque", kind, words) for kind, words in read["plaque"].items()]
    entries += [(kind, None, read[kind]) for kind in ("untyped", "occlusion", "stenosis")]
    entries += [("denied", None, read["denied_after"])]
    # "not significant" is a degree and no denial, so degrees come before negations.
    entries += [("grade", degree, words) for degree, words in sorted(read["grades"].items())]
    entries += [(kind, None, read[kind]) for kind in ("normal", "patent", "negation")]
    groups = {f"g{place}": (kind, value) for place, (kind, value, _) in enumerate(entries)}
    joined = "|".join(f"(?P<g{place}>{spaced(words)})" for place, (_, _, words) in enumerate(entries))
    return re.compile(rf"(?<![\w-])(?:{joined})(?!\w)"), groups


def scan(sentence: str) -> list[Token]:
    """Return the tokens of a sentence in order."""
    words, groups = _words()
    found = []
    for hit in words.finditer(sentence.lower()):
        name = hit.lastgroup or ""
        kind, value = groups[name]
        if kind == "percent":
            value = degree_of_percent(hit.group(), sentence[max(0, hit.start() - 24) : hit.start()].lower())
        found.append(Token(kind, value, hit.start(), hit.end()))
    return found


_BELOW = re.compile(r"(?:less than|below|under|<|≤)\s*$")
_ABOVE = re.compile(r"(?:more than|greater than|over|above|exceeding|>|≥|at least)\s*$")


def degree_of_percent(text: str, before: str = "") -> int:
    """Return the degree of a stenosis in per cent: 0 none, 1 below 50, 2 below 70, 3 from 70 on.

    Args:
        text: one number or a range, which counts by its middle; it may begin with a sign such as "<".
        before: the words before it ("less than").
    """
    numbers = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", text)]
    value = sum(numbers) / len(numbers)
    if len(numbers) == 1:
        if text[0] in "<≤" or _BELOW.search(before):
            value -= 0.5
        elif text[0] == ">" or _ABOVE.search(before):
            value += 0.5
    return 0 if value <= 0 else 1 if value < 50 else 2 if value < 70 else 3
