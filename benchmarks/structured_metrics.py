"""CT-FineBench by rules on real chest CT reports, and CSM-CCTA on authored coronary reports.

Run: python benchmarks/structured_metrics.py [REPORTS, default 300]

CT-FineBench: reports per second with cold memories; mean score of a report against itself, against rewordings and
planted attribute errors of the rules engine (accepted ones), and against another patient's report.
CSM-CCTA: score drop when degree words become percentages, and the line fitted to the score under omission of
statements (slope, R², boundary error), over all authored pairs' references joined three by three.
"""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

import numpy as np
import yaml

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from shared_data import shared_rows

from reref.analysis.csm import compare_reports
from reref.analysis.finebench import questions_about, score_report, summary
from reref.core.seeding import generator
from reref.perturbations import make_alternative, rules_engine
from reref.report import Report
from reref.taxonomy import get_target

_TARGETS = ("paraphrase/free", "terminology/alternative", "section-assignment/alternative", "error/size",
            "error/severity", "error/location", "error/direction")  # fmt: skip
_WORDS = {"mild": "30%", "moderate": "60%", "severe": "80%"}


def text_of(report: Report) -> str:
    return "\n".join(filter(None, (report.findings, report.impression)))


def finebench(count: int) -> None:
    rows = [row for row in shared_rows("data/refs/ct_rate_validation1000.jsonl") if row["findings"]][:count]
    reports = [Report(row["findings"], row["impression"]) for row in rows]
    texts = [text_of(report) for report in reports]
    start = time.process_time()
    own = [score_report(questions_about(text), text) for text in texts]
    speed = len(texts) / (time.process_time() - start)
    asked = sum(len(one.rows) for one in own) / len(own)
    print(f"CT-FineBench by rules: {len(texts)} chest CT reports, {asked:.1f} questions each, {speed:.0f} reports/s")
    print(f"  against itself            {np.mean([one.score for one in own]):.3f}")
    others = texts[1:] + texts[:1]
    apart = [score_report(questions_about(r), c) for c, r in zip(others, texts, strict=True)]
    print(f"  another patient's report  {np.mean([one.score for one in apart]):.3f}")
    engine = rules_engine()
    for name in _TARGETS:
        target, scores = get_target(name), []
        for row, report in list(zip(rows, reports, strict=True))[: count // 3]:
            made = make_alternative(row["study_id"], "ct", report, target, engine, seed=0, variant=0)
            if made.status == "accepted":
                changed = text_of(Report(made.findings, made.impression))
                scores.append(score_report(questions_about(text_of(report)), changed).score)
        shown = f"{np.mean(scores):.3f}" if scores else "–"
        print(f"  {name:30} {shown}  ({len(scores)} reports)")
    print("  by attribute, other patient: " + ", ".join(f"{k} {v:.2f}" for k, v in summary(apart).items()))


def csm() -> None:
    pairs = yaml.safe_load((Path(__file__).parent.parent / "tests/data/csm_pairs.yaml").read_text())
    references = [row["reference"] for row in pairs if row["level"] in ("vessel", "segment")]
    joined = [references[i : i + 3] for i in range(0, len(references) - 2, 3)]
    drops = []
    for parts in joined:
        text = " ".join(parts)
        swapped = re.sub(r"\b(mild|moderate|severe)(?= stenosis)", lambda hit: _WORDS[hit[1]], text)
        if swapped != text:
            drops.append(1 - compare_reports(swapped, text).score)
    print(f"CSM-CCTA: drop when degrees become percentages {np.mean(drops):.3f} ({len(drops)} reports)")
    kept, scores = [], []
    for at, parts in enumerate(joined):
        statements = [s for part in parts for s in re.findall(r"[^.]+\.", part)]
        order = generator(0, "omission", str(at)).permutation(len(statements))
        for share in np.linspace(0, 1, 11):
            chosen = sorted(order[: round(share * len(statements))])
            kept.append(len(chosen) / len(statements))
            scores.append(compare_reports(" ".join(statements[i] for i in chosen), " ".join(parts)).score)
    slope, start = np.polyfit(kept, scores, 1)
    r2 = np.corrcoef(kept, scores)[0, 1] ** 2
    print(f"  omission: slope {slope:.2f}, R² {r2:.2f}, boundary error {(abs(start) + abs(start + slope - 1)) / 2:.2f}")


if __name__ == "__main__":
    finebench(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
    csm()
