"""The lexicon's YAML files, and the short notation in which their phrases are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).with_name("lexicon")
_SIGN = re.compile(r"[()\[\]|]|[^()\[\]|]+")

#: A phrase: words, and choices between phrases. A choice that may be left out holds an empty phrase.
Phrase = list["str | list[Any]"]


@lru_cache(maxsize=32)
def read(name: str) -> Any:
    """Return the content of one lexicon file, read once; nobody changes it."""
    import yaml  # here, because it takes a tenth of a second that `--help` does not have

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load((_FOLDER / f"{name}.yaml").read_text(encoding="utf-8"), Loader=loader)


def parse(notation: str) -> Phrase:
    """Read a phrase: ``(a|b)`` is a choice, ``[a|b]`` one that may be left out; both can be nested.

    Raises:
        ValueError: the brackets do not match.
    """
    signs = iter(_SIGN.findall(notation))
    options, closing = _choice(signs)
    if closing or len(options) != 1:
        raise ValueError(f"lexicon phrase {notation!r}: brackets do not match; write (a|b) or [a|b]")
    return options[0]


def _choice(signs: Iterator[str]) -> tuple[list[Phrase], str]:
    options: list[Phrase] = [[]]
    for sign in signs:
        if sign in ")]":
            return options, sign
        if sign == "|":
            options.append([])
        elif sign in "([":
            inner, closing = _choice(signs)
            if closing != {"(": ")", "[": "]"}[sign]:
                raise ValueError(
                    f"lexicon phrase: brackets do not match, {sign!r} is closed by {closing or 'nothing'!r}"
                )
            options[-1].append(inner if sign == "(" else [*inner, []])
        else:
            options[-1].extend(sign.split())
    return options, ""


def expand(notation: str) -> Iterator[str]:
    """Write out every phrase that a notation stands for: ``"[small] (left|right) lung"`` stands for four."""
    for words in _written_out(parse(notation)):
        yield " ".join(words)


def _written_out(phrase: Phrase) -> Iterator[list[str]]:
    if not phrase:
        yield []
        return
    head, rest = phrase[0], phrase[1:]
    heads = [[head]] if isinstance(head, str) else [words for option in head for words in _written_out(option)]
    for tail in _written_out(rest):
        for words in heads:
            yield [*words, *tail]
