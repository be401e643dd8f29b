"""How well facts are read: precision, recall and F1 of (finding, polarity) on annotated reports, and reading speed.

Run: python benchmarks/eval_facts.py GOLD.jsonl [--seen SEEN.jsonl] [--texts REPORTS.jsonl] [--medspacy PYTHON]

GOLD has one report a line: study_id, dataset, text {section: text}, sections {section: [facts]}. A fact counts once
a section for each (finding, polarity, side). With --seen, recall is also given for the wordings (finding and span)
that SEEN does not hold. With --medspacy (a Python that has medspaCy), the baseline of medspacy_baseline.py, which has
the same lexicon, is scored and timed in the same run; a lexicon written for medspaCy can do better than that.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from reref.report import section_facts

Row = dict[str, Any]
Reader = Callable[[str, str], list[Row]]

# Names that careful readers use for the same statement (counted as equal in the lenient score).
SYNONYMS = (
    {"infiltrate/", "pneumonia/"},
    {"lung_opacity/", "consolidation/"},
    {"granuloma_calcified/", "nodule/"},
    {"cardiomegaly/absent", "heart_size_normal/present"},
    {"bones_normal/present", "fracture/absent"},
    {"low_lung_volumes/absent", "lungs_clear/present"},
    {"device_sternotomy_wires_clips/", "surgical_change/"},
)
ATTRIBUTES = ("laterality", "severity", "sizes_mm", "change")


def rows_of(path: Path) -> list[Row]:
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def annotated_sections(row: Row) -> list[tuple[str, str, list[Row]]]:
    """Return (name, text, gold facts) of the sections that were annotated."""
    return [(name, row["text"][name], gold) for name, gold in row["sections"].items() if gold]


def ours(text: str, section: str) -> list[Row]:
    return [asdict(fact) for fact in section_facts(text, section)]


def key(fact: Row) -> tuple[str, str]:
    return fact["finding"], fact["polarity"]


def alike(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether two (finding, polarity) pairs are the same under the lenient rules."""
    if one == other:
        return True
    if one[1] == other[1] and one[0].startswith("other:") and other[0].startswith("other:"):
        return bool(set(one[0].split()[1:]) & set(other[0].split()[1:]))
    for pair in SYNONYMS:
        if any(_is(one, name) for name in pair) and any(_is(other, name) for name in pair):
            return one[1] == other[1] or not any(name.endswith("/") for name in pair)
    return False


def _is(fact: tuple[str, str], name: str) -> bool:
    finding, _, polarity = name.partition("/")
    return fact[0] == finding and polarity in ("", fact[1])


class Score:
    """Counts of one part of the gold."""

    def __init__(self) -> None:
        self.hit: Counter[str] = Counter()
        self.missed: Counter[str] = Counter()
        self.extra: Counter[str] = Counter()
        self.agree: Counter[tuple[str, bool]] = Counter()
        self.unseen: Counter[bool] = Counter()

    def add(self, gold: list[Row], found: list[Row], *, lenient: bool, seen: set[tuple[str, str]]) -> None:
        """Count one section."""
        of_gold, of_found = grouped(gold), grouped(found)
        free = dict(of_found)
        for pair, facts in of_gold.items():
            match = pair if pair in free else None
            if match is None and lenient:
                match = next((other for other in free if alike(pair, other)), None)
            sides = len({fact["laterality"] for fact in facts})
            got = free.pop(match) if match is not None else []
            hits = min(sides, len({fact["laterality"] for fact in got}))
            self.hit[pair[0]] += hits
            self.missed[pair[0]] += sides - hits
            self.extra[pair[0]] += max(0, len({fact["laterality"] for fact in got}) - sides)
            for fact in facts:
                if seen and (fact["finding"], wording(fact)) not in seen:
                    self.unseen[bool(got)] += 1
            if got:
                for name in ATTRIBUTES:
                    self._attribute(name, facts, got)
        for (finding, _), facts in free.items():
            self.extra[finding] += len({fact["laterality"] for fact in facts})

    def _attribute(self, name: str, gold: list[Row], found: list[Row]) -> None:
        said, read = ({plain(fact[name]) for fact in facts} - {None} for facts in (gold, found))
        if name == "laterality":
            self.agree[name, not said or said == read - {None}] += 1
        elif said or read:
            self.agree[name, said == read] += 1

    def line(self) -> str:
        """Return the figures in one line."""
        hit, missed, extra = self.hit.total(), self.missed.total(), self.extra.total()
        precision, recall = hit / max(1, hit + extra), hit / max(1, hit + missed)
        parts = [f"P {precision:.3f}  R {recall:.3f}  F1 {2 * hit / max(1, 2 * hit + missed + extra):.3f}"]
        for name in ATTRIBUTES:
            total = self.agree[name, True] + self.agree[name, False]
            parts.append(f"{name} {self.agree[name, True] / total:.3f} ({total})" if total else f"{name} - (0)")
        if self.unseen:
            parts.append(f"unseen wordings R {self.unseen[True] / self.unseen.total():.3f} ({self.unseen.total()})")
        return "  ".join(parts)


def grouped(facts: Iterable[Row]) -> dict[tuple[str, str], list[Row]]:
    groups: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for fact in facts:
        groups[key(fact)].append(fact)
    return groups


def plain(value: Any) -> Any:
    return (tuple(value) or None) if isinstance(value, list | tuple) else value


def wording(fact: Row) -> str:
    return " ".join(fact["span"].lower().split())


def report(title: str, gold: list[Row], read: Reader, *, seen: set[tuple[str, str]], findings: bool) -> None:
    print(f"\n{title}")
    for dataset in sorted({row["dataset"] for row in gold}):
        part = [row for row in gold if row["dataset"] == dataset]
        for lenient in (False, True):
            score = Score()
            for row in part:
                for name, text, facts in annotated_sections(row):
                    score.add(facts, read(text, name), lenient=lenient, seen=seen)
            print(f"  {dataset:<16} {'lenient' if lenient else 'strict ':<8} {len(part):>3} reports  {score.line()}")
            if findings and not lenient:
                for finding in sorted({*score.hit, *score.missed, *score.extra}):
                    hit, missed, extra = score.hit[finding], score.missed[finding], score.extra[finding]
                    print(f"      {finding:<46} gold {hit + missed:>4}  missed {missed:>3}  extra {extra:>3}")


def speed(texts: list[str]) -> float:
    """Return reports a second, cold: every cache of ours is empty when the clock starts, the lexicon is loaded."""
    section_facts("Lungs are clear.")
    started = time.process_time()
    for text in texts:
        section_facts(text)
    return len(texts) / (time.process_time() - started)


def baseline(python: str, texts: list[str]) -> tuple[list[list[Row]], float]:
    """Return what medspaCy finds in each text, and its reports a second."""
    script = Path(__file__).with_name("medspacy_baseline.py")
    root = str(script.parents[1])
    done = subprocess.run(
        [python, str(script)],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": root},
    )
    answer = json.loads(done.stdout.splitlines()[-1])
    return answer["facts"], answer["reports_per_second"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", type=Path)
    parser.add_argument("--seen", type=Path, help="annotated reports whose wordings are known")
    parser.add_argument("--texts", type=Path, help="reports to time (study_id, findings, impression)")
    parser.add_argument("--medspacy", help="a Python interpreter that has medspaCy")
    parser.add_argument("--findings", action="store_true", help="a line for each finding")
    options = parser.parse_args()
    gold = rows_of(options.gold)
    known = rows_of(options.seen) if options.seen else []
    seen = {(f["finding"], wording(f)) for row in known for _, _, facts in annotated_sections(row) for f in facts}
    report("reref", gold, ours, seen=seen, findings=options.findings)
    texts = (
        [" ".join((row.get("findings") or "", row.get("impression") or "")) for row in rows_of(options.texts)]
        if options.texts
        else []
    )
    if options.medspacy:
        annotated = [text for row in gold for _, text, _ in annotated_sections(row)]
        found, rate = baseline(options.medspacy, annotated + texts)
        by_text = dict(zip(annotated, found, strict=False))
        report("medspaCy, same lexicon", gold, lambda text, _: by_text[text], seen=seen, findings=False)
        print(f"\nmedspaCy reads {rate:,.0f} reports/s")
    if texts:
        print(f"\nreref reads {speed(texts):,.0f} reports/s, cold ({len(texts)} reports of {options.texts.name})")


if __name__ == "__main__":
    main()
