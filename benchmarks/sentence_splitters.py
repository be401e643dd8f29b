"""Our sentence splitter beside spaCy's sentencizer, PySBD and PyRuSH on odd passages of radiology reports.

Run: ``python benchmarks/sentence_splitters.py [--errors]``. The rivals are optional (``pip install spacy pysbd
PyRuSH``); those that are not installed are left out. A passage counts as right when every boundary is right and no list
marker or stray sign stands as a sentence of its own.
"""

from __future__ import annotations

import importlib.util
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import yaml

PASSAGES = Path(__file__).resolve().parents[1] / "tests" / "data" / "odd_passages.yaml"
Splitter = Callable[[str], list[tuple[int, int]]]


def parse_gold(marked: str) -> tuple[str, set[int], set[int]]:
    """Return the plain text, the offsets of its boundaries, and the offsets that belong to no sentence."""
    text, boundaries, outside = "", set(), set()
    inside = False
    for char in marked:
        if char == "¦":
            boundaries.add(len(text))
        elif char in "«»":
            inside = char == "«"
        else:
            if inside:
                outside.add(len(text))
            text += char
    return text, boundaries, outside


def content_before(text: str, offsets: Iterable[int], outside: set[int]) -> set[int]:
    """Put boundaries on a scale that ignores blanks, punctuation and what belongs to no sentence."""
    counts, total = [], 0
    for i, char in enumerate(text):
        counts.append(total)
        total += char.isalnum() and i not in outside
    counts.append(total)
    return {counts[offset] for offset in offsets} - {0, total}


def is_right(splitter: Splitter, marked: str) -> bool:
    """Whether a splitter finds exactly the gold boundaries of a passage."""
    text, boundaries, outside = parse_gold(marked)
    pieces = [(a, b) for a, b in splitter(text) if text[a:b].strip()]
    empty = any(not any(text[i].isalnum() and i not in outside for i in range(a, b)) for a, b in pieces)
    found = content_before(text, [a for a, _ in pieces], outside)
    return not empty and found == content_before(text, boundaries, outside)


def ours(text: str) -> list[tuple[int, int]]:
    """Our sentences, each with the sub-heading and list marker before it, as the rivals return them."""
    from reref.report.sentences import sentences
    from reref.report.shadow import shadow

    plain = shadow(text)
    pieces, end = [], 0
    for sentence in sentences(text):
        led = next((i for i in range(end, sentence.start) if plain[i].isalnum()), sentence.start)
        pieces.append((led, sentence.end))
        end = sentence.end
    return pieces


def spacy_sentencizer() -> Splitter:
    import spacy

    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    return lambda text: [(s.start_char, s.end_char) for s in nlp(text).sents]


def pysbd_splitter() -> Splitter:
    import pysbd

    segmenter = pysbd.Segmenter(language="en", clean=False, char_span=True)
    return lambda text: [(s.start, s.end) for s in segmenter.segment(text)]


def pyrush() -> Splitter:
    import PyRuSH

    rules = next(Path(PyRuSH.__file__).resolve().parents[1].glob("conf/rush_rules.tsv"))
    rush = PyRuSH.RuSH(str(rules))
    return lambda text: [(s.begin, s.end) for s in rush.segToSentenceSpans(text)]


RIVALS = {
    "spacy": ("spaCy sentencizer", spacy_sentencizer),
    "pysbd": ("PySBD", pysbd_splitter),
    "PyRuSH": ("PyRuSH", pyrush),
}


def main() -> None:
    kinds: dict[str, list[str]] = yaml.safe_load(PASSAGES.read_text(encoding="utf-8"))
    splitters: dict[str, Splitter] = {"reref": ours}
    for module, (name, make) in RIVALS.items():
        if importlib.util.find_spec(module):
            splitters[name] = make()
        else:
            print(f"{name} is not installed and is left out")
    total = sum(map(len, kinds.values()))
    print(f"\n{'kind':<18}{'n':>5}" + "".join(f"{name:>20}" for name in splitters))
    for kind, passages in kinds.items():
        right = [sum(is_right(split, p) for p in passages) for split in splitters.values()]
        print(f"{kind:<18}{len(passages):>5}" + "".join(f"{n:>20}" for n in right))
    for name, split in splitters.items():
        texts = [parse_gold(p)[0] for passages in kinds.values() for p in passages] * 5
        started = time.perf_counter()
        for i, text in enumerate(texts):
            split(f"{text} {i}")
        speed = sum(map(len, texts)) / (time.perf_counter() - started)
        right = sum(is_right(split, p) for passages in kinds.values() for p in passages)
        print(f"{name}: {right}/{total} right ({right / total:.1%}), {speed / 1000:.0f} thousand characters/s")
    if "--errors" in sys.argv:
        for passages in kinds.values():
            for p in passages:
                if not is_right(ours, p):
                    text = parse_gold(p)[0]
                    print(f"\n{p!r}\n   {[text[a:b] for a, b in ours(text)]}")


if __name__ == "__main__":
    main()
