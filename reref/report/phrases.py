"""The one matching engine: a trie of token phrases, read left to right, the longest phrase first."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from reref.report.lexicon_files import Phrase, parse
from reref.report.tokens import tokenize

#: Signs inside a phrase that do not break it: "air-space", "left-sided".
_GLUE = frozenset("-‐‑–'’")
_END = ""


@lru_cache(maxsize=16384)
def plain_tokens(word: str) -> tuple[str, ...]:
    """Return the normal forms of a word of a phrase, without hyphens."""
    return tuple(token for token in tokenize(word).words if token not in _GLUE)


class Tag(NamedTuple):
    """A phrase of the lexicon found in a text.

    Attributes:
        first: its first token.
        last: one past its last token.
        senses: what it can stand for, by kind (``"finding"``, ``"site"``, ``"side"``, …).
    """

    first: int
    last: int
    senses: dict[str, Any]


class PhraseBook:
    """Phrases with their senses; finds them in linear time."""

    def __init__(self) -> None:
        self._root: dict[str, Any] = {}
        self._words: set[str] = set()

    def add(self, notation: str, kind: str, value: Any) -> None:
        """Add a phrase in the lexicon's notation. A later sense of the same kind replaces the earlier one."""
        for node in self._walk([self._root], parse(notation)):
            if node is not self._root:
                node.setdefault(_END, {})[kind] = value

    def _walk(self, nodes: list[dict[str, Any]], phrase: Phrase) -> list[dict[str, Any]]:
        """Return the nodes that a phrase leads to, made where they are missing."""
        for piece in phrase:
            if isinstance(piece, str):
                for token in plain_tokens(piece):
                    self._words.add(token)
                    nodes = [node.setdefault(token, {}) for node in nodes]
            else:
                ends = [node for option in piece for node in self._walk(nodes, option)]
                nodes = list({id(node): node for node in ends}.values())
        return nodes

    def words(self) -> frozenset[str]:
        """Return the normal form of every word of the phrases."""
        return frozenset(self._words)

    def find(self, words: tuple[str, ...]) -> list[Tag]:
        """Return the longest phrases from left to right, not overlapping."""
        tags: list[Tag] = []
        position, size, root = 0, len(words), self._root
        while position < size:
            node = root.get(words[position])
            best: Tag | None = None
            end = position + 1
            while node is not None:
                senses = node.get(_END)
                if senses is not None:
                    best = Tag(position, end, senses)
                while end < size and words[end] in _GLUE:
                    end += 1
                if end >= size:
                    break
                node = node.get(words[end])
                end += 1
            if best is None:
                position += 1
            else:
                tags.append(best)
                position = best.last
        return tags
