"""How well the offline metrics agree with people: RadJudge relations and Kendall's tau on RadPref.

Run: python benchmarks/human_sets.py [METRIC ...]

RadJudge: 30 authored ranking cases; each case asks for one or more relations between its candidates. "C1 > C2" is
satisfied by a strictly higher score, "C1 = C2" by scores that differ by less than 0.01 of the metric's range.
RadPref: 50 references with two candidates each, rated 1 to 5 by three radiologists; tau-b over the 100 reports.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from shared_data import shared_rows

from reref.analysis.metrics import get_metric, metric_names
from reref.analysis.pairs import score_batch

_SLOW = ("ter",)


def relations(case: dict) -> list[tuple[str, str, str]]:
    wanted = case["expected_ranking"]
    found = []
    for text in [wanted] if isinstance(wanted, str) else wanted:
        parts = re.split(r"\s*([>=<])\s*", text)
        found += [(parts[i], parts[i + 1], parts[i + 2]) for i in range(0, len(parts) - 2, 2)]
    return found


def scores_of(metric, pairs):
    found = score_batch(metric, [c for c, _ in pairs], [r for _, r in pairs])
    sign = 1 if metric.higher_is_better else -1
    return [sign * next(iter(row.scores.values())) for row in found]


def main() -> None:
    from scipy.stats import kendalltau, spearmanr

    cases = shared_rows("data/human/radjudge.jsonl")
    rated = shared_rows("data/human/radpref_dev.jsonl")
    names = sys.argv[1:] or [n for n in metric_names() if n not in _SLOW and not get_metric(n).needs]
    print(f"{'metric':24} {'RadJudge':>9} {'of':>4} {'tau':>7} {'rho':>7} {'pairs':>8}")
    for name in names:
        metric = get_metric(name)
        keys = [(case, c) for case in cases for c in case["candidates"]]
        values = scores_of(metric, [(case["candidates"][c]["text"], case["reference"]) for case, c in keys])
        score = {(case["test_id"], c): value for (case, c), value in zip(keys, values, strict=True)}
        low, high = metric.range
        tolerance = 0.01 * ((high - low) if None not in (low, high) else 1)
        kept = total = 0
        for case in cases:
            for a, sign, b in relations(case):
                total += 1
                gap = score[case["test_id"], a] - score[case["test_id"], b]
                kept += abs(gap) < tolerance if sign == "=" else gap > 1e-9 if sign == ">" else gap < -1e-9
        reports = [(row, c) for row in rated for c in row["candidates"].values()]
        human = [sum(c["ratings"].values()) / len(c["ratings"]) for _, c in reports]
        ours = scores_of(metric, [(c["report"], row["reference"]) for row, c in reports])
        better = decided = 0
        for at in range(0, len(reports), 2):
            if human[at] != human[at + 1]:
                decided += 1
                better += (human[at] - human[at + 1]) * (ours[at] - ours[at + 1]) > 0
        tau, rho = kendalltau(human, ours).statistic, spearmanr(human, ours).statistic
        print(f"{name:24} {kept:9} {total:4} {tau:7.3f} {rho:7.3f} {better:4}/{decided}")


if __name__ == "__main__":
    main()
