"""How the fact verifier decides when it does not know some of its words: a share of its lexicon is left out at random.

Run: python benchmarks/verifier_without_words.py REPORTS.jsonl [--share 0.3] [--seeds 4]
Phrases that stand often in REPORTS (study_id, findings, impression) are kept: nobody writes a lexicon without them. The
pairs are those of tests/data/verifier. What it does to pairs whose words it knows tells how it does on unseen ones.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import sys
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from verifier_pairs import pairs

from reref.perturbations.verify import FactVerifier, allowances, lexicon, sameness, words
from reref.report.tokens import tokenize
from reref.taxonomy import get_target

#: A phrase that stands so often in the reports is kept.
_COMMON = 50
_LONGEST = 3


def main() -> None:
    """Print the shares of good pairs rejected and wrong pairs caught."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("reports", type=Path)
    parser.add_argument("--share", type=float, default=0.3, help="share of the rarer phrases that is left out")
    parser.add_argument("--seeds", type=int, default=4)
    options = parser.parse_args()
    common = _common(options.reports)
    with multiprocessing.get_context("fork").Pool(1, maxtasksperchild=1) as pool:  # the lexicon is read once a process
        jobs = [(seed, options.share, common) for seed in range(options.seeds)]
        counts = sum(pool.imap(_judge, jobs, chunksize=1), Counter[tuple[bool, bool]]())
    good = {accepted: counts[True, accepted] for accepted in (True, False)}
    wrong = {accepted: counts[False, accepted] for accepted in (True, False)}
    print(f"good rejected {good[False]} of {sum(good.values())} = {100 * good[False] / sum(good.values()):.1f} %")
    print(f"wrong caught {wrong[False]} of {sum(wrong.values())} = {100 * wrong[False] / sum(wrong.values()):.1f} %")


def _common(reports: Path) -> frozenset[str]:
    counts: Counter[str] = Counter()
    for line in reports.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        text = tokenize(f"{row.get('findings') or ''} {row.get('impression') or ''}").words
        counts.update(
            " ".join(text[at : at + size]) for size in range(1, _LONGEST + 1) for at in range(len(text) - size + 1)
        )
    return frozenset(phrase for phrase, count in counts.items() if count >= _COMMON)


def _judge(job: tuple[int, float, frozenset[str]]) -> Counter[tuple[bool, bool]]:
    """Return how many good and wrong pairs were accepted or not, with a part of the lexicon."""
    seed, share, common = job
    whole = lexicon.read_lexicon_file

    def kept(listed: str, part: float) -> str:
        phrases = [phrase.strip() for phrase in listed.split(",")]
        return ", ".join(p for p in phrases if _is_common(p, common) or _chance(p, seed) >= part) or "-"

    def read(name: str) -> Any:
        raw = whole(name)
        if name in ("findings", "devices"):
            return {key: kept(listed, share) for key, listed in raw.items()}
        if name == "anatomy":
            return {key: {**entry, "terms": kept(entry["terms"], share)} for key, entry in raw.items()}
        if name == "qualities":
            kinds = ("grade", "change", "side", "quality")
            return raw | {kind: {k: kept(listed, share) for k, listed in raw[kind].items()} for kind in kinds}
        if name == "cues":  # few and known to everyone
            negation = raw["negation"] | {way: kept(raw["negation"][way], share / 2) for way in ("forward", "backward")}
            hedge = raw["hedge"] | {
                way: {level: kept(listed, share / 2) for level, listed in raw["hedge"][way].items()}
                for way in ("forward", "backward")
            }
            return raw | {"negation": negation, "hedge": hedge}
        return raw

    for module in (lexicon, words, sameness, allowances):
        module.read_lexicon_file = read  # type: ignore[attr-defined]
    verifier = FactVerifier()
    return Counter(
        (pair.accept, verifier.judge(pair.original, pair.alternative, get_target(pair.target)).accepted)
        for pair in pairs()
    )


def _is_common(phrase: str, common: frozenset[str]) -> bool:
    return " ".join(tokenize(phrase).words) in common


def _chance(phrase: str, seed: int) -> float:
    digest = hashlib.blake2b(f"{seed}|{phrase}".encode(), digest_size=6).digest()
    return int.from_bytes(digest, "big") / 2**48


if __name__ == "__main__":
    main()
