"""Keyword F1 in four categories: degree, landmark, feature, impression (FORTE's idea, lists of ours in a YAML file).

Which keywords two reports share, whatever they say of them: a denied finding counts like a told one. So this says
whether the same things are talked about, and the fact metrics say whether the same is said. A category that neither
report touches agrees (1); ``average`` is over the categories that at least one of them touches.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files

from reref.analysis.metrics.registry import metric


@cache
def _patterns() -> dict[str, tuple[re.Pattern[str], dict[str, int]]]:
    """Return for each category one pattern of all its words, and which keyword each word stands for."""
    import yaml

    text = files("reref.analysis.metrics").joinpath("keyword_f1.yaml").read_text(encoding="utf-8")
    found = {}
    for category, keywords in yaml.safe_load(text).items():
        number = {word.lower(): place for place, words in enumerate(keywords) for word in words}
        longest_first = sorted(number, key=lambda word: (-len(word), word))
        pattern = re.compile(rf"\b({'|'.join(map(re.escape, longest_first))})(?:e?s)?\b")
        found[category] = (pattern, number)
    return found


@lru_cache(maxsize=4096)
def _keywords(text: str) -> dict[str, frozenset[int]]:
    plain = " ".join(text.lower().split())
    return {
        category: frozenset(number[hit] for hit in pattern.findall(plain))
        for category, (pattern, number) in _patterns().items()
    }


@metric(name="keyword-f1", higher_is_better=True, range=(0, 1))
def keyword_f1(candidate: str, reference: str) -> dict[str, float]:
    """F1 of keywords by category (degree, landmark, feature, impression) and their average, mean over studies."""
    ours, theirs = _keywords(candidate), _keywords(reference)
    scores: dict[str, float] = {}
    for category, said in ours.items():
        both = len(said) + len(theirs[category])
        scores[category] = 2 * len(said & theirs[category]) / both if both else 1.0
    touched = [scores[category] for category in scores if ours[category] or theirs[category]]
    return {"average": sum(touched) / len(touched) if touched else 1.0, **scores}
