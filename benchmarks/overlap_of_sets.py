"""Word overlap of the adversarial and the paraphrased set with their originals (the two sets of ct-finebench, ruled).

An adversarial report has every detail wrong that can be, and nearly all words; a paraphrased one has every fact and few
words. ``python benchmarks/overlap_of_sets.py REPORTS.jsonl... [--limit N]``
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import fmean

from reref.analysis.metrics import get_metric
from reref.analysis.scoring import score_pairs
from reref.datasets import load_studies
from reref.perturbations import make_alternative, rules_engine
from reref.taxonomy import get_target

SETS = ("dose/attributes-100", "dose/attributes-50", "paraphrase/free", "error/direction")
METRICS = ("bleu-2", "bleu-4", "rouge-l", "finding-f1")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--limit", type=int)
    given = parser.parse_args()
    for path in given.files:
        studies = load_studies(path).studies[: given.limit]
        print(
            f"\n{path.name}: {len(studies)} reports\n{'set':22}{'feasible':>10}" + "".join(f"{m:>12}" for m in METRICS)
        )
        for name in SETS:
            made = [
                (f"{row.findings}\n{row.impression}", f"{study.report.findings}\n{study.report.impression}")
                for study in studies
                for row in [
                    make_alternative(
                        study.study_id, study.dataset, study.report, get_target(name), rules_engine(), seed=0
                    )
                ]
                if row.status == "accepted"
            ]
            if not made:
                print(f"{name:22}{0:10.3f}")
                continue
            scores = [
                fmean(next(iter(found.scores.values())) for found in score_pairs(get_metric(m), made)) for m in METRICS
            ]
            print(f"{name:22}{len(made) / len(studies):10.3f}" + "".join(f"{score:12.3f}" for score in scores))


if __name__ == "__main__":
    main()
